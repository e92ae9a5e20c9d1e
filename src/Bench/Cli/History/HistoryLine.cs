using Bench.Comparison;
using Bench.Results;
using Bench.Statistics;
using MathNet.Numerics.Statistics;
using Perfolizer.Mathematics.Cpd;

namespace Bench.Cli.History;

/// <param name="Nanoseconds">Per operation: the geometric mean over launches.</param>
/// <param name="Lower">The lower end of its 95% interval over launches; null with fewer than two launches.</param>
internal sealed record HistoryPoint(HistoryRun Run, double Nanoseconds, double? Lower, double? Upper);

/// <param name="Index">The first point with the new time.</param>
/// <param name="Ratio">
/// The ratio that a check has shown. Otherwise the median up to the next change, divided by the median before this one.
/// </param>
internal sealed record HistoryChange(int Index, double Ratio);

/// <summary>A benchmark over time, on one machine class, with one version of BenchmarkDotNet and of the harness's method.</summary>
internal sealed record HistoryLine(
    BenchmarkId Id,
    string Type,
    string Machine,
    IReadOnlyList<HistoryPoint> Points,
    IReadOnlyList<HistoryChange> Changes
)
{
    // Lines are grouped by machine, and by job if it is not the default one.
    public string Group => Id.Job.IsDefault ? Machine : $"{Machine}, {Id.Job}";

    // The fewest points between two changes: with fewer, one disturbed run would look like two changes.
    private const int MinBetweenChanges = 3;

    private const int Near = 2;

    private const int MaxDetectedLength = 400,
        MinSeen = 2;

    private const double UpperQuantile = 0.975;

    // For normal noise: a median absolute deviation times 1.4826 is a standard deviation; the standard error of a median is 1.2533
    // times that of a mean.
    private const double ToStandardDeviation = 1.4826,
        MedianOverMean = 1.2533;

    // The change could be at any place of the line, so it takes more than the usual two standard errors.
    private const double StandardErrors = 4;

    /// <param name="checks">The verdicts of runs that are checks; null for none.</param>
    public static IReadOnlyList<HistoryLine> Create(IReadOnlyList<HistoryRun> runs, Settings settings, RecordedChecks? checks = null)
    {
        var order = new List<(BenchmarkId Id, string Machine)>();
        var lines = new Dictionary<(BenchmarkId Id, string Machine), (string Type, List<HistoryPoint> Points)>();
        foreach (var run in runs.Reverse())
        {
            // A canary shows the machine, not a change.
            foreach (var benchmark in run.Run.Benchmarks.Where(benchmark => !benchmark.HasSameCode))
            {
                if (!IsNew(run, benchmark) || PointOf(run, benchmark) is not { } point)
                    continue;
                var machine = MachineOf(benchmark.Environments is { Count: > 0 } own ? own : run.Run.Environments);
                if (!lines.TryGetValue((benchmark.Id, machine), out var line))
                {
                    lines.Add((benchmark.Id, machine), line = (benchmark.Type, []));
                    order.Add((benchmark.Id, machine));
                }

                line.Points.Add(point);
            }
        }

        return
        [
            .. order
                .AsParallel()
                .AsOrdered()
                .Select(key =>
                {
                    var (type, points) = lines[key];
                    points.Reverse();
                    var levels = ChangesOf([.. points.Select(point => Math.Log(point.Nanoseconds))], settings.MarginOf(key.Id));
                    var shown = ChangesShown(points, key.Id, checks);
                    return new HistoryLine(
                        key.Id,
                        type,
                        key.Machine,
                        points,
                        [
                            .. levels
                                .ExceptBy(shown.Select(change => change.Index), change => change.Index)
                                .Concat(shown)
                                .OrderBy(change => change.Index),
                        ]
                    );
                }),
        ];
    }

    public static IReadOnlyList<(HistoryLine Line, HistoryChange Change)> LargestChanges(IReadOnlyList<HistoryLine> lines) =>
        [
            .. lines
                .SelectMany(line => line.Changes.Select(change => (line, change)))
                .OrderByDescending(pair => Math.Abs(Math.Log(pair.change.Ratio))),
        ];

    /// <summary>
    /// The change points of a series of logarithms, by ED-PELT (Haynes, Fearnhead and Eckley 2017, as implemented in Perfolizer). Only
    /// changes that exceed the margin and the noise count.
    /// </summary>
    internal static IReadOnlyList<HistoryChange> ChangesOf(double[] logarithms, Margin margin)
    {
        if (logarithms.Length < 2 * MinBetweenChanges)
            return [];

        // The detector's time grows with the square of the length. On long lines it gets medians of neighbours, and the places are
        // refined afterwards.
        var step = (logarithms.Length + MaxDetectedLength - 1) / MaxDetectedLength;
        double[] seen = step == 1 ? logarithms : [.. logarithms.Chunk(step).Select(part => part.Median())];
        // Perfolizer returns the last index before each change.
        var starts = EdPeltChangePointDetector
            .Instance.GetChangePointIndexes(seen, step == 1 ? MinBetweenChanges : MinSeen)
            .Select(index => (index + 1) * step)
            .Where(start => start <= logarithms.Length - MinBetweenChanges)
            .ToList();
        for (var i = 0; i < starts.Count; i++)
            starts[i] = Placed(
                logarithms,
                i == 0 ? 0 : starts[i - 1],
                starts[i],
                i + 1 < starts.Count ? starts[i + 1] : logarithms.Length,
                step + Near
            );
        while (starts.Count > 0)
        {
            var changes = ChangesAt(logarithms, starts);
            var noise = NoiseAt(logarithms, starts);
            var (weakest, strength) = changes
                .Select(change => (change, Strength(logarithms, starts, change, noise, margin)))
                .MinBy(pair => pair.Item2);
            if (strength > 1)
                return changes;
            starts.Remove(weakest.Index);
        }

        return [];
    }

    // A check compares both builds interleaved, so a single one shows a change.
    private static HistoryChange[] ChangesShown(List<HistoryPoint> points, BenchmarkId id, RecordedChecks? checks) =>
        [
            .. points
                .Index()
                .Select(point => (point.Index, Judged: checks?.Of(point.Item.Run, id)))
                .Where(point => point.Judged?.Verdict is Verdict.Regressed or Verdict.Improved)
                .Select(point => new HistoryChange(point.Index, point.Judged!.Ratio)),
        ];

    // The detector works on quantiles and misses by one or two points in short series, so take the place nearby that divides the runs best.
    private static int Placed(double[] logarithms, int from, int start, int to, int near) =>
        Enumerable
            .Range(start - near, (2 * near) + 1)
            .Where(at => at == start || (at - from >= MinBetweenChanges && to - at >= MinBetweenChanges))
            .MinBy(at => (Deviations(logarithms[from..at]).Sum() + Deviations(logarithms[at..to]).Sum(), Math.Abs(at - start)));

    // The change divided by the smallest change that counts: the margin with its noise floor, or what medians of runs this noisy
    // differ by anyway.
    private static double Strength(double[] logarithms, List<int> starts, HistoryChange change, double noise, Margin margin)
    {
        int[] ends = [0, .. starts, logarithms.Length];
        var at = starts.IndexOf(change.Index) + 1;
        var error = noise * MedianOverMean * Math.Sqrt((1.0 / (ends[at] - ends[at - 1])) + (1.0 / (ends[at + 1] - ends[at])));
        // The noise floor is absolute, so take its share of the lower level.
        var before = logarithms[ends[at - 1]..ends[at]].Median();
        var least = TimeVerdicts.Inside(margin, Math.Exp(Math.Min(before, before + Math.Log(change.Ratio))));
        return Math.Abs(Math.Log(change.Ratio)) / Math.Max(least, StandardErrors * error);
    }

    // The standard deviation of the runs around their levels.
    private static double NoiseAt(double[] logarithms, List<int> starts)
    {
        int[] ends = [0, .. starts, logarithms.Length];
        return ToStandardDeviation
            * ends.Zip(ends.Skip(1), (from, to) => Deviations(logarithms[from..to])).SelectMany(part => part).Median();
    }

    private static IEnumerable<double> Deviations(double[] part)
    {
        var median = part.Median();
        return part.Select(value => Math.Abs(value - median));
    }

    private static List<HistoryChange> ChangesAt(double[] logarithms, List<int> starts) =>
        [
            .. starts.Select(
                (start, i) =>
                {
                    var before = logarithms[(i == 0 ? 0 : starts[i - 1])..start].Median();
                    var after = logarithms[start..(i + 1 < starts.Count ? starts[i + 1] : logarithms.Length)].Median();
                    return new HistoryChange(start, Math.Exp(after - before));
                }
            ),
        ];

    // A commit that left a file unchanged holds no new measurement: the file is named after the first commit that had it.
    private static bool IsNew(HistoryRun run, BenchmarkResult benchmark) =>
        run.Place is not { } own || benchmark.Places.Any(place => place.StartsWith(own, StringComparison.Ordinal));

    private static HistoryPoint? PointOf(HistoryRun run, BenchmarkResult benchmark)
    {
        // A table without the spread of its launches counts as one launch.
        var tables = (benchmark.HasTimes ? [] : benchmark.Summaries).ToLookup(table => table.HasLaunches);
        double[] means =
        [
            .. benchmark.TimesOfLaunches.Select(launch => launch.Average()),
            .. tables[false].Select(table => table.MeanNanoseconds),
        ];
        var summaries = tables[true].ToArray();
        double[] all = [.. means, .. summaries.Select(table => table.MeanNanoseconds)];
        if (all.Length == 0 || all.Any(mean => mean is not (> 0 and < double.PositiveInfinity)))
            return null;

        var (mean, squares, count) = LogMoments.From(
            means,
            [
                .. summaries.Select(table =>
                    LogMoments.FromSummary(table.MeanNanoseconds, table.Launches!.StandardDeviation, table.Launches.Launches)
                ),
            ]
        );
        if (count < 2)
            return new HistoryPoint(run, Math.Exp(mean), null, null);
        var half = new Student().Quantile(UpperQuantile, count - 1) * Math.Sqrt(squares / (count - 1) / count);
        return new HistoryPoint(run, Math.Exp(mean), Math.Exp(mean - half), Math.Exp(mean + half));
    }

    // A new runtime on the same machine is a change to show. Another machine class, or another way to measure, starts another line.
    private static string MachineOf(IReadOnlyList<RunEnvironment> environments) =>
        string.Join(
            " and ",
            environments
                .Select(environment =>
                    string.Join(
                        ", ",
                        new[]
                        {
                            MachineClass.Of(environment).ToString(),
                            environment.BenchmarkDotNet is { } version ? $"BenchmarkDotNet {version}" : null,
                            environment.Method is { } method ? FormattableString.Invariant($"method {method}") : null,
                        }.OfType<string>()
                    )
                )
                .Distinct(StringComparer.Ordinal)
                .Order(StringComparer.Ordinal)
        );
}
