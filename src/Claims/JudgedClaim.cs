using Bench.Comparison;
using Bench.LoadTesting;
using Bench.Results;
using Bench.Statistics;

namespace Bench.Claims;

/// <summary>What a measurement says of a claim.</summary>
public enum ClaimVerdict
{
    /// <summary>The whole 95 % interval is within the tolerance of the claimed ratio.</summary>
    Confirmed,

    /// <summary>The interval is beyond the tolerance, and the conditions are the claim's.</summary>
    Contradicted,

    /// <summary>The interval is beyond the tolerance, and so are the conditions: both may be right.</summary>
    ChangedConditions,

    /// <summary>The interval holds both.</summary>
    Inconclusive,

    /// <summary>There is no figure.</summary>
    NotMeasured,
}

/// <summary>A claim beside its measurement.</summary>
/// <param name="Source">Who claims.</param>
/// <param name="Claim">What.</param>
/// <param name="Measured">The measured ratio in the claim's own terms: of times, or of throughputs; null where there is none.</param>
/// <param name="Lower">The lower end of its 95 % interval; null where no spread is known.</param>
/// <param name="Upper">The upper end.</param>
/// <param name="Verdict">What that says of the claim.</param>
public sealed record JudgedClaim(ClaimSource Source, Claim Claim, double? Measured, double? Lower, double? Upper, ClaimVerdict Verdict)
{
    /// <summary>Judges each claim of a file.</summary>
    /// <param name="file">The claims.</param>
    /// <param name="figures">Rows that were compared with other ways or arms.</param>
    /// <returns>The claims, in the file's order.</returns>
    public static IReadOnlyList<JudgedClaim> All(ClaimsFile file, ClaimFigures figures)
    {
        ArgumentNullException.ThrowIfNull(file);
        ArgumentNullException.ThrowIfNull(figures);
        return [.. file.Sources.SelectMany(source => source.Claims.Select(claim => Of(source, claim, file.Tolerance, figures.Of(claim))))];
    }

    /// <summary>Judges one.</summary>
    /// <param name="source">Who claims.</param>
    /// <param name="claim">What.</param>
    /// <param name="tolerance">How far from the claimed ratio still confirms it, as a share.</param>
    /// <param name="time">The measured ratio of times; null where there is none.</param>
    internal static JudgedClaim Of(ClaimSource source, Claim claim, double tolerance, MeasuredRatio? time)
    {
        if (time is null)
            return new JudgedClaim(source, claim, null, null, null, ClaimVerdict.NotMeasured);

        var measured = claim.Throughput is null ? time : time.Inverse();
        return new JudgedClaim(source, claim, measured.Ratio, measured.Lower, measured.Upper, Judge(claim, tolerance, measured));
    }

    private static ClaimVerdict Judge(Claim claim, double tolerance, MeasuredRatio measured)
    {
        if (measured is not { Lower: { } lower, Upper: { } upper })
            return ClaimVerdict.Inconclusive;
        var (least, most) = (claim.Ratio / (1 + tolerance), claim.Ratio * (1 + tolerance));
        return lower >= least && upper <= most ? ClaimVerdict.Confirmed
            : upper >= least && lower <= most ? ClaimVerdict.Inconclusive
            : claim.Differs is null ? ClaimVerdict.Contradicted : ClaimVerdict.ChangedConditions;
    }
}

/// <summary>A ratio with its interval.</summary>
/// <param name="Ratio">Candidate / baseline.</param>
/// <param name="Lower">The lower end of the 95 % interval; null where no spread is known.</param>
/// <param name="Upper">The upper end.</param>
public sealed record MeasuredRatio(double Ratio, double? Lower, double? Upper)
{
    /// <summary>The ratio of a judged row; null where it has none.</summary>
    /// <param name="time">The judgement.</param>
    public static MeasuredRatio? Of(TimeJudgement? time) => time is null || !double.IsFinite(time.Ratio) || time.Ratio <= 0 ? null : new MeasuredRatio(time.Ratio, time.Lower, time.Upper);

