using Bench.Comparison;
using Bench.Load;

namespace LoadTruth;

/// <summary>A log ratio of an arm to the first one, with half of its 95 % interval.</summary>
internal sealed record LogRatio(double Log, double HalfInterval);

/// <summary>A real difference of an arm to the first one in one measure, measured in two ways.</summary>
internal sealed record Difference(string Name, LogRatio Interleaved, LogRatio Alone)
{
    /// <summary>What is smaller is no difference that matters to a check.</summary>
    private const double Negligible = 0.02;

    /// <summary>Whether both ways contradict each other: by more than the 95 % interval of their difference, and than 2 %.</summary>
    public bool IsMissed => Math.Abs(Interleaved.Log - Alone.Log) > Math.Max(Negligible, HalfOfDifference);

    private double HalfOfDifference => double.Hypot(Interleaved.HalfInterval, Alone.HalfInterval);

    /// <summary>Those of a matrix that both ways have a ratio and an interval of.</summary>
    public static IEnumerable<Difference> All(MeasuredTwice twice, LoadMeasure measure)
    {
        var (interleaved, alone) = (Ratios(twice.Interleaved, measure), Ratios(twice.Alone, measure));
        foreach (var arm in twice.Alone.Arms.Select(arm => arm.Arm.Name))
            if (interleaved.TryGetValue(arm, out var ours) && alone.TryGetValue(arm, out var truth))
                yield return new Difference($"{twice.Name}: {arm}", ours, truth);
    }

    private static Dictionary<string, LogRatio> Ratios(MatrixResult result, LoadMeasure measure)
    {
        var ratios = new Dictionary<string, LogRatio>();
        foreach (var benchmark in result.Compare(new Settings(), measure).Benchmarks)
            if (benchmark.Time is { Lower: { } lower, Upper: { } upper, Ratio: var ratio })
                ratios.Add(benchmark.Method, new LogRatio(Math.Log(ratio), Math.Log(upper / lower) / 2));
        return ratios;
    }
}
