namespace Bench.Load;

internal sealed record SweepSettings
{
    public IReadOnlyList<int> Levels { get; init; } = [200, 500, 1000, 3000, 5000, 10_000, 15_000, 20_000, 25_000, 50_000];

    /// <summary>Maximum of the generator's threads. A level uses as many as divide it.</summary>
    public int Threads { get; init; } = 3 * Environment.ProcessorCount;

    /// <summary>Load of each level in each round by each of the two generators.</summary>
    public double DurationSeconds { get; init; } = 10;

    /// <summary>Load before the first figure.</summary>
    public double WarmUpSeconds { get; init; } = 15;

    public int Repeats { get; init; } = 3;

    /// <summary>A later answer does not count as a success.</summary>
    public double TimeoutSeconds { get; init; } = 30;

    /// <summary>True if server and generator run on different cores.</summary>
    public bool Pin { get; init; }
}
