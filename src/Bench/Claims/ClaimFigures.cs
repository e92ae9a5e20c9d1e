using Bench.Comparison;
using Bench.Load;
using Bench.Results;
using Bench.Statistics;

namespace Bench.Claims;

/// <summary>Finds the figures that claims ask for.</summary>
/// <param name="rows">Rows that were compared with other ways.</param>
/// <param name="matrices">Matrices that were measured, of which any two arms can be compared.</param>
/// <param name="runs">Interleaved runs, whose benchmarks have ratios to their baselines.</param>
internal sealed class ClaimFigures(IEnumerable<ComparedRow> rows, IReadOnlyList<MatrixResult> matrices, IEnumerable<Run>? runs = null)
{
    private readonly Dictionary<(string Row, string Against), MeasuredRatio> ratios = Collect(rows, runs ?? []);

    /// <summary>The measured ratio of times; null where nothing measured it.</summary>
    public MeasuredRatio? Of(Claim claim)
    {
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
    public static (string Row, string Against)? Names(Claim claim)
    {
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
