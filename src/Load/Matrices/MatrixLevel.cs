namespace Bench.Load;

/// <summary>The arms of a matrix at one number of connections, with what was measured of them so far.</summary>
internal sealed class MatrixLevel(LoadMatrix matrix)
{
    private readonly Dictionary<LoadArm, List<ArmRound>> rounds = matrix.Arms.ToDictionary(arm => arm, _ => new List<ArmRound>());
    private readonly Dictionary<LoadArm, double> pilot = [];

    public LoadMatrix Matrix => matrix;

    /// <summary>The common pace in requests a second that the pilot found, as soon as it is known.</summary>
    public double? Pace { get; set; }

    /// <summary>The share of each request of a mix in the pace, in their order; null where it is none, or not known yet.</summary>
    public IReadOnlyList<double>? Shares { get; private set; }

    /// <summary>
    /// The pace of the next round: the pilot's, or less where all arms had lower peaks in the last round, by the share of the one that lost
    /// least. At the pilot's pace a machine that has become slower would have more than the share of its load that it is to have, and times
    /// would be those of a queue; what one arm loses is its own.
    /// </summary>
    public double NextPace => Pace!.Value * Math.Min(1, matrix.Arms.Select(ShareOfPilot).OfType<double>().DefaultIfEmpty(1).Max());

    /// <summary>The arms, with what was measured so far.</summary>
    public IReadOnlyList<MeasuredArm> Arms => [.. matrix.Arms.Select(arm => new MeasuredArm(arm, rounds[arm]))];

    /// <summary>How many rounds there are.</summary>
    public int Rounds => rounds[matrix.Arms[0]].Count;

    // A run that goes on knows no more of its pilot than the pace: its first round is as good.
    private double? ShareOfPilot(LoadArm arm) =>
        rounds[arm].LastOrDefault()?.Peak.GoodQueriesPerSecond is > 0 and var last
        && (pilot.TryGetValue(arm, out var peak) ? peak : rounds[arm][0].Peak.GoodQueriesPerSecond) is > 0 and var before
            ? last / before
            : null;

    /// <summary>
    /// Takes over what the pilot found: the pace is a share of the slowest arm's peak. Of a mix each request has that of the arm that is
    /// the slowest in it, so that every arm can follow with all of them.
    /// </summary>
    /// <param name="peaks">Requests/s of each request.</param>
    public void Begin(IReadOnlyDictionary<LoadArm, IReadOnlyList<double>> peaks)
    {
        foreach (var (arm, rates) in peaks)
            pilot[arm] = rates.Sum();
        double[] slowest = [.. matrix.Sent.Select((_, request) => peaks.Values.Min(rates => rates[request]))];
        Pace = matrix.Pace * slowest.Sum();
        Shares = matrix.IsMix ? [.. slowest.Select(rate => rate / slowest.Sum())] : null;
    }

    /// <summary>Takes over the pace and the rounds of a run that was interrupted.</summary>
    public void GoOnWith(MatrixResult interrupted)
    {
        (Pace, Shares) = (interrupted.Pace, interrupted.Shares);
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
