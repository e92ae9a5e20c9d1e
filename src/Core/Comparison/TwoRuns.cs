using Bench.Results;
using Bench.Statistics;
using MathNet.Numerics.Statistics;

namespace Bench.Comparison;

// Two runs that were measured one after the other.
internal static class TwoRuns
{
    // In ns. A shorter time is only the difference between two empty loops.
    private const double Unmeasurable = 1e-3;

    private const double MinFloor = 0.1;

    public static ComparedRuns Compared(Run baseline, Run candidate, ComparisonOptions options)
    {
        var warnings = new List<string>([.. baseline.Warnings, .. candidate.Warnings]);
        (BenchmarkPattern Pattern, string Reason)[] leftOut =
        [
            .. candidate.LeftOut.Select(missing => (new BenchmarkPattern(missing.Pattern), missing.Reason)),
        ];
        (baseline, candidate) = Sections.Match(baseline, candidate, warnings);
        if (candidate.IdenticalToFirst is { Count: > 0 } same && same.Count < candidate.Sources.Count)
            warnings.Add(
                $"{same.Count} of the candidate's files are identical to files of the baseline and cannot show a change: {string.Join(", ", same.Take(5))}{(same.Count > 5 ? ", …" : "")}."
            );
        var study = options.Study.SelectMany(run => run.Benchmarks).ToLookup(benchmark => benchmark.Id);
        BenchmarkPair[] pairs =
        [
            .. BenchmarkPairs
                .Match(baseline, candidate)
                .AsParallel()
                .AsOrdered()
                .Select(pair =>
                    WithSample(pair, options, study) with
                    {
                        BaselineFailure = pair.Baseline?.Failure,
                        // A failure in one of several runs of the candidate counts as a failure.
                        CandidateFailure = pair.Candidate?.Failure ?? pair.Candidate?.FailureInSome,
                        LeftOut = pair.Candidate is null ? leftOut.FirstOrDefault(missing => pair.Fits(missing.Pattern)).Reason : null,
                        BaselineBytes = pair.Baseline?.AllocatedBytes ?? [],
                        Meeting = MachineMeeting.Of(pair),
                    }
                ),
        ];
        return new ComparedRuns(baseline, candidate, pairs, new Categories(pairs))
        {
            BaselineSources = baseline.Sources,
            CandidateSources = candidate.Sources,
            EnvironmentDifferences = [.. Differences(baseline, candidate, pairs)],
            Warnings = warnings,
            WarningsOfMachines = [.. MeasuringTools.Warnings(pairs)],
        };
    }

    public static bool AreIdenticalFiles(Run baseline, Run candidate) =>
        candidate.Sources.Count > 0
        && candidate.IdenticalToFirst.Count == candidate.Sources.Count
        && baseline.Sources.Count == candidate.Sources.Count;

    private static BenchmarkPair WithSample(BenchmarkPair pair, ComparisonOptions options, ILookup<BenchmarkId, BenchmarkResult> study)
    {
        if (pair is not { Baseline: { Failure: null } baseline, Candidate: { Failure: null } candidate })
            return pair;

        // Happens after an interrupted check or `versus`.
        if (baseline.LaunchCount == 0 || candidate.LaunchCount == 0)
            return pair with { NotJudged = TimeJudgement.NotMeasured(baseline.Unmeasured ?? candidate.Unmeasured) };

        var margin = options.Settings.MarginWhere(pair.Fits);
        var (before, after) = Measurable([.. Typical(baseline)], [.. Typical(candidate)], margin);
        var summaries = baseline.Summaries.Concat(candidate.Summaries).ToArray();
        var isDeviationUnknown = summaries.Any(summary =>
            summary.Launches is null && (summary.Count is null || summary.StandardDeviationNanoseconds is null)
        );
        if (isDeviationUnknown && options.AssumedSpread is null)
            return pair with
            {
                NotJudged = new TimeJudgement
                {
                    Baseline = before.Average(),
                    Candidate = after.Average(),
                    Ratio = after.Average() / before.Average(),
                    Reason = "its table has no Error and StdDev",
                },
            };

        return pair with
        {
            Sample = new BenchmarkSample
            {
                Baseline = before,
                Candidate = after,
                BaselineSummaries = Moments(baseline),
                CandidateSummaries = Moments(candidate),
                Margin = margin,
                Study =
                [
                    .. (study.Contains(pair.Id) ? study[pair.Id] : study[candidate.Id]).Select(benchmark =>
                        (IReadOnlyList<double>)[.. Unseen(benchmark, baseline, candidate).Where(time => time > 0)]
                    ),
                ],
                IsFromTable = summaries.Any(summary => summary.Launches is null),
                IsDeviationUnknown = isDeviationUnknown,
                SummaryVariance = SummaryVariance(baseline) + SummaryVariance(candidate),
            },
        };
    }

    // Differences below the noise floor do not count, and 0 has no logarithm, so the floor replaces shorter times.
    private static (double[] Before, double[] After) Measurable(double[] before, double[] after, Margin margin)
    {
        if (before.Concat(after).All(time => time >= Unmeasurable))
            return (before, after);
        var floor = Math.Max(margin.NoiseFloor, MinFloor);
        return ([.. before.Select(time => Math.Max(time, floor))], [.. after.Select(time => Math.Max(time, floor))]);
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
