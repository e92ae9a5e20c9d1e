using System.Text.Json.Serialization;
using System.Text.RegularExpressions;

namespace Bench.Results;

// One process. Iterations are in ns per operation, in the order measured, with outliers, and without the time of an empty loop.
internal sealed record Launch(IReadOnlyList<double> NanosecondsPerOperation);

// Used if only a table or statistics were kept. The deviation is that between iterations, and Count the number of iterations, at least 2.
// Both are null if unknown.
internal sealed record Summary(double MeanNanoseconds, double? StandardDeviationNanoseconds, int? Count)
{
    // The spread of the launches behind the mean, if the table shows it.
    public LaunchSpread? Launches { get; init; }

    public bool HasLaunches => this is { Launches: not null, MeanNanoseconds: > 0 };
}

// Used if the values of the launches were not kept. StandardDeviation is that of their logarithms (0.01 = 1%).
internal sealed record LaunchSpread(int Launches, double StandardDeviation);

// A ratio from a table: the geometric mean over launches. Launches is null for a single launch.
internal sealed record RatioSummary(double Ratio, LaunchSpread? Launches);

// Ratios to the comparison group's baseline, measured interleaved with it: benchmark / baseline per launch, and one summary per table.
internal sealed record BaselineRatios(string Baseline, IReadOnlyList<double> Launches, IReadOnlyList<RatioSummary> Summaries)
{
    // The standard errors of the logarithms of Launches, from the rounds of each. Empty if they were not kept.
    public IReadOnlyList<double> Errors { get; init; } = [];
}

