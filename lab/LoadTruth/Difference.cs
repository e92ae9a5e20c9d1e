using Bench.Comparison;
using Bench.Load;

namespace Lab.LoadTruth;

internal sealed record LogRatio(double Log, double HalfInterval);

internal sealed record Difference(string Name, LogRatio Interleaved, LogRatio Alone)
{
    // A smaller difference does not matter to a check.
    private const double Negligible = 0.02;

    /// <summary>The two ways differ by more than the 95% interval of their difference, and by more than 2%.</summary>
    public bool IsMissed => Math.Abs(Interleaved.Log - Alone.Log) > Math.Max(Negligible, HalfOfDifference);

    private double HalfOfDifference => double.Hypot(Interleaved.HalfInterval, Alone.HalfInterval);

    public static IEnumerable<Difference> All(MeasuredTwice twice, LoadMeasure measure)
    {
        var (interleaved, alone) = (Ratios(twice.Interleaved, measure), Ratios(twice.Alone, measure));
        foreach (var variant in twice.Alone.Variants.Select(variant => variant.Variant.Name))
            if (interleaved.TryGetValue(variant, out var ours) && alone.TryGetValue(variant, out var truth))
                yield return new Difference($"{twice.Name}: {variant}", ours, truth);
    }

    private static Dictionary<string, LogRatio> Ratios(MatrixResult result, LoadMeasure measure)
    {
        var ratios = new Dictionary<string, LogRatio>();
        foreach (var benchmark in new JudgedMatrix(result, new Settings()).Of(measure))
            if (benchmark.Time is { Lower: { } lower, Upper: { } upper, Ratio: var ratio })
                ratios.Add(benchmark.Method, new LogRatio(Math.Log(ratio), Math.Log(upper / lower) / 2));
        return ratios;
    }
}