    /// <summary>Baseline / candidate.</summary>
    public MeasuredRatio Inverse() => new(1 / Ratio, 1 / Upper, 1 / Lower);
}

/// <summary>Finds the figures that claims ask for.</summary>
/// <param name="rows">Rows that were compared with other ways.</param>
/// <param name="matrices">Matrices that were measured, of which any two arms can be compared.</param>
/// <param name="runs">Interleaved runs, whose benchmarks have ratios to their baselines.</param>
public sealed class ClaimFigures(IEnumerable<ComparedRow> rows, IReadOnlyList<MatrixResult> matrices, IEnumerable<Run>? runs = null)
{
    private readonly Dictionary<(string Row, string Against), MeasuredRatio> ratios = Collect(rows, runs ?? []);

    /// <summary>The measured ratio of times; null where nothing measured it.</summary>
    /// <param name="claim">The claim.</param>
    public MeasuredRatio? Of(Claim claim)
    {
        ArgumentNullException.ThrowIfNull(claim);
        if (claim.Matrix is { } matrix)
            return Of(Path.GetFileNameWithoutExtension(matrix), claim.Arm!, claim.Against!);
        if (Names(claim) is not var (row, against))
            return null;
        return ratios.TryGetValue((row, against), out var ratio) ? ratio
            : ratios.TryGetValue((against, row), out ratio) ? ratio.Inverse() : null;
    }

    // In the file of a matrix each arm is compared with the first; a claim may be about any two.
    private MeasuredRatio? Of(string matrix, string arm, string against)
    {
        var result = matrices.FirstOrDefault(one => one.Matrix.Name == matrix);
        if (result?.Arms.FirstOrDefault(one => one.Arm.Name == arm) is not { } candidate || result.Arms.FirstOrDefault(one => one.Arm.Name == against) is not { } baseline)
            return null;
        return MeasuredRatio.Of((result with { Arms = [baseline, candidate] }).Compare(new Settings()).Rows[0].Time);
    }

    /// <summary>The full names of the rows that a claim is about; null where none measures it.</summary>
    /// <param name="claim">The claim.</param>
    public static (string Row, string Against)? Names(Claim claim)
    {
        ArgumentNullException.ThrowIfNull(claim);
        if (claim.Row is { } row)
        {
            if (claim.Against!.Contains('.', StringComparison.Ordinal))
                return (row, claim.Against);
            // The parameters may have dots in them.
            var parameters = row.IndexOf('(', StringComparison.Ordinal);
            var name = parameters < 0 ? row : row[..parameters];
            return (row, $"{name[..name.LastIndexOf('.')]}.{claim.Against}{row[name.Length..]}");
        }

        return null;
    }

    private static Dictionary<(string Row, string Against), MeasuredRatio> Collect(IEnumerable<ComparedRow> rows, IEnumerable<Run> runs)
    {
        ArgumentNullException.ThrowIfNull(rows);
        var found = new Dictionary<(string Row, string Against), MeasuredRatio>();
        foreach (var row in rows)
        {
            // Of two measurements of the same, the first: those that a user names go before.
            if (row.Against is { } against && MeasuredRatio.Of(row.Time) is { } ratio)
                found.TryAdd((row.Id.FullName, against), ratio);
        }

        foreach (var run in runs)
        {
            foreach (var (row, ratio) in InterleavedRatios.Create(run))
                found.TryAdd((row.Id.FullName, row.ToBaseline!.Baseline), new MeasuredRatio(ratio.Ratio, ratio.Lower, ratio.Upper));
            foreach (var (row, against, ratio) in InterleavedRatios.CreateBetweenAlternatives(run))
                found.TryAdd((row.Id.FullName, against.Id.FullName), new MeasuredRatio(ratio.Ratio, ratio.Lower, ratio.Upper));
        }

        return found;
    }
}
