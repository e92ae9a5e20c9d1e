namespace Bench.Load;

/// <summary>The arms of a matrix at one number of connections, with what was measured of them so far.</summary>
internal sealed class MatrixLevel(LoadMatrix matrix, string folder, IReadOnlyList<int>? cores)
{
    private readonly Dictionary<LoadArm, List<ArmRound>> rounds = matrix.Arms.ToDictionary(arm => arm, _ => new List<ArmRound>());

    public LoadMatrix Matrix => matrix;

    public ArmLoad Load { get; } = new(matrix, folder, cores);

    /// <summary>The common pace in requests a second that the pilot found, as soon as it is known.</summary>
    public double? Pace { get; set; }

    /// <summary>
    /// The pace of the next round: the pilot's, or less where the slowest arm had a lower peak in the last round. At the pilot's pace a
    /// machine that has become slower would have more than the share of its load that it is to have, and times would be those of a queue.
    /// </summary>
    public double NextPace =>
        rounds
            .Values.Select(measured => measured.LastOrDefault()?.Peak.GoodQueriesPerSecond)
            .Where(peak => peak > 0)
            .Select(peak => matrix.Pace * peak!.Value)
            .Append(Pace!.Value)
            .Min();

    /// <summary>The arms, with what was measured so far.</summary>
    public IReadOnlyList<MeasuredArm> Arms => [.. matrix.Arms.Select(arm => new MeasuredArm(arm, rounds[arm]))];

    /// <summary>How many rounds there are.</summary>
    public int Rounds => rounds[matrix.Arms[0]].Count;

    /// <summary>Takes over the pace and the rounds of a run that was interrupted.</summary>
    public void GoOnWith(MatrixResult interrupted)
    {
        Pace = interrupted.Pace;
        foreach (var (arm, measured) in matrix.Arms.Zip(interrupted.Arms))
            rounds[arm].AddRange(measured.Rounds);
    }

    /// <summary>Adds a round. Whole rounds only: an arm is compared with the first of the same round.</summary>
    public void Add(IReadOnlyDictionary<LoadArm, ArmRound> round)
    {
        foreach (var (arm, result) in round)
            rounds[arm].Add(result);
    }
}
