using Bench.Comparison;
using Bench.Reports;
using Bench.Results;

namespace Bench.Core.Tests;

/// <summary>A benchmark that the candidate's build could not include is not lost.</summary>
public sealed class LeftOutTests : IDisposable
{
    private const string Reason = "Not measured: what needs a database.";

    private readonly Folder folder = new();

    public void Dispose() => folder.Dispose();

    [Theory]
    [InlineData("""[{"pattern":"N.*.B*","reason":"Not measured: what needs a database."}]""", true)]
    [InlineData("""[{"pattern":"N.T.A*","reason":"Not measured: what needs a database."}]""", false)]
    [InlineData("[]", false)]
    [InlineData("[null, 1]", false)]
    [InlineData("null", false)]
    public void What_a_run_recorded_as_left_out_does_not_fail(string leftOut, bool passes)
    {
        Write("old", BdnJson.Steady("N.T.A"), BdnJson.Steady("N.T.B(Size: 1)"), BdnJson.Steady("N.T.B(Size: 2)"));
        Write("new", BdnJson.Steady("N.T.A"));
        WriteRecord(leftOut);

        var comparison = Compare("new");

        Assert.Equal(passes ? ExitCode.Passed : ExitCode.Regressed, Outcome.Create(comparison, new Strictness()).ExitCode);
        Assert.Equal(passes ? 2 : 0, comparison.Benchmarks.Count(benchmark => benchmark.LeftOut == Reason));
        Assert.Equal(passes, Console(comparison).Contains($"\nSkipped (2): {Reason}\n2 skipped, ", StringComparison.Ordinal));
    }

    [Fact]
    public void A_class_that_was_left_out_is_no_class_that_was_not_run()
    {
        Write("old", BdnJson.Steady("N.T.A"), BdnJson.Steady("N.U.B"));
        Write("new", BdnJson.Steady("N.T.A"));
        WriteRecord($$"""[{"pattern":"N.U.*","reason":"{{Reason}}"}]""");

        var comparison = Compare("new/N.T-report-full.json");

        Assert.Empty(comparison.ClassesOfBaselineAlone);
        Assert.Equal(BenchmarkGroup.LeftOut, BenchmarkOrder.GroupOf(comparison.Benchmarks[1]));
        Assert.Equal("Skipped", Figures.Verdict(comparison.Benchmarks[1]));
        Assert.Contains($"| Skipped |  | `{Reason}` |", MarkdownReport.Render(comparison, Outcome.Create(comparison, new Strictness())));
    }

    // A record belongs only to the run that wrote the files which it names.
    [Fact]
    public void The_record_of_another_run_says_nothing()
    {
        Write("old", BdnJson.Steady("N.T.A"), BdnJson.Steady("N.T.B"));
        Write("new", BdnJson.Steady("N.T.A"));
        WriteRecord($$"""[{"pattern":"*","reason":"{{Reason}}"}]""", "N.Other-report-full.json");

        Assert.Equal(ExitCode.Regressed, Outcome.Create(Compare("new"), new Strictness()).ExitCode);
    }

    private void WriteRecord(string leftOut, string file = "N.T-report-full.json") =>
        folder.Write("new/run.json", $$"""{"started":"2026-11-20T10:00:00Z","topics":[{"files":["{{file}}"]}],"leftOut":{{leftOut}}}""");

    private void Write(string side, params string[] benchmarks) => folder.Write($"{side}/N.T-report-full.json", BdnJson.File(benchmarks));

    private RunComparison Compare(string candidate)
    {
        var runs = RunLoader.Load(
            [
                ["old"],
                [candidate],
            ],
            folder.Root
        );
        return RunComparison.Create(runs[0], runs[1], new ComparisonOptions());
    }

    private static string Console(RunComparison comparison)
    {
        var outcome = Outcome.Create(comparison, new Strictness());
        var text = ConsoleReport.Render(hasColours: false, width: 200, comparison, outcome, showAll: false);
        return string.Join('\n', text.ReplaceLineEndings("\n").Split('\n').Select(line => line.TrimEnd()));
    }
}
