using Bench.Results;
using Bench.Statistics;
using MathNet.Numerics.Statistics;

namespace Bench.Comparison;

// Two runs that were measured one after the other.
internal sealed class TwoRuns : ComparedRuns
{
    // In ns. A shorter time is only the difference between two empty loops.
    private const double Unmeasurable = 1e-3;

    private const double MinFloor = 0.1;

    private readonly Run baseline;
    private readonly Run candidate;
    private readonly (BenchmarkPattern Pattern, string Reason)[] leftOut;

    public TwoRuns(Run baseline, Run candidate)
    {
        var warnings = new List<string>([.. baseline.Warnings, .. candidate.Warnings]);
        (this.baseline, this.candidate) = Sections.Match(baseline, candidate, warnings);
        if (this.candidate.IdenticalToFirst is { Count: > 0 } same && same.Count < this.candidate.Sources.Count)
            warnings.Add(
                $"{same.Count} of the candidate's files are identical to files of the baseline and cannot show a change: {string.Join(", ", same.Take(5))}{(same.Count > 5 ? ", …" : "")}."
            );
        Warnings = warnings;
        Pairs = BenchmarkPairs.Match(this.baseline, this.candidate);
        Categories = new Categories(Pairs);
        leftOut = [.. candidate.LeftOut.Select(missing => (new BenchmarkPattern(missing.Pattern), missing.Reason))];
    }

    public bool AreIdenticalFiles =>
        candidate.Sources.Count > 0
        && candidate.IdenticalToFirst.Count == candidate.Sources.Count
        && baseline.Sources.Count == candidate.Sources.Count;

    public override Run Baseline => baseline;

    public override Run Candidate => candidate;

    public override IReadOnlyList<BenchmarkPair> Pairs { get; }

    public override Categories Categories { get; }

    public override IReadOnlyList<string> BaselineSources => baseline.Sources;

    public override IReadOnlyList<string> CandidateSources => candidate.Sources;

    public override RunEnvironment? Environment => null;

    public override IReadOnlyList<EnvironmentDifference> EnvironmentDifferences => [.. Differences(baseline, candidate, Pairs)];

    public override IReadOnlyList<string> Warnings { get; }

    public override IEnumerable<string> WarningsOfChecks => [];

    public override IEnumerable<string> WarningsOfMachines => MeasuringTools.Warnings(Pairs);

    public override MachineMeeting? MeetingOf(BenchmarkPair pair) => MachineMeeting.Of(pair);

    public override string? LeftOut(BenchmarkPair pair) =>
        pair.Candidate is null ? leftOut.FirstOrDefault(missing => pair.Fits(missing.Pattern)).Reason : null;

    public override string? BaselineFailure(BenchmarkPair pair) => pair.Baseline?.Failure;

    // A failure in one of several runs of the candidate counts as a failure.
    public override string? CandidateFailure(BenchmarkPair pair) => pair.Candidate?.Failure ?? pair.Candidate?.FailureInSome;

    public override IReadOnlyList<double> BaselineBytes(BenchmarkResult baseline) => baseline.AllocatedBytes;

    public override (BenchmarkSample? Sample, TimeJudgement? Instead) Sample(
        BenchmarkPair pair,
        ComparisonOptions options,
        Dictionary<BenchmarkId, BenchmarkResult[]> study
    )
    {
        if (pair is not { Baseline: { Failure: null } baseline, Candidate: { Failure: null } candidate })
            return default;

        // Happens after an interrupted check or `versus`.
        if (baseline.LaunchCount == 0 || candidate.LaunchCount == 0)
            return (null, NotMeasured(baseline.Unmeasured, candidate.Unmeasured));

        var margin = options.Settings.MarginWhere(pair.Fits);
        double[] before = [.. Typical(baseline)],
            after = [.. Typical(candidate)];
        if (before.Concat(after).Any(time => time < Unmeasurable))
        {
            // Differences below the noise floor do not count, and 0 has no logarithm, so the floor replaces shorter times.
            var floor = Math.Max(margin.NoiseFloorNanoseconds, MinFloor);
            before = [.. before.Select(time => Math.Max(time, floor))];
            after = [.. after.Select(time => Math.Max(time, floor))];
        }

        var summaries = baseline.Summaries.Concat(candidate.Summaries).ToArray();
        var isDeviationUnknown = summaries.Any(summary =>
            summary.Launches is null && (summary.Count is null || summary.StandardDeviationNanoseconds is null)
        );
        if (isDeviationUnknown && options.AssumedSpread is null)
        {
            return (
                null,
                new TimeJudgement
                {
                    BaselineNanoseconds = before.Average(),
                    CandidateNanoseconds = after.Average(),
                    Ratio = after.Average() / before.Average(),
                    Reason = "its table has no Error and StdDev",
                }
            );
        }

        var sample = new BenchmarkSample
        {
            Baseline = before,
            Candidate = after,
            BaselineSummaries = Moments(baseline),
            CandidateSummaries = Moments(candidate),
            Margin = margin,
            Study =
            [
                .. Studied(pair, study)
                    .Select(benchmark => (IReadOnlyList<double>)[.. Unseen(benchmark, baseline, candidate).Where(time => time > 0)]),
            ],
            IsFromTable = summaries.Any(summary => summary.Launches is null),
            IsDeviationUnknown = isDeviationUnknown,
            SummaryVariance = SummaryVariance(baseline) + SummaryVariance(candidate),
        };
        return (sample, null);
    }

