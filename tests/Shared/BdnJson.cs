using System.Globalization;
using System.Text;

namespace Bench.Tests;

/// <summary>Files in the format of BenchmarkDotNet, as small as possible.</summary>
internal static class BdnJson
{
    public static string Of(params string[] benchmarks) =>
        $$"""
            {"Title":"T","HostEnvironmentInfo":{"BenchmarkDotNetCaption":"BenchmarkDotNet","BenchmarkDotNetVersion":"0.14.0","OsVersion":"Debian GNU/Linux 12 (bookworm)","ProcessorName":"AMD EPYC","PhysicalCoreCount":2,"LogicalCoreCount":2,"RuntimeVersion":".NET 10.0.12","Architecture":"X64"},"Benchmarks":[{{string.Join(
                ",\n",
                benchmarks
            )}}]}
            """;

    /// <summary>A benchmark with a launch for each list of times, in ns per operation.</summary>
    public static string Benchmark(string name = "N.T.M", string job = "DefaultJob", double? bytes = null, params double[][] launches)
    {
        var measurements = launches.SelectMany(
            (times, launch) => times.Select((time, i) => Measurement("Workload", "Actual", launch + 1, i + 1, 1000, time * 1000))
        );
        return Raw(
            name,
            job,
            bytes,
            Statistics(launches.SelectMany(times => times).DefaultIfEmpty(1).Average()),
            string.Join(",", measurements)
        );
    }

    public static string Raw(string name, string job, double? bytes, string statistics, string? measurements)
    {
        var method = name.Split('(')[0].Split('.')[^1];
        var parameters = name.Contains('(', StringComparison.Ordinal)
            ? name[(name.IndexOf('(', StringComparison.Ordinal) + 1)..^1].Replace(": ", "=", StringComparison.Ordinal)
            : "";
        var benchmark = new StringBuilder();
        benchmark.Append(
            $$"""{"DisplayInfo":{{Quote($"T.{method}: {job}")}},"Namespace":"N","Type":"T","Method":{{Quote(method)}},"MethodTitle":{{Quote(method)}},"Parameters":{{Quote(parameters)}},"FullName":{{Quote(name)}},"Statistics":{{statistics}}"""
        );
        if (bytes is { } allocated)
            benchmark.Append(
                CultureInfo.InvariantCulture,
                $$""","Memory":{"Gen0Collections":1,"TotalOperations":1000,"BytesAllocatedPerOperation":{{allocated}}}"""
            );
        if (measurements is not null)
            benchmark.Append($",\"Measurements\":[{measurements}]");
        return benchmark.Append('}').ToString();
    }

    public static string Statistics(double mean) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $$"""{"OriginalValues":[{{mean}}],"N":15,"Mean":{{mean}},"StandardDeviation":{{mean / 100}},"Skewness":""}"""
        );

    public static string Measurement(string mode, string stage, int launch, int iteration, long operations, double nanoseconds) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $$"""{"IterationMode":"{{mode}}","IterationStage":"{{stage}}","LaunchIndex":{{launch}},"IterationIndex":{{iteration}},"Operations":{{operations}},"Nanoseconds":{{nanoseconds}}}"""
        );

    public static string Quote(string text) => System.Text.Json.JsonSerializer.Serialize(text);

    public static string Steady(string name, double time = 100, double? bytes = null, string job = "DefaultJob") =>
        Benchmark(
            name,
            job,
            bytes,
            [
                .. new[] { 1, 1.01, 0.99, 1.005, 0.995 }.Select(launch =>
                    new[] { 0.99, 1, 1.01, 1.002 }.Select(iteration => time * launch * iteration).ToArray()
                ),
            ]
        );
}
