using Bench.Load;

namespace Bench.Tests;

[Trait("Category", "Process")]
public sealed class LoadGateFailureTests : IDisposable
{
    private static readonly string[] App = ["--project", "App/App.csproj", "--path", "/value"];

    private readonly LoadRepository repository = new();

    public void Dispose() => repository.Dispose();

    [Fact]
    public void What_can_not_be_written_costs_no_verdict()
    {
        // Blocks the temporary file that is renamed to the result.
        Directory.CreateDirectory(Path.Combine(repository.Root, "out", "App-gate.json.part"));

        var run = Gate();

        Assert.Equal(2, run.ExitCode);
        Assert.Contains("Passed", run.Output);
        Assert.Equal(run.Output, repository.Read("out/App-gate.md"));
        var complaints = run.Error.Split('\n').Where(line => line.Contains("App-gate.json cannot be written: ")).ToArray();
        // One for each round, and the last.
        Assert.Equal(6 + 1, complaints.Length);
        Assert.All(complaints[..^1], line => Assert.EndsWith(" The check continues.", line));
    }

    [Fact]
    public void A_side_that_does_not_build_is_named_and_leaves_no_page_of_an_earlier_check()
    {
        repository.Write("out/App-gate.md", "What an earlier check said.");
        RecordedMatrix Broken(LoadMatrix matrix, string folder) =>
            new(matrix, folder)
            {
                Publishing = variant =>
                    VariantServer.Named<int>(variant, () =>
                        variant == matrix.Variants[1] ? throw new LoadException("App.csproj does not build: error CS1002") : 0
                    ),
            };

        var run = repository.Gate(Broken, App);

        Assert.Equal((2, ""), (run.ExitCode, run.Output));
        Assert.Matches(@"the work tree \(.*\): App.csproj does not build: error CS1002", OneLine(run.Error));
        Assert.False(File.Exists(Path.Combine(repository.Root, "out", "App-gate.md")));
    }

    [Theory]
    [InlineData(
        """{ "load": [{ "name": "value", "project": "App/App.csproj", "path": "/value" }] }""",
        "/other",
        "load 'value' changed (applies after the merge); use --config bench.json for the settings of the work tree)"
    )]
    [InlineData("{}", "/other", "load 'value' is new with this change, so merge it without a check)")]
    public void A_route_that_only_one_side_has_is_explained(string before, string path, string expected)
    {
        repository.Write("bench.json", before);
        repository.Commit("Two");
        repository.Write("bench.json", $$"""{ "load": [{ "name": "value", "project": "App/App.csproj", "path": "{{path}}" }] }""");

        var run = repository.Gate(
            (matrix, folder) =>
                new RecordedMatrix(matrix, folder) { Before = (_, _) => throw new LoadException("it answers 404 Not Found.") }
        );

        Assert.Equal((2, ""), (run.ExitCode, run.Output));
        Assert.Equal($"bench: it answers 404 Not Found. (bench.json: {expected}", OneLine(run.Error));
    }

    [Fact]
    public void A_build_that_dies_in_a_round_has_failed_and_keeps_its_rounds()
    {
        var run = Unanswered(2, variant => new UnansweredException(
            variant,
            new ServerEndedException("App ended under load with exit code 7.")
        ));

        Assert.True(run.ExitCode == 1, run.Output + run.Error);
        Assert.Matches(@"Failed\*\* \(exit code 1\): the work tree \(.*\): App ended under load with exit code 7", run.Output);
        Assert.Single(repository.Result("out/App-gate.json").Variants[1].Rounds);
        Assert.Equal(1, Report("out/App-gate.json").ExitCode);
    }

    [Fact]
    public void A_build_that_refuses_everything_in_the_trial_run_has_failed_in_one_line()
    {
        var run = Unanswered(0, variant => new UnansweredException(variant));

        Assert.True(run.ExitCode == 1, run.Output + run.Error);
        Assert.Matches(@"\(exit code 1\): the work tree \(.*\): no good response under load\.", run.Output);
        Assert.Empty(repository.Result("out/App-gate.json").Variants[1].Rounds);
        Assert.Null(repository.Result("out/App-gate.json").Pace);
        Assert.Equal(1, Report("out/App-gate.json").ExitCode);
    }