    // A study may include the runs that are compared. They must not count twice.
    private static IEnumerable<double> Unseen(BenchmarkResult study, BenchmarkResult baseline, BenchmarkResult candidate) =>
        study
            .TimesOfLaunches.Where(launch =>
                !baseline.TimesOfLaunches.Concat(candidate.TimesOfLaunches).Any(other => other.SequenceEqual(launch))
            )
            .Select(launch => launch.Median());

    // The median of each launch's iterations, because interruptions of the machine do not move it.
    private static IEnumerable<double> Typical(BenchmarkResult benchmark) =>
        benchmark
            .TimesOfLaunches.Select(launch => launch.Median())
            .Concat(benchmark.Summaries.Where(summary => !summary.HasLaunches).Select(summary => summary.MeanNanoseconds));

    private static LogMoments[] Moments(BenchmarkResult benchmark) =>
        [
            .. benchmark
                .Summaries.Where(summary => summary.HasLaunches)
                .Select(summary =>
                    LogMoments.FromSummary(summary.MeanNanoseconds, summary.Launches!.StandardDeviation, summary.Launches.Launches)
                ),
        ];

    // If the table lacks a deviation, the assumed spread includes it.
    private static double SummaryVariance(BenchmarkResult benchmark)
    {
        var launches = benchmark.LaunchCount;
        return benchmark
                .Summaries.Where(summary =>
                    !summary.HasLaunches && summary is { Count: not null, StandardDeviationNanoseconds: not null, MeanNanoseconds: > 0 }
                )
                .Sum(summary => Math.Pow(summary.StandardDeviationNanoseconds!.Value / summary.MeanNanoseconds, 2) / summary.Count!.Value)
            / (launches * launches);
    }

    private static IEnumerable<EnvironmentDifference> Differences(Run baseline, Run candidate, IReadOnlyList<BenchmarkPair> pairs)
    {
        // Each section of a page has its own machine.
        var differences = pairs.Select(pair => pair.Id.Section).Distinct().ToArray() is { Length: > 1 } sections
            ? sections.SelectMany(section => Differences(Environments(baseline, section), Environments(candidate, section)))
            : Differences(baseline.Environments, candidate.Environments);
        var jobs = pairs
            .Where(pair =>
                pair.Baseline is not null && pair.Candidate is not null && pair.Baseline.Id.Job.What != pair.Candidate.Id.Job.What
            )
            .Select(pair => new EnvironmentDifference("job", Named(pair.Baseline!), Named(pair.Candidate!)));
        return differences.Concat(jobs).DistinctBy(difference => (difference.Property, Of(difference)));

        // Different machines within one side are as bad as different machines on the two sides.
        static IEnumerable<EnvironmentDifference> Differences(IReadOnlyList<RunEnvironment> before, IReadOnlyList<RunEnvironment> after)
        {
            var all = before.Concat(after).Distinct().ToArray();
            return before
                .SelectMany(old => after.SelectMany(old.DifferencesTo))
                .Concat(all.SelectMany((environment, i) => all.Skip(i + 1).SelectMany(environment.DifferencesTo)));
        }

        static RunEnvironment[] Environments(Run run, string? section) =>
            [
                .. run
                    .Benchmarks.Where(benchmark => benchmark.Id.Section == section)
                    .SelectMany(benchmark => benchmark.Environments)
                    .Distinct(),
            ];
        static string Named(BenchmarkResult benchmark) => benchmark.Id.Job.What.Length == 0 ? "default" : benchmark.Id.Job.What;
        static string Of(EnvironmentDifference difference) =>
            string.CompareOrdinal(difference.Baseline, difference.Candidate) < 0
                ? $"{difference.Baseline}\n{difference.Candidate}"
                : $"{difference.Candidate}\n{difference.Baseline}";
    }
}
