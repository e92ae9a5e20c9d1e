using Bench.Comparison;
using Bench.Load;
using Bench.Published;
using Bench.Results;

namespace Bench.Claims;

/// <summary>Finds the figures that claims ask for.</summary>
/// <param name="benchmarks">Benchmarks that were compared with other alternatives.</param>
/// <param name="matrices">Matrices that were measured, of which any two arms can be compared.</param>
/// <param name="published">Published runs, whose figures stand on all pages.</param>
/// <param name="runs">Interleaved runs, whose benchmarks have ratios to their baselines.</param>
/// <param name="folder">What the paths of matrices start from.</param>
internal sealed class ClaimFigures(
    IEnumerable<ComparedBenchmark> benchmarks,
    IReadOnlyList<MatrixResult> matrices,
    IReadOnlyList<MergedTopic>? published = null,
    IEnumerable<Run>? runs = null,
    string? folder = null
)
{
    private readonly Dictionary<(string Benchmark, string Against), MeasuredRatio> ratios = Collect(benchmarks, runs ?? []);

    /// <summary>The measured ratio of times; null where nothing measured it.</summary>
    public MeasuredRatio? Of(Claim claim)
    {
        if (claim.Matrix is { } matrix)
            return Of(NameOf(matrix), claim.Arm!, claim.Against!);
        if (Names(claim) is not var (benchmark, against))
            return null;
        return ratios.TryGetValue((benchmark, against), out var ratio) ? ratio
            : ratios.TryGetValue((against, benchmark), out ratio) ? ratio.Inverse()
            : (published ?? []).Select(topic => topic.Between(benchmark, against)?.Ratio).FirstOrDefault(one => one is not null)
                is { } merged
                ? new MeasuredRatio(merged.Ratio, merged.Lower, merged.Upper)
            : null;
    }

    /// <summary>Whether a claim's matrix was interrupted, and was not measured as a whole elsewhere.</summary>
    public bool IsPartial(Claim claim) => claim.Matrix is { } matrix && Find(NameOf(matrix))?.Partial is not null;

    private string NameOf(string matrix) =>
        LoadMatrix.Read(new InputFile(matrix, folder is null ? matrix : Path.GetFullPath(matrix, folder))).Name;

    private MatrixResult? Find(string name) =>
        matrices.Where(one => one.Matrix.Name == name).OrderBy(one => one.Partial is not null).FirstOrDefault();

    // In the file of a matrix each arm is compared with the first; a claim may be about any two.
    private MeasuredRatio? Of(string matrix, string arm, string against)
    {
        var result = Find(matrix);
        if (
            result?.Arms.FirstOrDefault(one => one.Arm.Name == arm) is not { } candidate
            || result.Arms.FirstOrDefault(one => one.Arm.Name == against) is not { } baseline
        )
            return null;
        return MeasuredRatio.Create((result with { Arms = [baseline, candidate] }).Compare(new Settings()).Benchmarks[0].Time);
    }

    /// <summary>The full names of the benchmarks that a claim is about; null where none measures it.</summary>
    public static (string Benchmark, string Against)? Names(Claim claim)
    {
        if (claim.Row is { } benchmark)
        {
            if (claim.Against!.Contains('.', StringComparison.Ordinal))
                return (benchmark, claim.Against);
            // The parameters may have dots in them.
            var parameters = benchmark.IndexOf('(', StringComparison.Ordinal);
            var name = parameters < 0 ? benchmark : benchmark[..parameters];
            return (benchmark, $"{name[..name.LastIndexOf('.')]}.{claim.Against}{benchmark[name.Length..]}");
        }

        return null;
    }

    private static Dictionary<(string Benchmark, string Against), MeasuredRatio> Collect(
        IEnumerable<ComparedBenchmark> benchmarks,
        IEnumerable<Run> runs
    )
    {
        var found = new Dictionary<(string Benchmark, string Against), MeasuredRatio>();
        foreach (var benchmark in benchmarks)
        {
            // Of two measurements of the same, the first: those that a user names go before.
            if (benchmark.Against is { } against && MeasuredRatio.Create(benchmark.Time) is { } ratio)
                found.TryAdd((benchmark.Id.FullName, against), ratio);
        }

        foreach (var run in runs)
        {
            foreach (var (benchmark, ratio) in InterleavedRatios.Create(run))
                found.TryAdd(
                    (benchmark.Id.FullName, benchmark.ToBaseline!.Baseline),
                    new MeasuredRatio(ratio.Ratio, ratio.Lower, ratio.Upper)
                );
            foreach (var (benchmark, against, ratio) in InterleavedRatios.CreateBetweenAlternatives(run))
                found.TryAdd((benchmark.Id.FullName, against.Id.FullName), new MeasuredRatio(ratio.Ratio, ratio.Lower, ratio.Upper));
        }

        return found;
    }
}
