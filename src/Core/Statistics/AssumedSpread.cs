namespace Bench.Statistics;

// The assumed spread between launches if none was measured: a heavy-tailed prior, Student's t for the log ratio of two single launches
// of identical code. It can show a change by a multiple. It never shows that nothing changed.
internal sealed record AssumedSpread
{
    private AssumedSpread(double scale, double degreesOfFreedom, string source)
    {
        Scale = scale;
        DegreesOfFreedom = degreesOfFreedom;
        Source = source;
    }

    // Each quantile from 50% to 99.5% lies above that of recorded runs of identical code. See
    // docs/internals/evidence/single-launches.md.
    public static AssumedSpread OfTimes { get; } = new(0.195, 6, "recorded runs of identical code: docs/explanation/verdicts.md");

    // For ratios to an interleaved baseline: 3% between launches. The heavy tail covers launches whose warm-up ended too early.
    public static AssumedSpread OfRatios { get; } = new(0.03 * Math.Sqrt(2), 3, "3% between launches, docs/explanation/verdicts.md");

    public double Scale { get; }

    public double DegreesOfFreedom { get; }

    // A short description of the data that the spread comes from, for reports.
    public string Source { get; }

    // The factor that two single launches of identical code stay within, with the given probability.
    public double Within(double probability) => Math.Exp(Scale * new Student().Quantile((1 + probability) / 2, DegreesOfFreedom));

    internal (double Variance, double DegreesOfFreedom) OfALaunch => (Scale * Scale / 2, DegreesOfFreedom);
}
