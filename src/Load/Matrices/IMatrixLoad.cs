namespace Bench.Load;

/// <summary>What a matrix measures with: programs that are published, started and loaded. Tests pass recorded rounds instead.</summary>
internal interface IMatrixLoad
{
    /// <summary>
    /// The share of all processors that others took so far, 0 to 1; null where the system does not say, and with a database, which is a
    /// part of what is measured and no child of this process.
    /// </summary>
    double? ShareOfOthers { get; }

    /// <summary>Publishes the program of each arm that has none yet.</summary>
    /// <param name="report">Called before each build.</param>
    /// <returns>Where each is, in the order of the arms.</returns>
    IReadOnlyList<string> Publish(Action<LoadArm> report, CancellationToken cancellationToken);

    /// <summary>Finds how much each arm can answer at each level.</summary>
    /// <param name="report">Called before each arm.</param>
    /// <returns>Requests/s of each arm, of each request of the matrix, level by level.</returns>
    /// <exception cref="UnansweredException">An arm gives no good answer.</exception>
    IReadOnlyList<IReadOnlyDictionary<LoadArm, IReadOnlyList<double>>> Peaks(
        IReadOnlyList<MatrixLevel> levels,
        Action<MatrixLevel, LoadArm> report,
        CancellationToken cancellationToken
    );

    /// <summary>Measures a round of all levels, which adds to each of them.</summary>
    /// <param name="report">Called before each arm.</param>
    /// <exception cref="UnansweredException">An arm gives no good answer.</exception>
    void AddRound(IReadOnlyList<MatrixLevel> levels, Action<MatrixLevel, LoadArm> report, CancellationToken cancellationToken);
}
