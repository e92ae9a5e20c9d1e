using Bench.Statistics;

namespace Bench.Published;

// A topic over complete runs: the newest of each machine class, and others of the same code. Machines are sorted by name. Latest is the
// topic in the newest run, and Categories are in its order. Between gives the ratio of two benchmarks of a comparison group on each machine
// class, by full names; null if nothing measured both.
internal sealed record MergedTopic(
    IReadOnlyList<MachineRuns> Machines,
    TopicRecord Latest,
    IReadOnlyList<MergedCategory> Categories,
    Func<string, string, MergedAlternative?> Between
)
{
    public string Name => Latest.Name;

    // Newest first.
    public IReadOnlyList<RunRecord> Runs { get; } = [.. Machines.SelectMany(machine => machine.Runs).OrderByDescending(run => run.Started)];

    // Takes complete runs. The topics are sorted by name.
    public static IReadOnlyList<MergedTopic> Merge(IEnumerable<RunRecord> runs)
    {
        var topics = Collect(runs);
        var everywhere = SpreadBetweenMachines(topics);
        return [.. topics.Select(topic => topic.Merge(everywhere))];
    }

    // Estimated from all ratios. None for a single machine class.
    public static SpreadPrior SpreadBetweenMachines(IEnumerable<RunRecord> runs) => SpreadBetweenMachines(Collect(runs));

    private static SpreadPrior SpreadBetweenMachines(Collected[] topics) =>
        AnotherMachineRatio.EstimatePrior(topics.SelectMany(topic => topic.MeansByCategory()));

    private static Collected[] Collect(IEnumerable<RunRecord> runs)
    {
        RunRecord[] newestFirst = [.. runs.OrderByDescending(run => run.Started)];
        return
        [
            .. newestFirst
                .SelectMany(run => run.Topics)
                .Select(topic => topic.Name)
                .Distinct(StringComparer.Ordinal)
                .Order(StringComparer.Ordinal)
                .Select(name => new Collected(name, newestFirst)),
        ];
    }

    // Intervals are those of the run's launches.
    public static IReadOnlyList<MergedTopic> FromOne(RunRecord run)
    {
        var prior = BetweenLaunches(run.Topics.SelectMany(topic => topic.Categories));
        return
        [
            .. run.Topics.Select(topic => new MergedTopic(
                [new MachineRuns([run])],
                topic,
                [
                    .. topic.Categories.Select(category =>
                        Create(category, benchmark => new MergedAlternative(
                            benchmark,
                            [
                                LaunchRatio.Create(Launches(benchmark), prior) is { } ratio
                                    ? new MergedRatio(ratio.Ratio, ratio.Lower, ratio.Upper)
                                    : null,
                            ]
                        ))
                    ),
                ],
                (_, _) => null
            )),
        ];
    }

    private static MergedCategory Create(CategoryRecord category, Func<BenchmarkRecord, MergedAlternative> alternative) =>
        new(category, category.Baseline, [.. category.Benchmarks.Where(benchmark => !benchmark.IsBaseline).Select(alternative)]);

    private static SpreadPrior BetweenLaunches(IEnumerable<CategoryRecord> categories) =>
        LaunchRatio.EstimatePrior(categories.Select(category => category.Benchmarks.Select(Launches)));

    private static IReadOnlyList<PairedRatio> Launches(BenchmarkRecord benchmark) =>
        [.. benchmark.LogRatios.Zip(benchmark.Errors, (ratio, error) => new PairedRatio(ratio, error, 1))];

    private sealed class Collected
    {
        private readonly TopicRecord latest;
        private readonly MachineRuns[] machines;
        private readonly Ratios[] ratios;

        public Collected(string name, RunRecord[] newestFirst)
        {
            RunRecord[] runs = [.. newestFirst.Where(run => run.Topics.Any(topic => topic.Name == name))];
            latest = TopicOf(runs[0]);
            var found = new List<List<RunRecord>>();
            foreach (var run in runs)
            {
                var same = found.Find(one => new MachineRuns(one).IsOf(run));
                if (same is null)
                    found.Add([run]);
                else if (TopicOf(run).Code is { } code && code == TopicOf(same[0]).Code && run.Method == same[0].Method)
                    same.Add(run);
            }

            machines = [.. found.Select(one => new MachineRuns(one)).OrderBy(machine => machine.Name, StringComparer.Ordinal)];
            ratios = [.. machines.Select(machine => new Ratios([.. machine.Runs.Select(TopicOf)]))];

            TopicRecord TopicOf(RunRecord run) => run.Topics.First(topic => topic.Name == name);
        }

        // Per comparison group and variant, the mean log ratio on each machine class that measured it.
        public IEnumerable<IEnumerable<IReadOnlyList<double>>> MeansByCategory() =>
            latest.Categories.Select(category =>
                Alternatives(category).Select(alternative => (IReadOnlyList<double>)[.. Means(category, alternative)])
            );

        public MergedTopic Merge(SpreadPrior everywhere)
        {
            var own = AnotherMachineRatio.EstimatePrior(MeansByCategory());
            var prior = own.DegreesOfFreedom > 0 ? own : everywhere;
            return new(
                machines,
                latest,
                [
                    .. latest.Categories.Select(category =>
                        Create(category, benchmark => Alternative(category.Baseline?.FullName, benchmark, prior))
                    ),
                ],
                (benchmark, against) =>
                    latest.Categories.SelectMany(category => category.Benchmarks).FirstOrDefault(one => one.FullName == benchmark)
                        is { } record
                    && Alternative(against, record, prior) is { Ratio: not null } ratio
                        ? ratio
                        : null
            );
        }

        private MergedAlternative Alternative(string? against, BenchmarkRecord benchmark, SpreadPrior prior)
        {
            NextRunRatio?[] known = [.. ratios.Select(machine => machine.Of(against, benchmark.FullName))];
            return new(
                benchmark,
                [.. known.Select(ratio => ratio is null ? null : new MergedRatio(ratio.Ratio, ratio.Lower, ratio.Upper))],
                AnotherMachineRatio.Create([.. known.OfType<NextRunRatio>().Select(ratio => Math.Log(ratio.Ratio))], prior) is { } another
                    ? new MergedRatio(another.Ratio, another.Lower, another.Upper)
                    : null
            );
        }

        private IEnumerable<double> Means(CategoryRecord category, BenchmarkRecord benchmark) =>
            ratios
                .Select(machine => machine.Of(category.Baseline?.FullName, benchmark.FullName))
                .OfType<NextRunRatio>()
                .Select(ratio => Math.Log(ratio.Ratio));

        private static IEnumerable<BenchmarkRecord> Alternatives(CategoryRecord category) =>
            category.Benchmarks.Where(benchmark => !benchmark.IsBaseline);
    }

    // The ratios of one machine class, by benchmark and baseline.
    private sealed class Ratios
    {
        // The key is the index of the run, because a run can lack a variant that the others have.
        private readonly Dictionary<(string? Baseline, string Benchmark), SortedList<int, IReadOnlyList<double>>> launches;
        private readonly SpreadPrior betweenRuns;
        private readonly SpreadPrior betweenLaunches;

        public Ratios(TopicRecord[] runs)
        {
            CategoryRecord[] categories = [.. runs.SelectMany(run => run.Categories)];
            launches = runs.SelectMany(
                    (run, index) =>
                        run.Categories.SelectMany(category =>
                            category
                                .Benchmarks.Where(benchmark => benchmark.LogRatios.Count > 0)
                                .Select(benchmark => (index, category, benchmark))
                        )
                )
                .GroupBy(one => (one.category.Baseline?.FullName, one.benchmark.FullName))
                .ToDictionary(
                    same => same.Key,
                    same => new SortedList<int, IReadOnlyList<double>>(same.ToDictionary(one => one.index, one => one.benchmark.LogRatios))
                );
            betweenRuns = NextRunRatio.EstimatePrior(
                categories
                    .GroupBy(category => category.Title, StringComparer.Ordinal)
                    .Select(same =>
                        same.SelectMany(category =>
                                category.Benchmarks.Select(benchmark => (category.Baseline?.FullName, benchmark.FullName))
                            )
                            .Distinct()
                            .Where(launches.ContainsKey)
                            .Select(benchmark => (IReadOnlyList<IReadOnlyList<double>>)[.. launches[benchmark].Values])
                    )
            );
            betweenLaunches = BetweenLaunches(categories);
        }

        public NextRunRatio? Of(string? against, string benchmark) =>
            against is not null && Launches(against, benchmark) is { Count: > 0 } runs
                ? NextRunRatio.Create(runs, betweenRuns, betweenLaunches)
                : null;

        // In one launch, two variants share the baseline's processes, so the difference of their log ratios compares them directly.
        private IReadOnlyList<IReadOnlyList<double>> Launches(string against, string benchmark)
        {
            if (launches.TryGetValue((against, benchmark), out var runs))
                return [.. runs.Values];
            if (launches.TryGetValue((benchmark, against), out var inverse))
                return [.. inverse.Values.Select(run => run.Select(ratio => -ratio).ToArray())];
            return
                launches.Keys.FirstOrDefault(key => key.Benchmark == benchmark && launches.ContainsKey((key.Baseline, against))).Baseline
                    is { } baseline
                ?
                [
                    .. launches[(baseline, benchmark)]
                        .Join(
                            launches[(baseline, against)],
                            one => one.Key,
                            other => other.Key,
                            (one, other) => (one.Value, Other: other.Value)
                        )
                        .Where(run => run.Value.Count == run.Other.Count)
                        .Select(run => run.Value.Zip(run.Other, (one, other) => one - other).ToArray()),
                ]
                : [];
        }
    }
}
