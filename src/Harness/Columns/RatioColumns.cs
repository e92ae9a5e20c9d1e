using System.Globalization;
using Bench.Harness.Interleaving;
using Bench.Statistics;
using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Reports;
using BenchmarkDotNet.Running;

namespace Bench.Harness.Columns;

// Columns of an interleaved table: the ratio to the baseline with its interval, and the spread of the launches.
internal static class RatioColumns
{
    private const string NotMeasured = "?";
    private const string None = "-";

    public static IReadOnlyList<IColumn> All { get; } =
    [
        new TextColumn("Ratio", "Time divided by the baseline's time, from paired slices; geometric mean over launches", 0, Ratio),
        new TextColumn(
            "95 % CI",
            "95% confidence interval of the ratio (Student's t over launches); the spread is moderated by the other benchmarks of the run",
            1,
            Interval
        ),
        new TextColumn("Significant", "slower or faster than the baseline if the interval excludes 1, otherwise no", 2, Significant),
        new TextColumn("Ratio spread", "Standard deviation of the ratio between launches", 3, RatioSpread),
        new TextColumn(
            "Time spread",
            "Standard deviation of the time between launches, which shows how much the machine's speed changed during the run",
            4,
            TimeSpread
        ),
        new TextColumn("Launches", "Number of processes that measured the benchmark", 5, (_, report, _) =>
            Text(Launches.Means(report).Length)
        ),
    ];

    private static string Ratio(Summary summary, BenchmarkReport? report, BenchmarkCase benchmark) =>
        IsBaseline(summary, benchmark)
            ? Launches.Means(report).Length == 0
                ? NotMeasured
                : "1.000"
            : InterleavedResult.Find(benchmark) is { } result
                ? result.Ratio is { } ratio
                    ? Digits(ratio.Ratio)
                    : NotMeasured
                : Baseline(summary, benchmark) is { } baseline
                && Mean(summary, baseline) is { } before
                && Mean(summary, benchmark) is { } after
                    ? Digits(after / before)
                    : NotMeasured;

    private static string Interval(Summary summary, BenchmarkReport? report, BenchmarkCase benchmark) =>
        InterleavedResult.Find(benchmark) is not { } result ? "not interleaved"
        : IsBaseline(summary, benchmark) ? "baseline"
        : result.Ratio is { } ratio ? $"{Digits(ratio.Lower)}-{Digits(ratio.Upper)}"
        : NotMeasured;

    private static string Significant(Summary summary, BenchmarkReport? report, BenchmarkCase benchmark) =>
        IsBaseline(summary, benchmark) ? ""
        : InterleavedResult.Find(benchmark)?.Ratio is not { } ratio ? NotMeasured
        : !ratio.IsSignificant ? "no"
        : ratio.Ratio > 1 ? "slower"
        : "faster";

    private static string RatioSpread(Summary summary, BenchmarkReport? report, BenchmarkCase benchmark) =>
        InterleavedResult.Find(benchmark)?.Ratio is { Launches: > 1 } ratio ? Share(ratio.Spread) : None;

    private static string TimeSpread(Summary summary, BenchmarkReport? report, BenchmarkCase benchmark) =>
        LaunchMeans.Spread(Launches.Means(report)) is var spread && double.IsNaN(spread) ? None : Share(spread);

    private static bool IsBaseline(Summary summary, BenchmarkCase benchmark) => summary.IsBaseline(benchmark);

    private static BenchmarkCase? Baseline(Summary summary, BenchmarkCase benchmark) =>
        summary.GetBaseline(summary.GetLogicalGroupKey(benchmark));

    private static double? Mean(Summary summary, BenchmarkCase benchmark) => summary[benchmark]?.ResultStatistics?.Mean;

    private static string Share(double spread) => string.Create(CultureInfo.InvariantCulture, $"{spread * 100:0.00}%");

    private static string Text(int number) => number.ToString(CultureInfo.InvariantCulture);

    public static string Digits(double ratio) =>
        ratio.ToString(
            ratio switch
            {
                >= 1000 => "0",
                >= 100 => "0.0",
                >= 10 => "0.00",
                >= 1 => "0.000",
                >= 0.1 => "0.0000",
                _ => "0.00000",
            },
            CultureInfo.InvariantCulture
        );
}
