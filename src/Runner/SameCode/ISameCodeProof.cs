namespace Bench.Runner;

/// <summary>Decides which benchmarks run the same code in both builds.</summary>
internal interface ISameCodeProof
{
    /// <summary>Why benchmarks have to be measured, in their order; null for each whose code is the same.</summary>
    /// <param name="isOver">Whether no time is left: what is open then is not proven. Null for all the time that it takes.</param>
    IReadOnlyList<CodeEffect?> EffectsOn(IReadOnlyList<BenchmarkPairing> pairings, Func<bool>? isOver = null);

    /// <summary>The code that changed and that a benchmark runs, the nearest first; empty if what it runs can't be recorded.</summary>
    IReadOnlyList<ChangedCode> ChangesThatRan(BenchmarkPairing pairing);
}
