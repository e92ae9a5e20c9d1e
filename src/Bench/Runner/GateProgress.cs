namespace Bench.Runner;

/// <param name="Step">The current step and its progress.</param>
/// <param name="Benchmark">The benchmark that was measured last; empty if there is none.</param>
/// <param name="Left">The expected remaining time; null if it is not known yet.</param>
internal sealed record GateProgress(string Step, string Benchmark, TimeSpan? Left)
{
    /// <summary>A finding that stays visible.</summary>
    public string? News { get; init; }
}
