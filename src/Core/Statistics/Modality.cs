using Perfolizer.Mathematics.Multimodality;

namespace Bench.Statistics;

internal static class Modality
{
    // BenchmarkDotNet calls a distribution bimodal from this m-value on (Gregg, "Frequency Trails: Modes and Modality", 2015).
    private const double Bimodal = 3.2;

    private const int MinValues = 15;

    // Fewer than 15 values are too few. The range of the values must exceed `smallestDistance` (0.05 = 5%), because closer modes change
    // no verdict.
    public static bool IsMultimodal(IReadOnlyList<double> values, double smallestDistance)
    {
        return values.Count >= MinValues
            && values.Max() > (1 + smallestDistance) * values.Min()
            && MValueCalculator.Calculate(values) >= Bimodal;
    }
}
