using System.Globalization;
using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Exporters;
using BenchmarkDotNet.Exporters.Json;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Running;

var config = ManualConfig
    .CreateEmpty()
    .AddLogger(ConsoleLogger.Default)
    .AddColumnProvider(DefaultColumnProviders.Instance)
    .AddDiagnoser(MemoryDiagnoser.Default)
    .AddExporter(MarkdownExporter.GitHub, JsonExporter.FullCompressed)
    .WithCultureInfo(CultureInfo.InvariantCulture);
BenchmarkSwitcher.FromTypes([typeof(Exported.ParameterBenchmarks), typeof(Exported.JobBenchmarks)]).Run(["--filter", "*"], config);

namespace Exported
{
    /// <summary>The parts of a case's name: parameters, one of them too long to be printed, a description, a failure.</summary>
    [TwoLaunches]
    public class ParameterBenchmarks
    {
        [Params("short", "a text that is longer, with a | in it")]
        public string Text { get; set; } = "";

        [Benchmark(Baseline = true)]
        public int Length() => Text.Length;

        [Benchmark(Description = "a copy")]
        public string Copy() => string.Concat(Text, "!");

        [Benchmark]
        public int Fails() => throw new InvalidOperationException(Text);

        [Benchmark]
        [Arguments(3)]
        public async Task<int> Later(int times)
        {
            for (var i = 0; i < times; i++)
                await Task.Yield();
            return times;
        }
    }

    [ThreeJobs]
    public class JobBenchmarks
    {
        [Benchmark]
        public object New() => new();
    }

    [AttributeUsage(AttributeTargets.Class)]
    public sealed class TwoLaunchesAttribute : Attribute, IConfigSource
    {
        public IConfig Config => ManualConfig.CreateEmpty().AddJob(Jobs.Short.WithLaunchCount(2));
    }

    [AttributeUsage(AttributeTargets.Class)]
    public sealed class ThreeJobsAttribute : Attribute, IConfigSource
    {
        public IConfig Config =>
            ManualConfig.CreateEmpty().AddJob(Jobs.Short.WithGcServer(true), Jobs.Short.WithGcServer(false), Jobs.Short.WithId("Named"));
    }

    internal static class Jobs
    {
        /// <summary>For small files, not for figures.</summary>
        public static Job Short { get; } =
            Job.Default.WithLaunchCount(1).WithWarmupCount(1).WithIterationCount(3).WithInvocationCount(64).WithEvaluateOverhead(false);
    }
}
