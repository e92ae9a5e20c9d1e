namespace Bench.Statistics;

/// <summary>How large a change must be to matter.</summary>
internal sealed record Margin
{
    public Margin(double relative, double noiseFloorNanoseconds)
    {
        if (!(relative is > 0 and < 10))
            throw new ArgumentOutOfRangeException(nameof(relative), relative, "A margin lies above 0 and below 10 (0.05 = 5 %).");
        if (!(noiseFloorNanoseconds >= 0) || !double.IsFinite(noiseFloorNanoseconds))
            throw new ArgumentOutOfRangeException(nameof(noiseFloorNanoseconds), noiseFloorNanoseconds, "A noise floor is 0 ns or more.");

        Relative = relative;
        NoiseFloorNanoseconds = noiseFloorNanoseconds;
    }

    public static Margin Default { get; } = new(0.05, 0.5);

    /// <summary>The relative change that matters (0.05 = 5 %).</summary>
    public double Relative { get; }

    /// <summary>The absolute change below which nothing is reported, in ns.</summary>
    public double NoiseFloorNanoseconds { get; }

    /// <summary>The margin on the scale of the tests: ln(1 + relative), for a slowdown; its negative for the mirror image.</summary>
    public double Log => Math.Log(1 + Relative);
}
