namespace Bench.Load;

/// <summary>Where a generator measures itself rather than the server.</summary>
internal static class GeneratorLimit
{
    /// <summary>A generator that keeps its threads this busy measures itself.</summary>
    public const double BusyGenerator = 0.9;

    private const double BusyMachine = 0.95;

    /// <param name="generator">How many cores it kept busy.</param>
    /// <param name="server">How many the server did; null where that is not known.</param>
    /// <param name="most">How many it could have: its cores, or its threads.</param>
    /// <param name="shared">How many cores both share; null where each has its own.</param>
    /// <returns>Why throughput is not the server's, null where it is.</returns>
    public static string? Of(double generator, double? server, int most, int? shared) =>
        generator > BusyGenerator * most ? "the generator was saturated: its own speed was measured"
        : shared is { } cores && generator > server && generator + server > BusyMachine * cores
            ? "the generator took more of the machine than the server: in part its own speed was measured"
        : null;
}
