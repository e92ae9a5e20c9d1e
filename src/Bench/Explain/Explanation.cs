using Bench.Runner;

namespace Bench.Explain;

/// <summary>A hot method's code in both builds.</summary>
/// <param name="Name">The method, as the compiler names it; as the sampler does where the compiler showed nothing.</param>
/// <param name="Baseline">Its code in the baseline; null where the compiler compiled no such method there.</param>
internal sealed record ExplainedMethod(string Name, MethodCode? Baseline, MethodCode? Candidate);

/// <summary>What differs between two builds of a benchmark.</summary>
/// <param name="Pair">What one pair of processes that were interleaved measured: a hint, and no verdict.</param>
/// <param name="Methods">The benchmark and the hottest methods of both.</param>
internal sealed record Explanation(
    BenchmarkPairing Benchmark,
    PairResult Pair,
    CpuProfile Baseline,
    CpuProfile Candidate,
    IReadOnlyList<ExplainedMethod> Methods
)
{
    /// <summary>Whose the methods are.</summary>
    public Func<string, Origin> OriginOf { get; init; } = _ => Origin.Program;

    /// <summary>The shares of what the baseline allocates.</summary>
    public IReadOnlyDictionary<AllocatedType, double> BaselineAllocations { get; init; } = new Dictionary<AllocatedType, double>();

    public IReadOnlyDictionary<AllocatedType, double> CandidateAllocations { get; init; } = new Dictionary<AllocatedType, double>();

    /// <summary>The code that changed and that the benchmark runs, the nearest to it first.</summary>
    public IReadOnlyList<ExplainedChange> ChangedCode { get; init; } = [];

    public IReadOnlyList<LostInlining> LostInlinings { get; init; } = [];
}
