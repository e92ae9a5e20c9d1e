using Perfolizer.Mathematics.Multimodality;

namespace Bench.Statistics;

/// <summary>Whether measurements gather around more than one value.</summary>
internal static class Modality
{
    /// <summary>
    /// The m-value from which on BenchmarkDotNet calls a distribution bimodal (Gregg, "Frequency Trails: Modes and Modality", 2015).
    /// </summary>
    private const double Bimodal = 3.2;

    private const int MinValues = 15;

    /// <summary>Whether values have more than one mode, by Perfolizer's m-value.</summary>
    /// <param name="values">The values, 0 or more, in any unit.</param>
    /// <param name="smallestDistance">The relative distance (0.05 = 5 %) that all values together must exceed: modes closer than that
    /// change no verdict.</param>
    /// <returns>False for fewer than 15 values: too few to tell.</returns>
    public static bool IsMultimodal(IReadOnlyList<double> values, double smallestDistance)
    {
        return values.Count >= MinValues
            && values.Max() > (1 + smallestDistance) * values.Min()
            && MValueCalculator.Calculate(values) >= Bimodal;
    }
}
