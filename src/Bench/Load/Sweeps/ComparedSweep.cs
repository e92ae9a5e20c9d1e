using Bench.Hiding;

namespace Bench.Load;

// Several samples at several numbers of connections, interleaved. Each level is a matrix whose variants are the samples.
/// <param name="Levels">In ascending order of connections.</param>
internal sealed record ComparedSweep(string Name, IReadOnlyList<MatrixResult> Levels)
{
    public static string NameOf(string sweep, int connections) => FormattableString.Invariant($"{sweep}-{connections}");

    /// <summary>True if a sample gave no good answer at a measured level, in a round or in whole slices.</summary>
    public bool IsAnyUnanswered => Levels.Any(level => level.Silences.Count > 0);

    // A sample as a sweep of its own: full speed, and response times at the pace.
    public LoadRun RunOf(LoadVariant variant)
    {
        var first = Levels[0];
        return new LoadRun(
            variant.Name,
            new LoadTarget(variant.Name, null, first.Matrix.Path, new Secrets().Words(variant.Switches)),
            first.Environment,
            first.Tools,
            new SweepSettings(),
            [.. Levels.Select(level => new LoadLevel(level.Matrix.Connections, null, RoundsOf(level), []))],
            first.Partial
        );

        LoadRound[] RoundsOf(MatrixResult level) =>
            [
                .. level
                    .Variants.Single(measured => measured.Variant.Name == variant.Name)
                    .Rounds.Select((round, i) => new LoadRound(i + 1, round.Peak, round.Percentiles, round.Counters)),
            ];
    }
}
