using Bench.Comparison;
using Bench.Results;
using Bench.Statistics;

namespace Bench.Load;

/// <summary>
/// Judges the rounds of a matrix by the rules of <c>bench compare</c>, each measure with its own margin. A measure is inconclusive,
/// whatever its ratio, if a round lacks it, answers were refused, or the loads differed.
/// </summary>
internal sealed class MatrixJudge(MatrixResult result, Settings settings)
{
    // One odd round of nine makes a measure inconclusive, and one of eighteen does not, so the last look can decide.
    private const double MaxShareOfOddRounds = 0.1;

    // The counter of allocated bytes jumped in at most 3 of 50 slices. More jumps may be real allocations.
    private const double MaxShareOfLeaps = 0.1;

    // A server that works without load may hide a difference of up to this share of the margin.
    private const double MaxShareOfMargin = 0.5;

    private readonly MeasuredArm first = result.Arms[0];

    public RunComparison Compare(LoadMeasure measure)
    {
        var compared = Compare([.. result.Arms.Skip(1).Select(arm => result.Benchmark(arm, measure, arm.Arm.Name))], SettingsFor(measure));
        var arms = result.Arms.ToDictionary(arm => arm.Arm.Name);
        return compared with { Benchmarks = [.. compared.Benchmarks.Select(one => Judged(arms[one.Method], measure, one))] };
    }

    public RunComparison CompareMeasures()
    {
        var second = result.Arms[1];
        RunComparison[] compared =
        [
            .. LoadMeasure.All.Select(measure => Compare([result.Benchmark(second, measure, measure.Id)], SettingsFor(measure))),
        ];
        var ids = LoadMeasure.All.Select(measure => result.IdOf(measure.Id)).ToArray();
        var ofSettings = ComparisonWarnings.OfSettings(
            settings,
            ComparisonOptions.ForToday(settings).Today,
            pattern => ids.Any(pattern.Fits),
            // Most rules are for benchmarks or for other applications.
            pattern => pattern.Text.StartsWith($"{result.Matrix.Name}.", StringComparison.Ordinal)
        );
        return compared[0] with
        {
            Margin = settings.Margin,
            LoadRounds = second.Rounds.Count,
            Warnings =
            [
                .. compared
                    .SelectMany(one => one.Warnings)
                    .Concat(ofSettings)
                    .Concat(OfOtherMetrics())
                    .Concat(OfPinning())
                    .Concat(OfWarmUp())
                    .Distinct(),
            ],
            Benchmarks = OfOneCheck([
                .. LoadMeasure.All.Zip(compared.SelectMany(one => one.Benchmarks), (measure, one) =>
                    Judged(second, measure, one) with
                    {
                        HasOwnMargin = one.Margin != settings.Margin,
                        BaselineLaunches = result.Replicates(second, measure).Length,
                        CandidateLaunches = result.Replicates(second, measure).Length,
                    }
                ),
            ]),
        };
    }

    // Each measure has its own margin and its own verdict. The p-values that fail a check are corrected for all tested measures (Holm).
    private static IReadOnlyList<ComparedBenchmark> OfOneCheck(IReadOnlyList<ComparedBenchmark> measures)
    {
        ComparedBenchmark[] tested = [.. measures.Where(measure => measure.Time is { PFails: not null })];
        var together = tested
            .Zip(MultipleTesting.Holm([.. tested.Select(measure => measure.Time!.PFails!.Value)]))
            .ToDictionary(measure => measure.First.Method, measure => measure.Second);
        return
        [
            .. measures.Select(measure =>
                together.TryGetValue(measure.Method, out var p)
                    ? measure with
                    {
                        Time = measure.Time! with { PFails = p, FailsCheck = measure.Time.FailsCheck && p <= TimeVerdicts.LevelOfFailing },
                    }
                    : measure
            ),
        ];
    }

    // For a measure that is shown and not judged. Null if a round of either variant lacks it.
    public TimeJudgement? Show(MeasuredArm arm, LoadMeasure measure) =>
        result.Replicates(arm, measure).Length < arm.Rounds.Count
            ? null
            : Compare([result.Benchmark(arm, measure, arm.Arm.Name)], settings).Benchmarks[0].Time;

