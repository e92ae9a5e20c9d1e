namespace Bench.Load;

// Publishes, starts and loads the programs of a matrix. Tests pass recorded rounds instead.
internal interface IMatrixLoad
{
    // Share of all processor time that other processes took so far, 0 to 1. Null if the system does not report it. Also null with a
    // database: it is part of the measurement, but no child of this process.
    double? ShareOfOthers { get; }

    /// <returns>The program of each variant, in order. A program that is already published is not published again.</returns>
    IReadOnlyList<string> Publish(Action<LoadVariant> report, CancellationToken cancellationToken);

    /// <returns>Requests/s that each variant can answer, for each request of the matrix, level by level.</returns>
    /// <exception cref="UnansweredException">A variant gives no good answer.</exception>
    IReadOnlyList<IReadOnlyDictionary<LoadVariant, IReadOnlyList<double>>> Peaks(
        IReadOnlyList<MatrixLevel> levels,
        Action<MatrixLevel, LoadVariant> report,
        CancellationToken cancellationToken
    );

    /// <summary>Measures one round of all levels and adds it to each of them.</summary>
    /// <exception cref="UnansweredException">A variant gives no good answer.</exception>
    void AddRound(IReadOnlyList<MatrixLevel> levels, Action<MatrixLevel, LoadVariant> report, CancellationToken cancellationToken);
}
