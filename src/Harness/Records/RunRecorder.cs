using Bench.Harness.Interleaving;
using Bench.Harness.Running;
using Bench.Published;
using BenchmarkDotNet.Exporters;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;

namespace Bench.Harness.Records;

internal static class RunRecorder
{
    private const string Suffix = "Benchmarks";

    // The part that is known before anything is measured.
    public static RunRecord Plan(RunKind kind, BenchmarkRunInfo[] wanted, BenchmarkRunInfo[] all, HarnessOptions options, string root)
    {
        var benchmarks = wanted.SelectMany(info => info.BenchmarksCases).ToArray();
        var expected = all.SelectMany(info => info.BenchmarksCases)
            .GroupBy(Key)
            .ToDictionary(same => same.Key, same => Settings(same.First().Job));
        var launches = benchmarks.Min(benchmark => LaunchesOf(benchmark.Job, options));
        var commit = Git.Describe(root);

        var obstacles = new List<string>(options.PublishingObstacles?.Invoke() ?? []);
        if (kind != RunKind.Measured)
            obstacles.Add("it is a quick run");
        var complete = all.SelectMany(info => info.BenchmarksCases).CountBy(Topic).ToDictionary();
        var topics = benchmarks
            .CountBy(Topic)
            .Select(topic => new TopicRecord(
                topic.Key,
                topic.Value,
                Git.CodeOf(root, options.SourcesOfTopic?.Invoke(topic.Key)),
                [],
                [],
                []
            ))
            .ToArray();
        obstacles.AddRange(
            topics
                .Where(topic => topic.Benchmarks != complete[topic.Name])
                .Select(topic => $"{topic.Benchmarks} of {complete[topic.Name]} benchmarks of {topic.Name} were selected")
        );
        if (launches < RunRecord.MinLaunches)
            obstacles.Add($"--launchCount is {launches}, but a published table needs {RunRecord.MinLaunches}");
        if (
            kind == RunKind.Measured
            && benchmarks.Any(benchmark => !expected.TryGetValue(Key(benchmark), out var settings) || Settings(benchmark.Job) != settings)
        )
            obstacles.Add("an option changed the job");
        // A class that git does not track does not make the commit dirty.
        var isUntracked = options.SourcesOfTopic is not null && Array.Exists(topics, topic => topic.Code is null);
        if (commit is null || commit.EndsWith("-dirty", StringComparison.Ordinal) || isUntracked)
            obstacles.Add("the measured code is not committed");
        var leftOut = options.LeftOut(wanted);
        obstacles.AddRange(leftOut.Select(missing => missing.Reason.TrimEnd('.')).Distinct());
        return new RunRecord(
            DateTimeOffset.UtcNow,
            null,
            commit,
            kind != RunKind.Measured,
            launches,
            "",
            "",
            "",
            obstacles,
            topics,
            RunRecord.CurrentMethod
        )
        {
            LeftOut = leftOut,
        };
    }

    // Adds the results.
    public static RunRecord Complete(
        RunRecord planned,
        IReadOnlyList<Summary> summaries,
        IReadOnlyCollection<string> failed,
        bool wasInterrupted,
        HarnessOptions options,
        string results
    )
    {
        var launches = summaries
            .SelectMany(summary => summary.Reports)
            .Select(report => Columns.Launches.Means(report).Length)
            // A failed benchmark has no launches, and must not lower the number.
            .Where(count => count > 0)
            .DefaultIfEmpty()
            .Min();
        var topics = summaries
            .Where(summary => summary.BenchmarksCases.Length > 0)
            .GroupBy(summary => Topic(summary.BenchmarksCases[0]), StringComparer.Ordinal)
            .OrderBy(topic => topic.Key, StringComparer.Ordinal)
            .Select(topic => Complete(planned.Topics.First(before => before.Name == topic.Key), [.. topic], options, results))
            .ToArray();
        var host = summaries.Select(summary => summary.HostEnvironmentInfo).FirstOrDefault();
        // "BenchmarkDotNet v0.15.8, <system>", then "<processor>, <cores>".
        var lines = host?.ToFormattedString().Take(2).ToArray() ?? ["", ""];
        return planned with
        {
            Ended = DateTimeOffset.UtcNow,
            Launches = launches,
            Host = lines[0],
            Processor = lines.ElementAtOrDefault(1) ?? "",
            Machine = Bench.Results.RunEnvironment.OfThisMachine(),
            Runtime = summaries.Select(summary => summary.AllRuntimes.Split('\n')[0].Split(':', 2)[^1].Trim()).FirstOrDefault() ?? "",
            Obstacles =
            [
                .. planned.Obstacles,
                .. wasInterrupted ? ["it was interrupted"] : Array.Empty<string>(),
                .. failed.Count > 0 ? [$"{failed.Count} benchmarks failed"] : Array.Empty<string>(),
                .. launches < planned.Launches && failed.Count == 0
                    ? [$"a benchmark has {launches} of {planned.Launches} launches"]
                    : Array.Empty<string>(),
            ],
            Topics = topics,
        };
    }

    public static string Topic(BenchmarkCase benchmark) => Topic(benchmark.Descriptor.Type);

    public static string Topic(Type type) => type.Namespace?.Split('.')[^1] ?? "Benchmarks";

