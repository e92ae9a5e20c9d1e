using System.Text;
using Bench.Comparison;
using Bench.Reports;
using Bench.Results;
using Bench.Statistics;

namespace Bench.Load;

// Compares two sets of crank's results, job by job and measure by measure.
internal sealed record CrankDiff(RunComparison Comparison, Outcome Outcome)
{
    /// <param name="side">One file, or several separated by commas.</param>
    /// <param name="folder">Start of relative paths.</param>
    public static bool IsCrank(string side, string folder) =>
        FilesOf(side, folder) is { Length: > 0 } files && Array.TrueForAll(files, file => IsCrankFile(file, folder));

    /// <summary>The first missing file; null if all exist, as files or under the name of a sweep.</summary>
    public static string? Missing(string side, string folder) =>
        FilesOf(side, folder).FirstOrDefault(file => !Exists(file, folder) && !IsSweep(file, folder));

    /// <summary>The first file that is not crank's, if there are several.</summary>
    public static string Other(string side, string folder) =>
        FilesOf(side, folder).FirstOrDefault(file => !IsCrankFile(file, folder)) ?? side;

    // Only crank's results may be several files.
    public static bool HasSeveral(string side, string folder) => FilesOf(side, folder).Length > 1 && !IsSweep(side, folder);

    public static CrankDiff Read(string baseline, string candidate, string folder, ComparisonOptions options, Strictness strictness)
    {
        var runs = RunLoader.Load([FilesOf(baseline, folder), FilesOf(candidate, folder)], folder);
        var comparison = RunComparison.Create(runs[0], runs[1], options);
        return new CrankDiff(comparison, Outcome.Create(comparison, strictness));
    }

    public string Render(string baseline, string candidate)
    {
        var page = new StringBuilder();
        page.Line($"# {MarkdownText.Cell(baseline)} and {MarkdownText.Cell(candidate)}\n");
        foreach (var line in Remarks.Machines(Comparison))
            page.Line($"> {MarkdownText.Cell(line)}\n");
        foreach (var warning in Comparison.Warnings)
            page.Line($"> {MarkdownText.Cell(warning)}\n");
        foreach (var difference in Remarks.OtherDifferences(Comparison))
            page.Line($"> Different environment: {MarkdownText.Cell(difference.ToString())}.\n");
        page.Line($"| job | measure | files, A, B | A | B | B / A (95% CI) | verdict | |");
        page.Line($"| --- | --- | ---: | ---: | ---: | --- | --- | --- |");
        foreach (var benchmark in Comparison.Benchmarks)
            page.Line(
                $"| {MarkdownText.Cell(benchmark.Type)} | {MeasureOf(benchmark)} | {benchmark.BaselineLaunches}, {benchmark.CandidateLaunches} | {Figures(benchmark)} | {Notes(benchmark)} |"
            );
        page.Line(
            $"\nEach file is one launch; crank writes the mean of several `--iterations`. Higher requests/s and lower response times are better. Verdicts and the margin of each measure are those of `bench compare`."
        );
        page.Line($"\n{LoadReport.Conclusion(Outcome)}");
        return page.ToString();
    }

    private static string[] FilesOf(string side, string folder) =>
        Exists(side, folder) ? [side] : side.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);

    private static bool IsSweep(string name, string folder) => Exists(name + ".json", folder) || Exists(name + ".dat", folder);

    private static bool Exists(string file, string folder) => File.Exists(Path.GetFullPath(file, folder));

    private static bool IsCrankFile(string file, string folder) => CrankJson.IsIn(Path.GetFullPath(file, folder));

    private static bool IsThroughput(ComparedBenchmark benchmark) => benchmark.Method == CrankJson.Throughput;

    private static string MeasureOf(ComparedBenchmark benchmark) =>
        IsThroughput(benchmark) ? "requests/s" : $"{CrankJson.Words(benchmark.Method)}, ms";

    private static string Figures(ComparedBenchmark benchmark) =>
        benchmark.Time is not { } time
            ? $" | | | {(benchmark.TimeNotCompared is null ? benchmark.Presence : "Not compared")}"
            : $"{Figure(benchmark, time.Baseline)} | {Figure(benchmark, time.Candidate)} | {Ratio(benchmark, time)} | {(time.Verdict == Verdict.NotWorse ? "Not worse" : time.Verdict)}";

    private static string Figure(ComparedBenchmark benchmark, double nanoseconds) =>
        IsThroughput(benchmark)
            ? FormattableString.Invariant($"{CrankJson.NanosecondsOfSecond / nanoseconds:0}")
            : FormattableString.Invariant($"{nanoseconds / CrankJson.NanosecondsOfMillisecond:0.00}");

    // The ratio of throughput is the inverse of the ratio of times.
    private static string Ratio(ComparedBenchmark benchmark, TimeJudgement time)
    {
        var (ratio, lower, upper) = IsThroughput(benchmark)
            ? (1 / time.Ratio, 1 / time.Upper, 1 / time.Lower)
            : (time.Ratio, time.Lower, time.Upper);
        return FormattableString.Invariant($"{ratio:0.000}x{(lower is null ? "" : $" ({lower:0.000}-{upper:0.000})")}");
    }

    private static string Notes(ComparedBenchmark benchmark)
    {
        var reason = benchmark.Failure ?? benchmark.TimeNotCompared ?? benchmark.Time?.Reason;
        return MarkdownText.Cell(reason ?? LoadReport.WhyItPasses(benchmark) ?? "");
    }
}
