namespace Bench.Load;

internal sealed record SweepSettings
{
    public IReadOnlyList<int> Levels { get; init; } = [200, 500, 1000, 3000, 5000, 10_000, 15_000, 20_000, 25_000, 50_000];

    /// <summary>Threads of the generator at most; a level uses as many of them as divide it.</summary>
    public int Threads { get; init; } = 3 * Environment.ProcessorCount;

    /// <summary>How long each generator loads each level in each round, in seconds.</summary>
    public double DurationSeconds { get; init; } = 10;

    /// <summary>How long the server is loaded before the first figure, in seconds.</summary>
    public double WarmUpSeconds { get; init; } = 15;

    public int Repeats { get; init; } = 3;

    /// <summary>After how many seconds an answer is late, and no success.</summary>
    public double TimeoutSeconds { get; init; } = 30;

    /// <summary>Whether server and generator run on different cores.</summary>
    public bool Pin { get; init; }
}
