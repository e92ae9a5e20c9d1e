using System.Text.Json;

namespace Lab.CompareSpeed;

/// <summary>A run in the full export format of BenchmarkDotNet 0.14: 100 benchmarks per file, 15 measurements each.</summary>
internal static class GeneratedRun
{
    private const int BenchmarksOfAFile = 100;

    public static long Write(string folder, int benchmarks, int seed)
    {
        Directory.CreateDirectory(folder);
        var random = new Random(seed);
        long bytes = 0;
        for (var first = 0; first < benchmarks; first += BenchmarksOfAFile)
        {
            var path = Path.Combine(folder, $"Generated.Class{first / BenchmarksOfAFile}-report-full.json");
            using (var stream = File.Create(path))
            {
                using var json = new Utf8JsonWriter(stream);
                WriteFile(json, random, first / BenchmarksOfAFile, first, Math.Min(benchmarks, first + BenchmarksOfAFile));
            }

            bytes += new FileInfo(path).Length;
        }

        return bytes;
    }

    private static void WriteFile(Utf8JsonWriter json, Random random, int file, int from, int to)
    {
        json.WriteStartObject();
        json.WriteString("Title", $"Generated.Class{file}-20261121-120000");
        json.WriteStartObject("HostEnvironmentInfo");
        json.WriteString("BenchmarkDotNetCaption", "BenchmarkDotNet");
        json.WriteString("BenchmarkDotNetVersion", "0.14.0");
        json.WriteString("OsVersion", "Debian GNU/Linux 12 (bookworm)");
        json.WriteString("ProcessorName", "AMD EPYC");
        json.WriteNumber("LogicalCoreCount", 2);
        json.WriteString("RuntimeVersion", ".NET 10.0.12 (10.0.1226.42308)");
        json.WriteString("Architecture", "X64");
        json.WriteEndObject();
        json.WriteStartArray("Benchmarks");
        for (var benchmark = from; benchmark < to; benchmark++)
            WriteBenchmark(json, random, file, benchmark);
        json.WriteEndArray();
        json.WriteEndObject();
    }

    private static void WriteBenchmark(Utf8JsonWriter json, Random random, int file, int benchmark)
    {
        var mean = 100 + (benchmark % 1000);
        double[] times = [.. Enumerable.Range(0, 15).Select(_ => mean * (1 + (0.03 * (random.NextDouble() - 0.5))))];
        json.WriteStartObject();
        json.WriteString(
            "DisplayInfo",
            $"Class{file}.Method{benchmark}: Job-ABCDEF(IterationCount=15, IterationTime=100ms, LaunchCount=1, WarmupCount=6) [Size={benchmark}]"
        );
        json.WriteString("Namespace", "Generated");
        json.WriteString("Type", $"Class{file}");
        json.WriteString("Method", $"Method{benchmark}");
        json.WriteString("MethodTitle", $"Method{benchmark}");
        json.WriteString("Parameters", $"Size={benchmark}");
        json.WriteString("FullName", $"Generated.Class{file}.Method{benchmark}(Size: {benchmark})");
        json.WriteString("HardwareIntrinsics", "AVX-512F+CD+BW+DQ+VL+VBMI,AES,BMI1,BMI2,FMA,LZCNT,PCLMUL,POPCNT,AvxVnni VectorSize=256");
        WriteStatistics(json, times);
        json.WriteStartObject("Memory");
        json.WriteNumber("Gen0Collections", 3);
        json.WriteNumber("Gen1Collections", 0);
        json.WriteNumber("Gen2Collections", 0);
        json.WriteNumber("TotalOperations", 8192);
        json.WriteNumber("BytesAllocatedPerOperation", 8 * (benchmark % 100));
        json.WriteEndObject();
        json.WriteStartArray("Measurements");
        WriteMeasurement(json, "Overhead", "Jitting", 1, 1, 300000);
        WriteMeasurement(json, "Workload", "Jitting", 1, 1, 900000);
        for (var i = 0; i < times.Length; i++)
            WriteMeasurement(json, "Workload", "Actual", i + 1, 8192, times[i] * 8192);
        for (var i = 0; i < times.Length; i++)
            WriteMeasurement(json, "Workload", "Result", i + 1, 8192, times[i] * 8192);
        json.WriteEndArray();
        json.WriteEndObject();
    }

    private static void WriteStatistics(Utf8JsonWriter json, double[] times)
    {
        var mean = times.Average();
        var deviation = Math.Sqrt(times.Sum(time => (time - mean) * (time - mean)) / (times.Length - 1));
        json.WriteStartObject("Statistics");
        json.WriteStartArray("OriginalValues");
        foreach (var time in times)
            json.WriteNumberValue(time);
        json.WriteEndArray();
        json.WriteNumber("N", times.Length);
        foreach (var name in new[] { "Min", "LowerFence", "Q1", "Median", "Mean", "Q3", "UpperFence", "Max" })
            json.WriteNumber(name, mean);
        json.WriteNumber("InterquartileRange", deviation);
        json.WriteStartArray("LowerOutliers");
        json.WriteEndArray();
        json.WriteStartArray("UpperOutliers");
        json.WriteEndArray();
        json.WriteStartArray("AllOutliers");
        json.WriteEndArray();
        json.WriteNumber("StandardError", deviation / Math.Sqrt(times.Length));
        json.WriteNumber("Variance", deviation * deviation);
        json.WriteNumber("StandardDeviation", deviation);
        json.WriteNumber("Skewness", 0.1);
        json.WriteNumber("Kurtosis", 1.9);
        json.WriteStartObject("ConfidenceInterval");
        json.WriteNumber("N", times.Length);
        json.WriteNumber("Mean", mean);
        json.WriteNumber("StandardError", deviation / Math.Sqrt(times.Length));
        json.WriteNumber("Level", 12);
        json.WriteNumber("Margin", deviation);
        json.WriteNumber("Lower", mean - deviation);
        json.WriteNumber("Upper", mean + deviation);
        json.WriteEndObject();
        json.WriteStartObject("Percentiles");
        foreach (var name in new[] { "P0", "P25", "P50", "P67", "P80", "P85", "P90", "P95", "P100" })
            json.WriteNumber(name, mean);
        json.WriteEndObject();
        json.WriteEndObject();
    }

    private static void WriteMeasurement(Utf8JsonWriter json, string mode, string stage, int iteration, long operations, double nanoseconds)
    {
        json.WriteStartObject();
        json.WriteString("IterationMode", mode);
        json.WriteString("IterationStage", stage);
        json.WriteNumber("LaunchIndex", 1);
        json.WriteNumber("IterationIndex", iteration);
        json.WriteNumber("Operations", operations);
        json.WriteNumber("Nanoseconds", Math.Round(nanoseconds));
        json.WriteEndObject();
    }
}
