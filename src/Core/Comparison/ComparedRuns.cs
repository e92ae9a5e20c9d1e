using Bench.Results;

namespace Bench.Comparison;

// Two runs that were measured one after the other, or a single run whose benchmarks have both sides.
internal sealed record ComparedRuns(Run Baseline, Run Candidate, IReadOnlyList<BenchmarkPair> Pairs, Categories Categories)
{
    public required IReadOnlyList<string> BaselineSources { get; init; }

    public required IReadOnlyList<string> CandidateSources { get; init; }

    // The environment of a paired run. Null for two runs.
    public RunEnvironment? Environment { get; init; }

    // Empty unless several machines made the check.
    public IReadOnlyList<CheckMachine> CheckMachines { get; init; } = [];

    public required IReadOnlyList<EnvironmentDifference> EnvironmentDifferences { get; init; }

    // They come first in a report.
    public required IReadOnlyList<string> Warnings { get; init; }

    public IReadOnlyList<string> WarningsOfMachines { get; init; } = [];

    // They come last in a report.
    public IReadOnlyList<string> WarningsOfChecks { get; init; } = [];
}
