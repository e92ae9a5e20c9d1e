namespace Bench.Tests;

[Collection(MeasuringTests.Name)]
public sealed class IdenticalCodeTests(MeasuredPrograms programs)
{
    [Trait("Category", "Process")]
    [Trait("Category", "Measured")]
    [Fact]
    public void It_measures_benchmarks_of_different_classes_and_says_what_a_check_finds()
    {
        var cancellation = TestContext.Current.CancellationToken;
        var all = ProgramListing
            .List(programs.Baseline, new BenchmarkFilter(["*ShapeRows.Void", "*FailingRows.InSetup"], []), cancellation)
            .Benchmarks;

        string[] lines =
        [
            .. IdenticalCode
                .Measure(
                    programs.Baseline,
                    all,
                    TimeSpan.FromMinutes(1),
                    new ProgressLine(TextWriter.Null, null, TimeProvider.System),
                    BenchProgram.Context(programs.Root),
                    Brief.Measurement
                )
                .Report(Margin.Default),
        ];

        var text = string.Join('\n', lines);
        Assert.Matches(@"  Fixture\.ShapeRows\.Void\n    [\d.]+x  [\d.]+x  [\d.]+x\n", text);
        Assert.Matches(@"  Fixture\.FailingRows\.\w+\n    not measured: .", text);
        Assert.Matches(@"spread by \d", text);
        Assert.Contains("With a margin of 5%, nine in ten checks fail if", text.ReplaceLineEndings(" ").Replace('\n', ' '));
    }
}
