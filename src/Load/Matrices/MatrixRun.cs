using System.Globalization;

namespace Bench.Load;

/// <summary>
/// Measures arms that differ in one thing, at one number of connections or at several. A pilot of each arm finds the pace: a share of the
/// slowest arm's peak, or less where the machine has become slower since. Then, in each round, each arm is loaded at the common pace, and
/// at full speed in a closed loop.
/// </summary>
/// <param name="levels">The same arms, which differ in nothing but connections.</param>
internal sealed class MatrixRun(IReadOnlyList<LoadMatrix> levels, IMatrixLoad load, Action<LoadProgress> report)
{
    private readonly LoadMatrix matrix = levels[0];

    /// <summary>What was measured so far, in the order in which the levels were given.</summary>
    public IReadOnlyList<MatrixLevel> Levels { get; } = [.. levels.Select(level => new MatrixLevel(level))];

    /// <inheritdoc cref="IMatrixLoad.ShareOfOthers"/>
    public double? ShareOfOthers => load.ShareOfOthers;

    /// <summary>Publishes the program of each arm.</summary>
    /// <returns>Where each is, in the order of the arms.</returns>
    public IReadOnlyList<string> Publish(CancellationToken cancellationToken) =>
        load.Publish(arm => report(new LoadProgress($"publishing for {arm.Name}", TimeSpan.Zero)), cancellationToken);

    /// <summary>Adds rounds until there are so many.</summary>
    /// <param name="count">How many of each arm at each level.</param>
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
            load.AddRound(lacking, (level, arm) => Report(stage, level, arm, left), cancellationToken);
            keep();
        }
    }

    private void FindPace(MatrixLevel[] unknown, CancellationToken cancellationToken)
    {
        var peaks = load.Peaks(unknown, (level, arm) => Report("pilot", level, arm, matrix.Rounds + 1), cancellationToken);
        foreach (var (level, ofArms) in unknown.Zip(peaks))
            level.Begin(ofArms);
    }

    private void Report(string stage, MatrixLevel level, LoadArm arm, int roundsLeft)
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
        report(new LoadProgress($"{stage}{where}: {arm.Name}", roundsLeft * (warmUps + TimeSpan.FromSeconds(seconds))));
    }
}
