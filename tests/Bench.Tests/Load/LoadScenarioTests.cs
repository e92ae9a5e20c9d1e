namespace Bench.Tests;

[Trait("Category", "Process")]
public sealed class LoadScenarioTests : IDisposable
{
    private readonly LoadRepository repository = new(
        (
            "own.plan",
            """{"name":"own","sample":"App/App.csproj","virtualUsers":4,"durationSeconds":2,"requests":[{"path":"/"}],"thresholds":["p99 < 10 s","failed checks < 1 %"]}"""
        )
    );

    public void Dispose() => repository.Dispose();

    [Theory]
    [InlineData(5, 0, true)]
    [InlineData(20_000, 1, false)]
    public void Its_thresholds_decide(double p99, int exitCode, bool isKept)
    {
        var run = Scenario(scenario => new Recorded(scenario) { Finishes = () => Result(scenario, p99) });
        Assert.True(run.ExitCode == exitCode, run.Output + run.Error);
        Assert.Matches($@"\| p99 &lt; 10 s \| .* \| {(isKept ? "kept" : @"\*\*not kept\*\*")} \|", run.Output);
        Assert.Contains("Publishing App/App.csproj", run.Error);
        Assert.Equal(run.Output.Trim(), repository.Read("out/own.md").Trim());
        Assert.True(File.Exists(Path.Combine(repository.Root, "out", "own.json")));
    }

    [Fact]
    public void A_server_that_ends_under_load_is_named_and_what_was_measured_is_kept()
    {
        var run = Scenario(scenario => new Recorded(scenario)
        {
            Finishes = () => throw new ServerEndedException("App ended under load with exit code 137."),
            Parts = why => Result(scenario, 5) with { Partial = why },
        });

        Assert.Equal(2, run.ExitCode);
        Assert.Contains("bench: App ended under load with exit code 137. Figures measured so far are kept.", run.Error);
        Assert.Contains("**Ended early:** App ended under load", repository.Read("out/own.md"));
    }

    [Fact]
    public void What_ends_before_anything_was_answered_is_one_line_and_leaves_no_page_of_an_earlier_run()
    {
        repository.Write("out/own.md", "The text of an earlier run.");
        var run = Scenario(scenario => new Recorded(scenario) { Finishes = () => throw new LoadException("wrk failed: no route") });
        Assert.Equal((2, ""), (run.ExitCode, run.Output));
        Assert.Contains("bench: wrk failed: no route", run.Error);
        Assert.False(File.Exists(Path.Combine(repository.Root, "out", "own.md")));
    }

    [Theory]
    [InlineData(true, "bench: it was interrupted. Figures measured so far are kept.")]
    [InlineData(false, "bench: interrupted before anything was measured.")]
    public void An_interruption_keeps_what_was_measured(bool isAnythingMeasured, string expected)
    {
        var run = Scenario(scenario => new Recorded(scenario)
        {
            Finishes = () => throw new OperationCanceledException(),
            Parts = why => isAnythingMeasured ? Result(scenario, 5) with { Partial = why } : null,
        });

        Assert.Equal(130, run.ExitCode);
        Assert.Contains(expected, run.Error);
        Assert.Equal(isAnythingMeasured, File.Exists(Path.Combine(repository.Root, "out", "own.json")));
    }

    [Fact]
    public void A_server_that_does_not_start_is_one_line()
    {
        var run = Scenario(scenario => new Recorded(scenario) { Starts = () => throw new LoadException("App does not start: broken") });
        Assert.Equal((2, ""), (run.ExitCode, run.Output));
        Assert.Contains("bench: App does not start: broken", run.Error);
    }

    private static ScenarioResult Result(Scenario scenario, double p99)
    {
        var figures = new ScenarioFigures(200, 0, 100, 1, 1, 1, 2, 3, p99, p99, p99);
        return new ScenarioResult(
            scenario,
            figures,
            new LoadErrors(0, 0, 0, 0, 0),
            [
                .. scenario
                    .Thresholds.Select(Threshold.Parse)
                    .Select(threshold => new JudgedThreshold(threshold, threshold.Metric.Of(figures), threshold.IsKept(figures))),
            ],
            null
        );
    }

    private BenchProgram.Finished Scenario(Func<Scenario, IScenarioLoad> load)
    {
        var context = repository.Context();
        return BenchProgram.Run(
            context with
            {
                Load = context.Load with { Scenario = (scenario, _, _) => load(scenario) },
            },
            ["load scenario --format markdown own.plan --artifacts out"]
        );
    }

    private sealed class Recorded(Scenario scenario) : IScenarioLoad
    {
        public Action Starts { get; init; } = () => { };

        public Func<ScenarioResult> Finishes { get; init; } = () => Result(scenario, 5);

        public Func<string, ScenarioResult?> Parts { get; init; } = _ => null;

        public void Start(CancellationToken cancellationToken) => Starts();

        public ScenarioResult Run(CancellationToken cancellationToken) => Finishes();

        public ScenarioResult? Part(string why) => Parts(why);

        public void Dispose() { }
    }
}
