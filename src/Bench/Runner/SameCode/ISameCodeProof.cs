namespace Bench.Runner;

/// <summary>Decides which benchmarks run the same code in both builds.</summary>
internal interface ISameCodeProof
{
    // Per pairing, why it must be measured; null if its code is the same. When isOver returns true, the rest stays unproven; null for no
    // limit.
    IReadOnlyList<CodeEffect?> EffectsOn(IReadOnlyList<BenchmarkPairing> pairings, Func<bool>? isOver = null);

    // Changed code that the benchmark runs, nearest first; empty if its run cannot be recorded.
    IReadOnlyList<ChangedCode> ChangesThatRan(BenchmarkPairing pairing);
}
