namespace Bench.Load;

internal sealed class MatrixLevel(LoadMatrix matrix)
{
    private readonly Dictionary<LoadArm, List<ArmRound>> rounds = matrix.Arms.ToDictionary(arm => arm, _ => new List<ArmRound>());
    private readonly Dictionary<LoadArm, double> pilot = [];

    public LoadMatrix Matrix => matrix;

    /// <summary>Common pace in requests/s, from the trial run; null while unknown.</summary>
    public double? Pace { get; set; }

    /// <summary>Share of each request of a mix in the pace, in their order; null without a mix, or while unknown.</summary>
    public IReadOnlyList<double>? Shares { get; private set; }

    /// <summary>
    /// Requests/s of the next round: the pace of the trial run, or less if all peaks fell in the last round. The variant that lost least
    /// decides, because any further loss of another variant is its own. At the old pace a machine that became slower would have too high a
    /// load, and response times would be those of a queue.
    /// </summary>
    public double NextPace => Pace!.Value * Math.Min(1, matrix.Arms.Select(ShareOfPilot).OfType<double>().DefaultIfEmpty(1).Max());

    public IReadOnlyList<MeasuredArm> Arms => [.. matrix.Arms.Select(arm => new MeasuredArm(arm, rounds[arm]))];

    public int Rounds => rounds[matrix.Arms[0]].Count;

    // A resumed run has only the pace of its trial run. The peaks of its first round serve as well.
    private double? ShareOfPilot(LoadArm arm) =>
        rounds[arm].LastOrDefault()?.Peak.GoodQueriesPerSecond is > 0 and var last
        && (pilot.TryGetValue(arm, out var peak) ? peak : rounds[arm][0].Peak.GoodQueriesPerSecond) is > 0 and var before
            ? last / before
            : null;

    /// <summary>
    /// Sets the pace to a share of the slowest variant's peak. In a mix, each request has its own slowest variant, so that every variant
    /// can follow.
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

    public void GoOnWith(MatrixResult interrupted)
    {
        (Pace, Shares) = (interrupted.Pace, interrupted.Shares);
        foreach (var (arm, measured) in matrix.Arms.Zip(interrupted.Arms))
            rounds[arm].AddRange(measured.Rounds);
    }

    // Whole rounds only, because a variant is compared with the first variant of the same round.
    public void Add(IReadOnlyDictionary<LoadArm, ArmRound> round)
    {
        foreach (var (arm, result) in round)
            rounds[arm].Add(result);
    }
}
