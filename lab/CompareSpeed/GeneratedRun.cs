using System.Text;
using static System.FormattableString;

namespace Lab.CompareSpeed;

/// <summary>A run in the full export format of BenchmarkDotNet 0.14: 100 benchmarks per file, 15 measurements each.</summary>
internal static class GeneratedRun
{
    private const int BenchmarksOfAFile = 100;
    private const int Operations = 8192;

    /// <returns>The bytes of all files.</returns>
    public static long Write(string folder, int benchmarks, int seed)
    {
        Directory.CreateDirectory(folder);
        var random = new Random(seed);
        long bytes = 0;
        for (var first = 0; first < benchmarks; first += BenchmarksOfAFile)
        {
            var type = Invariant($"Class{first / BenchmarksOfAFile}");
            var all = Enumerable.Range(first, Math.Min(BenchmarksOfAFile, benchmarks - first)).Select(i => Benchmark(random, type, i));
            var json = Encoding.UTF8.GetBytes(
                $$"""{"Title":"Generated.{{type}}-20261121-120000","HostEnvironmentInfo":{"BenchmarkDotNetCaption":"BenchmarkDotNet","BenchmarkDotNetVersion":"0.14.0","OsVersion":"Debian GNU/Linux 12 (bookworm)","ProcessorName":"AMD EPYC","LogicalCoreCount":2,"RuntimeVersion":".NET 10.0.12 (10.0.1226.42308)","Architecture":"X64"},"Benchmarks":[{{string.Join(',', all)}}]}"""
            );
            File.WriteAllBytes(Path.Combine(folder, $"Generated.{type}-report-full.json"), json);
            bytes += json.Length;
        }

        return bytes;
    }

    private static string Benchmark(Random random, string type, int benchmark)
    {
        var mean = 100 + (benchmark % 1000);
        double[] times = [.. Enumerable.Range(0, 15).Select(_ => mean * (1 + (0.03 * (random.NextDouble() - 0.5))))];
        string[] measurements =
        [
            Measurement("Overhead", "Jitting", 1, 1, 300_000),
            Measurement("Workload", "Jitting", 1, 1, 900_000),
            .. times.Select((time, i) => Measurement("Workload", "Actual", i + 1, Operations, time * Operations)),
            .. times.Select((time, i) => Measurement("Workload", "Result", i + 1, Operations, time * Operations)),
        ];
        return Invariant(
            $$"""{"DisplayInfo":"{{type}}.Method{{benchmark}}: Job-ABCDEF(IterationCount=15, IterationTime=100ms, LaunchCount=1, WarmupCount=6) [Size={{benchmark}}]","Namespace":"Generated","Type":"{{type}}","Method":"Method{{benchmark}}","MethodTitle":"Method{{benchmark}}","Parameters":"Size={{benchmark}}","FullName":"Generated.{{type}}.Method{{benchmark}}(Size: {{benchmark}})","HardwareIntrinsics":"AVX-512F+CD+BW+DQ+VL+VBMI,AES,BMI1,BMI2,FMA,LZCNT,PCLMUL,POPCNT,AvxVnni VectorSize=256","Statistics":{{Statistics(times)}},"Memory":{"Gen0Collections":3,"Gen1Collections":0,"Gen2Collections":0,"TotalOperations":{{Operations}},"BytesAllocatedPerOperation":{{8 * (benchmark % 100)}}},"Measurements":[{{string.Join(',', measurements)}}]}"""
        );
    }

    private static string Statistics(double[] times)
    {
        var mean = times.Average();
        var deviation = Math.Sqrt(times.Sum(time => (time - mean) * (time - mean)) / (times.Length - 1));
        var error = deviation / Math.Sqrt(times.Length);
        return Invariant(
            $$"""{"OriginalValues":[{{string.Join(',', times.Select(time => Invariant($"{time}")))}}],"N":{{times.Length}},{{Each("Min LowerFence Q1 Median Mean Q3 UpperFence Max", mean)}},"InterquartileRange":{{deviation}},"LowerOutliers":[],"UpperOutliers":[],"AllOutliers":[],"StandardError":{{error}},"Variance":{{deviation * deviation}},"StandardDeviation":{{deviation}},"Skewness":0.1,"Kurtosis":1.9,"ConfidenceInterval":{"N":{{times.Length}},"Mean":{{mean}},"StandardError":{{error}},"Level":12,"Margin":{{deviation}},"Lower":{{mean - deviation}},"Upper":{{mean + deviation}}},"Percentiles":{ {{Each("P0 P25 P50 P67 P80 P85 P90 P95 P100", mean)}} } }"""
        );
    }

    private static string Each(string names, double value) =>
        string.Join(',', names.Split(' ').Select(name => Invariant($"\"{name}\":{value}")));

    private static string Measurement(string mode, string stage, int iteration, long operations, double nanoseconds) =>
        Invariant(
            $$"""{"IterationMode":"{{mode}}","IterationStage":"{{stage}}","LaunchIndex":1,"IterationIndex":{{iteration}},"Operations":{{operations}},"Nanoseconds":{{Math.Round(nanoseconds)}}}"""
        );
}
