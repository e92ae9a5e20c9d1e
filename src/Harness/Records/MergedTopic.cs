using Bench.Statistics;

namespace Bench.Harness.Records;

/// <summary>A topic over the complete runs of the same code.</summary>
/// <param name="Runs">The runs, the newest first.</param>
/// <param name="Latest">The topic in the newest.</param>
/// <param name="Categories">Its categories, in the order of the newest run.</param>
internal sealed record MergedTopic(IReadOnlyList<RunRecord> Runs, TopicRecord Latest, IReadOnlyList<MergedCategory> Categories)
{
    public string Name => Latest.Name;

    /// <summary>Merges the runs of each topic that are of the same code as its newest, and measured by the same method.</summary>
    /// <param name="runs">Complete runs.</param>
    /// <returns>The topics by name; the interval of each ratio is one for the next run.</returns>
    public static IReadOnlyList<MergedTopic> Merge(IEnumerable<RunRecord> runs)
    {
        RunRecord[] newestFirst = [.. runs.OrderByDescending(run => run.Started)];
        return
        [
            .. newestFirst
                .SelectMany(run => run.Topics)
                .Select(topic => topic.Name)
                .Distinct(StringComparer.Ordinal)
                .Order(StringComparer.Ordinal)
                .Select(name => Merge(name, newestFirst)),
        ];
    }

    /// <summary>One run by itself; the interval of each ratio is that of its launches.</summary>
    public static IReadOnlyList<MergedTopic> FromOne(RunRecord run)
    {
        var prior = BetweenLaunches(run.Topics.SelectMany(topic => topic.Categories));
        return
        [
            .. run.Topics.Select(topic => new MergedTopic(
                [run],
                topic,
                [
                    .. topic.Categories.Select(category =>
                        MergedCategory.Create(
                            category,
                            benchmark =>
                                LaunchRatio.Create(Launches(benchmark), prior) is { } ratio
                                    ? new MergedRatio(ratio.Ratio, ratio.Lower, ratio.Upper)
                                    : null
                        )
                    ),
                ]
            )),
        ];
    }

    private static SpreadPrior BetweenLaunches(IEnumerable<CategoryRecord> categories) =>
        LaunchRatio.EstimatePrior(categories.Select(category => category.Benchmarks.Select(Launches)));

    private static IReadOnlyList<PairedRatio> Launches(BenchmarkRecord benchmark) =>
        [.. benchmark.LogRatios.Zip(benchmark.Errors, (ratio, error) => new PairedRatio(ratio, error, 1))];

    private static MergedTopic Merge(string name, RunRecord[] newestFirst)
    {
        var all = newestFirst
            .Select(run => (Run: run, Topic: run.Topics.FirstOrDefault(topic => topic.Name == name)))
            .Where(run => run.Topic is not null)
            .ToArray();
        var same = all.Where(
                (run, i) =>
                    i == 0 || (run.Topic!.Code is not null && run.Topic.Code == all[0].Topic!.Code && run.Run.Method == all[0].Run.Method)
            )
            .ToArray();
        var ratios = same.SelectMany(run => run.Topic!.Categories)
            .SelectMany(category => category.Benchmarks)
            .Where(benchmark => benchmark.LogRatios.Count > 0)
            .GroupBy(benchmark => benchmark.FullName, StringComparer.Ordinal)
            .ToDictionary(
                runs => runs.Key,
                runs => (IReadOnlyList<IReadOnlyList<double>>)[.. runs.Select(benchmark => benchmark.LogRatios)],
                StringComparer.Ordinal
            );
        var categories = same.SelectMany(run => run.Topic!.Categories).ToArray();
        var betweenRuns = NextRunRatio.EstimatePrior(
            categories
                .GroupBy(category => category.Title, category => category.Benchmarks, StringComparer.Ordinal)
                .Select(category =>
                    category
                        .SelectMany(benchmarks => benchmarks)
                        .Select(benchmark => benchmark.FullName)
                        .Distinct(StringComparer.Ordinal)
                        .Where(ratios.ContainsKey)
                        .Select(benchmark => ratios[benchmark])
                )
        );
        var betweenLaunches = BetweenLaunches(categories);
        return new MergedTopic(
            [.. same.Select(run => run.Run)],
            all[0].Topic!,
            [
                .. all[0]
                    .Topic!.Categories.Select(category =>
                        MergedCategory.Create(
                            category,
                            benchmark =>
                                ratios.TryGetValue(benchmark.FullName, out var runs)
                                && NextRunRatio.Create(runs, betweenRuns, betweenLaunches) is { } ratio
                                    ? new MergedRatio(ratio.Ratio, ratio.Lower, ratio.Upper)
                                    : null
                        )
                    ),
            ]
        );
    }
}

/// <summary>An alternative with its ratio to the baseline.</summary>
/// <param name="Record">As the newest run has it.</param>
/// <param name="Ratio">The ratio; null where it or the baseline failed, or nothing was interleaved.</param>
internal sealed record MergedAlternative(BenchmarkRecord Record, MergedRatio? Ratio)
{
    public string Name => Record.Name;
}

/// <summary>A ratio with its 95 % interval.</summary>
internal sealed record MergedRatio(double Ratio, double Lower, double Upper)
{
    public bool IsSignificant => Lower > 1 || Upper < 1;
}
