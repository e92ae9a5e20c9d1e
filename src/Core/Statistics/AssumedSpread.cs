namespace Bench.Statistics;

/// <summary>
/// What is assumed of the spread between launches where nothing is known of it: a heavy-tailed prior, Student's t for the log ratio of
/// two single launches of identical code. It can show a change by a multiple; it never shows that nothing changed.
/// </summary>
internal sealed record AssumedSpread
{
    private AssumedSpread(double scale, double degreesOfFreedom, string source)
    {
        Scale = scale;
        DegreesOfFreedom = degreesOfFreedom;
        Source = source;
    }

    /// <summary>
    /// Of times. Each of its quantiles from 50 % to 99.5 % lies above those of recorded runs of identical code:
    /// docs/internals/evidence/single-launches.md has them.
    /// </summary>
    public static AssumedSpread OfTimes { get; } = new(0.195, 6, "recorded runs of identical code: docs/explanation/verdicts.md");

    /// <summary>
    /// Of ratios to an interleaved baseline: 3 % between launches, and launches whose warm-up ended too early are not rare.
    /// </summary>
    public static AssumedSpread OfRatios { get; } = new(0.03 * Math.Sqrt(2), 3, "3 % between launches, docs/explanation/verdicts.md");

    /// <summary>The scale of the t distribution, on log ratios of two single launches.</summary>
    public double Scale { get; }

    public double DegreesOfFreedom { get; }

    /// <summary>What it was learned from, in a few words.</summary>
    public string Source { get; }

    /// <summary>The factor that two single launches of identical code stay within, with a probability.</summary>
    public double Within(double probability) => Math.Exp(Scale * new Student().Quantile((1 + probability) / 2, DegreesOfFreedom));

    internal (double Variance, double DegreesOfFreedom) OfALaunch => (Scale * Scale / 2, DegreesOfFreedom);
}
