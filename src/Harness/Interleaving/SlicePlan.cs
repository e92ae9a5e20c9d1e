using Bench.Statistics;

namespace Bench.Harness.Interleaving;

/// <summary>What a process found out before its main run.</summary>
/// <param name="PerInvocation">The typical time of an invocation, ns.</param>
/// <param name="IterationTime">How long an iteration is to be, ns.</param>
/// <param name="Iterations">How many there are.</param>
internal sealed record Calibration(double PerInvocation, double IterationTime, int Iterations);

/// <summary>
/// What an iteration is made of, the same for all alternatives: only slices that are taken in the same round can be compared.
/// </summary>
/// <param name="Slices">Slices of an iteration, at least 1.</param>
/// <param name="Length">Of a slice, ns.</param>
internal sealed record SlicePlan(int Slices, double Length)
{
    /// <summary>
    /// Slices of an iteration as short as BenchmarkDotNet is asked for. The speed of a shared machine changes by a factor of nearly two,
    /// and back, within tenths of a second: what is compared has to be nearer together than such an iteration is long.
    /// </summary>
    private const int SlicesOfIteration = 4;

    /// <summary>Trial slices of each, from which the noise is known within a third.</summary>
    public const int Trials = 12;

    /// <summary>How well a launch is to know its ratios from its slices: launches differ by as much for reasons of their own.</summary>
    private const double TargetError = 0.025;

    /// <summary>At most so many times the slices.</summary>
    private const int MaxLonger = 5;

    /// <summary>Before the trial.</summary>
    /// <param name="calibrations">Of all alternatives; at least one.</param>
    public static SlicePlan Create(IReadOnlyCollection<Calibration> calibrations)
    {
        var iteration = calibrations.Max(one => one.IterationTime);
        var length = Math.Clamp(calibrations.Max(one => one.PerInvocation), iteration / SlicesOfIteration, iteration);
        return new(Math.Max(1, (int)(iteration / length)), length);
    }

    /// <summary>With as many more slices as the noise of the trial asks for.</summary>
    /// <param name="iterations">How many iterations there will be.</param>
    /// <param name="ratios">What each alternative's trial slices said, without those that failed.</param>
    public SlicePlan ForNoise(int iterations, IReadOnlyCollection<PairedRatio> ratios)
    {
        if (ratios.Count == 0)
            return this;
        var errors = ratios.Select(ratio => ratio.StandardError * Math.Sqrt(ratio.Rounds)).Order().ToArray();
        var wanted = Math.Pow(errors[errors.Length / 2] / TargetError, 2);
        return this with { Slices = Slices * (int)Math.Clamp(Math.Ceiling(wanted / ((double)Slices * iterations)), 1, MaxLonger) };
    }
}