    public IReadOnlyList<double> MarginsOf(LoadMeasure measure) =>
        [
            .. result
                .Arms.Skip(1)
                .Select(arm => SettingsFor(measure).MarginOf(result.IdOf(arm.Arm.Name)).Relative)
                .DefaultIfEmpty(measure.MarginOf(settings.Margin).Relative)
                .Distinct()
                .Order(),
        ];

    private RunComparison Compare(IReadOnlyList<BenchmarkResult> benchmarks, Settings by)
    {
        var check = result.Check ?? new CheckInfo(first.Arm.Name, result.Arms.Count == 2 ? result.Arms[1].Arm.Name : "the other variants");
        return RunComparison.CreatePaired(
            Run.FromCheck(benchmarks, result.Environment, result.Environment, check with { Partial = result.Partial }),
            ComparisonOptions.ForToday(by) with
            {
                WarnsOfSettings = false,
            }
        );
    }

    // With two builds, a rule applies to a measure, whatever the builds are called.
    private Settings SettingsFor(LoadMeasure measure)
    {
        var scaled = settings with
        {
            Margin = measure.MarginOf(settings.Margin),
            Rules = [.. settings.Rules.Select(measure.RuleOf)],
            // Each measure is compared like the time of a benchmark.
            Accepted =
            [
                .. settings
                    .Accepted.Where(one => one.Metric == measure.AcceptedBy)
                    .Select(one => one with { Metric = Comparison.Metric.Time }),
            ],
        };
        return result.Check is null ? scaled : scaled with { Margin = scaled.MarginOf(result.IdOf(measure.Id)), Rules = [] };
    }

    private IEnumerable<string> OfOtherMetrics() =>
        settings
            .Accepted.Where(one => LoadMeasure.All.Any(Fits(one)))
            .Where(one => !LoadMeasure.All.Where(measure => measure.AcceptedBy == one.Metric).Any(Fits(one)))
            .Select(one =>
                $"The accepted regression of '{one.Benchmark.Text}' accepts nothing. Use the metric allocation for allocated bytes, and time for all other measures."
            );

    private IEnumerable<string> OfPinning()
    {
        if (!result.Matrix.Pin || result.HasSameCode is true)
            yield break;
        if (result.Check?.ShareOfOthers > CheckInfo.QuietShareOfOthers)
            yield return "Other programs used the cores of the pinned servers, which hides differences in throughput and p99. CPU time per request is reliable.";
        if (result.CoresOfServers == 1)
            yield return "The servers had one core, so effects of lock contention and Server GC are not visible. Without --pin they share all cores with the generator.";
    }

    private IEnumerable<string> OfWarmUp()
    {
        if (!ServerWarmUp.Waits(result.Matrix.WarmUpSeconds) && result.HasSameCode is not true)
            yield return FormattableString.Invariant(
                $"The warm-up of {result.Matrix.WarmUpSeconds:0.#} s was too short to wait for the servers' JIT compiler. Use at least {ServerWarmUp.ShortestThatWaits.TotalSeconds:0} s."
            );
    }

    private Func<LoadMeasure, bool> Fits(AcceptedRegression accepted) => measure => accepted.Benchmark.Fits(result.IdOf(measure.Id));

    private ComparedBenchmark Judged(MeasuredArm arm, LoadMeasure measure, ComparedBenchmark compared) =>
        compared.Time is { } time && WhyOpen(arm, measure, compared, time) is var (by, reason)
            ? compared with
            {
                Time = time with
                {
                    Verdict = Verdict.Inconclusive,
                    FailsCheck = false,
                    Reason = reason,
                    OpenBy = by,
                    LaunchesToDecide = null,
                },
            }
            : compared;

    private (OpenBy By, string Reason)? WhyOpen(MeasuredArm arm, LoadMeasure measure, ComparedBenchmark compared, TimeJudgement time) =>
        LoadMeasure.AtThePace.Contains(measure) && first.GoodShareAtThePace is 0
            ? (OpenBy.Refusals, $"{first.Arm.Name} gave no good response at the pace")
        : WhyRoundsLeaveOpen(arm, measure, time.Verdict) is { } rounds ? (OpenBy.Replicates, rounds)
        : WhyGoodAnswersLeaveOpen(arm, measure, time) is { } refusals ? (OpenBy.Refusals, refusals)
        : WhySumsLeaveOpen(arm, measure, compared) is { } sums ? (OpenBy.Sums, sums)
        : WhyIdleLeavesOpen(arm, measure, compared, time) is { } idle ? (OpenBy.Idle, idle)
        : null;

