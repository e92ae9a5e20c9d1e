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
            .AddJob(JobFor(kind).AsDefault())
            .AddLogger(ConsoleLogger.Default)
            .AddAnalyser([.. DefaultConfig.Instance.GetAnalysers()])
            .AddValidator([.. DefaultConfig.Instance.GetValidators()])
            .AddDiagnoser(MemoryDiagnoser.Default)
            .AddColumnProvider(DefaultColumnProviders.Instance)
            .AddColumn(new LaunchSpreadColumn(), new DifferenceColumn(), new ThroughputColumn())
            .HideColumns("Gen0", "Gen1", "Gen2", Column.RatioSD)
            .AddExporter(new NotedMarkdownExporter(kind), JsonExporter.FullCompressed)
            .AddLogicalGroupRules(BenchmarkLogicalGroupRule.ByCategory, BenchmarkLogicalGroupRule.ByParams)
            .WithOrderer(new DefaultOrderer(SummaryOrderPolicy.Declared, MethodOrderPolicy.Declared))
            .WithSummaryStyle(SummaryStyle.Default.WithMaxParameterColumnWidth(40))
            .WithCultureInfo(CultureInfo.InvariantCulture)
            // BenchmarkDotNet 0.15 compiles all projects that the suite refers to again: 35 s on an idle machine, more than its two minutes on a busy one.
            .WithBuildTimeout(TimeSpan.FromMinutes(10))
            .WithArtifactsPath(artifactsPath);

    // dotnet/performance's recommended job, with fewer and shorter iterations in more processes, because what moves a row is
    // the process and not the iteration.
    private static Job JobFor(RunKind kind) => kind == RunKind.Quick
        ? Job.Default.WithId("Quick").WithEnvironmentVariables(CountCallsAtOnce, Sequential.WarmUp(TimeSpan.FromMilliseconds(300)))
            .WithLaunchCount(1).WithWarmupCount(2).WithIterationCount(4).WithIterationTime(TimeInterval.FromMilliseconds(30)).WithEvaluateOverhead(false)
        : Job.Default.WithId("Suite").WithEnvironmentVariables(CountCallsAtOnce, Sequential.WarmUp(TimeSpan.FromSeconds(2)))
            .WithLaunchCount(1).WithWarmupCount(6).WithIterationCount(10).WithIterationTime(TimeInterval.FromMilliseconds(100));
}
