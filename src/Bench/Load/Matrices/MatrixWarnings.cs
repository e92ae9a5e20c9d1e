using Bench.Comparison;
using Bench.Results;

namespace Bench.Load;

internal sealed class MatrixWarnings(MatrixResult result, Settings settings, DateOnly today)
{
    public IEnumerable<string> All() => [.. OfMeasurement(), .. OfSettings(), .. OfOtherMetrics(), .. OfPinning(), .. OfWarmUp()];

    private IEnumerable<string> OfMeasurement()
    {
        if (result.Partial is { } partial)
            yield return $"This result is partial: {partial}.";
        if (result.Check?.ShareOfOthers is > CheckInfo.QuietShareOfOthers and var others)
            yield return FormattableString.Invariant(
                $"Other programs used {others:0%} of the CPU time during the measurement, so intervals are wider and more measures are Inconclusive. Databases of the servers count as other programs."
            );
    }

    private IEnumerable<string> OfSettings() =>
        ComparisonWarnings.OfSettings(
            settings,
            today,
            pattern => LoadMeasure.All.Any(measure => pattern.Fits(result.IdOf(measure.Id))),
            // Most rules are for benchmarks or for other applications.
            pattern => pattern.Text.StartsWith($"{result.Matrix.Name}.", StringComparison.Ordinal)
        );

    private IEnumerable<string> OfOtherMetrics() =>
        settings
            .Accepted.Where(one => LoadMeasure.All.Any(Fits(one)))
            .Where(one => !LoadMeasure.All.Where(measure => measure.AcceptedBy == one.Metric).Any(Fits(one)))
            .Select(one =>
                $"The accepted regression of '{one.Benchmark.Text}' accepts nothing. Use the metric allocation for allocated bytes, and time for all other measures."
            );

    private IEnumerable<string> OfPinning()
    {
        if (!result.Matrix.Pin || result.HasSameCode is true)
            yield break;
        if (result.Check?.ShareOfOthers > CheckInfo.QuietShareOfOthers)
            yield return "Other programs used the cores of the pinned servers, which hides differences in throughput and p99. CPU time per request is reliable.";
        if (result.CoresOfServers == 1)
            yield return "The servers had one core, so effects of lock contention and Server GC are not visible. Without --pin they share all cores with the generator.";
    }

    private IEnumerable<string> OfWarmUp()
    {
        if (!ServerWarmUp.Waits(result.Matrix.WarmUpSeconds) && result.HasSameCode is not true)
            yield return FormattableString.Invariant(
                $"The warm-up of {result.Matrix.WarmUpSeconds:0.#} s was too short to wait for the servers' JIT compiler. Use at least {ServerWarmUp.ShortestThatWaits.TotalSeconds:0} s."
            );
    }

    private Func<LoadMeasure, bool> Fits(AcceptedRegression accepted) => measure => accepted.Benchmark.Fits(result.IdOf(measure.Id));
}
