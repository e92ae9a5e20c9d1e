using System.Globalization;
using System.Text;

namespace Bench.Tests;

/// <summary>A run in the interleaved harness's export format: full JSON and a Markdown table of the same figures.</summary>
internal sealed class InterleavedRun
{
    private const int Iterations = 15;

    private readonly List<Benchmark> benchmarks = [];

    public string Processor { get; init; } = "AMD EPYC";

    public string BenchmarkDotNet { get; init; } = "0.14.0";

    /// <summary>Bytes per operation in each launch, in addition to BenchmarkDotNet's own figure of 64 bytes.</summary>
    public double[] Allocated { get; init; } = [];

    /// <summary>Adds a category, baseline first, with a time for each launch, in ns per operation.</summary>
    public void Add(int size, params (string Method, double[] Launches)[] category) => Add("DefaultJob", size, category);

    /// <summary>The same for one of several jobs.</summary>
    public void Add(string job, int size, params (string Method, double[] Launches)[] category)
    {
        for (var i = 0; i < category.Length; i++)
            benchmarks.Add(new(size, category[i].Method, category[i].Launches, i == 0 ? null : category[0], job));
    }

    /// <summary>Adds jobs of one method: the first is the baseline.</summary>
    public void AddJobs(int size, string method, params (string Job, double[] Launches)[] jobs)
    {
        for (var i = 0; i < jobs.Length; i++)
            benchmarks.Add(new(size, method, jobs[i].Launches, i == 0 ? null : (method, jobs[0].Launches), jobs[i].Job));
    }

    public string ToJson() =>
        BdnJson
            .Of([.. benchmarks.Select(ToJson)])
            .Replace("AMD EPYC", Processor, StringComparison.Ordinal)
            .Replace("0.14.0", BenchmarkDotNet, StringComparison.Ordinal);

    public string ToMarkdown()
    {
        var page = new StringBuilder();
        page.Append(
            CultureInfo.InvariantCulture,
            $"""
            ```

            BenchmarkDotNet v{BenchmarkDotNet}, Debian GNU/Linux 12 (bookworm)
            {Processor}, 1 CPU, 2 logical and 2 physical cores
            .NET SDK 10.0.100
              [Host] : .NET 10.0.12, X64 RyuJIT AVX2

            ```
            | Method | Size | Mean | Error | StdDev | Ratio | 95 % CI | Significant | Ratio spread | Time spread | Launches | Allocated |
            |------- |----- |-----:|------:|-------:|------:|--------:|------------ |-------------:|------------:|---------:|----------:|

            """
        );
        foreach (var benchmark in benchmarks)
        {
            if (benchmark.Baseline is null && benchmark != benchmarks[0])
                page.Append("| | | | | | | | | | | | |\n");
            page.Append(ToLine(benchmark));
        }

        return page.ToString();
    }

    public void Write(Folder folder, string name)
    {
        folder.Write($"{name}.json/N.T-report-full-compressed.json", ToJson());
        folder.Write($"{name}.md/N.T-report-github.md", ToMarkdown());
    }

    private string ToJson(Benchmark benchmark)
    {
        var metrics = benchmark.Ratios.SelectMany(
            (ratio, i) =>
                new[]
                {
                    Metric($"InterleavedRatio{i + 1}", ratio, $"N.T.{benchmark.Baseline!.Value.Method}(Size: {benchmark.Size})"),
                    Metric($"InterleavedError{i + 1}", 0.002, ""),
                }
        );
        var exported = BdnJson.Benchmark(
            $"N.T.{benchmark.Method}(Size: {benchmark.Size})",
            benchmark.Job,
            64,
            [.. benchmark.Launches.Select(time => Enumerable.Range(0, Iterations).Select(i => time * Wobble(i)).ToArray())]
        );
        metrics = metrics.Concat(Allocated.Select((bytes, i) => Metric($"InterleavedAllocated{i + 1}", bytes, "")));
        return $"{exported[..^1]},\"Metrics\":[{Metric("Gen0Collects", 1, "GC Generation 0 collects per 1000 operations")}{string.Concat(metrics.Select(metric => "," + metric))}]}}";
    }

    private static string ToLine(Benchmark benchmark)
    {
        var mean = benchmark.Launches.Average();
        var deviation = mean * 0.01;
        var n = benchmark.Launches.Length;
        double[] logs = [.. benchmark.Ratios.Select(ratio => Math.Log(ratio))];
        var (ratio, interval) = benchmark.Baseline is null ? ("1.000", "baseline") : (Digits(Math.Exp(logs.Average())), "1.444-1.462");
        return string.Create(
            CultureInfo.InvariantCulture,
            $"| {benchmark.Method} | {benchmark.Size} | {mean:#,##0.000} ns | {deviation * 1.0690606549580857:0.000} ns | {deviation:0.000} ns | {ratio} | {interval} | {(benchmark.Baseline is null ? "" : "slower")} | {(benchmark.Baseline is null ? "-" : Spread(logs))} | {Spread([.. benchmark.Launches.Select(time => Math.Log(time))])} | {n} | 64 B |\n"
        );
    }

    private static double Wobble(int iteration) => 1 + (0.004 * ((iteration % 5) - 2));

    private static string Spread(double[] logs)
    {
        if (logs.Length < 2)
            return "-";
        var mean = logs.Average();
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{100 * Math.Sqrt(logs.Sum(log => (log - mean) * (log - mean)) / (logs.Length - 1)):0.00}%"
        );
    }

    private static string Digits(double ratio) =>
        ratio.ToString(
            ratio switch
            {
                < 1 => "0.0000",
                < 10 => "0.000",
                < 100 => "0.00",
                _ => "0.0",
            },
            CultureInfo.InvariantCulture
        );

    private static string Metric(string id, double value, string legend) =>
        $"{{\"Value\":{value.ToString("R", CultureInfo.InvariantCulture)},\"Descriptor\":{{\"Id\":\"{id}\",\"DisplayName\":\"{id}\",\"Legend\":\"{legend}\",\"Unit\":\"\"}}}}";

    private sealed record Benchmark(int Size, string Method, double[] Launches, (string Method, double[] Launches)? Baseline, string Job)
    {
        public double[] Ratios => Baseline is { } baseline ? [.. Launches.Zip(baseline.Launches, (time, other) => time / other)] : [];
    }
}