    // Several cases, for instance with arrays, may have one key. Then as many must have been measured as were expected.
    public static string[] Unmeasured((string Key, string Name)[] expected, IEnumerable<Summary> summaries, bool isInterrupted)
    {
        var measured = summaries
            .SelectMany(summary => summary.Reports)
            .Where(report => (report.Success || isInterrupted) && report.ResultStatistics is not null)
            .CountBy(report => Key(report.BenchmarkCase))
            .ToDictionary(StringComparer.Ordinal);
        return
        [
            .. expected
                .GroupBy(benchmark => benchmark.Key, StringComparer.Ordinal)
                .SelectMany(same => same.Skip(measured.GetValueOrDefault(same.Key)))
                .Select(benchmark => benchmark.Name),
        ];
    }

    // Distinguishes a case from all others of its program, whatever changes its job.
    public static string Key(BenchmarkCase benchmark) =>
        $"{benchmark.Descriptor.Type.FullName}.{benchmark.Descriptor.WorkloadMethod.Name} {benchmark.Parameters.DisplayInfo} {(benchmark.Job.HasValue(BenchmarkDotNet.Characteristics.CharacteristicObject.IdCharacteristic) ? benchmark.Job.Id : "")} {benchmark.Job.Environment.Runtime}";

    private static TopicRecord Complete(TopicRecord planned, Summary[] summaries, HarnessOptions options, string results)
    {
        var types = summaries
            .SelectMany(summary => summary.BenchmarksCases)
            .Select(benchmark => benchmark.Descriptor.Type)
            .Distinct()
            .ToArray();
        return planned with
        {
            Files =
            [
                .. types
                    .SelectMany(type =>
                        Directory.EnumerateFiles(results, $"{BenchmarkDotNet.Helpers.FolderNameHelper.ToFolderName(type)}-report*")
                    )
                    .Select(path => Path.GetFileName(path)!)
                    .Distinct()
                    .Order(StringComparer.Ordinal),
            ],
            Notes = [.. types.SelectMany(type => options.Notes?.Invoke(type) ?? []).Distinct(StringComparer.Ordinal)],
            Categories =
            [
                .. summaries.SelectMany(summary =>
                    summary.BenchmarksCases.GroupBy(summary.GetLogicalGroupKey).Select(category => CategoryOf(summary, [.. category]))
                ),
            ],
        };
    }

    private static CategoryRecord CategoryOf(Summary summary, BenchmarkCase[] cases)
    {
        var type = cases[0].Descriptor.Type;
        var (hasJobs, isOfJobs) = (
            HasSeveralJobs(cases),
            HasSeveralJobs(summary.BenchmarksCases.Where(benchmark => benchmark.Descriptor.Type == type))
        );
        var parameters = cases[0]
            .Parameters.Items.Where(item => cases.All(other => Equals(other.Parameters[item.Name], item.Value)))
            .Select(item => $"{item.Value}");
        // If jobs are the variants, their method is a condition. If each job has its own baseline, the job is a condition.
        var isOfOneMethod = hasJobs && cases.All(benchmark => benchmark.Descriptor.WorkloadMethod == cases[0].Descriptor.WorkloadMethod);
        return new CategoryRecord(
            TitleOf(type.Name),
            [
                .. isOfOneMethod ? [cases[0].Descriptor.WorkloadMethodDisplayInfo] : Array.Empty<string>(),
                .. parameters,
                .. isOfJobs && !hasJobs ? [JobOf(cases[0])] : Array.Empty<string>(),
            ],
            string.Join(
                ", ",
                cases[0].Descriptor.Categories.Where(category => cases.All(other => other.Descriptor.Categories.Contains(category)))
            ),
            [
                .. cases.Select(benchmark =>
                {
                    var result = InterleavedResult.Find(benchmark);
                    var report = summary[benchmark];
                    var isBaseline = summary.IsBaseline(benchmark);
                    return new BenchmarkRecord(
                        Category.NameOf(cases, benchmark),
                        // The full name has no job, and runs are merged by this name.
                        FullNameProvider.GetBenchmarkName(benchmark) + (isOfJobs ? $" [{JobOf(benchmark)}]" : ""),
                        isBaseline,
                        Columns.Launches.Means(report),
                        [.. result?.Ratios.Select(ratio => ratio.LogRatio) ?? []],
                        [.. result?.Ratios.Select(ratio => ratio.StandardError) ?? []],
                        report is { Success: true } && benchmark.Config.HasMemoryDiagnoser()
                            ? report.GcStats.GetBytesAllocatedPerOperation(benchmark)
                            : null,
                        result is not null
                    );
                }),
            ],
            cases.Sum(benchmark => InterleavedResult.Find(benchmark)?.Seconds ?? 0)
        );
    }

    private static string TitleOf(string type) =>
        type.Length > Suffix.Length && type.EndsWith(Suffix, StringComparison.Ordinal) ? type[..^Suffix.Length] : type;

    // An unnamed job is named by its settings, but its number of launches does not distinguish it.
    private static string JobOf(BenchmarkCase benchmark) =>
        benchmark.Job.HasValue(BenchmarkDotNet.Characteristics.CharacteristicObject.IdCharacteristic)
            ? benchmark.Job.Id
            : benchmark.Job.WithLaunchCount(1).ResolvedId;

    private static bool HasSeveralJobs(IEnumerable<BenchmarkCase> cases) =>
        cases.Select(benchmark => benchmark.Job.ResolvedId).Distinct().Skip(1).Any();

    private static int LaunchesOf(Job job, HarnessOptions options) =>
        job.HasValue(RunMode.LaunchCountCharacteristic)
            ? job.Run.LaunchCount
            : (options.Interleaving ?? new InterleavingOptions()).LaunchCount;

    // All characteristics of the job except the number of launches.
    private static string Settings(Job job) => job.WithLaunchCount(1).WithId(job.Id).DisplayInfo;
}
