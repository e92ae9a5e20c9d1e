namespace Bench.Harness.Tests;

/// <summary>Runs the fixture with BenchmarkDotNet's own switcher and one additional line in its configuration.</summary>
public sealed class SwitcherRun : IDisposable
{
    private static readonly string[] Short = ["--launchCount", "2", "--iterationCount", "12", "--iterationTime", "3", "--warmupCount", "1"];

    private readonly Lazy<Task<(int ExitCode, string Output)>> run;

    public SwitcherRun(BuiltProgram built)
    {
        Program = built.Copy();
        run = new(() =>
            Program.Run([
                "switcher --exporters json --memory --filter *SortBenchmarks* *.JobBenchmarks* *SingleBenchmarks* *NoBaselineBenchmarks* *InProcessBenchmarks* *IterationSetupBenchmarks* *BothBaselinesBenchmarks* *ArrayBenchmarks* --artifacts",
                Path.Combine(Program.Root, "switcher"),
                .. Short,
            ])
        );
    }

    public OutsideProgram Program { get; }

    public Task<(int ExitCode, string Output)> Run => run.Value;

    public void Dispose() => Program.Dispose();
}
