using System.Globalization;

namespace Bench.Load;

// Measures variants that differ in one thing, at one or more numbers of connections. A trial run of each variant finds the pace: a share of
// the slowest variant's peak, or less if the machine has become slower since. Each round then loads each variant at the common pace, and at
// full speed in a closed loop. Levels differ only in connections.
internal sealed class MatrixRun(IReadOnlyList<LoadMatrix> levels, IMatrixLoad load, Action<LoadProgress> report)
{
    private readonly LoadMatrix matrix = levels[0];

    public IReadOnlyList<MatrixLevel> Levels { get; } = [.. levels.Select(level => new MatrixLevel(level))];

    public double? ShareOfOthers => load.ShareOfOthers;

    /// <returns>The program of each variant, in order.</returns>
    public IReadOnlyList<string> Publish(CancellationToken cancellationToken) =>
        load.Publish(variant => report(new LoadProgress($"publishing for {variant.Name}", TimeSpan.Zero)), cancellationToken);

    /// <param name="count">Total number of rounds of each level.</param>
    /// <param name="keep">Called after each round.</param>
    public void Measure(int count, Action keep, CancellationToken cancellationToken)
    {
        if (Levels.All(level => level.Rounds >= count))
            return;
        Publish(cancellationToken);
        MatrixLevel[] unknown = [.. Levels.Where(level => level.Pace is null)];
        if (unknown.Length > 0)
            FindPace(unknown, cancellationToken);
        for (var round = Levels.Min(level => level.Rounds) + 1; round <= count; round++)
        {
            MatrixLevel[] lacking = [.. Levels.Where(level => level.Rounds < round)];
            Random.Shared.Shuffle(lacking);
            var stage = string.Create(CultureInfo.InvariantCulture, $"round {round} of {count}");
            var left = count - round + 1;
            load.AddRound(lacking, (level, variant) => Report(stage, level, variant, left), cancellationToken);
            keep();
        }
    }

    private void FindPace(MatrixLevel[] unknown, CancellationToken cancellationToken)
    {
        var peaks = load.Peaks(unknown, (level, variant) => Report("trial run", level, variant, matrix.Rounds + 1), cancellationToken);
        foreach (var (level, ofVariants) in unknown.Zip(peaks))
            level.Begin(ofVariants);
    }

    private void Report(string stage, MatrixLevel level, LoadVariant variant, int roundsLeft)
    {
        var where = Levels.Count == 1 ? "" : string.Create(CultureInfo.InvariantCulture, $", {level.Matrix.Connections} connections");
        var warmUps = TimeSpan.FromSeconds(matrix.Alone is null ? matrix.WarmUpSeconds : 0);
        var seconds = Levels.Sum(each =>
            (
                matrix.Alone is null
                    ? InterleavedRound.Time(each.Matrix, each.Pace is null ? null : each.NextPace, each.Shares)
                    : LoneRound.Time(each.Matrix)
            ).TotalSeconds
        );
        report(new LoadProgress($"{stage}{where}: {variant.Name}", roundsLeft * (warmUps + TimeSpan.FromSeconds(seconds))));
    }
}
