using Bench.Comparison;
using Bench.Load;
using Bench.Published;
using Bench.Results;
using Bench.Statistics;

namespace Lab.Claims;

/// <param name="published">Published runs, whose figures are on all pages.</param>
/// <param name="folder">The folder that the paths of matrices are relative to.</param>
internal sealed class ClaimFigures(
    IEnumerable<(string Machine, ComparedBenchmark Benchmark)> benchmarks,
    IReadOnlyList<MatrixResult> matrices,
    IReadOnlyList<MergedTopic>? published = null,
    IEnumerable<Run>? runs = null,
    IReadOnlyList<LoadRun>? sweeps = null,
    string? folder = null
)
{
    private readonly Dictionary<(string Benchmark, string Against), ClassFigure> ratios = Collect(benchmarks, runs ?? []);

    /// <summary>One figure for each machine class, with ratios of times; empty if none measured the claim.</summary>
    public IReadOnlyList<ClassFigure> Of(Claim claim)
    {
        if (claim.Sweep is { } sweep)
            return [.. AtHighestLevel(sweep, claim.Against!)];
        if (claim.Matrix is { } matrix)
            return [.. Find(NameOf(matrix)).Select(result => Of(result, claim)).OfType<ClassFigure>()];
        if (Names(claim) is not var (benchmark, against))
            return [];
        return ratios.TryGetValue((benchmark, against), out var figure) ? [figure]
            : ratios.TryGetValue((against, benchmark), out figure) ? [figure with { Ratio = figure.Ratio!.Inverse() }]
            : Published(benchmark, against);
    }

    /// <summary>The claim's matrix or sweep was interrupted, and no complete run of it exists.</summary>
    public bool IsPartial(Claim claim) =>
        claim.Matrix is { } matrix
            ? Find(NameOf(matrix)).Any(result => result.Partial is not null)
            : claim.Sweep is { } sweep && FindSweeps(sweep).Concat(FindSweeps(claim.Against!)).Any(run => run.Partial is not null);

    private string NameOf(string matrix) =>
        LoadMatrix.Read(new InputFile(matrix, folder is null ? matrix : Path.GetFullPath(matrix, folder))).Name;

    private IEnumerable<MatrixResult> Find(string name) =>
        OfEachClass(matrices.Where(one => one.Matrix.Name == name), one => one.Environment, one => one.Partial);

    private IEnumerable<LoadRun> FindSweeps(string name) =>
        OfEachClass((sweeps ?? []).Where(one => one.Name == name), one => one.Environment, one => one.Partial);

    // Takes the first complete run of each machine class, otherwise its first.
    private static IEnumerable<T> OfEachClass<T>(IEnumerable<T> measured, Func<T, RunEnvironment> environment, Func<T, string?> partial) =>
        measured
            .GroupBy(one => MachineClassName.Of(environment(one)))
            .OrderBy(machine => machine.Key, StringComparer.Ordinal)
            .Select(machine => machine.OrderBy(one => partial(one) is not null).First());

    private IEnumerable<ClassFigure> AtHighestLevel(string sweep, string against)
    {
        var baselines = FindSweeps(against).ToDictionary(run => MachineClassName.Of(run.Environment));
        foreach (var candidate in FindSweeps(sweep))
        {
            var machine = MachineClassName.Of(candidate.Environment);
            if (!baselines.TryGetValue(machine, out var baseline))
                continue;
            var levels = LoadDiff.Create(baseline, candidate, ComparisonOptions.ForToday(new Settings()), new Strictness()).Levels;
            foreach (var level in levels.Reverse())
            {
                if (MeasuredRatio.Create(level.Compared.Time) is not { } ratio)
                    continue;
                yield return new ClassFigure(machine, ratio with { Connections = level.Baseline.Connections });
                break;
            }
        }
    }

    // The file of a matrix compares each variant with the first; a claim may be about any two variants.
    private static ClassFigure? Of(MatrixResult all, Claim claim)
    {
        var result = claim.Request is { } request ? all.OfRequest(request) : all;
        if (
            result?.Variants.FirstOrDefault(one => one.Variant.Name == claim.Variant) is not { } candidate
            || result.Variants.FirstOrDefault(one => one.Variant.Name == claim.Against) is not { } baseline
        )
            return null;
        var machine = MachineClassName.Of(all.Environment);
        if (claim.Counts is not null)
            return (claim.CountOf(candidate), claim.CountOf(baseline)) is ({ } variant, { } against)
                ? new ClassFigure(machine, null, new VariantCounts(variant, against))
                : null;
        var compared = new JudgedMatrix(result with { Variants = [baseline, candidate] }, new Settings());
        return MeasuredRatio.Create(compared.Of(1, claim.Measure)!.Time) is { } ratio ? new ClassFigure(machine, ratio) : null;
    }

    private ClassFigure[] Published(string benchmark, string against) =>
        (published ?? [])
            .Select(topic =>
                topic.Between(benchmark, against) is { } found
                    ? topic
                        .Machines.Zip(found.ByMachine)
                        .Where(machine => machine.Second is not null)
                        .Select(machine => new ClassFigure(machine.First.Name, Measured(machine.Second!)))
                        .ToArray()
                    : []
            )
            .FirstOrDefault(figures => figures.Length > 0, []);

    private static MeasuredRatio Measured(MergedRatio ratio) => new(ratio.Ratio, ratio.Lower, ratio.Upper);

    /// <summary>Full names; null if no benchmark measures the claim.</summary>
    public static (string Benchmark, string Against)? Names(Claim claim)
    {
        if (claim.Benchmark is { } benchmark)
        {
            if (claim.Against!.Contains('.', StringComparison.Ordinal))
                return (benchmark, claim.Against);
            // Parameters may contain dots.
            var parameters = benchmark.IndexOf('(', StringComparison.Ordinal);
            var name = parameters < 0 ? benchmark : benchmark[..parameters];
            return (benchmark, $"{name[..name.LastIndexOf('.')]}.{claim.Against}{benchmark[name.Length..]}");
        }

        return null;
    }

    private static Dictionary<(string Benchmark, string Against), ClassFigure> Collect(
        IEnumerable<(string Machine, ComparedBenchmark Benchmark)> benchmarks,
        IEnumerable<Run> runs
    )
    {
        var found = new Dictionary<(string Benchmark, string Against), ClassFigure>();
        foreach (var (machine, benchmark) in benchmarks)
        {
            // The first measurement wins: those that the user names come first.
            if (benchmark.Against is { } against && MeasuredRatio.Create(benchmark.Time) is { } ratio)
                found.TryAdd((benchmark.Id.FullName, against), new ClassFigure(machine, ratio));
        }

        foreach (var run in runs)
        {
            foreach (var (benchmark, ratio) in InterleavedRatios.Create(run))
                Add(benchmark, benchmark.ToBaseline!.Baseline, ratio);
            foreach (var (benchmark, against, ratio) in InterleavedRatios.CreateBetweenAlternatives(run))
                Add(benchmark, against.Id.FullName, ratio);
        }

        return found;

        void Add(BenchmarkResult benchmark, string against, LaunchRatio ratio) =>
            found.TryAdd(
                (benchmark.Id.FullName, against),
                new ClassFigure(
                    MachineClassName.Of(benchmark.Environments.FirstOrDefault() ?? new RunEnvironment()),
                    new MeasuredRatio(ratio.Ratio, ratio.Lower, ratio.Upper)
                )
            );
    }
}
