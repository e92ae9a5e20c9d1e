using System.Globalization;
using System.IO.Enumeration;
using System.Reflection;
using Bench.Harness.Interleaving;
using Bench.Harness.Records;
using Bench.Harness.Running;
using Bench.Harness.Tables;
using Bench.Published;
using Bench.Results;
using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.ConsoleArguments;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;

namespace Bench.Harness;

/// <summary>
/// Runs a benchmark program: it takes arguments, and produces tables, an overview and an exit code. All options of BenchmarkDotNet work.
/// The harness adds its own, such as <c>--quick</c>, <c>--smoke</c>, <c>--publish</c> and <c>--stale</c>.
/// </summary>
public static class BenchmarkHarness
{
    /// <summary>Runs the program. Main needs no other call.</summary>
    /// <param name="args">The command line.</param>
    /// <param name="options">Settings of the program; null for the defaults.</param>
    /// <returns>
    /// The exit code. It is 0 if every selected benchmark was measured, or only information was requested. It is 1 if a benchmark failed,
    /// nothing matched, or a run was too incomplete to publish. It is 2 if the arguments, a file or a folder cannot be used. It is 130 if
    /// the run was interrupted.
    /// </returns>
    /// <exception cref="ArgumentNullException"><paramref name="args"/> is null.</exception>
    public static int Run(string[] args, HarnessOptions? options = null)
    {
        ArgumentNullException.ThrowIfNull(args);
        // Benchmarks may depend on cultures, but the tables must be the same everywhere.
        CultureInfo.DefaultThreadCurrentCulture = CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
        return Run(args, options, HarnessContext.OfProcess());
    }

    internal static int Run(string[] args, HarnessOptions? options, HarnessContext context)
    {
        try
        {
            return new Program(options ?? new HarnessOptions(), HarnessArguments.Parse(args, context.WorkingDirectory), context).Run();
        }
        catch (Exception problem) when (problem is UsageException or IOException or UnauthorizedAccessException)
        {
            // A deleted folder, a full disk or a closed standard output: a stack trace would not help.
            context.Error.WriteLine($"benchmarks: {problem.Message.ReplaceLineEndings(" ")}");
            return HarnessExitCode.Usage;
        }
    }

    private sealed class Program(HarnessOptions options, HarnessArguments arguments, HarnessContext context)
    {
        private readonly Frameworks frameworks = new(arguments.Runtimes);

        private readonly ArtifactsFolder artifacts = new(RepositoryRoot.Find(), arguments.ArtifactsPath);

        private IReadOnlyDictionary<string, double> secondsBefore = new Dictionary<string, double>();

        // Classes whose benchmarks cannot be listed, with the reason.
        private readonly Dictionary<Type, string> unreadable = [];

