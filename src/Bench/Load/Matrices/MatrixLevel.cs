namespace Bench.Load;

internal sealed class MatrixLevel(LoadMatrix matrix)
{
    private readonly Dictionary<LoadVariant, List<VariantRound>> rounds = matrix.Variants.ToDictionary(
        variant => variant,
        _ => new List<VariantRound>()
    );
    private readonly Dictionary<LoadVariant, double> trialRun = [];

    public LoadMatrix Matrix => matrix;

    /// <summary>Common pace in requests/s, from the trial run; null while unknown.</summary>
    public double? Pace { get; set; }

    /// <summary>Share of each request of a mix in the pace, in their order; null without a mix, or while unknown.</summary>
    public IReadOnlyList<double>? Shares { get; private set; }

    // Requests/s of the next round: the pace of the trial run, or less if all peaks fell in the last round. The variant that lost least
    // decides, because any further loss of another variant is its own. At the old pace a machine that became slower would have too high a
    // load, and response times would be those of a queue.
    public double NextPace => Pace!.Value * Math.Min(1, matrix.Variants.Select(ShareOfTrialRun).OfType<double>().DefaultIfEmpty(1).Max());

    public IReadOnlyList<MeasuredVariant> Variants => [.. matrix.Variants.Select(variant => new MeasuredVariant(variant, rounds[variant]))];

    public int Rounds => rounds[matrix.Variants[0]].Count;

    // A resumed run has only the pace of its trial run. The peaks of its first round serve as well.
    private double? ShareOfTrialRun(LoadVariant variant) =>
        rounds[variant].LastOrDefault()?.Peak.GoodRequestsPerSecond is > 0 and var last
        && (trialRun.TryGetValue(variant, out var peak) ? peak : rounds[variant][0].Peak.GoodRequestsPerSecond) is > 0 and var before
            ? last / before
            : null;

    // Sets the pace to a share of the slowest variant's peak. In a mix, each request has its own slowest variant, so that every variant
    // can follow.
    /// <param name="peaks">Requests/s of each request.</param>
    public void Begin(IReadOnlyDictionary<LoadVariant, IReadOnlyList<double>> peaks)
    {
        foreach (var (variant, rates) in peaks)
            trialRun[variant] = rates.Sum();
        double[] slowest = [.. matrix.Sent.Select((_, request) => peaks.Values.Min(rates => rates[request]))];
        Pace = matrix.Pace * slowest.Sum();
        Shares = matrix.IsMix ? [.. slowest.Select(rate => rate / slowest.Sum())] : null;
    }

    public void GoOnWith(MatrixResult interrupted)
    {
        (Pace, Shares) = (interrupted.Pace, interrupted.Shares);
        foreach (var (variant, measured) in matrix.Variants.Zip(interrupted.Variants))
            rounds[variant].AddRange(measured.Rounds);
    }

    // Whole rounds only, because a variant is compared with the first variant of the same round.
    public void Add(IReadOnlyDictionary<LoadVariant, VariantRound> round)
    {
        foreach (var (variant, result) in round)
            rounds[variant].Add(result);
    }
}
