using System.Globalization;
using Bench.Harness.Columns;
using Bench.Harness.Tables;
using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.ConsoleArguments;
using BenchmarkDotNet.ConsoleArguments.ListBenchmarks;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Exporters.Json;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Order;
using BenchmarkDotNet.Reports;

namespace Bench.Harness.Running;

/// <summary>BenchmarkDotNet's configuration of a run: the harness's own, the program's, and what the arguments change.</summary>
internal sealed class RunConfig(
    HarnessOptions options,
    HarnessArguments arguments,
    HarnessContext context,
    string artifactsPath,
    Func<IReadOnlyDictionary<string, double>> secondsBefore
)
{
    private static readonly string[] HiddenStatistics = ["Error", "StdDev", "Median"];

    private static readonly IColumn[] Statistics =
    [
        .. StatisticColumn.AllStatistics,
        StatisticColumn.Error,
        StatisticColumn.P90,
        StatisticColumn.P95,
    ];

    /// <summary>The configuration of a kind of run, before the arguments for BenchmarkDotNet change it.</summary>
    public IConfig Create(RunKind kind)
    {
        var job = options.Job ?? Job.Default;
        var config = ManualConfig
            .CreateEmpty()
            .AddJob((kind == RunKind.Quick ? InterleavedEngineFactory.Quick(job) : job).AsDefault())
            .AddLogger(arguments.Verbose ? context.Logger : new TerseConsole(context.Output, isInterleaved: !arguments.NoInterleaving))
            .AddAnalyser([.. DefaultConfig.Instance.GetAnalysers()])
            .AddValidator([.. DefaultConfig.Instance.GetValidators()])
            .AddDiagnoser(MemoryDiagnoser.Default)
            .AddColumnProvider(DefaultColumnProviders.Instance)
            .AddColumn(new ThroughputColumn())
            .AddColumn([.. arguments.Columns.Select(StatisticOf)])
            .HideColumns("Gen0", "Gen1", "Gen2")
            .AddExporter(new NotedMarkdownExporter(kind, options.Notes), JsonExporter.FullCompressed)
            .AddLogicalGroupRules(BenchmarkLogicalGroupRule.ByCategory, BenchmarkLogicalGroupRule.ByParams)
            .WithOrderer(new DefaultOrderer(SummaryOrderPolicy.Declared, MethodOrderPolicy.Declared, JobOrderPolicy.Numeric))
            .WithSummaryStyle(SummaryStyle.Default.WithMaxParameterColumnWidth(40))
            .WithCultureInfo(CultureInfo.InvariantCulture)
            // It compiles all projects that the program refers to again: 35 s for the suite on an idle machine, more than its two
            // minutes on a busy one.
            .WithBuildTimeout(TimeSpan.FromMinutes(10))
            .WithArtifactsPath(artifactsPath);
        if (!arguments.NoInterleaving)
            // The interval is over launches; what BenchmarkDotNet says of the iterations stands in the JSON file.
            config = config
                .WithInterleaving((options.Interleaving ?? new InterleavingOptions()) with { SecondsBefore = secondsBefore })
                .HideColumns([.. HiddenStatistics.Where(name => !IsShown(name))]);
        return options.Configure?.Invoke(config) ?? config;
    }

    private bool IsShown(string statistic) =>
        arguments.Columns.Contains(statistic, StringComparer.OrdinalIgnoreCase)
        || arguments.ForBenchmarkDotNet.Contains("--allStats", StringComparer.OrdinalIgnoreCase);

    private static IColumn StatisticOf(string name) =>
        Array.Find(Statistics, column => column.ColumnName.Equals(name, StringComparison.OrdinalIgnoreCase))
        ?? throw new UsageException(
            $"--columns adds {string.Join(", ", Statistics.Select(column => column.ColumnName))}; '{HarnessArguments.Shorten(name)}' is none of them."
        );

    /// <summary>Arguments in which --envVars adds to what the program's job sets: BenchmarkDotNet lets it replace that.</summary>
    public static string[] WithVariablesOf(IConfig own, string[] arguments)
    {
        var at = Array.FindIndex(arguments, argument => argument.Split('=')[0].Equals("--envVars", StringComparison.OrdinalIgnoreCase));
        if (at < 0)
            return arguments;
        var ofJob = own.GetJobs()
            .SelectMany(job => job.Environment.EnvironmentVariables ?? [])
            .Where(variable => !Array.Exists(arguments, argument => argument.Contains(variable.Key + ":", StringComparison.Ordinal)))
            .Select(variable => $"{variable.Key}:{variable.Value}");
        return [.. arguments[..at], "--envVars", .. arguments[at].Split('=', 2).Skip(1), .. ofJob, .. arguments[(at + 1)..]];
    }

    /// <summary>Whether only names are asked for.</summary>
    public static bool AsksForList(string[] arguments, IConfig config)
    {
        var (parsed, _, options) = ConfigParser.Parse(arguments, NullLogger.Instance, config);
        return parsed && options.ListBenchmarkCaseMode != ListBenchmarkCaseMode.Disabled;
    }

    /// <summary>With what the arguments say.</summary>
    /// <exception cref="UsageException">They say what BenchmarkDotNet or the harness can't do.</exception>
    public static IConfig With(string[] arguments, IConfig config)
    {
        var log = new LogCapture();
        var (parsed, fromArguments, options) = ConfigParser.Parse(arguments, log, config);
        if (!parsed)
            throw new UsageException(FirstError(log));
        if (options.Resume || options.Join)
            throw new UsageException(
                $"{(options.Join ? "--join" : "--resume")}: classes are measured interleaved and each has its table; leave the option out."
            );
        if (
            options.LaunchCount < 1
            || options.IterationCount < 1
            || options.WarmupIterationCount < 0
            || options.IterationTimeInMilliseconds < 1
        )
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
}
