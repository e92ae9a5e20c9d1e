using Bench.Statistics;

namespace Lab.Study;

/// <summary>Replays recorded replicates as checks that measure a few benchmarks and a canary, with the rules of a check.</summary>
/// <param name="recorded">Identical code. Each check draws its canary and the measured benchmarks from it.</param>
internal sealed class CanaryReplay(IReadOnlyList<RecordedBenchmark> recorded, Margin margin, Random random)
{
    /// <param name="measured">The benchmarks that a check measures besides its canary.</param>
    /// <param name="shift">The logarithm of a change of the machine, which slows all candidates.</param>
    public CanaryResult Run(int checks, int measured, double shift)
    {
        var (moved, failedWithout, failed, replicates) = (0, 0, 0, 0L);
        for (var i = 0; i < checks; i++)
        {
            var check = Check(measured, shift);
            moved += check.HasMoved ? 1 : 0;
            failedWithout += check.Fails ? 1 : 0;
            failed += check is { Fails: true, HasMoved: false } ? 1 : 0;
            replicates += check.Replicates;
        }

        return new(
            measured,
            Math.Exp(shift) - 1,
            new(moved, checks),
            new(failedWithout, checks),
            new(failed, checks),
            (double)replicates / checks * CheckPlan.PairsPerReplicate
        );
    }

    private (bool HasMoved, bool Fails, int Replicates) Check(int measured, double shift)
    {
        var moment = random.NextDouble();
        var drawn = recorded.ToArray();
        random.Shuffle(drawn);
        var canary = new CheckReplay.Cursor(drawn[0], moment, shift, margin);
        CheckReplay.Cursor[] others =
        [
            .. drawn.Skip(1).Take(measured).Select(benchmark => new CheckReplay.Cursor(benchmark, moment, shift, margin)),
        ];
        CheckPlan.Run(
            () => [.. others.Select(benchmark => new CheckedBenchmark(benchmark.Sample))],
            (stage, replicates) =>
            {
                var next = CanaryRule.Next(
                    stage,
                    canary.Sample.Replicates.Count == 0 ? null : canary.Sample,
                    Samples(),
                    replicates.Count(count => count > 0)
                );
                foreach (var (benchmark, count) in others.Zip(replicates))
                    benchmark.Take(count, CheckPlan.IsConfirmation(stage));
                canary.Take(next, isConfirmation: false);
            }
        );
        return (
            CanaryRule.Judge(canary.Sample, Samples()).HasMoved,
            ScreenedVerdicts.Judge(Samples()).Any(judgement => judgement.FailsCheck),
            canary.Sample.Replicates.Count
        );

        BenchmarkSample[] Samples() => [.. others.Select(benchmark => benchmark.Sample).Where(sample => sample.Replicates.Count > 0)];
    }
}

/// <param name="Measured">Benchmarks that each check measures besides its canary.</param>
/// <param name="Change">The relative change of the machine: 0.1 for candidates that take 10% longer.</param>
/// <param name="Withheld">Checks whose times were withheld.</param>
/// <param name="FailWithout">Checks that would fail without a canary.</param>
/// <param name="Fail">Checks that fail with it.</param>
/// <param name="Pairs">Process pairs of the canary.</param>
internal sealed record CanaryResult(int Measured, double Change, Wilson Withheld, Wilson FailWithout, Wilson Fail, double Pairs);
