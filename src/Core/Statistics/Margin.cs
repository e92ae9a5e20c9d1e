namespace Bench.Statistics;

internal sealed record Margin
{
    public Margin(double relative, double noiseFloor)
    {
        if (!(relative is > 0 and < 10))
            throw new ArgumentOutOfRangeException(nameof(relative), relative, "A margin must be above 0 and below 10 (0.05 = 5%).");
        if (!(noiseFloor >= 0) || !double.IsFinite(noiseFloor))
            throw new ArgumentOutOfRangeException(nameof(noiseFloor), noiseFloor, "A noise floor must be 0 or more.");

        Relative = relative;
        NoiseFloor = noiseFloor;
    }

    public static Margin Default { get; } = new(0.05, 0.5);

    // 0.05 = 5%.
    public double Relative { get; }

    // An absolute change below it is not reported. It has the unit of the figures: ns, or bytes of a load test.
    public double NoiseFloor { get; }

    // The margin on the scale of the tests, for a slowdown. A speed-up has the negative value.
    public double Log => Math.Log(1 + Relative);
}