    [Fact]
    public void A_baseline_that_does_not_answer_is_no_verdict()
    {
        var run = Unanswered(1, variant => new UnansweredException(variant, "it does not respond within 30 s."), side: 0);

        Assert.Equal((2, ""), (run.ExitCode, run.Output));
        Assert.Matches(@"^bench: HEAD \(.*\): no good response under load: it does not respond within 30 s\.$", OneLine(run.Error));
        Assert.False(File.Exists(Path.Combine(repository.Root, "out", "App-gate.md")));
    }

    [Fact]
    public void A_side_that_refuses_requests_under_load_has_failed()
    {
        var run = Gate(variant =>
            round =>
            {
                var usual = RecordedMatrix.Usual(round);
                var refused = new LoadErrors(0, 0, 0, Status: usual.Peak.Requests / 4, 0);
                return variant == 0 ? usual : usual with { Peak = usual.Peak with { Errors = refused } };
            }
        );

        Assert.True(run.ExitCode == 1, run.Output + run.Error);
        Assert.Matches(
            @"Failed\*\* \(exit code 1\): 75\.0% of the responses of the work tree \(.*\) are good, and 100\.0% of those",
            run.Output
        );
    }

    [Fact]
    public void A_generator_that_fails_after_some_rounds_is_no_verdict_and_whole_rounds_are_kept()
    {
        var run = repository.Gate(
            (matrix, folder) =>
                new RecordedMatrix(matrix, folder)
                {
                    Before = (round, _) =>
                    {
                        if (round == 3)
                            throw new LoadException("wrk failed: unable to connect");
                    },
                },
            App
        );

        Assert.Equal(2, run.ExitCode);
        Assert.Equal("bench: wrk failed: unable to connect. Complete rounds kept: 2.", OneLine(run.Error));
        var kept = repository.Result("out/App-gate.json");
        Assert.Equal((2, "wrk failed: unable to connect"), (kept.Variants[0].Rounds.Count, kept.Partial));
        Assert.Contains("wrk failed: unable to connect", repository.Read("out/App-gate.md"));
    }

    [Theory]
    [InlineData(1, "bench: interrupted before anything was measured.")]
    [InlineData(3, "bench: it was interrupted. Complete rounds kept: 2.")]
    public void An_interruption_keeps_whole_rounds(int round, string expected)
    {
        using var interruption = new CancellationTokenSource();
        var context = repository.Context(
            (matrix, folder) =>
                new RecordedMatrix(matrix, folder)
                {
                    Before = (number, _) =>
                    {
                        if (number == round)
                            interruption.Cancel();
                    },
                }
        );

        var run = BenchProgram.Run(
            context with
            {
                Cancellation = interruption.Token,
            },
            ["load", "gate", "--format", "markdown", "--baseline", "HEAD", "--artifacts", "out", .. App]
        );

        Assert.Equal((130, expected), (run.ExitCode, OneLine(run.Error)));
        Assert.Equal(round > 1, File.Exists(Path.Combine(repository.Root, "out", "App-gate.md")));
        if (round == 1)
            return;
        var kept = repository.Result("out/App-gate.json");
        Assert.Equal((2, Verb.WasInterrupted), (kept.Variants[0].Rounds.Count, kept.Partial));
        Assert.Equal(3, Report("out/App-gate.json").ExitCode);
    }

    private BenchProgram.Finished Gate(Func<int, Func<int, VariantRound>>? round = null) =>
        repository.Gate(
            (matrix, folder) =>
                round is null
                    ? new RecordedMatrix(matrix, folder)
                    : new RecordedMatrix(matrix, folder) { Round = (variant, number) => round(variant)(number) },
            App
        );

    private BenchProgram.Finished Unanswered(int round, Func<LoadVariant, UnansweredException> failure, int side = 1) =>
        repository.Gate(
            (matrix, folder) =>
                new RecordedMatrix(matrix, folder)
                {
                    Before = (number, planned) =>
                    {
                        if (number == round)
                            throw failure(planned.Variants[side]);
                    },
                },
            App
        );

    private BenchProgram.Finished Report(string file, params string[] arguments) =>
        BenchProgram.Run(repository.Root, ["load", "report", file, .. arguments, .. LoadRepository.AsMarkdown(arguments)]);

    // If standard error is not a terminal, progress is written as lines too.
    private static string OneLine(string error) =>
        Assert.Single(error.Split('\n'), line => line.StartsWith("bench: ", StringComparison.Ordinal));
}
