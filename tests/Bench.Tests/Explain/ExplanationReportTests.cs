using Bench.Explain;
using Bench.Host;
using Bench.Reports;
using Bench.Results;
using Bench.Runner;

namespace Bench.Tests;

/// <summary>The page: short enough for a comment, and nothing in it that a program could have put there as Markdown.</summary>
public class ExplanationReportTests
{
    [Fact]
    public void However_much_differs_the_page_fits_into_a_comment()
    {
        ExplainedMethod[] methods =
        [
            .. Enumerable.Range(0, 40).Select(i => new ExplainedMethod(new string('m', 150) + i, Code(i, 2000), Code(i + 1, 2000))),
        ];

        Assert.InRange(Page(methods).Length, 10_000, MarkdownText.MaxCharacters);
    }

    [Fact]
    public void No_name_and_no_line_leaves_its_code()
    {
        var page = Page([
            new ExplainedMethod(
                "A:`<img>`|@b",
                new MethodCode("A", "Tier1", [], ["```", "<script>"], 1),
                new MethodCode("A", "Tier1", [], ["````", "\u202Ex"], 1)
            ),
        ]);

        Assert.Contains("`````diff\n", page, StringComparison.Ordinal);
        Assert.DoesNotContain('\u202E', page);
        Assert.Contains("#### ``A:`<img>`\\|@b``", page, StringComparison.Ordinal);
    }

    [Fact]
    public void Same_code_is_said_to_be_identical()
    {
        var page = Page([
            new ExplainedMethod("A:B()", Code(1, 3), Code(1, 3)),
            new ExplainedMethod("A:C()", null, Code(1, 3)),
            new ExplainedMethod("A:D()", null, null),
        ]);

        Assert.Contains("Identical machine code, 7 bytes", page, StringComparison.Ordinal);
        Assert.Contains("Compiled in the candidate only", page, StringComparison.Ordinal);
        Assert.Contains("No listing: it runs precompiled", page, StringComparison.Ordinal);
        Assert.Contains("**1.500x**: 100 ns -> 150 ns; allocated 0 B -> 24 B an operation.", page, StringComparison.Ordinal);
    }

    private static MethodCode Code(int seed, int lines) =>
        new("A", "Tier1", [], [.. Enumerable.Range(0, lines).Select(i => $"       mov eax, {i * (seed + 1)}")], 7);

    private static string Page(ExplainedMethod[] methods)
    {
        var benchmark = new HostedBenchmark(
            0,
            new BenchmarkId("N.T.A", JobTraits.FromDisplayInfo("DefaultJob", "A")),
            new ListedBenchmark("N.T.A", "N.T", "A", "", "DefaultJob", "A", "", false, 1, RunMode.Slices, 1, HasSetup: false, "", [])
        );
        var profile = new CpuProfile([new MethodShare("N.T.A()", 1, 1)], 10, 0);
        return ExplanationReport.Render(
            new Explanation(
                new BenchmarkPairing(benchmark, benchmark),
                new PairResult(100, 150, Math.Log(1.5), 0, 24),
                profile,
                profile,
                methods
            ),
            "HEAD",
            "the work tree",
            null
        );
    }
}
