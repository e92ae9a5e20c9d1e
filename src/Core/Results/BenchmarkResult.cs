using System.Text.RegularExpressions;

namespace Bench.Results;

/// <summary>What one process measured of a benchmark.</summary>
/// <param name="NanosecondsPerOperation">
/// Each iteration in ns an operation, in the order measured, outliers included; what an empty loop took is already taken away.
/// </param>
internal sealed record Launch(IReadOnlyList<double> NanosecondsPerOperation);

/// <summary>What is left of a benchmark where only its table or its statistics were kept.</summary>
/// <param name="StandardDeviationNanoseconds">The standard deviation between iterations; null where the table has none.</param>
/// <param name="Count">The number of iterations, at least 2; null where it can't be known.</param>
internal sealed record Summary(double MeanNanoseconds, double? StandardDeviationNanoseconds, int? Count)
{
    /// <summary>What the table says of the launches behind the mean; null where it says nothing.</summary>
    public LaunchSpread? Launches { get; init; }

    public bool HasLaunches => this is { Launches: not null, MeanNanoseconds: > 0 };
}

/// <summary>How far launches lie apart, where their own values were not kept.</summary>
/// <param name="StandardDeviation">Of the logarithms of their values (0.01 = 1 %), 0 or more.</param>
internal sealed record LaunchSpread(int Launches, double StandardDeviation);

/// <summary>A ratio to the baseline of the category as a table has it.</summary>
/// <param name="Ratio">The geometric mean over launches, above 0.</param>
/// <param name="Launches">How far the launches lie apart; null for a single one.</param>
internal sealed record RatioSummary(double Ratio, LaunchSpread? Launches);

/// <summary>The ratios of a benchmark to the baseline of its category, measured interleaved with it.</summary>
/// <param name="Launches">The ratio of each launch in which both were measured, benchmark / baseline, above 0.</param>
/// <param name="Summaries">What tables say instead, one for each table.</param>
internal sealed record BaselineRatios(string Baseline, IReadOnlyList<double> Launches, IReadOnlyList<RatioSummary> Summaries)
{
    /// <summary>
    /// The standard errors of the logarithms of <see cref="Launches"/>, from the rounds of each; empty where they were not kept.
    /// </summary>
    public IReadOnlyList<double> Errors { get; init; } = [];
}

/// <summary>Two process pairs, started in opposite orders, or one round of both sides of a load test.</summary>
/// <param name="BaselineNanoseconds">The typical time of the baseline, ns an operation.</param>
/// <param name="CandidateNanoseconds">The typical time of the candidate, ns an operation.</param>
/// <param name="LogRatio">The natural logarithm of candidate / baseline, as whoever measured the replicate estimates it.</param>
/// <param name="BaselineBytes">Allocated bytes an operation of the baseline, one figure for each process; null where not counted.</param>
/// <param name="IsConfirmation">Whether it was measured because the replicates before it made the benchmark a suspected regression.</param>
/// <param name="HalfDifference">Half the difference of the log ratios of its two pairs; null where they are not known.</param>
internal sealed record Replicate(
    double BaselineNanoseconds,
    double CandidateNanoseconds,
    double LogRatio,
    IReadOnlyList<double>? BaselineBytes = null,
    IReadOnlyList<double>? CandidateBytes = null,
    bool IsConfirmation = false,
    double? HalfDifference = null
)
{
    /// <summary>The machine that measured it, by its number in the file, from 1; 0 where one machine made the check.</summary>
    public int Machine { get; init; }
}

/// <summary>What one of several machines counted of a benchmark whose time it did not take.</summary>
/// <param name="Machine">The machine, by its number in the file, from 1.</param>
/// <param name="BaselineBytes">Allocated bytes an operation of the baseline, a figure for each process.</param>
internal sealed record MachineCounts(int Machine, IReadOnlyList<double> BaselineBytes, IReadOnlyList<double> CandidateBytes);

/// <summary>What the figures of a paired benchmark are in.</summary>
internal enum FigureUnit
{
    Nanoseconds,

    /// <summary>What an application allocates a request, compared like a time.</summary>
    Bytes,
}

/// <summary>Which builds have a benchmark of a paired run.</summary>
internal enum PairedSides
{
    Both,

    /// <summary>Only the baseline: the benchmark was removed.</summary>
    Baseline,

    /// <summary>Only the candidate: the benchmark is new.</summary>
    Candidate,
}

/// <summary>A benchmark of one side: everything that its files say about one benchmark case.</summary>
internal sealed partial record BenchmarkResult
{
    public required BenchmarkId Id { get; init; }

    /// <summary>Namespace and type, without method: what benchmarks are grouped by.</summary>
    public required string Type { get; init; }

    /// <summary>The method as a table shows it.</summary>
    public required string Method { get; init; }

    /// <summary>
    /// The parameters as a table shows them, values cut: <c>Size=10&amp;Word=Lorem(...)amet [26]</c>; empty without parameters.
    /// </summary>
    public required string Parameters { get; init; }

    /// <summary>
    /// Where it was measured: the different environments of its files, or of its section of a page; empty where that is not known.
    /// </summary>
    public IReadOnlyList<RunEnvironment> Environments { get; init; } = [];

    /// <summary>The places in files that the benchmark was read from, for messages.</summary>
    public required IReadOnlyList<string> Places { get; init; }

    /// <summary>Why there is nothing to compare; null for a benchmark that was measured.</summary>
    public string? Failure { get; init; }

    /// <summary>Why there is nothing in some of its files, though others have measured it; null where there is no such file.</summary>
    public string? FailureInSome { get; init; }

