using Bench.Load;

namespace Lab.Claims;

internal sealed record Claim
{
    public string Says { get; set; } = "";

    /// <summary>The claimed ratio of times, of the benchmark, variant or sweep to <see cref="Against"/>.</summary>
    public double? Time { get; set; }

    public double? Throughput { get; set; }

    /// <summary>The claimed ratio of allocated bytes, at equal load.</summary>
    public double? Allocated { get; set; }

    /// <summary>The claimed ratio of working sets, at equal load.</summary>
    public double? WorkingSet { get; set; }

    /// <summary>
    /// The claimed numbers of pool threads: of the variant, and of the variant it is compared with. They are measured at full speed if the
    /// variants run alone, otherwise at equal load.
    /// </summary>
    public IReadOnlyList<double>? Threads { get; set; }

    /// <summary>The claimed lengths of the pools' queues, in the same order.</summary>
    public IReadOnlyList<double>? Queue { get; set; }

    /// <summary>The full name, with parameters, of the benchmark that measures it; null if a matrix or nothing does.</summary>
    public string? Benchmark { get; set; }

    /// <summary>The file of the matrix that measures it, relative to the current folder.</summary>
    public string? Matrix { get; set; }

    public string? Variant { get; set; }

    /// <summary>The name of one request of a mix; null for all requests together.</summary>
    public string? Request { get; set; }

    /// <summary>The name of the load sweep that measures it, at the highest level that both sweeps carried.</summary>
    public string? Sweep { get; set; }

    /// <summary>
    /// A method of the same class and parameters, the full name of another benchmark, another variant, or another sweep.
    /// </summary>
    public string? Against { get; set; }

    /// <summary>How the measurement here differs from the source's, in addition to the source's own text; null if it does not.</summary>
    public string? Differs { get; set; }

    public string? Unmeasured { get; set; }

    /// <summary>The result in plain words; null for none.</summary>
    public string? Comment { get; set; }

    /// <summary>Null if numbers are claimed.</summary>
    internal double? Ratio => Time ?? Throughput ?? Allocated ?? WorkingSet;

    /// <summary>Null if a ratio is claimed.</summary>
    internal IReadOnlyList<double>? Counts => Threads ?? Queue;

    internal string Subject =>
        Time is not null ? "time"
        : Throughput is not null ? "throughput"
        : Allocated is not null ? "allocated bytes"
        : WorkingSet is not null ? "working set"
        : Threads is not null ? "pool threads"
        : "pool queue";

    internal LoadMeasure Measure =>
        Allocated is not null ? LoadMeasure.Allocated
        : WorkingSet is not null ? LoadMeasure.WorkingSet
        : LoadMeasure.FullSpeed;

    internal double? CountOf(MeasuredVariant variant) =>
        variant.Median(round =>
            Threads is not null
                ? round.FullSpeedPool?.Threads ?? round.Counters.Threads
                : round.FullSpeedPool?.QueueLength ?? round.Counters.QueueLength
        );

    internal string? Mistake() =>
        string.IsNullOrWhiteSpace(Says) ? "a claim has no says: expected what its source says."
        : MistakeOfFigure() is { } figure ? $"'{Says}': {figure}"
        : Unmeasured is not null
            ? (Benchmark ?? Matrix ?? Variant ?? Request ?? Sweep ?? Against) is null ? null
                : $"'{Says}': unmeasured excludes benchmark, matrix, variant, request, sweep and against."
        : string.IsNullOrWhiteSpace(Against) ? $"'{Says}': expected against: what it is compared with."
        : new[] { Benchmark, Matrix, Sweep }.Count(one => one is not null) != 1
            ? $"'{Says}': expected one of benchmark, matrix and sweep, which measure it."
        : Matrix is null != Variant is null ? $"'{Says}': expected variant beside matrix, and only there."
        : Benchmark is not null && !Benchmark.Split('(')[0].Contains('.', StringComparison.Ordinal)
            ? $"'{Says}': invalid benchmark: expected the class and the method."
        : Matrix is null && Time is null && Throughput is null
            ? $"'{Says}': a benchmark or a sweep measures time or throughput. Name a matrix."
        : Request is not null && (Matrix is null || (Time is null && Throughput is null))
            ? $"'{Says}': expected request beside matrix, with time or throughput: a server's {Subject} is that of all requests."
        : null;

    private string? MistakeOfFigure() =>
        new object?[] { Time, Throughput, Allocated, WorkingSet, Threads, Queue }.Count(figure => figure is not null) != 1
            ? "expected one of time, throughput, allocated, workingSet, threads and queue."
        : Ratio is not (null or (> 0 and < 1e6)) ? "expected a ratio above 0."
        : Counts is not null && (Counts.Count != 2 || Counts.Any(count => count is not (>= 0 and < 1e9)))
            ? "expected two numbers, of the variant and of what it is compared with."
        : null;
}
