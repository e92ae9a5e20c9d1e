namespace Bench.Results;

// One side: the joined contents of its files. Benchmarks are in the order in which the files first name them.
internal sealed record Run(
    IReadOnlyList<BenchmarkResult> Benchmarks,
    IReadOnlyList<RunEnvironment> Environments,
    IReadOnlyList<string> Sources
)
{
    // Between the sides of its paired files.
    public IReadOnlyList<EnvironmentDifference> PairedDifferences { get; init; } = [];

    // In the order of the files. Empty for a run that was not read from files.
    public IReadOnlyList<RunEnvironment> BaselineEnvironments { get; init; } = [];

    public IReadOnlyList<string> Warnings { get; init; } = [];

    // Files that are byte-for-byte the same as one of the first side.
    public IReadOnlyList<string> IdenticalToFirst { get; init; } = [];

    // The checks that its files come from.
    public IReadOnlyList<CheckInfo> Checks { get; init; } = [];

    // Replicate.Machine numbers them from 1, if several measured the same. Empty unless several machines made the check.
    public IReadOnlyList<CheckMachine> Machines { get; init; } = [];

    // Benchmarks that the builds could not include.
    public IReadOnlyList<LeftOutBenchmarks> LeftOut { get; init; } = [];

    // It has levels of a sweep, or measures from crank.
    public bool IsOfLoad => Benchmarks.Any(benchmark => benchmark.IsOfLoad);

    // A check that was just measured. The result is the same as reading its file.
    public static Run FromCheck(
        IReadOnlyList<BenchmarkResult> benchmarks,
        RunEnvironment baseline,
        RunEnvironment candidate,
        CheckInfo check,
        IReadOnlyList<CheckMachine>? machines = null
    )
    {
        return new Run(benchmarks, [candidate], [])
        {
            PairedDifferences = [.. baseline.DifferencesTo(candidate)],
            BaselineEnvironments = [baseline],
            Checks = [check.WithoutSecrets()],
            Machines = machines ?? [],
        };
    }

    // Joins the files of each side. A benchmark in several files gets the launches of all. Job characteristics for the length of the
    // measurement do not count for its identity, unless two benchmarks of one file differ only in these.
    internal static IReadOnlyList<Run> Join(IReadOnlyList<IReadOnlyList<RunFile>> sides)
    {
        var lengthMatters = sides.SelectMany(files => files).SelectMany(TwiceButForLength).ToHashSet();
        return [.. sides.Select(files => Join(files, lengthMatters))];
    }

    private static Run Join(IReadOnlyList<RunFile> files, HashSet<BenchmarkId> lengthMatters)
    {
        var order = new List<BenchmarkId>();
        var benchmarks = new Dictionary<BenchmarkId, List<BenchmarkResult>>();
        // A table names its benchmarks differently from the JSON of the same class.
        var fullNames = (files.Any(file => file.Benchmarks.Any(benchmark => benchmark.IsFromTable)) ? files : [])
            .SelectMany(file => file.Benchmarks)
            .Where(benchmark => !benchmark.IsFromTable)
            .GroupBy(benchmark => (benchmark.TableName, benchmark.Id.Job.What))
            .Where(same => same.Select(benchmark => Short(benchmark.Id)).Distinct().Count() == 1)
            .ToDictionary(same => same.Key, same => same.First().Id);
        foreach (
            var benchmark in files.SelectMany(file =>
                file.Benchmarks.Select(benchmark =>
                    benchmark.Environments.Count > 0 ? benchmark : benchmark with { Environments = [file.Environment] }
                )
            )
        )
        {
            var own =
                benchmark.IsFromTable && fullNames.TryGetValue((benchmark.TableName, benchmark.Id.Job.What), out var full)
                    ? full with
                    {
                        Section = benchmark.Id.Section,
                    }
                    : benchmark.Id;
            var id = lengthMatters.Contains(Short(own)) ? own : Short(own);
            if (benchmarks.TryGetValue(id, out var same))
            {
                same.Add(benchmark);
                continue;
            }

            benchmarks.Add(id, [benchmark]);
            order.Add(id);
        }

        return new Run(
            [.. order.Select(id => Merge(id, benchmarks[id]))],
            [.. files.Select(file => file.Environment).Distinct()],
            [.. files.Select(file => file.Place)]
        )
        {
            PairedDifferences =
            [
                .. files
                    .Where(file => file.BaselineEnvironment is not null)
                    .SelectMany(file => file.BaselineEnvironment!.DifferencesTo(file.Environment))
                    .Distinct(),
            ],
            BaselineEnvironments = [.. files.Select(file => file.BaselineEnvironment ?? file.Environment)],
            Checks = [.. files.Select(file => file.Check).OfType<CheckInfo>()],
            LeftOut = [.. files.SelectMany(file => file.LeftOut).Distinct()],
            // With several files, the numbers would refer to different machines.
            Machines = files is [{ Machines: var machines }] ? machines : [],
        };
    }

    private static BenchmarkResult Merge(BenchmarkId id, List<BenchmarkResult> same)
    {
        var first = same[0];
        if (same.Count == 1 && ReferenceEquals(first.Id.Job, id.Job))
            return first;

        RefuseCopies(id, same);
        var sound = BenchmarkResult.WithBaseline(same);
        var measured = sound.Where(benchmark => benchmark.Failure is null).ToArray();
        // A table or brief file may be from the same run as raw measurements, so it adds nothing to them.
        if (measured.Any(benchmark => benchmark.HasTimes))
            measured = [.. measured.Where(benchmark => benchmark.HasTimes)];
        else if (measured.Any(benchmark => !benchmark.IsFromTable))
            measured = [.. measured.Where(benchmark => !benchmark.IsFromTable)];
        first = measured.FirstOrDefault() ?? sound[0];
        return new BenchmarkResult
        {
            Id = id,
            Type = first.Type,
            Method = first.Method,
            Parameters = first.Parameters,
            Places = [.. same.SelectMany(benchmark => benchmark.Places)],
            Failure = measured.Length == 0 ? BenchmarkResult.FirstText(sound, benchmark => benchmark.Failure) : null,
            FailureInSome = measured.Length == 0 ? null : BenchmarkResult.FirstText(same, benchmark => benchmark.Failure),
            LossInSome = measured.Length == 0 ? null : BenchmarkResult.FirstText(sound, benchmark => benchmark.Failure),
            Launches = [.. measured.SelectMany(benchmark => benchmark.Launches)],
            Summaries = [.. measured.SelectMany(benchmark => benchmark.Summaries)],
            Environments = [.. same.SelectMany(benchmark => benchmark.Environments).Distinct()],
            ToBaseline = Merge([.. measured.Select(benchmark => benchmark.ToBaseline).OfType<BaselineRatios>()]),
            AllocatedBytes = [.. measured.SelectMany(benchmark => benchmark.AllocatedBytes)],
            BaselineAllocatedBytes = [.. measured.SelectMany(benchmark => benchmark.BaselineAllocatedBytes)],
            AllocatedRounding = measured.Select(benchmark => benchmark.AllocatedRounding).DefaultIfEmpty(1).Max(),
            Replicates = [.. measured.SelectMany(benchmark => benchmark.Replicates)],
            Counts = [.. measured.SelectMany(benchmark => benchmark.Counts)],
            BaselineFailure = BenchmarkResult.FirstText(sound, benchmark => benchmark.BaselineFailure),
            BaselineFailureInSome =
                sound.Count < same.Count
                    ? BenchmarkResult.FirstText(same, benchmark => benchmark.BaselineFailure)
                    : BenchmarkResult.FirstText(same, benchmark => benchmark.BaselineFailureInSome),
            IsPaired = same.Any(benchmark => benchmark.IsPaired),
            Seconds = measured.Sum(benchmark => benchmark.Seconds),
            IsOfLoad = first.IsOfLoad,
            IsThroughput = first.IsThroughput,
            IsScreened = sound.Any(benchmark => benchmark.IsScreened),
            How = first.How,
            Against = first.Against,
            Sides = first.Sides,
            Unmeasured = first.Unmeasured,
            HasSameCode = sound.All(benchmark => benchmark.HasSameCode),
            AllocationSources = first.AllocationSources,
            NearestChange = first.NearestChange,
            IsFromTable = first.IsFromTable,
        };
    }

    // Ratios to different baselines are different quantities.
    private static BaselineRatios? Merge(BaselineRatios[] all) =>
        all.DistinctBy(ratios => ratios.Baseline).Count() != 1
            ? null
            : new(all[0].Baseline, [.. all.SelectMany(ratios => ratios.Launches)], [.. all.SelectMany(ratios => ratios.Summaries)])
            {
                Errors = [.. all.SelectMany(ratios => ratios.Errors)],
            };

    // The same measurements under two names would count as two launches that agree perfectly.
    private static void RefuseCopies(BenchmarkId id, List<BenchmarkResult> same)
    {
        for (var i = 1; i < same.Count; i++)
        {
            var copy = same.Take(i).FirstOrDefault(benchmark => IsCopy(benchmark, same[i]));
            if (copy is not null)
                throw new ResultsException(same[i].Places[0], $"the same measurements of {id} are also in {copy.Places[0]}.");
        }
    }

    private static bool IsCopy(BenchmarkResult a, BenchmarkResult b) =>
        (
            a.Summaries.Count > 0
            && a.Summaries[0].StandardDeviationNanoseconds > 0
            && a.IsFromTable == b.IsFromTable
            && a.Summaries.SequenceEqual(b.Summaries)
        ) || HasSameLaunches(a, b);

    private static bool HasSameLaunches(BenchmarkResult a, BenchmarkResult b) =>
        a.Launches.Count > 0
        && a.Launches.Count == b.Launches.Count
        && a.Launches[0].NanosecondsPerOperation.Count > 2
        && a.Launches.Zip(b.Launches).All(pair => pair.First.NanosecondsPerOperation.SequenceEqual(pair.Second.NanosecondsPerOperation));

    private static IEnumerable<BenchmarkId> TwiceButForLength(RunFile file)
    {
        var seen = new Dictionary<BenchmarkId, BenchmarkResult>();
        var shortened = new HashSet<BenchmarkId>();
        foreach (var benchmark in file.Benchmarks)
        {
            if (!seen.TryAdd(benchmark.Id, benchmark))
                throw new ResultsException(
                    benchmark.Places[0],
                    $"{benchmark.Id} is also in {seen[benchmark.Id].Places[0]}. Remove one of them."
                );
            if (!shortened.Add(Short(benchmark.Id)))
                yield return Short(benchmark.Id);
        }
    }

    private static BenchmarkId Short(BenchmarkId id) => id.Job.Length.Length == 0 ? id : id with { Job = id.Job.WithoutLength };
}
