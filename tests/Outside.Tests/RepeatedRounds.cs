using Bench.Cli.Load;

namespace Outside.Tests;

/// <summary>Measures two rounds and repeats their figures for all others, whose figures are not tested.</summary>
internal sealed class RepeatedRounds(IMatrixLoad load) : IMatrixLoad
{
    private const int Measured = 2;

    public static LoadMeasurements OfThisMachine { get; } =
        LoadMeasurements.OfThisMachine with
        {
            Matrix = static (matrix, variables, folder) =>
                new RepeatedRounds(LoadMeasurements.OfThisMachine.Matrix(matrix, variables, folder)),
        };

    public double? ShareOfOthers => load.ShareOfOthers;

    public IReadOnlyList<string> Publish(Action<LoadVariant> report, CancellationToken cancellationToken) =>
        load.Publish(report, cancellationToken);

    public IReadOnlyList<IReadOnlyDictionary<LoadVariant, IReadOnlyList<double>>> Peaks(
        IReadOnlyList<MatrixLevel> levels,
        Action<MatrixLevel, LoadVariant> report,
        CancellationToken cancellationToken
    ) => load.Peaks(levels, report, cancellationToken);

    public void AddRound(IReadOnlyList<MatrixLevel> levels, Action<MatrixLevel, LoadVariant> report, CancellationToken cancellationToken)
    {
        if (levels.Any(level => level.Rounds < Measured))
        {
            load.AddRound(levels, report, cancellationToken);
            return;
        }
        foreach (var level in levels)
            level.Add(level.Variants.ToDictionary(variant => variant.Variant, variant => variant.Rounds[^Measured]));
    }
}
