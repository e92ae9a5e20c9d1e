using System.Text.Json;
using System.Text.Json.Serialization;
using MathNet.Numerics.Statistics;

namespace Bench.Results;

// Reads the JSON that BenchmarkDotNet 0.12 to 0.15 exports: full, brief, and both compressed. It prefers raw measurements, because
// `Statistics.OriginalValues` lacks the upper outliers.
internal static class BenchmarkDotNetJson
{
    public static RunFile Read(string place, Stream stream)
    {
        FileData? file;
        try
        {
            file = JsonSerializer.Deserialize(stream, BenchmarkDotNetContext.Default.FileData);
        }
        catch (JsonException e)
        {
            throw new ResultsException(
                e.LineNumber is { } line ? $"{place}, line {line + 1}" : place,
                $"is not a file of BenchmarkDotNet's JSON exporter: {JsonTrouble.Of(e)}.",
                e
            );
        }

        if (file?.Benchmarks is not { } benchmarks)
            throw new ResultsException(place, "has no Benchmarks: not a file of BenchmarkDotNet's JSON exporter.");
        var cases = benchmarks.Select((one, index) => FoundCase.Create($"{place}, benchmark {index + 1}", one)).ToArray();
        var host = file.HostEnvironmentInfo ?? new HostData();
        var environment = new RunEnvironment(
            host.ProcessorName,
            (int?)host.LogicalCoreCount,
            host.OsVersion,
            host.Architecture,
            host.RuntimeVersion,
            host.BenchmarkDotNetVersion,
            // A failed benchmark has no metrics.
            ProcessorModel: cases.Select(one => one.Metrics.Machine.ProcessorModel).LastOrDefault(model => model is not null),
            Instructions: cases.Select(one => one.Metrics.Machine.Instructions).LastOrDefault(level => level is not null)
        );
        if (environment.Instructions is null && InstructionSet.IsKnown(environment))
            // The highest of all benchmarks, because a job may turn instructions off.
            environment = environment with
            {
                Instructions = cases
                    .Select(one => InstructionSet.LevelOf(one.Case.HardwareIntrinsics ?? ""))
                    .OfType<string>()
                    .Max(StringComparer.Ordinal),
            };
        return new RunFile(place, environment, [.. cases.Select(ToResult)]);
    }

    private static BenchmarkResult ToResult(FoundCase found)
    {
        var (place, benchmark, metrics) = found;
        var (fullName, type) = (benchmark.FullName!, benchmark.Type);
        var method = Unquoted(benchmark.MethodTitle ?? benchmark.Method ?? fullName);
        var summary = benchmark.Statistics is { } statistics ? SummaryOf(place, statistics) : null;
        var launches = summary is null ? [] : benchmark.Launches;
        var bytes = benchmark.Memory?.BytesAllocatedPerOperation;
        if (bytes is < 0 or > Limits.Largest)
            throw new ResultsException(place, "allocated bytes are negative or too large.");
        return new BenchmarkResult
        {
            Id = new BenchmarkId(
                fullName,
                JobTraits.FromDisplayInfo(benchmark.DisplayInfo ?? "", $"{type}.{benchmark.MethodTitle ?? method}")
            ),
            Type =
                type is null ? TypeOf(fullName)
                : string.IsNullOrEmpty(benchmark.Namespace) ? type
                : $"{benchmark.Namespace}.{type}",
            Method = method,
            Parameters = benchmark.Parameters ?? "",
            Places = [place],
            Failure = summary is null ? "it has no statistics: the benchmark failed" : null,
            Launches = launches,
            Summaries = summary is not null && launches.Count == 0 ? [summary] : [],
            ToBaseline = summary is null ? null : metrics.ToBaseline(place),
            AllocatedBytes = bytes is { } known && summary is not null ? [known, .. OtherLaunches(known, metrics.AllocatedBytes)] : [],
        };
    }

    // BenchmarkDotNet itself keeps the bytes of one launch and shows them in its tables, so these come first.
    private static IEnumerable<double> OtherLaunches(double known, IReadOnlyList<double> byLaunch)
    {
        var own = byLaunch.ToList().IndexOf(known);
        return byLaunch.Where((_, i) => i != own);
    }

    // BenchmarkDotNet puts quotes around a title with spaces.
    public static string Unquoted(string title) => title is ['\'', .., '\''] ? title[1..^1] : title;

    private static string TypeOf(string fullName)
    {
        var parameters = fullName.IndexOf('(', StringComparison.Ordinal);
        var dot = (parameters < 0 ? fullName : fullName[..parameters]).LastIndexOf('.');
        return dot < 0 ? "" : fullName[..dot];
    }

    private static Summary SummaryOf(string place, StatisticsData statistics) =>
        statistics.Mean is not (>= 0 and <= Limits.Largest) ? throw new ResultsException(place, "Statistics has no Mean of 0 ns or more.")
        : statistics.StandardDeviation is < 0 ? throw new ResultsException(place, "the standard deviation is negative.")
        : new Summary(
            statistics.Mean.Value,
            statistics.StandardDeviation,
            statistics.N is >= 2 and < int.MaxValue and var count ? (int)count : null
        );