// Two process pairs started in opposite orders. Times are in ns per operation. LogRatio is
// ln(candidate / baseline) as estimated by the measuring code, so the times need not give it. Bytes are per operation, one figure per
// process, and null if not counted. IsConfirmation means that earlier replicates made the benchmark suspected. HalfDifference is half the
// difference of the log ratios of the two pairs, and null if unknown.
internal sealed record Replicate(
    double BaselineNanoseconds,
    double CandidateNanoseconds,
    double LogRatio,
    IReadOnlyList<double>? BaselineBytes = null,
    IReadOnlyList<double>? CandidateBytes = null,
    [property: JsonPropertyName("confirmation"), JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
        bool IsConfirmation = false,
    double? HalfDifference = null
)
{
    // The number in the file of the machine that measured it, from 1. Null if one machine made the check.
    public int? Machine { get; init; }
}

// The bytes per operation that one of several machines counted without timing the benchmark, one figure per process. Machine is its
// number in the file, from 1.
internal sealed record MachineCounts(int Machine, IReadOnlyList<double> BaselineBytes, IReadOnlyList<double> CandidateBytes);

// The unit of compared figures.
internal enum FigureUnit
{
    Nanoseconds,

    // Bytes that an application allocates per request, compared like a time.
    Bytes,
}

// The builds that have a benchmark of a paired run.
internal enum PairedSides
{
    Both,

    // The benchmark was removed.
    Baseline,

    // The benchmark is new.
    Candidate,
}

// The results of one benchmark case on one side, from all its files.
internal sealed partial record BenchmarkResult
{
    public required BenchmarkId Id { get; init; }

    // Namespace and type. Benchmarks are grouped by it.
    public required string Type { get; init; }

    // As a table shows it.
    public required string Method { get; init; }

    // As a table shows them, shortened: `Size=10&Word=Lorem(...)amet [26]`. Empty without parameters.
    public required string Parameters { get; init; }

    // The distinct environments of its files, or of its section of a page. Empty if unknown.
    public IReadOnlyList<RunEnvironment> Environments { get; init; } = [];

    // Where in the files it was read from, for messages.
    public required IReadOnlyList<string> Places { get; init; }

    public string? Failure { get; init; }

    // Why some of its files have no figure, although others do.
    public string? FailureInSome { get; init; }

    // The same for a paired benchmark, but only if its baseline did not fail in that file too.
    public string? LossInSome { get; init; }

    // For a paired benchmark: why the baseline has no figure.
    public string? BaselineFailure { get; init; }

    // Why the baseline has no figure in some files or on some machines, although it has in others.
    public string? BaselineFailureInSome { get; init; }

    public PairedSides Sides { get; init; }

    // For a paired benchmark: how it was measured, if not in slices.
    public string? How { get; init; }

    // For a paired benchmark: the duration of its process pairs. 0 if unknown.
    public double Seconds { get; init; }

    // For a paired benchmark: the full name of the variant that it was compared with. Null if it was compared with another build.
    public string? Against { get; init; }

    // For a paired benchmark: it was screened, so only confirmation replicates can show a regression.
    public bool IsScreened { get; init; }

    // Why a benchmark that did not fail was not measured, or not completely.
    public string? Unmeasured { get; init; }

    // For a paired benchmark: both builds are proven to run the same code. Only a canary has replicates nevertheless.
    public bool HasSameCode { get; init; }

    // Only launches with raw measurements.
    public IReadOnlyList<Launch> Launches { get; init; } = [];

    // From tables and brief files, one per file.
    public IReadOnlyList<Summary> Summaries { get; init; } = [];

    // Null if it was not measured interleaved with a baseline.
    public BaselineRatios? ToBaseline { get; init; }

    // Bytes per operation, one figure per file that has one, or else the figures of the replicates.
    public IReadOnlyList<double> AllocatedBytes
    {
        get => field.Count > 0 ? field : [.. Replicates.SelectMany(replicate => replicate.CandidateBytes ?? [])];
        init;
    } = [];

    // The largest rounding error of AllocatedBytes, in bytes. Tables in KB show two decimals.
    public double AllocatedRounding { get; init; } = 1;

    // Baseline and candidate measured interleaved. Only our own files have them.
    public IReadOnlyList<Replicate> Replicates { get; init; } = [];

    // The baseline's bytes per operation. AllocatedBytes are then the candidate's.
    public IReadOnlyList<double> BaselineAllocatedBytes
    {
        get => field.Count > 0 ? field : [.. Replicates.SelectMany(replicate => replicate.BaselineBytes ?? [])];
        init;
    } = [];

    // Counts of several machines that Replicates do not contain.
    public IReadOnlyList<MachineCounts> Counts { get; init; } = [];

    // Objects that it allocates more or fewer of, largest change first.
    public IReadOnlyList<AllocationSource> AllocationSources { get; init; } = [];

    // The nearest changed code that it runs. Null if it is unknown.
    public CodeChange? NearestChange { get; init; }

    // It has both sides: in a check or `versus`.
    public bool IsPaired { get; init; }

    // A level of a sweep or a measure from crank. Rules for benchmarks do not apply to it.
    public bool IsOfLoad { get; init; }

    // The throughput of a load that has several measures.
    public bool IsThroughput { get; init; }

    // The times of each launch, in ns per operation. In a comparison with another run, a replicate counts as a launch of the candidate.
    public IEnumerable<IReadOnlyList<double>> TimesOfLaunches =>
        [
            .. Launches.Select(launch => launch.NanosecondsPerOperation),
            .. Replicates.Select(replicate => new[] { replicate.CandidateNanoseconds }),
        ];

    // It has times that are not only those of a table or brief file.
    public bool HasTimes => Launches.Count + Replicates.Count > 0;

    // A table's benchmark without a spread counts as one process.
    public int LaunchCount =>
        Launches.Count + Replicates.Count + Summaries.Sum(summary => summary.HasLaunches ? summary.Launches!.Launches : 1);

    // The name that a table and a JSON file of the same benchmark have in common, because a table lacks full values.
    public string TableName
    {
        get
        {
            // A table's file name contains the class, with the characters replaced that no file name may have.
            var type = Type.Replace('<', '_').Replace('>', '_').Replace(',', '_');
            // A table also has columns for the parameters of the class's other methods. A question mark there means none, or null.
            var parameters = WithoutValue().Replace(Parameters, "").TrimStart('&');
            return parameters.Length == 0 ? $"{type}.{Method}" : $"{type}.{Method}({parameters})";
        }
    }

    // Selects the results whose baseline was measured, as every unpaired result is. Without a baseline there is nothing to compare with. If
    // none was measured, returns all.
    public static IReadOnlyList<BenchmarkResult> WithBaseline(IReadOnlyList<BenchmarkResult> same)
    {
        BenchmarkResult[] measured = [.. same.Where(benchmark => benchmark.BaselineFailure is null)];
        return measured.Length > 0 ? measured : same;
    }

    public static string? FirstText(IEnumerable<BenchmarkResult> same, Func<BenchmarkResult, string?> text) =>
        same.Select(text).FirstOrDefault(value => value is not null);

    [GeneratedRegex(@"(?:^|&)[^&=]+=\?(?=&|$)", RegexOptions.CultureInvariant)]
    private static partial Regex WithoutValue();

    // Then FullName is only the TableName.
    public bool IsFromTable { get; init; }
}
