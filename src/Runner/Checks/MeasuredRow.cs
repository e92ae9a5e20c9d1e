using Bench.Host;
using Bench.Results;

namespace Bench.Runner;

/// <summary>A row and what has been measured of it so far.</summary>
internal sealed class MeasuredRow
{
    private readonly HostedBenchmark either;
    private readonly PairedSides sides;
    private readonly List<PairedUnit> units = [];
    private (PairResult Result, bool IsFresh)? half;
    private string? baselineFailure;
    private string? candidateFailure;

    private MeasuredRow(HostedBenchmark either, PairedSides sides, RowPairing? pairing)
    {
        this.either = either;
        this.sides = sides;
        Pairing = pairing;
        Unmeasured = either.UnsupportedReason.Length > 0 ? either.UnsupportedReason : pairing?.Baseline.UnsupportedReason is { Length: > 0 } reason ? reason : null;
    }

    public MeasuredRow(RowPairing pairing) : this(pairing?.Candidate ?? throw new ArgumentNullException(nameof(pairing)), PairedSides.Both, pairing)
    {
    }

    /// <summary>Both sides of the row; null for a row that one side lacks.</summary>
    public RowPairing? Pairing { get; }

    public RowId Id => either.Id;

    /// <summary>Whether it can be measured, and neither failed nor was given up.</summary>
    public bool IsOpen => Pairing is not null && baselineFailure is null && candidateFailure is null && Unmeasured is null;

    public IReadOnlyList<PairedUnit> Units => units;

    /// <summary>Why it is not measured, or no further.</summary>
    public string? Unmeasured { get; set; }

    /// <summary>The time of the process pairs so far.</summary>
    public TimeSpan Spent { get; private set; }

    /// <summary>The rows of two programs, side by side.</summary>
    /// <returns>The rows of the baseline in their order, then the new ones.</returns>
    public static IReadOnlyList<MeasuredRow> Join(IReadOnlyList<HostedBenchmark> baseline, IReadOnlyList<HostedBenchmark> candidate)
    {
        var theirs = candidate.GroupBy(row => row.Id).ToDictionary(rows => rows.Key, rows => rows.First());
        var alike = new Dictionary<RowId, int>();
        foreach (var (id, count) in baseline.CountBy(row => row.Id).Concat(candidate.CountBy(row => row.Id)))
            alike[id] = Math.Max(count, alike.GetValueOrDefault(id));
        var joined = new List<MeasuredRow>();
        foreach (var row in baseline.DistinctBy(row => row.Id))
            joined.Add(theirs.Remove(row.Id, out var same) ? new MeasuredRow(new RowPairing(row, same)) : new MeasuredRow(row, PairedSides.Baseline, null));
        joined.AddRange(candidate.Where(row => theirs.ContainsKey(row.Id)).DistinctBy(row => row.Id).Select(row => new MeasuredRow(row, PairedSides.Candidate, null)));
        foreach (var row in joined.Where(row => alike[row.Id] > 1))
            row.Unmeasured = $"{alike[row.Id]} benchmark cases have this name: give their parameters or jobs names that differ";
        return joined;
    }

    /// <summary>Adds what a pair of processes said. Two pairs, one of each order, make a unit.</summary>
    /// <param name="isFresh">Whether the row was a suspect before.</param>
    public void Add(PairOutcome outcome, bool isFresh)
    {
        Spent += outcome.Time;
        if (outcome.Result is not { } result)
        {
            baselineFailure = outcome.BaselineFailure;
            candidateFailure = outcome.CandidateFailure;
            return;
        }

        if (half is not { } first || first.IsFresh != isFresh)
        {
            half = (result, isFresh);
            return;
        }

        half = null;
        units.Add(first.Result.With(result, isFresh));
    }

    /// <summary>The row as a results file has it.</summary>
    /// <param name="isScreened">Whether only fresh units can convict it.</param>
    public Row ToRow(bool isScreened) => new()
    {
        Id = either.Id,
        Type = either.Type,
        Method = either.Method,
        Parameters = either.Parameters,
        Places = [],
        IsPaired = true,
        Sides = sides,
        Failure = candidateFailure,
        BaselineFailure = baselineFailure,
        Unmeasured = Unmeasured ?? (sides == PairedSides.Both && units.Count == 0 && baselineFailure is null && candidateFailure is null ? "the check ended before it was measured" : null),
        IsScreened = isScreened,
        How = either.Mode switch
        {
            RunMode.Iterations => either.HasSetup ? "in turns of one iteration: it has a set-up or clean-up for each" : "in turns of one iteration: its job is Monitoring",
            RunMode.FirstCall => "the first call of fresh processes: its job is ColdStart",
            _ => null,
        },
        Against = Pairing is { } pair && pair.Baseline.Id != pair.Candidate.Id ? pair.Baseline.Id.FullName : null,
        Units = [.. units],
        Launches = [.. units.Select(unit => new Launch([unit.CandidateNanoseconds]))],
        AllocatedBytes = [.. units.SelectMany(unit => unit.CandidateBytes ?? [])],
        BaselineAllocatedBytes = [.. units.SelectMany(unit => unit.BaselineBytes ?? [])],
    };
}