    private static List<Launch> LaunchesOf(IEnumerable<MeasurementData?> measurements)
    {
        var launches = new List<Launch>();
        foreach (var launch in measurements.Where(one => one?.Kind is not Kind.Other).GroupBy(LaunchOf).OrderBy(launch => launch.Key))
        {
            var kinds = launch.ToLookup(one => one!.Kind, NanosecondsPerOperation);
            // Without raw workload measurements, BenchmarkDotNet's own results.
            var isRaw = kinds.Contains(Kind.Actual);
            // As in BenchmarkDotNet, the median of the empty loop is the cost of the loop.
            var empty = isRaw && kinds.Contains(Kind.Overhead) ? kinds[Kind.Overhead].Median() : 0;
            double[] times = [.. kinds[isRaw ? Kind.Actual : Kind.Result].Select(time => Math.Max(0, time - empty))];
            if (times.Length > 0)
                launches.Add(new Launch(times));
        }

        return launches;
    }

    private static int LaunchOf(MeasurementData? measurement) =>
        (measurement ?? throw new JsonException("a measurement is invalid: expected an object.")).LaunchIndex
            is >= 0
                and < int.MaxValue
                and var launch
            ? (int)launch
            : 0;

    private static double NanosecondsPerOperation(MeasurementData? measurement) =>
        measurement!.Operations is not > 0 ? throw new JsonException("a measurement has no operations.")
        : measurement.Nanoseconds is not >= 0 || measurement.Nanoseconds / measurement.Operations > Limits.Largest
            ? throw new JsonException("a measurement needs nanoseconds from 0 to a century.")
        : measurement.Nanoseconds.Value / measurement.Operations.Value;

    private sealed record FoundCase(string Place, CaseData Case, InterleavedMetrics Metrics)
    {
        public static FoundCase Create(string place, CaseData? found) =>
            string.IsNullOrEmpty(found?.FullName)
                ? throw new ResultsException(place, "has no FullName.")
                : new(place, found, new InterleavedMetrics(place, found.Metrics ?? []));
    }

    internal sealed record FileData(HostData? HostEnvironmentInfo, IReadOnlyList<CaseData>? Benchmarks);

    internal sealed record HostData(
        string? ProcessorName = null,
        double? LogicalCoreCount = null,
        string? OsVersion = null,
        string? Architecture = null,
        string? RuntimeVersion = null,
        string? BenchmarkDotNetVersion = null
    );

    internal sealed class CaseData
    {
        public string? DisplayInfo { get; set; }
        public string? Namespace { get; set; }
        public string? Type { get; set; }
        public string? Method { get; set; }
        public string? MethodTitle { get; set; }
        public string? Parameters { get; set; }
        public string? FullName { get; set; }
        public StatisticsData? Statistics { get; set; }
        public MemoryData? Memory { get; set; }
        public IReadOnlyList<InterleavedMetrics.MetricData>? Metrics { get; set; }
        public string? HardwareIntrinsics { get; set; }

        // Only the times are kept, because a run can have hundreds of megabytes of measurements.
        public IReadOnlyList<MeasurementData>? Measurements
        {
            get => null;
            set => Launches = value is null ? [] : LaunchesOf(value);
        }

        [JsonIgnore]
        public IReadOnlyList<Launch> Launches { get; private set; } = [];
    }

    internal sealed record StatisticsData(double? Mean, double? StandardDeviation, double? N);

    internal sealed record MemoryData(double? BytesAllocatedPerOperation);

    internal sealed class MeasurementData
    {
        public string? IterationMode { get; set; }
        public string? IterationStage { get; set; }
        public double? LaunchIndex { get; set; }
        public double? Operations { get; set; }
        public double? Nanoseconds { get; set; }

        [JsonIgnore]
        public Kind Kind =>
            (IterationMode, IterationStage) switch
            {
                ("Workload", "Actual") => Kind.Actual,
                ("Workload", "Result") => Kind.Result,
                ("Overhead", "Actual") => Kind.Overhead,
                _ => Kind.Other,
            };
    }

    internal enum Kind
    {
        Other,
        Actual,
        Result,
        Overhead,
    }

    // BenchmarkDotNet writes an empty text for NaN.
    internal sealed class NumberOrEmpty : JsonConverter<double?>
    {
        public override double? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            reader.TokenType == JsonTokenType.String && reader.ValueTextEquals(""u8) ? null
            : reader.TokenType == JsonTokenType.Number && reader.GetDouble() is var value && double.IsFinite(value) ? value
            : throw new JsonException("expected a number.");

        public override void Write(Utf8JsonWriter writer, double? value, JsonSerializerOptions options) =>
            throw new NotSupportedException();
    }
}

[JsonSourceGenerationOptions(AllowDuplicateProperties = false, Converters = [typeof(BenchmarkDotNetJson.NumberOrEmpty)])]
[JsonSerializable(typeof(BenchmarkDotNetJson.FileData))]
internal sealed partial class BenchmarkDotNetContext : JsonSerializerContext;