        public int Run()
        {
            if (arguments.StarWasExpanded)
                context.Output.WriteLine(
                    "The shell expanded the unquoted star after --filter into the files of this folder. Running everything."
                );
            string[] forBenchmarkDotNet =
                arguments.Kind != RunKind.Measured && !arguments.AsksForBenchmarks
                    ? [.. arguments.ForBenchmarkDotNet, "--filter", "*"]
                    : [.. arguments.ForBenchmarkDotNet];
            var own = Config(arguments.Kind);
            forBenchmarkDotNet = RunConfig.WithVariablesOf(own, forBenchmarkDotNet);
            if (forBenchmarkDotNet.Contains("--help"))
                context.Output.WriteLine(HarnessArguments.Help + (options.Help is { } help ? help + "\n" : ""));
            if (arguments.AsksForInformation || RunConfig.AsksForList(forBenchmarkDotNet, own))
            {
                new BenchmarkSwitcher([.. options.BenchmarkAssemblies]).Run(
                    forBenchmarkDotNet,
                    ManualConfig.Create(own).AddLogger(context.Logger)
                );
                return HarnessExitCode.Success;
            }

            if (arguments.Stale)
                return ShowStale();
            var config = RunConfig.With(forBenchmarkDotNet, own);
            if (!arguments.AsksForBenchmarks && arguments.Kind == RunKind.Measured)
            {
                return arguments.Publish
                    ? Publish(artifacts.LastRun())
                    : throw new UsageException(
                        "No benchmarks were selected. Use --filter '*' to run everything, --quick for first results, or --help for all options."
                    );
            }

            var wanted = Benchmarks(config);
            var isAnyMeant = unreadable.Count > 0 && IsAnyMeant(forBenchmarkDotNet);
            foreach (var (type, why) in unreadable)
                context.Error.WriteLine($"benchmarks: failed: {type.FullName}: {why}");
            if (wanted.Length == 0)
                return isAnyMeant ? HarnessExitCode.Failure : NothingMatched(forBenchmarkDotNet);

            Type[] types = [.. wanted.Select(info => info.Type)];
            frameworks.Check(types);
            if (IsOnFrameworks && frameworks.FindMissing(types, Frameworks.WhyNot) is { Count: > 0 } missing)
            {
                var others = options.Missing;
                options = options with { Missing = asked => [.. others?.Invoke(asked) ?? [], .. missing] };
                wanted = Benchmarks(config);
            }

            SayWhatIsMissing(wanted);
            var exitCode =
                arguments.Kind == RunKind.Smoke
                    ? SmokeRun.Run(wanted, (options.Interleaving ?? new InterleavingOptions()).MaxStart, context)
                    : Measure(wanted);
            return exitCode == HarnessExitCode.Success && isAnyMeant ? HarnessExitCode.Failure : exitCode;
        }

        // The benchmarks of these classes are unknown, so the filter is matched with the names of their methods.
        private bool IsAnyMeant(string[] forBenchmarkDotNet)
        {
            string[] filters = [.. ConfigParser.Parse(forBenchmarkDotNet, NullLogger.Instance).options?.Filters ?? []];
            return filters.Length == 0
                || unreadable
                    .Keys.SelectMany(type => MethodsOf(type).Select(method => $"{type.FullName}.{method.Name}"))
                    .Any(name => filters.Any(filter => FileSystemName.MatchesSimpleExpression(filter, name)));
        }

        private static IEnumerable<MethodInfo> MethodsOf(Type type) =>
            type.GetMethods().Where(method => method.IsDefined(typeof(BenchmarkAttribute), inherit: true));

        private int Measure(BenchmarkRunInfo[] wanted)
        {
            // The bench command runs Main to learn the benchmarks of its configuration. Earlier results must stay in place.
            if (IsHosted)
            {
                Run(wanted);
                return HarnessExitCode.Success;
            }

            var record = RunRecorder.Plan(arguments.Kind, wanted, Benchmarks(Config(RunKind.Measured)), options, artifacts.RepositoryRoot);
            if (unreadable.Count > 0)
                record = record with
                {
                    Obstacles =
                    [
                        .. record.Obstacles,
                        .. unreadable.Keys.Select(type => $"the benchmarks of {type.FullName} cannot be listed"),
                    ],
                };
            // These obstacles are known before an hour of measuring.
            if (arguments.Publish && record.Obstacles.Count > 0)
                return Publish(record);

            artifacts.EnsureWritable();
            using var runLock = RunLock.Take();
            secondsBefore = SecondsBefore();
            if (artifacts.MoveEarlierResults() is { } aside)
                context.Output.WriteLine($"The results of the previous run are now in {aside}.");
            (string Key, string Name)[] expected =
            [
                .. wanted
                    .SelectMany(info => info.BenchmarksCases)
                    .Select(one => (RunRecorder.Key(one), $"{one.Descriptor.DisplayInfo} {one.Parameters.DisplayInfo}".TrimEnd())),
            ];
            if (ForeignLoad.Line() is { } load)
                context.Output.WriteLine(load);

            var summaries = Run(wanted);
            var failed = RunRecorder.Unmeasured(expected, summaries, InterleavedSession.WasInterrupted);
            record = RunRecorder.Complete(record, summaries, failed, InterleavedSession.WasInterrupted, options, artifacts.Results);
            Write(record);
            SayWhatIsMissing(wanted);
            if (InterleavedSession.WasInterrupted)
            {
                context.Error.WriteLine($"benchmarks: interrupted: {failed.Length} of {expected.Length} benchmarks were not measured.");
                return HarnessExitCode.Interrupted;
            }

            foreach (var benchmark in failed)
                context.Error.WriteLine($"benchmarks: failed: {benchmark}");
            if (failed.Length > 0)
                return HarnessExitCode.Failure;

            return arguments.Publish ? Publish(record) : HarnessExitCode.Success;
        }

