using Bench.Load;

namespace Bench.Tests;

/// <summary>Rounds of a matrix as if servers had been published, started and loaded.</summary>
internal sealed class RecordedMatrix(LoadMatrix matrix, string folder) : IMatrixLoad
{
    /// <summary>The pace of <see cref="LoadMatrices"/>, requests/s.</summary>
    public const double Pace = 500;

    private int pilots;

    /// <summary>Takes the index of the arm and the number of the round.</summary>
    public Func<int, int, ArmRound> Round { get; init; } = (_, round) => Usual(round);

    /// <summary>Called before a round with its number, and with 0 before the trial run. An exception ends the round.</summary>
    public Action<int, LoadMatrix> Before { get; init; } = (_, _) => { };

    /// <summary>The files of an arm's program. By default they differ between arms.</summary>
    public Func<int, IReadOnlyDictionary<string, string>> Files { get; init; } =
        arm => new Dictionary<string, string> { ["App.dll"] = "", ["build.txt"] = $"{arm}" };

    public Action<LoadArm> Publishing { get; init; } = _ => { };

    public double? ShareOfOthers { get; init; }

    public LoadMatrix Matrix => matrix;

    public int Pilots => pilots;

    public int Rounds { get; private set; }

    /// <summary>One of six rounds that differ by hundredths, in a cycle.</summary>
    public static ArmRound Usual(int round, double p99 = 1, double processor = 1, double allocated = 1)
    {
        var rounds = LoadMatrices.Interleaved("", p99, processor, allocated).Rounds;
        return rounds[(round - 1) % rounds.Count];
    }

    public IReadOnlyList<string> Publish(Action<LoadArm> report, CancellationToken cancellationToken) =>
        [.. matrix.Arms.Select((arm, i) => Publish(arm, i, report))];

    public IReadOnlyList<IReadOnlyDictionary<LoadArm, IReadOnlyList<double>>> Peaks(
        IReadOnlyList<MatrixLevel> levels,
        Action<MatrixLevel, LoadArm> report,
        CancellationToken cancellationToken
    )
    {
        pilots++;
        Before(0, matrix);
        foreach (var arm in matrix.Arms)
            report(levels[0], arm);
        var each = matrix.Sent.Select(_ => Pace / matrix.Pace / matrix.Sent.Count).ToArray();
        return [.. levels.Select(_ => matrix.Arms.ToDictionary(arm => arm, _ => (IReadOnlyList<double>)each))];
    }

    public void AddRound(IReadOnlyList<MatrixLevel> levels, Action<MatrixLevel, LoadArm> report, CancellationToken cancellationToken)
    {
        report(levels[0], matrix.Arms[0]);
        Before(levels.Min(level => level.Rounds) + 1, matrix);
        cancellationToken.ThrowIfCancellationRequested();
        foreach (var level in levels)
            level.Add(matrix.Arms.Select((arm, i) => (arm, i)).ToDictionary(one => one.arm, one => Round(one.i, level.Rounds + 1)));
        Rounds++;
    }

    private string Publish(LoadArm arm, int number, Action<LoadArm> report)
    {
        var program = Path.Combine(folder, $"server{number}");
        if (!Directory.Exists(program))
        {
            report(arm);
            Publishing(arm);
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
