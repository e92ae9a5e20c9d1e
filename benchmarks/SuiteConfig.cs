using System.Globalization;
using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Environments;
using BenchmarkDotNet.Exporters.Json;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Order;
using BenchmarkDotNet.Reports;
using Benchmarks.Running;
using Benchmarks.Tables;
using Perfolizer.Horology;

namespace Benchmarks;

/// <summary>The one configuration of the suite: what is measured how, and what is written where.</summary>
internal static class SuiteConfig
{
    /// <summary>
    /// Tiered compilation waits until no method was compiled at tier 0 for this long before it counts calls. Without the
    /// wait a row reaches tier 1 in two seconds of warm-up instead of six, with the same figures: docs/measuring.md.
    /// </summary>
    private static readonly EnvironmentVariable CountCallsAtOnce = new("DOTNET_TC_CallCountingDelayMs", "0");

    public static IConfig Create(RunKind kind, string artifactsPath) =>
        ManualConfig.CreateEmpty()
            .AddJob((kind == RunKind.Quick ? Quick : Suite).WithEnvironmentVariables(CountCallsAtOnce).AsDefault())
            .AddLogger(ConsoleLogger.Default)
            .AddAnalyser([.. DefaultConfig.Instance.GetAnalysers()])
            .AddValidator([.. DefaultConfig.Instance.GetValidators()])
            .AddDiagnoser(MemoryDiagnoser.Default)
            .AddColumnProvider(DefaultColumnProviders.Instance)
            .AddColumn(new LaunchSpreadColumn(), new DifferenceColumn())
            .HideColumns("Gen0", "Gen1", "Gen2", Column.RatioSD)
            .AddExporter(new NotedMarkdownExporter(kind), JsonExporter.FullCompressed)
            .AddLogicalGroupRules(BenchmarkLogicalGroupRule.ByCategory, BenchmarkLogicalGroupRule.ByParams)
            .WithOrderer(new DefaultOrderer(SummaryOrderPolicy.Declared, MethodOrderPolicy.Declared))
            .WithSummaryStyle(SummaryStyle.Default.WithMaxParameterColumnWidth(40))
            .WithCultureInfo(CultureInfo.InvariantCulture)
            .WithArtifactsPath(artifactsPath);

    /// <summary>The job of a row: what was asked for, shortened where the row is synchronous and nothing else was asked for.</summary>
    public static Job JobFor(Type benchmark, Job asked)
    {
        if (!benchmark.IsDefined(typeof(SynchronousAttribute), inherit: false) || asked.Id != Suite.Id)
            return asked;

        var job = asked;
        if (asked.Run.WarmupCount == Suite.Run.WarmupCount)
            job = job.WithWarmupCount(10);
        if (asked.Run.IterationTime == Suite.Run.IterationTime)
            job = job.WithIterationTime(TimeInterval.FromMilliseconds(100));
        return job.WithId(asked.Id);
    }

    // dotnet/performance's recommended job, with a warm-up that lasts until tier 1. BenchmarkDotNet chooses the number of calls
    // of an iteration before the warm-up, when an asynchronous row is four to five times slower than it will be: 250 ms become
    // 60 ms and more, and the warm-up 2 s and more. Synchronous rows have less of both: JobFor.
    private static readonly Job Suite = Job.Default.WithId("Suite")
        .WithLaunchCount(1).WithWarmupCount(20).WithIterationCount(15).WithIterationTime(TimeInterval.FromMilliseconds(250));

    private static readonly Job Quick = Job.Default.WithId("Quick")
        .WithLaunchCount(1).WithWarmupCount(4).WithIterationCount(4).WithIterationTime(TimeInterval.FromMilliseconds(30)).WithEvaluateOverhead(false);
}
