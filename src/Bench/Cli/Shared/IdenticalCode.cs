using System.Globalization;
using Bench.Host;
using Bench.Reports;
using Bench.Results;
using Bench.Runner;
using Bench.Statistics;

namespace Bench.Cli;

/// <summary>
/// Measures a few benchmarks of one build against itself, with the code of a check. The difference of their ratios from 1 is what a
/// check can't see on this machine.
/// </summary>
internal sealed class IdenticalCode
{
    private const int MaxBenchmarks = 3;
    private const int Replicates = 3;

    private readonly MeasuredBenchmark[] benchmarks;
    private readonly TimeSpan time;

    private IdenticalCode(MeasuredBenchmark[] benchmarks, TimeSpan time)
    {
        this.benchmarks = benchmarks;
        this.time = time;
    }

    private IEnumerable<MeasuredBenchmark> Measured => benchmarks.Where(benchmark => benchmark.Replicates.Count > 0);

    public static IReadOnlyList<HostedBenchmark> Find(BenchmarkProgram program, IReadOnlyList<string> patterns, Context context)
    {
        using var listing = context.Measurements.List(program, context.Cancellation);
        var found = listing.List(new BenchmarkFilter(patterns, [])).Benchmarks;
        return found.Count > 0 || patterns is []
            ? found
            : throw new UsageException($"--filter: '{string.Join("' '", patterns)}' matches no benchmark. {MeasurementOptions.HowToList}.");
    }

    public static IdenticalCode Measure(
        BenchmarkProgram program,
        IReadOnlyList<HostedBenchmark> all,
        TimeSpan benchmarkTimeout,
        ProgressLine progress,
        Context context,
        MeasurementSettings? settings = null
    )
    {
        var clock = TimeSpent.StartNew(context.Clock);
        var random = new Random();
        MeasuredBenchmark[] chosen =
        [
            .. Choose(all).Select(benchmark => new MeasuredBenchmark(new BenchmarkPairing(benchmark, benchmark))),
        ];
        new ReplicateSweeps(
            context.Measurements.Pairs(program, program, settings ?? new MeasurementSettings(), benchmarkTimeout, random),
            random,
            progress.Show
        ).Measure(
            "identical code",
            chosen.ToDictionary(benchmark => benchmark, _ => Replicates),
            isConfirmation: false,
            context.Cancellation
        );
        progress.Clear();
        return new IdenticalCode(chosen, clock.Elapsed);
    }

    /// <summary>Chooses benchmarks of different classes first, because those of one class are alike.</summary>
    internal static IEnumerable<HostedBenchmark> Choose(IEnumerable<HostedBenchmark> all) =>
        all.Where(benchmark => benchmark is { UnsupportedReason.Length: 0, Mode: RunMode.Slices })
            .GroupBy(benchmark => benchmark.Type, StringComparer.Ordinal)
            .SelectMany(type => type.Index())
            .OrderBy(benchmark => benchmark.Index)
            .Select(benchmark => benchmark.Item)
            .Take(MaxBenchmarks);

    /// <summary>Lines for the screen: what was measured, and the smallest slowdown that a check can find with that noise.</summary>
    public IEnumerable<string> Report(Margin margin)
    {
        yield return $"Identical code, measured like a check in {ClockText.Of(time)}:";
        foreach (var benchmark in benchmarks)
        {
            yield return $"  {benchmark.Id.FullName}";
            yield return benchmark.Replicates.Count > 0
                ? $"    {string.Join("  ", benchmark.Replicates.Select(replicate => Invariant($"{Math.Exp(replicate.LogRatio):0.000}x")))}"
                : $"    not measured: {benchmark.CandidateFailure ?? benchmark.BaselineFailure ?? benchmark.Unmeasured}";
        }

        if (!Measured.Any())
        {
            yield return "No benchmark could be measured, so the smallest slowdown that a check finds here is unknown.";
            yield break;
        }

        var spread = IdenticalCodeSpread.Of([
            .. Measured.SelectMany(benchmark => benchmark.Replicates).Select(replicate => replicate.LogRatio),
        ]);
        foreach (var line in Conclusion(spread, margin))
            yield return line;
    }

    public static string Detectable(double spread, Margin margin) =>
        $"With a margin of {Percent(margin.Relative)}, nine in ten checks fail if a benchmark is {Found(spread, margin)} slower.";

    /// <summary>The slowdown that is found nine times in ten, rounded up so that the promise holds.</summary>
    public static string Found(double spread, Margin margin) => Invariant($"{Math.Ceiling(100 * DetectableChange.Of(spread, margin)):0}%");

    public static string Percent(double share) => Invariant($"{100 * share:0.#}%");

    private static IEnumerable<string> Conclusion(IdenticalCodeSpread spread, Margin margin) =>
        Paragraph
            .Lines(
                $"Replicates of identical code spread by {Percent(spread.Spread)} here; with 90% confidence, by less than {Percent(spread.UpperSpread)}."
            )
            .Concat(
                Paragraph.Lines(
                    $"{Detectable(spread.Spread, margin)} At the upper limit of the spread, it must be {Found(spread.UpperSpread, margin)} slower."
                )
            );

    private static string Invariant(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