    private string? WhyRoundsLeaveOpen(MeasuredArm arm, LoadMeasure measure, Verdict verdict)
    {
        var (rounds, known) = (arm.Rounds.Count, result.Replicates(arm, measure).Length);
        // A round without an answer at full speed is a failure, not an odd round.
        if (known > 0 && rounds - known > (measure == LoadMeasure.FullSpeed ? 0 : MaxShareOfOddRounds * rounds))
            return $"only {known} of {rounds} rounds have a figure for both";
        if (measure == LoadMeasure.Allocated && known > 0 && (WhyLeapsLeaveOpen(arm) ?? WhyLeapsLeaveOpen(first)) is { } leaps)
            return leaps;
        if (!measure.IsLatency || known == 0)
            return null;
        // A variant that answers less of the pace, and later, is slower all the same.
        var behind = first
            .Rounds.Zip(arm.Rounds)
            .Count(round =>
                (verdict != Verdict.Improved && IsBehind(round.First)) || (verdict != Verdict.Regressed && IsBehind(round.Second))
            );
        return behind > MaxShareOfOddRounds * rounds
            ? FormattableString.Invariant($"in {behind} of {rounds} rounds, less than {MatrixResult.MinOfPace:0%} of the pace was reached")
            : null;
    }

    private bool IsBehind(ArmRound round) => result.ShareOfPace(round) < MatrixResult.MinOfPace;

    private static string? WhyLeapsLeaveOpen(MeasuredArm arm)
    {
        var (leaps, slices) = (arm.Leaps, arm.Rounds.Sum(round => (long)(round.Slices ?? 0)));
        return leaps > MaxShareOfLeaps * slices ? $"the byte counter jumped in {leaps} of {slices} slices of {arm.Arm.Name}" : null;
    }

    // A refusal costs less than an answer, or more. A variant that costs less and answers more is better all the same, and vice versa.
    private string? WhyGoodAnswersLeaveOpen(MeasuredArm arm, LoadMeasure measure, TimeJudgement time) =>
        LoadMeasure.AtThePace.Contains(measure)
        && !double.IsNaN(time.Ratio)
        && result.OtherShareAtThePace(arm) is { } reason
        && (time.Verdict == Verdict.Regressed) == (arm.GoodShareAtThePace > first.GoodShareAtThePace)
            ? reason
            : null;

    // A server that works while the other is loaded slows both, so that their speeds and times get closer to each other.
    private string? WhyIdleLeavesOpen(MeasuredArm arm, LoadMeasure measure, ComparedBenchmark compared, TimeJudgement time)
    {
        if (!(measure == LoadMeasure.FullSpeed || measure.IsLatency) || time.Verdict == Verdict.Regressed)
            return null;
        var more = (arm.Median(round => round.IdleCores) - first.Median(round => round.IdleCores)) ?? 0;
        return more / Math.Max(1, result.CoresOfServers ?? 1) > MaxShareOfMargin * compared.Margin.Relative
            ? FormattableString.Invariant(
                $"{arm.Arm.Name} keeps {more:0.00} more cores busy than {first.Arm.Name} while it is not loaded, which slows both"
            )
            : null;
    }

    // The median of blocks drops short disturbances of the machine, but also what a server itself does in few blocks.
    private string? WhySumsLeaveOpen(MeasuredArm arm, LoadMeasure measure, ComparedBenchmark compared)
    {
        if (measure != LoadMeasure.FullSpeed || compared.Time is null or { Verdict: Verdict.Regressed or Verdict.Inconclusive })
            return null;
        var bySums = result.Benchmark(arm, measure, compared.Method) with { Replicates = result.Replicates(arm, measure, bySums: true) };
        return Compare([bySums], SettingsFor(measure)).Benchmarks[0].Time is { Verdict: Verdict.Regressed } time
            ? FormattableString.Invariant($"over all slices together it takes {time.Ratio:0.000}x, which is beyond the margin")
            : null;
    }
}
