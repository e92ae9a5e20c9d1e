using Bench.Comparison;

namespace Bench.Runner.Tests;

[Trait("Category", "Process")]
[Collection(MeasuringTests.Name)]
public sealed class GateRunProcessTests(MeasuredPrograms programs)
{
    // So short a measurement says nothing about time.
    private static readonly Settings OfAllocationOnly = new() { Margin = new Margin(9, 0.5) };

    [Trait("Category", "Measured")]
    [Fact]
    public void Eight_bytes_more_fail_and_as_many_do_not()
    {
        var run = Run(
            programs.Candidate,
            new GateSettings
            {
                Filter = new BenchmarkFilter(["*AllocatingRows*"], []),
                Benchmarks = OfAllocationOnly,
                Measurement = Brief.Measurement,
                Seed = 1,
            }
        );

        var comparison = Compare(run);

        var benchmarks = comparison.Benchmarks.ToDictionary(benchmark => benchmark.Name);
        var grown = benchmarks["Fixture.AllocatingRows.Allocates"];
        Assert.Equal(
            (88, 96, Verdict.Regressed),
            (grown.Allocation!.BaselineBytes, grown.Allocation.CandidateBytes, grown.Allocation.Verdict)
        );
        Assert.True(grown.AllocationFails);
        Assert.Equal(Verdict.Equivalent, benchmarks["Fixture.AllocatingRows.AllocatesAsMuch"].Allocation!.Verdict);
        Assert.Equal(ExitCode.Regressed, Comparison.Outcome.Create(comparison, new Strictness(MaxInconclusive: 1)).ExitCode);
        // The replicates that made it a suspected regression do not confirm it.
        Assert.Equal(
            4,
            run.Benchmarks.Single(benchmark => benchmark.Pairing!.Candidate.Method == "Allocates")
                .Replicates.Count(replicate => replicate.IsConfirmation)
        );
    }

    [Trait("Category", "Measured")]
    [Fact]
    public void A_benchmark_of_long_calls_is_measured_in_fewer_blocks_and_says_so()
    {
        using var program = HostedProcess.Start(programs.Baseline, [], TestContext.Current.CancellationToken);
        var listed = program.List(new BenchmarkFilter(["*LongRows.Sleeps"], [])).Benchmarks.Single();
        var pairing = new BenchmarkPairing(listed, listed);
        var benchmark = new MeasuredBenchmark(pairing);
        var pairs = new ProcessPairs(programs.Baseline, programs.Baseline, Brief.Measurement, TimeSpan.FromMinutes(2), new Random(1));

        var outcome = pairs.Measure(pairing, baselineFirst: true, TestContext.Current.CancellationToken);
        benchmark.Add(outcome, isConfirmation: false);

        Assert.Matches(
            @"^interleaved one call at a time: a call takes \d+ ms, 3 blocks per process pair"
                + (OperatingSystem.IsLinux() ? @"; measured in wall-clock time: it waits for \d+% of its time$" : ""),
            benchmark.ToBenchmark(true).How
        );
    }

    [Trait("Category", "Measured")]
    [Theory]
    [InlineData("*AllocatingRows.AllocatesAsMuch", true)]
    [InlineData("*AsynchronousRows.CompletesAtOnce", true)]
    [InlineData("*AsynchronousRows.Waits", false)]
    public void A_benchmark_that_runs_all_the_time_is_timed_by_the_processor(string filter, bool isByProcessor)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "the clocks of other systems were not tried");
        using var program = HostedProcess.Start(programs.Baseline, [], TestContext.Current.CancellationToken);
        var listed = program.List(new BenchmarkFilter([filter], [])).Benchmarks.Single();
        // Long enough even if the code gets faster during the measurement.
        var longSlices = Brief.Measurement with { SliceNanoseconds = 20e6 };
        var pairs = new ProcessPairs(programs.Baseline, programs.Baseline, longSlices, TimeSpan.FromMinutes(2), new Random(1));

        var result = pairs
            .Measure(new BenchmarkPairing(listed, listed), baselineFirst: true, TestContext.Current.CancellationToken)
            .Result!;

        Assert.True(result.Timing!.IsByProcessor == isByProcessor, result.Timing.ToString());
        // The times and the ratio never contradict each other.
        Assert.Equal(result.LogRatio, Math.Log(result.CandidateNanoseconds / result.BaselineNanoseconds), 9);
    }

    private GateRun Run(BenchmarkProgram candidate, GateSettings settings)
    {
        var run = new GateRun(programs.Baseline, candidate, settings, _ => { });
        run.Find(TestContext.Current.CancellationToken);
        run.Measure(TestContext.Current.CancellationToken);
        return run;
    }

    private static RunComparison Compare(GateRun run) =>
        RunComparison.CreatePaired(run.Found.ToRun(new CheckInfo("old", "new"), isScreened: true), new ComparisonOptions());
}
