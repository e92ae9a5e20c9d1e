using MathNet.Numerics.Distributions;

namespace Lab.Study;

/// <summary>
/// A share with its 95% interval by Wilson ("Probable inference, the law of succession, and statistical inference", JASA 22, 1927).
/// </summary>
internal sealed record Wilson(int Hits, int Count)
{
    private static readonly double Z = Normal.InvCDF(0, 1, 0.975);

    /// <summary>0 if the count is 0.</summary>
    public double Share => Count == 0 ? 0 : (double)Hits / Count;

    public double Lower => Count == 0 || Hits == 0 ? 0 : Middle - Half;

    public double Upper => Count == 0 || Hits == Count ? 1 : Middle + Half;

    private double Middle => (Share + (Z * Z / (2 * Count))) / (1 + (Z * Z / Count));

    private double Half => Z / (1 + (Z * Z / Count)) * Math.Sqrt((Share * (1 - Share) / Count) + (Z * Z / (4.0 * Count * Count)));

    public override string ToString() =>
        Count == 0 ? "not measured" : FormattableString.Invariant($"{Hits} of {Count} ({Share:0.0%}; {Lower:0.0%} to {Upper:0.0%})");
}
