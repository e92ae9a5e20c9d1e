namespace Bench.Load;

internal static class GeneratorLimit
{
    // A generator that uses more than this share of its threads measures itself.
    public const double BusyGenerator = 0.9;

    private const double BusyMachine = 0.95;

    // All figures are in cores. server is null if unknown; shared is null if the generator and the server have cores of their own.
    public static string? Of(double generator, double? server, int most, int? shared) =>
        generator > BusyGenerator * most ? "the generator was saturated, so its own speed was measured"
        : shared is { } cores && generator > server && generator + server > BusyMachine * cores
            ? "the generator used more CPU time than the server, so its own speed was measured in part"
        : null;
}
