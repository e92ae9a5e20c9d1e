using System.Globalization;
using System.Reflection;
using Bench.Statistics;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.ConsoleArguments;
using BenchmarkDotNet.ConsoleArguments.ListBenchmarks;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;
using Benchmarks.AdventureWorks;
using Benchmarks.HttpClients.Libraries;
using Benchmarks.Tables;
using Benchmarks.Text;
using Page = Benchmarks.Tables.Page;

namespace Benchmarks.Running;

/// <summary>
/// The program: arguments in, exit code out. BenchmarkDotNet's own exit code is 0 whatever happened, so it is computed here.
/// </summary>
internal static class Suite
{
    private static readonly Assembly Assembly = typeof(Suite).Assembly;

    public static int Run(string[] args)
    {
        // What is measured has cultures; the tables are the same everywhere.
        CultureInfo.DefaultThreadCurrentCulture = CultureInfo.CurrentCulture = CultureInfo.InvariantCulture;
        try
        {
            return Run(SuiteArguments.Parse(args, Environment.CurrentDirectory));
        }
        catch (Exception problem) when (problem is UsageException or IOException or UnauthorizedAccessException)
        {
            // A deleted folder, a full disk, a closed standard output: nothing that a stack trace explains.
            Console.Error.WriteLine($"benchmarks: {problem.Message.ReplaceLineEndings(" ")}");
            return ExitCode.Usage;
        }
    }

    private static int Run(SuiteArguments arguments)
    {
        // Inherited by the processes that measure, and read wherever rows are made.
        if (arguments.Grid)
            Environment.SetEnvironmentVariable(ReplaceInput.GridVariable, "1");
        var root = RepositoryRoot.Find();
        var artifacts = new ArtifactsFolder(root, arguments.ArtifactsPath);
        if (arguments.StarWasExpanded)
            Console.WriteLine("The arguments after --filter are the listing of this folder: the shell expanded an unquoted star. Running everything.");
        string[] forBenchmarkDotNet = arguments.Kind != RunKind.Measured && !arguments.AsksForRows
            ? [.. arguments.ForBenchmarkDotNet, "--filter", "*"]
            : [.. arguments.ForBenchmarkDotNet];
        var suiteConfig = SuiteConfig.Create(arguments.Kind, artifacts.Path);
        if (forBenchmarkDotNet.Contains("--help"))
            Console.WriteLine(SuiteArguments.Help);
        if (arguments.AsksForInformation || AsksForList(forBenchmarkDotNet, suiteConfig))
        {
            new BenchmarkSwitcher(Assembly).Run(forBenchmarkDotNet, suiteConfig);
            return ExitCode.Success;
        }

        var config = Effective(forBenchmarkDotNet, suiteConfig);
        if (arguments.Publish && !arguments.AsksForRows)
            return Publish(artifacts, RunManifest.Read(artifacts));
        if (!arguments.AsksForRows && arguments.Kind == RunKind.Measured)
            throw new UsageException("Nothing was asked for. --filter '*' runs everything, --list flat names every benchmark, --help has the rest.");

        var wanted = Rows(config);
        if (wanted.Length == 0)
            return NothingMatched(forBenchmarkDotNet);

        SayWhatIsMissing();
        return arguments.Kind == RunKind.Smoke
            ? SmokeRun.Run(wanted)
            : Measure(wanted, artifacts, arguments);
    }

    private static int Measure(BenchmarkRunInfo[] wanted, ArtifactsFolder artifacts, SuiteArguments arguments)
    {
        var manifest = RunManifest.Planned(arguments.Kind, wanted, allRows: Rows(SuiteConfig.Create(RunKind.Measured, artifacts.Path)));
        // Known before an hour of measuring, and so said before it.
        if (arguments.Publish && manifest.WhyIncomplete.Count > 0)
            return Publish(artifacts, manifest);

        artifacts.MustBeWritable();
        using var runLock = RunLock.Take();
        // An interrupted run must not leave the record of the one before it beside its own tables.
        RunManifest.Delete(artifacts);
        // BenchmarkDotNet looks for the project to build from the current folder upwards.
        Environment.CurrentDirectory = artifacts.RepositoryRoot;
        ClientPackages.PinForChildBuilds();
        if (wanted.Any(info => SalesDatabase.IsNeededBy(info.Type)))
            SalesDatabase.ShareWithChildren();

        var summaries = BenchmarkRunner.Run(wanted);

        var failed = FailedRows(wanted, summaries);
        manifest = manifest.Finished(summaries, failed, artifacts);
        if (arguments.Kind == RunKind.Quick)
            Console.WriteLine("Quick run: a first answer, not a figure to quote.");
        SayWhatIsMissing();
        foreach (var row in failed)
            Console.Error.WriteLine($"benchmarks: failed: {row}");
        if (failed.Count > 0)
            return ExitCode.Failure;

        return arguments.Publish ? Publish(artifacts, manifest) : ExitCode.Success;
    }

