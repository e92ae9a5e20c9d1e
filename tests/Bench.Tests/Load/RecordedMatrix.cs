namespace Bench.Tests;

/// <summary>Rounds of a matrix as if servers had been published, started and loaded.</summary>
internal sealed class RecordedMatrix(LoadMatrix matrix, string folder) : IMatrixLoad
{
    /// <summary>The pace of <see cref="LoadMatrices"/>, requests/s.</summary>
    public const double Pace = 500;

    private int trialRuns;

    /// <summary>Takes the index of the variant and the number of the round.</summary>
    public Func<int, int, VariantRound> Round { get; init; } = (_, round) => Usual(round);

    /// <summary>Called before a round with its number, and with 0 before the trial run. An exception ends the round.</summary>
    public Action<int, LoadMatrix> Before { get; init; } = (_, _) => { };

    /// <summary>The files of a variant's program. By default they differ between variants.</summary>
    public Func<int, IReadOnlyDictionary<string, string>> Files { get; init; } =
        variant => new Dictionary<string, string> { ["App.dll"] = "", ["build.txt"] = $"{variant}" };

    public Action<LoadVariant> Publishing { get; init; } = _ => { };

    public double? ShareOfOthers { get; init; }

    public LoadMatrix Matrix => matrix;

    public int TrialRuns => trialRuns;

    public int Rounds { get; private set; }

    /// <summary>One of six rounds that differ by hundredths, in a cycle.</summary>
    public static VariantRound Usual(int round, double p99 = 1, double processor = 1, double allocated = 1)
    {
        var rounds = LoadMatrices.Interleaved("", p99, processor, allocated).Rounds;
        return rounds[(round - 1) % rounds.Count];
    }

    public IReadOnlyList<string> Publish(Action<LoadVariant> report, CancellationToken cancellationToken) =>
        [.. matrix.Variants.Select((variant, i) => Publish(variant, i, report))];

    public IReadOnlyList<IReadOnlyDictionary<LoadVariant, IReadOnlyList<double>>> Peaks(
        IReadOnlyList<MatrixLevel> levels,
        Action<MatrixLevel, LoadVariant> report,
        CancellationToken cancellationToken
    )
    {
        trialRuns++;
        Before(0, matrix);
        foreach (var variant in matrix.Variants)
            report(levels[0], variant);
        var each = matrix.Sent.Select(_ => Pace / matrix.Pace / matrix.Sent.Count).ToArray();
        return [.. levels.Select(_ => matrix.Variants.ToDictionary(variant => variant, _ => (IReadOnlyList<double>)each))];
    }

    public void AddRound(IReadOnlyList<MatrixLevel> levels, Action<MatrixLevel, LoadVariant> report, CancellationToken cancellationToken)
    {
        report(levels[0], matrix.Variants[0]);
        Before(levels.Min(level => level.Rounds) + 1, matrix);
        cancellationToken.ThrowIfCancellationRequested();
        foreach (var level in levels)
            level.Add(
                matrix.Variants.Select((variant, i) => (variant, i)).ToDictionary(one => one.variant, one => Round(one.i, level.Rounds + 1))
            );
        Rounds++;
    }

    private string Publish(LoadVariant variant, int number, Action<LoadVariant> report)
    {
        var program = Path.Combine(folder, $"server{number}");
        if (!Directory.Exists(program))
        {
            report(variant);
            Publishing(variant);
            foreach (var (name, text) in Files(number))
            {
                var file = Path.Combine(program, name);
                Directory.CreateDirectory(Path.GetDirectoryName(file)!);
                File.WriteAllText(file, text);
            }
        }

        return Path.Combine(program, "App.dll");
    }
}
