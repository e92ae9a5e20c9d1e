namespace Bench.Tests;

[Trait("Category", "Process")]
public sealed class LoadGateTests : IDisposable
{
    private static readonly string[] App = ["--project", "App/App.csproj", "--path", "/value"];

    private readonly LoadRepository repository = new();

    public void Dispose() => repository.Dispose();

    [Fact]
    public void What_costs_the_same_passes_after_two_thirds_of_the_rounds()
    {
        var run = Gate();

        Assert.True(run.ExitCode == 0, run.Output + run.Error);
        Assert.Contains("**Passed** (exit code 0)", run.Output);
        Assert.Equal((1, 6), (repository.Measured!.TrialRuns, repository.Measured.Rounds));
        Assert.Equal(run.Output, repository.Read("out/App-gate.md"));
        var kept = repository.Result("out/App-gate.json");
        Assert.Equal((6, (string?)null), (kept.Variants[1].Rounds.Count, kept.Partial));
        Assert.Equal(RecordedMatrix.Pace, kept.Pace!.Value, 6);
        Assert.StartsWith("HEAD (", kept.Variants[0].Variant.Name);
        Assert.StartsWith("the work tree (", kept.Variants[1].Variant.Name);
        Assert.DoesNotContain(Directory.GetDirectories(Path.Combine(repository.Root, ".git")), folder => folder.EndsWith("worktrees"));
    }

    [Fact]
    public void A_request_that_takes_and_allocates_more_fails_the_check_early()
    {
        var run = Gate(variant => round => RecordedMatrix.Usual(round, processor: variant == 1 ? 1.5 : 1, allocated: variant == 1 ? 2 : 1));

        Assert.Equal(1, run.ExitCode);
        Assert.Matches(@"Failed\*\* \(exit code 1\): .*allocated per request", run.Output);
        Assert.Matches(@"\| allocated \| \d+ B \| \d+ B \| 2\.0\d*x \(.*\) \| Regressed \| 2% \|", run.Output);
        Assert.Matches(@"\| CPU time \| [\d.]+ µs \| [\d.]+ µs \| 1\.5\d*x \(.*\) \| Regressed \| 5% \|", run.Output);
        Assert.Contains("Servers and load generator shared the cores.", run.Output);
        Assert.Equal(6, repository.Measured!.Rounds);
        // Only load report can judge the figures of load gate.
        var compared = BenchProgram.Run(repository.Root, "compare out/App-gate.json");
        Assert.Contains("Use bench load report for a check", compared.Error);
        Assert.Equal(2, compared.ExitCode);
        Assert.Equal(1, Report("out/App-gate.json").ExitCode);
    }

    [Fact]
    public void What_is_at_its_margin_is_measured_for_as_many_rounds_again_and_may_be_too_much()
    {
        RecordedMatrix AtTheMargin(LoadMatrix matrix, string folder) =>
            new(matrix, folder) { Round = (variant, round) => RecordedMatrix.Usual(round, p99: variant == 1 ? 1.2 : 1) };

        var strict = repository.Gate(AtTheMargin, [.. App, "--rounds 5 --max-inconclusive 0"]);

        Assert.True(strict.ExitCode == 3, strict.Output + strict.Error);
        Assert.Contains("(exit code 3): Inconclusive: p99", strict.Output);
        Assert.Equal((1, 10), (repository.Measured!.TrialRuns, repository.Measured.Rounds));
        Assert.Equal(10, repository.Result("out/App-gate.json").Variants[0].Rounds.Count);
        // It is judged again with its own options, unless the arguments change them.
        Assert.Equal(3, Report("out/App-gate.json").ExitCode);
        Assert.Equal(0, Report("out/App-gate.json", "--max-inconclusive 50%").ExitCode);

        var usual = repository.Gate(AtTheMargin, [.. App, "--rounds 5"]);

        Assert.True(usual.ExitCode == 0, usual.Output + usual.Error);
        Assert.Contains("No regression shown. Inconclusive: p99", usual.Output);
        Assert.Equal(10, repository.Measured!.Rounds);
    }

    [Fact]
    public void The_same_program_is_not_loaded_unless_that_is_asked_for()
    {
        RecordedMatrix Same(LoadMatrix matrix, string folder) =>
            new(matrix, folder) { Files = _ => new Dictionary<string, string> { ["App.dll"] = "", ["wwwroot/site.css"] = "p { }" } };

        var run = repository.Gate(Same, [.. App, "--margin 10% --format json --output out/more.md"]);

        Assert.True(run.ExitCode == 0, run.Output + run.Error);
        Assert.Equal((0, 0), (repository.Measured!.TrialRuns, repository.Measured.Rounds));
        using var report = JsonDocument.Parse(run.Output);
        Assert.All(report.RootElement.GetProperty("benchmarks").EnumerateArray(), benchmark =>
            Assert.True(benchmark.GetProperty("sameCode").GetBoolean())
        );
        var page = repository.Read("out/App-gate.md");
        Assert.Contains("are the same program", page);
        Assert.Equal(page, repository.Read("out/more.md"));
        // It is judged again with its own options.
        using var judged = JsonDocument.Parse(Report("out/App-gate.json", "--format json").Output);
        Assert.Equal(0.1, judged.RootElement.GetProperty("margin").GetDouble());

        var measured = repository.Gate(Same, [.. App, "--measure-same-code"]);

        Assert.Equal((0, 6), (measured.ExitCode, repository.Measured!.Rounds));
        Assert.DoesNotContain("are the same program", measured.Output);
    }

    [Fact]
    public void Files_that_git_ignores_are_named_where_one_program_lacks_them()
    {
        repository.Write(".gitignore", "bin/\nobj/\nout/\nlocal.json\n");
        repository.Write("App/local.json", "{}");

        var run = repository.Gate(
            (matrix, folder) =>
                new RecordedMatrix(matrix, folder)
                {
                    Files = variant =>
                        variant == 0
                            ? new Dictionary<string, string> { ["App.dll"] = "" }
                            : new Dictionary<string, string> { ["App.dll"] = "", ["local.json"] = "{}" },
                },
            App
        );

        Assert.Equal(0, run.ExitCode);
        Assert.Equal("bench: git ignores local.json, so only the program of the work tree has it.", OneLine(run.Error));
        Assert.Contains("> git ignores local.json, so only the program of the work tree has it", run.Output);
    }

    [Fact]
    public void A_slow_request_is_told_of_after_the_first_round()
    {
        var run = repository.Gate(null, [.. App, "--connections 2000"]);
        Assert.Contains("The request is slow, so slices take", run.Error);
        Assert.Single(run.Error.Split('\n'), line => line.Contains("The request is slow", StringComparison.Ordinal));
    }

    private BenchProgram.Finished Gate(Func<int, Func<int, VariantRound>>? round = null) =>
        repository.Gate(
            (matrix, folder) =>
                round is null
                    ? new RecordedMatrix(matrix, folder)
                    : new RecordedMatrix(matrix, folder) { Round = (variant, number) => round(variant)(number) },
            App
        );

    private BenchProgram.Finished Report(string file, params string[] arguments) =>
        BenchProgram.Run(repository.Root, ["load report", file, .. arguments, .. LoadRepository.AsMarkdown(arguments)]);

    // If standard error is not a terminal, progress is written as lines too.
    private static string OneLine(string error) =>
        Assert.Single(error.Split('\n'), line => line.StartsWith("bench: ", StringComparison.Ordinal));
}