    private static void SayWhatIsMissing()
    {
        foreach (var missing in new[] { ClientPackages.MissingLine, SalesDatabase.MissingLine }.OfType<string>())
            Console.WriteLine(missing);
    }

    private static int Publish(ArtifactsFolder artifacts, RunManifest? manifest)
    {
        if (manifest is null)
            throw new UsageException($"--publish: no usable run is recorded in {artifacts.Results}. Run with --filter '*' --launchCount {LaunchMeans.Fewest} first.");

        if (manifest.WhyIncomplete.Count > 0)
        {
            Console.Error.WriteLine($"benchmarks: not published: {string.Join("; ", manifest.WhyIncomplete)}.");
            return ExitCode.Failure;
        }

        artifacts.Publish(manifest, [.. Types().Select(Page.Topic).Distinct()]);
        Console.WriteLine($"Published {manifest.Rows} rows of {string.Join(", ", manifest.Topics.Select(topic => topic.Name))} to {artifacts.Reference}. Look at {LaunchSpreadPage.FileName} there before you commit them: a figure that does not repeat is none.");
        return ExitCode.Success;
    }

    private static BenchmarkRunInfo[] Rows(IConfig config) =>
    [
        .. Types()
            .Where(type => SalesDatabase.MissingLine is null || !SalesDatabase.IsNeededBy(type))
            .OrderBy(type => type.FullName, StringComparer.Ordinal)
            .Select(type => BenchmarkConverter.TypeToBenchmarks(type, config))
            .Where(info => info.BenchmarksCases.Length > 0),
    ];

    private static IEnumerable<Type> Types() =>
        Assembly.GetTypes().Where(type => type is { IsPublic: true, IsAbstract: false } && type.Name.EndsWith("Benchmarks", StringComparison.Ordinal));

    private static bool AsksForList(string[] arguments, IConfig config)
    {
        var (parsed, _, options) = ConfigParser.Parse(arguments, NullLogger.Instance, config);
        return parsed && options.ListBenchmarkCaseMode != ListBenchmarkCaseMode.Disabled;
    }

    private static IConfig Effective(string[] arguments, IConfig config)
    {
        var log = new LogCapture();
        var (parsed, fromArguments, options) = ConfigParser.Parse(arguments, log, config);
        if (!parsed)
            throw new UsageException(FirstError(log));
        if (options.Runtimes.Any())
            throw new UsageException("--runtimes: the suite measures on the runtime that it is built for; leave the option out.");
        if (!options.BaseJob.Equals("default", StringComparison.OrdinalIgnoreCase))
            throw new UsageException("--job: the suite has a job of its own; --quick is the short one, and --launchCount, --warmupCount, --iterationCount and --iterationTime change it.");
        if (options.LaunchCount < 1 || options.IterationCount < 1 || options.WarmupIterationCount < 0 || options.IterationTimeInMilliseconds < 1)
            throw new UsageException("--launchCount, --iterationCount and --iterationTime must be at least 1, --warmupCount at least 0.");
        return ManualConfig.Union(config, fromArguments);
    }

    // The parser writes what is wrong, and then the whole help.
    private static string FirstError(LogCapture log)
    {
        var lines = string.Concat(log.CapturedOutput.Select(line => line.Text))
            .Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
        var errors = Array.IndexOf(lines, "ERROR(S):");
        return errors >= 0 && errors + 1 < lines.Length ? lines[errors + 1] : lines.FirstOrDefault() ?? "bad arguments; see --help";
    }

    private static int NothingMatched(string[] arguments)
    {
        var names = Rows(SuiteConfig.Create(RunKind.Measured, "."))
            .SelectMany(info => info.BenchmarksCases)
            .Select(row => $"{row.Descriptor.Type.FullName}.{row.Descriptor.WorkloadMethod.Name}")
            .Distinct();
        Console.Error.WriteLine(
            $"benchmarks: no benchmark matches '{SuiteArguments.Shorten(string.Join(' ', arguments))}'. {NearestNames.Hint(arguments, names)}");
        return ExitCode.Failure;
    }

    private static List<string> FailedRows(BenchmarkRunInfo[] wanted, Summary[] summaries)
    {
        var measured = summaries
            .SelectMany(summary => summary.Reports)
            .Where(report => report.Success && report.ResultStatistics is not null)
            .Select(report => report.BenchmarkCase)
            .ToHashSet();
        return [.. wanted.SelectMany(info => info.BenchmarksCases).Where(row => !measured.Contains(row)).Select(row => row.DisplayInfo)];
    }
}
