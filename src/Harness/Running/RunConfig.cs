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

// BenchmarkDotNet's configuration of a run, from the harness, the program and the arguments.
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

    // Before the arguments for BenchmarkDotNet change it.
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
            // The build compiles all projects that the program refers to again. For the suite that takes 35 s on an idle machine. On a busy
            // one it exceeds BenchmarkDotNet's limit of two minutes.
            .WithBuildTimeout(TimeSpan.FromMinutes(10))
            .WithArtifactsPath(artifactsPath);
        if (!arguments.NoInterleaving)
            // The interval is over launches. BenchmarkDotNet's figures over iterations remain in the JSON file.
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
            $"--columns: '{HarnessArguments.Shorten(name)}' is not a column. Use {string.Join(", ", Statistics.Select(column => column.ColumnName))}."
        );

    // BenchmarkDotNet replaces the variables of the program's job by those of --envVars. Here --envVars adds to them.
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

    public static bool AsksForList(string[] arguments, IConfig config)
    {
        var (parsed, _, options) = ConfigParser.Parse(arguments, NullLogger.Instance, config);
        return parsed && options.ListBenchmarkCaseMode != ListBenchmarkCaseMode.Disabled;
    }

    public static IConfig With(string[] arguments, IConfig config)
    {
        var log = new LogCapture();
        var (parsed, fromArguments, options) = ConfigParser.Parse(arguments, log, config);
        if (!parsed)
            throw new UsageException(FirstError(log));
        if (options.Resume || options.Join)
            throw new UsageException(
                $"{(options.Join ? "--join" : "--resume")} is not supported, because classes are measured interleaved and each has its own table. Remove it."
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

    // The parser prints the error, and then the whole help.
    private static string FirstError(LogCapture log)
    {
        var lines = string.Concat(log.CapturedOutput.Select(line => line.Text))
            .Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
        var errors = Array.IndexOf(lines, "ERROR(S):");
        return errors >= 0 && errors + 1 < lines.Length ? lines[errors + 1] : lines.FirstOrDefault() ?? "wrong arguments. See --help";
    }
}
