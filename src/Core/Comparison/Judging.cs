using Bench.Results;
using Bench.Statistics;

namespace Bench.Comparison;

// Judges all benchmarks together: times, their common factor, and ratios to interleaved baselines.
internal sealed class Judging(ComparedRuns compared, ComparisonOptions options)
{
    private readonly IReadOnlyList<BenchmarkPair> pairs = compared.Pairs;
    private readonly Categories categories = compared.Categories;
    private readonly BenchmarkSample?[] times = [.. compared.Pairs.Select(pair => pair.Sample)];
    private readonly bool isScreened = compared.Pairs.Any(pair => pair.Candidate is { IsScreened: true });

    public CommonFactor? CommonFactor { get; private set; }

    public CommonFactorState? CommonFactorState { get; private set; }

    public int Groups { get; private set; }

    // Per benchmark. Empty unless several machines made the check.
    public IReadOnlyList<MachineRatio>[] Machines { get; } = [.. compared.Pairs.Select(_ => (IReadOnlyList<MachineRatio>)[])];

    public (TimeJudgement?[] Times, TimeJudgement?[] Ratios) Judge(List<string> warnings)
    {
        BenchmarkSample?[] ratios =
        [
            .. pairs.Select(pair =>
                pair is { Baseline.Failure: null, Candidate.Failure: null }
                    ? categories.Sample(pair, BaselineNanoseconds(pair), options.Settings.MarginWhere(pair.Fits))
                    : null
            ),
        ];
        var (timesAcross, ratiosAcross) = (TakeAcross(times), TakeAcross(ratios));
        for (var i = 0; i < times.Length; i++)
        {
            if (ratios[i] is not null)
                times[i] = times[i] is { } time ? time with { Decides = false } : null;
        }

        if (
            options.EstimatesCommonFactor
            && !isScreened
            && !(pairs.Any(pair => pair.Meeting is not null) && times.All(time => time is null))
        )
            EstimateCommonFactor();
        var judgements = JudgeAll([.. times, .. ratios]);
        var (onTimes, onRatios) = (judgements[..times.Length], judgements[times.Length..]);
        MovedBaselines.Resolve(pairs, categories, onTimes, onRatios, CommonFactor is not null, warnings);
        if (options.JudgesAcrossMachines)
        {
            JudgeAcross(ratiosAcross, onRatios);
            // The machine's own factor affects all times, but no ratio.
            if (ratiosAcross.All(ratio => ratio is null))
                JudgeAcross(WithoutGeometricMean(timesAcross), onTimes);
        }

        for (var i = 0; i < pairs.Count; i++)
            onTimes[i] ??= pairs[i].Meeting is null ? pairs[i].NotJudged : null;
        return (onTimes, onRatios);
    }

    private static double BaselineNanoseconds(BenchmarkPair pair) =>
        pair.Sample is { } known ? Math.Exp(LogMoments.From(known.Baseline, known.BaselineSummaries).Mean) : pair.NotJudged?.Baseline ?? 0;

    private BenchmarkSample?[] TakeAcross(BenchmarkSample?[] samples)
    {
        BenchmarkSample?[] across = [.. samples.Zip(pairs, (sample, pair) => pair.Meeting is null ? null : sample)];
        for (var i = 0; i < samples.Length; i++)
        {
            if (pairs[i].Meeting is not null)
                samples[i] = null;
        }

        return across;
    }

    private void JudgeAcross(BenchmarkSample?[] samples, TimeJudgement?[] judgements)
    {
        int[] tested = [.. Enumerable.Range(0, samples.Length).Where(i => samples[i] is not null)];
        var verdicts = MachineClassVerdicts.Judge(
            [.. tested.Select(i => samples[i]!)],
            options.SpreadBetweenMachines ?? AnotherMachineRatio.Assumed,
            options.AssumedSpread
        );
        foreach (var (index, verdict) in tested.Zip(verdicts))
            judgements[index] = verdict;
    }

    // With fewer benchmarks, a single one would dominate the mean.
    private static BenchmarkSample?[] WithoutGeometricMean(BenchmarkSample?[] times)
    {
        const int min = 3;
        double[] changes = [.. times.OfType<BenchmarkSample>().Select(Change)];
        if (changes.Length < min)
            return new BenchmarkSample?[times.Length];
        var mean = changes.Average();
        return [.. times.Select(time => time is null ? null : time with { CommonLogFactor = mean })];

        static double Change(BenchmarkSample time) =>
            LogMoments.From(time.Candidate, time.CandidateSummaries).Mean - LogMoments.From(time.Baseline, time.BaselineSummaries).Mean;
    }

    private void EstimateCommonFactor()
    {
        var first = JudgeAll(times);
        var known = Enumerable
            .Range(0, pairs.Count)
            .Where(i => first[i] is { Lower: not null })
            .ToLookup(i => options.Settings.Controls.Any(pairs[i].Fits));
        IEqualityComparer<BenchmarkPair> same = ReferenceEqualityComparer.Instance;
        var groups = known[false]
            .GroupBy(i => categories.GroupOf(pairs[i]), i => Math.Log(first[i]!.Ratio), same)
            .Select(group => (IReadOnlyCollection<double>)[.. group])
            .ToArray();
        Groups = groups.Length;
        CommonFactor = Statistics.CommonFactor.Estimate(groups);
        CommonFactorState =
            CommonFactor is not { } factor ? Comparison.CommonFactorState.NotEstimable
            : !factor.IsMaterial(options.Settings.Margin) ? Comparison.CommonFactorState.Immaterial
            : known[true].Any() ? Comparison.CommonFactorState.KeptByControls
            : Comparison.CommonFactorState.TakenOut;
        if (CommonFactorState != Comparison.CommonFactorState.TakenOut)
            return;

        for (var i = 0; i < times.Length; i++)
        {
            if (times[i] is { } time)
            {
                var error = CommonFactor!.StandardError;
                times[i] = time with { CommonLogFactor = Math.Log(CommonFactor.Ratio), CommonVariance = error * error };
            }
        }
    }

    // After a screening, only what was measured later can show a regression.
    private TimeJudgement?[] JudgeAll(BenchmarkSample?[] samples)
    {
        var judgements = new TimeJudgement?[samples.Length];
        int[] tested = [.. Enumerable.Range(0, samples.Length).Where(i => samples[i] is not null)];
        if (compared.CheckMachines.Any(machine => machine.Replicate > 1))
            return JudgeMachines(samples, tested, judgements);
        BenchmarkSample[] known = [.. tested.Select(i => samples[i]!)];
        var verdicts = isScreened ? ScreenedVerdicts.Judge(known) : TimeVerdicts.Judge(known, options.StatedSpread, options.AssumedSpread);
        foreach (var (index, verdict) in tested.Zip(verdicts))
            judgements[index] = verdict;
        return judgements;
    }

    private TimeJudgement?[] JudgeMachines(BenchmarkSample?[] samples, int[] tested, TimeJudgement?[] judgements)
    {
        var verdicts = new MachineRatios(compared.CheckMachines).Judge([.. tested.Select(i => (pairs[i].Candidate!, samples[i]!))]);
        foreach (var (index, (together, each)) in tested.Zip(verdicts))
            (judgements[index], Machines[index]) = (together, each);
        return judgements;
    }
}