        private void Write(RunRecord record)
        {
            artifacts.Write(OverviewPage.FileName, OverviewPage.Render(record));
            artifacts.Write(SpreadPage.FileName, SpreadPage.Render(MergedTopic.FromOne(record)));
            artifacts.Write(RunRecord.FileName, record.ToJson());
            context.Output.WriteLine(
                OverviewText.Render(
                    record,
                    Command(),
                    Path.Combine(artifacts.Results, OverviewPage.FileName),
                    context.HasColours,
                    context.Columns
                )
            );
        }

        // A smoke run and the processes of the bench command have one framework.
        private bool IsOnFrameworks => arguments.Kind != RunKind.Smoke && !IsHosted;

        private static bool IsHosted => AppDomain.CurrentDomain.GetAssemblies().Any(assembly => assembly.GetName().Name == "Bench.Host");

        private BenchmarkDotNet.Reports.Summary[] Run(BenchmarkRunInfo[] wanted)
        {
            // BenchmarkDotNet looks for the project to build from the current folder upwards.
            Environment.CurrentDirectory = artifacts.RepositoryRoot;
            options.BeforeRun?.Invoke([.. wanted.Select(info => info.Type)]);
            return BenchmarkRunner.Run(wanted);
        }

        private int Publish(RunRecord? record)
        {
            if (record is null)
                throw new UsageException($"--publish: no usable run is recorded in {artifacts.Results}. Run with --filter '*' first.");

            if (record.Obstacles.Count > 0)
            {
                context.Error.WriteLine($"benchmarks: not published: {string.Join("; ", record.Obstacles)}.");
                return HarnessExitCode.Failure;
            }

            // Before anything is replaced.
            if (!record.IsPlausible())
                throw new UsageException(
                    "--publish: this run cannot be published: a time is 0, a comparison group has two baselines, or a topic has a name with characters other than letters, digits and _. (A topic is the last part of a namespace.)"
                );
            var publication = new Publication(artifacts, options);
            publication.Add(record);
            var runs = publication.Records();
            context.Output.WriteLine(
                $"Published {record.Benchmarks} benchmarks of {string.Join(", ", record.Topics.Select(topic => topic.Name))} to {artifacts.Reference}, which now has {(runs.Count == 1 ? "1 run" : $"{runs.Count} runs")}. Read {SpreadPage.FileName} there before you commit: do not publish figures that do not repeat."
            );
            return HarnessExitCode.Success;
        }

        private int ShowStale()
        {
            var publication = new Publication(artifacts, options);
            foreach (var topic in MergedTopic.Merge(publication.Records()))
                context.Output.WriteLine(
                    $"{topic.Name}: {publication.Mark(topic) ?? $"of today's code (commit {topic.Runs[0].Commit}, {(topic.Runs.Count == 1 ? "1 run" : $"{topic.Runs.Count} runs")})"}"
                );
            foreach (
                var (page, text) in publication
                    .Pages()
                    .Where(page => !File.Exists(page.Path) || File.ReadAllText(page.Path).ReplaceLineEndings("\n") != page.Text)
            )
            {
                WholeFile.Write(page, text);
                context.Output.WriteLine($"Marked: {Path.GetRelativePath(artifacts.RepositoryRoot, page)}");
            }

            return HarnessExitCode.Success;
        }

        private void SayWhatIsMissing(BenchmarkRunInfo[] wanted)
        {
            foreach (var reason in options.LeftOut(wanted).Select(missing => missing.Reason).Distinct())
                context.Output.WriteLine(reason);
        }

        private BenchmarkRunInfo[] Benchmarks(IConfig config) =>
            [
                .. Types()
                    .OrderBy(type => type.FullName, StringComparer.Ordinal)
                    .Select(type => Benchmarks(type, config))
                    .OfType<BenchmarkRunInfo>()
                    .Where(info => info.BenchmarksCases.Length > 0),
            ];

