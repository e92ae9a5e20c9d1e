using Bench.Statistics;

namespace Bench.Harness.Interleaving;

/// <param name="PerInvocation">Typical time of an invocation in ns.</param>
/// <param name="IterationTime">Intended length of an iteration in ns.</param>
/// <param name="Iterations">Number of iterations.</param>
internal sealed record Calibration(double PerInvocation, double IterationTime, int Iterations);

/// <summary>The plan of an iteration. All variants have the same, because only slices of the same round can be compared.</summary>
/// <param name="Slices">Slices per iteration, at least 1.</param>
/// <param name="Length">Length of a slice in ns.</param>
internal sealed record SlicePlan(int Slices, double Length)
{
    // Slices per iteration of the default length. The speed of a shared machine changes by a factor of nearly two, and back, within tenths
    // of a second. Slices that are compared must be closer together than an iteration is long.
    private const int SlicesOfIteration = 4;

    // Trial slices per variant: enough to know the noise within a third.
    public const int Trials = 12;

    // Target error of a launch's ratios. Launches differ by as much for other reasons.
    private const double TargetError = 0.025;

    // Limit of the factor by which the number of slices grows.
    private const int MaxLonger = 5;

    /// <summary>The plan before the trial run.</summary>
    /// <param name="calibrations">From all variants; at least one.</param>
    public static SlicePlan Create(IReadOnlyCollection<Calibration> calibrations)
    {
        var iteration = calibrations.Max(one => one.IterationTime);
        var length = Math.Clamp(calibrations.Max(one => one.PerInvocation), iteration / SlicesOfIteration, iteration);
        return new(Math.Max(1, (int)(iteration / length)), length);
    }

    /// <summary>Adds slices according to the noise of the trial run.</summary>
    /// <param name="iterations">Number of iterations to come.</param>
    /// <param name="ratios">Trial ratio of each variant, without those that failed.</param>
    public SlicePlan ForNoise(int iterations, IReadOnlyCollection<PairedRatio> ratios)
    {
        if (ratios.Count == 0)
            return this;
        var errors = ratios.Select(ratio => ratio.StandardError * Math.Sqrt(ratio.Rounds)).Order().ToArray();
        var wanted = Math.Pow(errors[errors.Length / 2] / TargetError, 2);
        return this with { Slices = Slices * (int)Math.Clamp(Math.Ceiling(wanted / ((double)Slices * iterations)), 1, MaxLonger) };
    }
}
