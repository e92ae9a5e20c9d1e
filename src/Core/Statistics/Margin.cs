namespace Bench.Statistics;

internal sealed record Margin
{
    public Margin(double relative, double noiseFloorNanoseconds)
    {
        if (!(relative is > 0 and < 10))
            throw new ArgumentOutOfRangeException(nameof(relative), relative, "A margin must be above 0 and below 10 (0.05 = 5%).");
        if (!(noiseFloorNanoseconds >= 0) || !double.IsFinite(noiseFloorNanoseconds))
            throw new ArgumentOutOfRangeException(
                nameof(noiseFloorNanoseconds),
                noiseFloorNanoseconds,
                "A noise floor must be 0 ns or more."
            );

        Relative = relative;
        NoiseFloorNanoseconds = noiseFloorNanoseconds;
    }

    public static Margin Default { get; } = new(0.05, 0.5);

    // 0.05 = 5%.
    public double Relative { get; }

    // An absolute change below it is not reported.
    public double NoiseFloorNanoseconds { get; }

    // The margin on the scale of the tests, for a slowdown. A speed-up has the negative value.
    public double Log => Math.Log(1 + Relative);
}