    /// <summary>The same of a paired benchmark, where its baseline did not fail in that file as well.</summary>
    public string? LossInSome { get; init; }

    /// <summary>Of a paired benchmark: why the baseline has no figure; null where it was measured.</summary>
    public string? BaselineFailure { get; init; }

    /// <summary>Why the baseline has no figure in some of its files, or on some machines, though it has in others.</summary>
    public string? BaselineFailureInSome { get; init; }

    /// <summary>Of a paired benchmark: which builds have it.</summary>
    public PairedSides Sides { get; init; }

    /// <summary>Of a paired benchmark: what its figures are in.</summary>
    public FigureUnit Unit { get; init; }

    /// <summary>Of a paired benchmark: how it was measured, where not in slices; null where it was.</summary>
    public string? How { get; init; }

    /// <summary>Of a paired benchmark: what its process pairs took, s, from their start to their end; 0 where that is not known.</summary>
    public double Seconds { get; init; }

    /// <summary>
    /// Of a paired benchmark: the full name of the benchmark that it was compared with, where that is another alternative and not the same
    /// benchmark of another build.
    /// </summary>
    public string? Against { get; init; }

    /// <summary>Of a paired benchmark: whether it was screened, so that only confirmation replicates can show a regression.</summary>
    public bool IsScreened { get; init; }

    /// <summary>Why a benchmark that did not fail was not measured, or not to the end; null where it was.</summary>
    public string? Unmeasured { get; init; }

    /// <summary>Of a paired benchmark: whether both builds are proven to run the same code, so that nothing was measured.</summary>
    public bool HasSameCode { get; init; }

    /// <summary>The launches with raw measurements, one process each.</summary>
    public IReadOnlyList<Launch> Launches { get; init; } = [];

    /// <summary>What stands in tables and brief files, one for each file.</summary>
    public IReadOnlyList<Summary> Summaries { get; init; } = [];

    /// <summary>The ratios to the baseline of its category; null where it was not measured interleaved with one.</summary>
    public BaselineRatios? ToBaseline { get; init; }

    /// <summary>Allocated bytes an operation, one figure for each file that has one.</summary>
    public IReadOnlyList<double> AllocatedBytes { get; init; } = [];

    /// <summary>How far <see cref="AllocatedBytes"/> may be rounded, in bytes: tables in KB show two decimals.</summary>
    public double AllocatedRounding { get; init; } = 1;

    /// <summary>Baseline and candidate measured interleaved; only in files of our own.</summary>
    public IReadOnlyList<Replicate> Replicates { get; init; } = [];

    /// <summary>Allocated bytes an operation of the baseline, beside <see cref="Replicates"/>.</summary>
    public IReadOnlyList<double> BaselineAllocatedBytes { get; init; } = [];

    /// <summary>
    /// Of a check that several machines made: what each counted where <see cref="Replicates"/> do not say it; empty elsewhere.
    /// </summary>
    public IReadOnlyList<MachineCounts> Counts { get; init; } = [];

    /// <summary>Which objects a paired benchmark allocates more or fewer of, what changed most first; empty where nobody looked.</summary>
    public IReadOnlyList<AllocationSource> AllocationSources { get; init; } = [];

    /// <summary>Whether it says something of both sides: of a check, of <c>versus</c>, of arms under load.</summary>
    public bool IsPaired { get; init; }

    /// <summary>Whether it is a level of a sweep or a measure of crank's, so that nothing known of benchmarks holds for it.</summary>
    public bool IsOfLoad { get; init; }

    /// <summary>Whether it is the throughput of a load that has other measures beside it.</summary>
    public bool IsThroughput { get; init; }

    /// <summary>How many processes have measured it, a table's benchmark without a spread counted as one.</summary>
    public int LaunchCount => Launches.Count + Summaries.Sum(summary => summary.HasLaunches ? summary.Launches!.Launches : 1);

    /// <summary>
    /// The benchmark's name where full values are not known: what a table and a JSON file of the same benchmark have in common.
    /// </summary>
    public string TableName
    {
        get
        {
            // A table's file is named after its class, with what no file name may have replaced.
            var type = Type.Replace('<', '_').Replace('>', '_').Replace(',', '_');
            // It has a cell for each parameter of the class's other methods too, where a question mark stands for none, and for null.
            var parameters = WithoutValue().Replace(Parameters, "").TrimStart('&');
            return parameters.Length == 0 ? $"{type}.{Method}" : $"{type}.{Method}({parameters})";
        }
    }

    /// <summary>
    /// Of one benchmark in several files those whose baseline was measured, as that of runs is that have none: where it failed, there is
    /// nothing to compare with, whatever became of the candidate.
    /// </summary>
    /// <returns>All of them where none was measured.</returns>
    public static IReadOnlyList<BenchmarkResult> WithBaseline(IReadOnlyList<BenchmarkResult> same)
    {
        BenchmarkResult[] measured = [.. same.Where(benchmark => benchmark.BaselineFailure is null)];
        return measured.Length > 0 ? measured : same;
    }

    /// <summary>Of one benchmark in several files the first text of a kind; null where none has one.</summary>
    public static string? FirstText(IEnumerable<BenchmarkResult> same, Func<BenchmarkResult, string?> text) =>
        same.Select(text).FirstOrDefault(value => value is not null);

    [GeneratedRegex(@"(?:^|&)[^&=]+=\?(?=&|$)", RegexOptions.CultureInvariant)]
    private static partial Regex WithoutValue();

    /// <summary>
    /// Whether the benchmark comes from a table, so that its <see cref="BenchmarkId.FullName"/> is only its <see cref="TableName"/>.
    /// </summary>
    public bool IsFromTable { get; init; }
}