        // A source of parameters that is missing or throws only affects its own class.
        private BenchmarkRunInfo? Benchmarks(Type type, IConfig config)
        {
            try
            {
                var info = BenchmarkConverter.TypeToBenchmarks(type, config);
                // A job of the class replaces that of the program.
                if (arguments.Kind == RunKind.Quick)
                {
                    for (var i = 0; i < info.BenchmarksCases.Length; i++)
                        info.BenchmarksCases[i] = Quick(info.BenchmarksCases[i]);
                }

                return IsOnFrameworks ? frameworks.On(info) : info;
            }
            catch (Exception problem)
            {
                var cause = problem is TargetInvocationException { InnerException: { } inner } ? inner : problem;
                unreadable[type] = cause.Message.ReplaceLineEndings(" ");
                return null;
            }
        }

        private static BenchmarkCase Quick(BenchmarkCase benchmark) =>
            InterleavedEngineFactory.IsQuick(benchmark.Job)
                ? benchmark
                : BenchmarkCase.Create(
                    benchmark.Descriptor,
                    InterleavedEngineFactory.Quick(benchmark.Job, benchmark.Job.ResolvedId).Freeze(),
                    benchmark.Parameters,
                    benchmark.Config
                );

        private IEnumerable<Type> Types()
        {
            Type[] all =
            [
                .. options
                    .BenchmarkAssemblies.SelectMany(assembly => assembly.GetTypes())
                    .Where(type => type is { IsAbstract: false, IsClass: true } && MethodsOf(type).Any()),
            ];
            foreach (var hidden in all.Where(type => !type.IsVisible))
                unreadable[hidden] = "it or its enclosing class is not public";
            return all.Where(type => type.IsVisible).SelectMany(Closed).Where(type => options.IsAvailable?.Invoke(type) ?? true);
        }

        private static IEnumerable<Type> Closed(Type type) =>
            type.ContainsGenericParameters
                ? type.GetCustomAttributes(typeof(GenericTypeArgumentsAttribute), inherit: true)
                    .Cast<GenericTypeArgumentsAttribute>()
                    .Select(arguments => type.MakeGenericType(arguments.GenericTypeArguments))
                : [type];

        private IConfig Config(RunKind kind) =>
            new RunConfig(options, arguments, context, artifacts.Path, () => secondsBefore).Create(kind);

        // From the last run here, or else from the newest published one.
        private Dictionary<string, double> SecondsBefore()
        {
            if (artifacts.LastRun() is { } last && last.IsQuick == (arguments.Kind == RunKind.Quick))
                return last.SecondsByBenchmark();
            try
            {
                return arguments.Kind == RunKind.Measured
                    ? PublishedRuns.Read(artifacts.Reference).MaxBy(run => run.Started)?.SecondsByBenchmark() ?? []
                    : [];
            }
            catch (UsageException)
            {
                // An unreadable record matters only for publishing.
                return [];
            }
        }

        private string Command() =>
            $"dotnet run -c Release --project {Path.GetRelativePath(artifacts.RepositoryRoot, ProjectFolder()).Replace('\\', '/')} --";

        private string ProjectFolder()
        {
            for (var folder = new DirectoryInfo(AppContext.BaseDirectory); folder is not null; folder = folder.Parent)
            {
                if (folder.EnumerateFiles("*.csproj").Any())
                    return folder.FullName;
            }

            return artifacts.RepositoryRoot;
        }

        private int NothingMatched(string[] filters)
        {
            var names = Benchmarks(Config(RunKind.Measured))
                .SelectMany(info => info.BenchmarksCases)
                .Select(benchmark => $"{benchmark.Descriptor.Type.FullName}.{benchmark.Descriptor.WorkloadMethod.Name}")
                .Distinct();
            context.Error.WriteLine(
                $"benchmarks: no benchmark matches '{HarnessArguments.Shorten(string.Join(' ', filters))}'. {NearestNames.Hint(filters, names)}"
            );
            return HarnessExitCode.Failure;
        }
    }
}
