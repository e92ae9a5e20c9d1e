using Bench.Cli.Explain;
using Bench.Host;
using Bench.Reports;
using Bench.Results;
using Bench.Runner;

namespace Bench.Tests;

/// <summary>The page fits into a comment, and a program can't inject Markdown into it.</summary>
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
        Assert.Contains("The runtime lists no machine code: the method is precompiled", page, StringComparison.Ordinal);
        Assert.Contains("About +50.0%: 100 ns -> 150 ns; allocated 0 B -> 24 B per operation.", page, StringComparison.Ordinal);
    }

    [Fact]
    public void The_answer_names_the_programs_own_methods_first_then_what_is_not_inlined_and_what_allocates()
    {
        var explanation = Explanation([]) with
        {
            Baseline = new CpuProfile([new("App.Parse(string)", 0.3, 1, 0.9), new("App.Gone()", 0.1, 0.1, 0.1)], 100, 0),
            Candidate = new CpuProfile(
                [
                    new("System.Number.Parse()", 0.5, 0.5),
                    new("Lib.Json.Read()", 0.2, 0.2),
                    new("App.Parse(string)", 0.2, 1, 0.8),
                    new("App.Check(string)", 0.1, 0.2, 0.2),
                    new(SampledStack.Loop, 0.5, 1),
                ],
                100,
                0
            ),
            OriginOf = new MethodOrigins(new() { ["App"] = Origin.Program, ["Lib.Json"] = Origin.Package }).Of,
            BaselineAllocations = new Dictionary<AllocatedType, double> { [new("System.Byte[]", "App.Parse(string)")] = 1 },
            CandidateAllocations = new Dictionary<AllocatedType, double> { [new("System.String", "App.Check(string)")] = 1 },
            LostInlinings = [new LostInlining("App.Parse", "App.Next", "too many il bytes")],
            ChangedCode =
            [
                new("Checks.Other changed", "src/Checks.cs:7", ["-return a;", "+return b;"]),
                new("App.Parse changed", "src/Parser.cs:12", ["-return Fast();", "+return Slow();"]),
                new("Checks.Absent is new", null, []),
            ],
        };

        var page = ExplanationReport.RenderAnswer(explanation, "HEAD", "the work tree", "A=1");

        Assert.Equal(
            """
            ## Why `N.T.A` differs

            About +50.0%: 100 ns -> 150 ns; allocated 0 B -> 24 B per operation. This is one interleaved process pair, so it is only a hint. `bench gate` gives a verdict.

            Baseline: `HEAD`. Candidate: `the work tree`. Environment: `A=1`.

            ### What changed

            Changed code that this benchmark runs. Code that takes more time comes first, then code nearest to the benchmark:

            - `App.Parse changed` at `src/Parser.cs:12`, +30.0 ns

            ```diff
            -return Fast();
            +return Slow();
            ```

            - `Checks.Other changed` at `src/Checks.cs:7`

            ```diff
            -return a;
            +return b;
            ```

            - `Checks.Absent is new`

            Time per operation. The program's own methods include the time of the libraries that they call.

            | Code | Method | Baseline | Candidate | Change |
            | --- | --- | ---: | ---: | ---: |
            | program | `App.Parse(string)` | 90.0 ns | 120 ns | +30.0 ns |
            | program | `App.Check(string)` |  | 30.0 ns | only after |
            | program | `App.Gone()` | 10.0 ns |  | only before |
            | package | `Lib.Json.Read()` |  | 30.0 ns | only after |
            | framework | `System.Number.Parse()` |  | 75.0 ns | only after |

            A method that only one build shows may be inlined in the other. Its time then counts for its caller.

            - No longer inlined into `App.Parse`: `App.Next` (`too many il bytes`)

            Allocated per operation: 0 B -> 24 B. Estimated from samples:

            - `System.String` in `App.Check(string)`: 0 B -> 24 B

            --full also prints the CPU profile and the machine code; --output FILE.md writes them to a file.

            """,
            page
        );
    }

    [Fact]
    public void However_much_changed_the_answer_is_a_screen_and_a_half()
    {
        MethodShare[] methods = [.. Enumerable.Range(0, 40).Select(i => new MethodShare($"App.M{i}()", 0.5, 1, 0.5))];
        var lost = Enumerable.Range(0, 40).Select(i => new LostInlining("App.Parse", $"App.I{i}", "unprofitable inline"));
        var types = Enumerable.Range(0, 40).ToDictionary(i => new AllocatedType($"App.T{i}", "App.Parse()"), _ => 0.9);
        var explanation = Explanation([]) with
        {
            Candidate = new CpuProfile(methods, 100, 0),
            LostInlinings = [.. lost],
            CandidateAllocations = types,
            ChangedCode =
            [
                .. Enumerable
                    .Range(0, 40)
                    .Select(i => new ExplainedChange($"App.M{i} changed", null, [.. Enumerable.Range(0, 40).Select(line => $"+{line}")])),
            ],
        };

        var page = ExplanationReport.RenderAnswer(explanation, "HEAD", "the work tree", null);

        // The full diff has fifty lines.
        Assert.InRange(page.Split('\n').Length, 20, 75);
        // The full report shows all of the change.
        Assert.Contains("+5\n@@ 34 more lines: use --full @@\n", page, StringComparison.Ordinal);
        Assert.Contains("\n+39\n", ExplanationReport.Render(explanation, "HEAD", "the work tree", null), StringComparison.Ordinal);
        Assert.Contains("and 37 more methods that are no longer inlined", page, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("App.Parser.Read(class System.String)", "Program")]
    [InlineData("App.Parser+<ReadAsync>d__1.MoveNext()", "Program")]
    [InlineData("App.Parser.System.IDisposable.Dispose()", "Program")]
    [InlineData("App.List`1[System.__Canon].Add(!0)", "Program")]
    [InlineData("Lib.Json.Read()", "Package")]
    [InlineData("App.Parsers.Read()", "Framework")]
    [InlineData("System.Number.Parse()", "Framework")]
    public void Whose_a_method_is_follows_from_its_type(string method, string expected) => Assert.Equal(expected, new MethodOrigins(
                new()
                {
                    ["App.Parser"] = Origin.Program,
                    ["App.List`1"] = Origin.Program,
                    ["Lib.Json"] = Origin.Package,
                }
            ).Of(method).ToString());

    private static MethodCode Code(int seed, int lines) =>
        new("A", "Tier1", [], [.. Enumerable.Range(0, lines).Select(i => $"       mov eax, {i * (seed + 1)}")], 7);

    private static string Page(ExplainedMethod[] methods) => ExplanationReport.Render(Explanation(methods), "HEAD", "the work tree", null);

    private static Explanation Explanation(ExplainedMethod[] methods)
    {
        var benchmark = new HostedBenchmark(
            0,
            new BenchmarkId("N.T.A", JobTraits.FromDisplayInfo("DefaultJob", "A")),
            new ListedBenchmark("N.T.A", "N.T", "N.T", "A", "", "DefaultJob", "A", "", false, 1, RunMode.Slices, 1, false, "", [], 0)
        );
        var profile = new CpuProfile([new MethodShare("N.T.A()", 1, 1)], 10, 0);
        return new Explanation(
            new BenchmarkPairing(benchmark, benchmark),
            new ProcessPair(100, 150, Math.Log(1.5), 0, 24),
            profile,
            profile,
            methods
        );
    }
}
