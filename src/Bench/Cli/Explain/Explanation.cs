using Bench.Results;
using Bench.Runner;

namespace Bench.Cli.Explain;

/// <param name="Name">The compiler's name; the sampler's if the compiler listed nothing.</param>
/// <param name="Baseline">Null if the compiler compiled no such method in the baseline.</param>
internal sealed record ExplainedMethod(string Name, MethodCode? Baseline, MethodCode? Candidate);

/// <param name="Pair">The result of one interleaved process pair: a hint, not a verdict.</param>
/// <param name="Methods">The benchmark and the hottest methods of both builds.</param>
internal sealed record Explanation(
    BenchmarkPairing Benchmark,
    ProcessPair Pair,
    CpuProfile Baseline,
    CpuProfile Candidate,
    IReadOnlyList<ExplainedMethod> Methods
)
{
    public Func<string, Origin> OriginOf { get; init; } = _ => Origin.Program;

    /// <summary>Shares of all bytes.</summary>
    public IReadOnlyDictionary<AllocatedType, double> BaselineAllocations { get; init; } = new Dictionary<AllocatedType, double>();

    public IReadOnlyDictionary<AllocatedType, double> CandidateAllocations { get; init; } = new Dictionary<AllocatedType, double>();

    /// <summary>The changed code that the benchmark runs, the nearest to it first.</summary>
    public IReadOnlyList<ExplainedChange> ChangedCode { get; init; } = [];

    public IReadOnlyList<LostInlining> LostInlinings { get; init; } = [];
}
