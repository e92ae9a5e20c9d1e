namespace Bench.Runner;

/// <summary>
/// Proves of benchmarks that both builds of a check run the same code for them: such a benchmark can't have changed, and needs no
/// measuring. Whatever can't be proven is measured, with the reason.
/// </summary>
internal sealed class SameCodeProof(
    BuildComparison comparison,
    BenchmarkProgram baseline,
    BenchmarkProgram candidate,
    TimeSpan benchmarkTimeout
)
{
    /// <summary>Why benchmarks have to be measured, in their order; null for each whose code is the same.</summary>
    public IReadOnlyList<CodeEffect?> EffectsOn(IReadOnlyList<BenchmarkPairing> pairings, CancellationToken cancellationToken)
    {
        var effects = new Dictionary<BenchmarkPairing, CodeEffect?>(ReferenceEqualityComparer.Instance);
        foreach (var group in pairings.GroupBy(pairing => (pairing.Candidate.Type, string.Join('\n', pairing.Candidate.Variables))))
        {
            var isProven = comparison is { IsSameCode: true, IsSame: false } && !ReadsAny([.. group], cancellationToken);
            foreach (var pairing in group)
                effects[pairing] = Difference(pairing) ?? (isProven ? null : EffectOn(pairing, cancellationToken));
        }

        return [.. pairings.Select(pairing => effects[pairing])];
    }

    /// <summary>The code that changed and that a benchmark runs, the nearest first; none where what it runs can't be recorded.</summary>
    public IReadOnlyList<string> ChangesThatRan(BenchmarkPairing pairing, CancellationToken cancellationToken)
    {
        try
        {
            var (before, after) = Record(pairing, cancellationToken);
            return comparison.ChangesThatRan(before, after);
        }
        catch (MeasurementException)
        {
            return [];
        }
    }

    private static CodeEffect? Difference(BenchmarkPairing pairing) =>
        pairing.Baseline.ToFields().SequenceEqual(pairing.Candidate.ToFields())
            ? null
            : new CodeEffect("its job, its parameters or its name changed", EffectKind.Ran, 0);

    // Of the same program one side will do, and one process: where nobody reads a file, it does not matter who it was.
    private bool ReadsAny(IReadOnlyList<BenchmarkPairing> group, CancellationToken cancellationToken)
    {
        try
        {
            comparison.Forget();
            Recording.Make(candidate, [.. group.Select(pairing => pairing.Candidate)], benchmarkTimeout, cancellationToken);
            return comparison.FirstRead is not null;
        }
        catch (MeasurementException)
        {
            return true;
        }
    }

    private CodeEffect? EffectOn(BenchmarkPairing pairing, CancellationToken cancellationToken)
    {
        if (comparison.IsSame)
            return null;
        if (comparison.ReasonForAll is { } reason)
            return CodeEffect.Unproven(reason);
        try
        {
            comparison.Forget();
            var (before, after) = Record(pairing, cancellationToken);
            return comparison.EffectOn(before, after);
        }
        catch (MeasurementException e)
        {
            return CodeEffect.Unproven($"what it runs can't be recorded: {e.Message}");
        }
    }

    // A core each. Neither is left behind when the other fails.
    private (Recording Baseline, Recording Candidate) Record(BenchmarkPairing pairing, CancellationToken cancellationToken)
    {
        var before = Start(baseline, pairing.Baseline);
        var after = Start(candidate, pairing.Candidate);
        Task.WhenAll(before, after).ContinueWith(_ => { }, TaskScheduler.Default).GetAwaiter().GetResult();
        return (before.GetAwaiter().GetResult(), after.GetAwaiter().GetResult());

        Task<Recording> Start(BenchmarkProgram program, HostedBenchmark benchmark) =>
            Task.Run(() => Recording.Make(program, [benchmark], benchmarkTimeout, cancellationToken), CancellationToken.None);
    }
}
