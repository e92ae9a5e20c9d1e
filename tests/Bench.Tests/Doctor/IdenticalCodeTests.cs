using Bench.Host;
using Bench.Results;
using Bench.Runner;
using Bench.Statistics;

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

    [Trait("Category", "Process")]
    [Fact]
    public void The_commands_build_the_program_and_measure_what_is_asked_for()
    {
        string[] asked = ["--project", MeasuredPrograms.Project, "--filter", "*FailingRows.InSetup"];
        var doctor = BenchProgram.Run(programs.Repository, ["doctor", "--measure", .. asked]);
        var init = BenchProgram.Run(programs.Repository, ["init", "--ci", "gitlab", .. asked]);
        programs.Git("clean", "--quiet", "--force", "-d");

        Assert.True((doctor.ExitCode, init.ExitCode) == (0, 0), doctor.Error + init.Error);
        foreach (var run in new[] { doctor, init })
        {
            Assert.Matches(
                @"  Fixture\.FailingRows\.InSetup?
    not measured: .*not set up",
                run.Output
            );
            Assert.Contains("No benchmark could be measured", run.Output);
        }

        Assert.Matches(@"Benchmark project: TandemFixture\.csproj, \d{2,3} benchmarks", init.Output);
        Assert.DoesNotContain("Assumed", doctor.Output);
    }

    // The fixture of the class starts git.
    [Fact]
    [Trait("Category", "Process")]
    public void The_first_of_each_class_goes_before_the_second_of_any()
    {
        var chosen = IdenticalCode.Choose([
            Benchmark("A", "1"),
            Benchmark("A", "2"),
            Benchmark("A", "cold") with
            {
                Mode = RunMode.FirstCall,
            },
            Benchmark("B", "1") with
            {
                UnsupportedReason = "it is",
            },
            Benchmark("C", "1"),
            Benchmark("C", "2"),
        ]);

        Assert.Equal(["A.1", "C.1", "A.2"], chosen.Select(benchmark => $"{benchmark.Type}.{benchmark.Method}"));
    }

    private static HostedBenchmark Benchmark(string type, string method) =>
        new(
            0,
            new BenchmarkId($"{type}.{method}", JobTraits.Default),
            new ListedBenchmark(
                $"{type}.{method}",
                type,
                type,
                method,
                "",
                "",
                method,
                type,
                IsBaseline: false,
                OperationsPerInvoke: 1,
                RunMode.Slices,
                InvocationCount: 1,
                HasSetup: false,
                UnsupportedReason: "",
                Variables: [],
                Affinity: 0
            )
        );
}
