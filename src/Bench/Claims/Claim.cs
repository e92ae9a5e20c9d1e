using Bench.Load;

namespace Bench.Claims;

/// <summary>One claimed figure, and the benchmark or arm that measures it here.</summary>
internal sealed record Claim
{
    public string Says { get; set; } = "";

    /// <summary>The claimed ratio of times.</summary>
    public double? Time { get; set; }

    /// <summary>The claimed ratio of throughputs.</summary>
    public double? Throughput { get; set; }

    /// <summary>The claimed ratio of allocated bytes, at equal load.</summary>
    public double? Allocated { get; set; }

    /// <summary>The claimed ratio of working sets, at equal load.</summary>
    public double? WorkingSet { get; set; }

    /// <summary>
    /// How many threads the pools have: of the arm, and of what it is compared with. At full speed if the arms are alone, and else at equal
    /// load.
    /// </summary>
    public IReadOnlyList<double>? Threads { get; set; }

    /// <summary>How long the queues of the pools are, in the same order.</summary>
    public IReadOnlyList<double>? Queue { get; set; }

    /// <summary>The benchmark that measures it, by its full name with parameters; null where a matrix does, or nothing.</summary>
    public string? Row { get; set; }

    /// <summary>The matrix that measures it: a file, from the folder that the command runs in.</summary>
    public string? Matrix { get; set; }

    public string? Arm { get; set; }

    /// <summary>The request of a mix that it is about, by its name; null for all of them together.</summary>
    public string? Request { get; set; }

    /// <summary>The load sweep that measures it, by its name: at the highest level that both it and the other carried.</summary>
    public string? Sweep { get; set; }

    /// <summary>
    /// What it is compared with: a method of the same class and parameters, the full name of another benchmark, or another arm or sweep.
    /// </summary>
    public string? Against { get; set; }

    /// <summary>In what the measurement here differs from the source's, besides what the source says; null for nothing.</summary>
    public string? Differs { get; set; }

    public string? Unmeasured { get; set; }

    /// <summary>What came of it, in plain words; null where nothing is to be said.</summary>
    public string? Comment { get; set; }

    /// <summary>The claimed ratio; null where numbers are claimed.</summary>
    internal double? Ratio => Time ?? Throughput ?? Allocated ?? WorkingSet;

    /// <summary>The claimed numbers; null where a ratio is claimed.</summary>
    internal IReadOnlyList<double>? Counts => Threads ?? Queue;

    /// <summary>What the claim is about, in words.</summary>
    internal string Subject =>
        Time is not null ? "time"
        : Throughput is not null ? "throughput"
        : Allocated is not null ? "allocated bytes"
        : WorkingSet is not null ? "working set"
        : Threads is not null ? "pool threads"
        : "pool queue";

    /// <summary>What arms of a matrix are compared by, where a ratio is claimed.</summary>
    internal LoadMeasure Measure =>
        Allocated is not null ? LoadMeasure.Allocated
        : WorkingSet is not null ? LoadMeasure.WorkingSet
        : LoadMeasure.FullSpeed;

    internal double? CountOf(MeasuredArm arm) =>
        arm.Median(round =>
            Threads is not null
                ? round.FullSpeedPool?.Threads ?? round.Counters.Threads
                : round.FullSpeedPool?.QueueLength ?? round.Counters.QueueLength
        );

    internal string? Mistake() =>
        string.IsNullOrWhiteSpace(Says) ? "a claim has no says: expected what its source says."
        : MistakeOfFigure() is { } figure ? $"'{Says}': {figure}"
        : Unmeasured is not null
            ? (Row ?? Matrix ?? Arm ?? Request ?? Sweep ?? Against) is null ? null
                : $"'{Says}': unmeasured excludes row, matrix, arm, request, sweep and against."
        : string.IsNullOrWhiteSpace(Against) ? $"'{Says}': expected against: what it is compared with."
        : new[] { Row, Matrix, Sweep }.Count(one => one is not null) != 1
            ? $"'{Says}': expected one of row, matrix and sweep, which measure it."
        : Matrix is null != Arm is null ? $"'{Says}': expected arm beside matrix, and only there."
        : Row is not null && !Row.Split('(')[0].Contains('.', StringComparison.Ordinal)
            ? $"'{Says}': invalid row: expected the class and the method."
        : Matrix is null && Time is null && Throughput is null ? $"'{Says}': a row or a sweep measures time or throughput. Name a matrix."
        : Request is not null && (Matrix is null || (Time is null && Throughput is null))
            ? $"'{Says}': expected request beside matrix, with time or throughput: a server's {Subject} is that of all requests."
        : null;

    private string? MistakeOfFigure() =>
        new object?[] { Time, Throughput, Allocated, WorkingSet, Threads, Queue }.Count(figure => figure is not null) != 1
            ? "expected one of time, throughput, allocated, workingSet, threads and queue."
        : Ratio is not (null or (> 0 and < 1e6)) ? "expected a ratio above 0."
        : Counts is not null && (Counts.Count != 2 || Counts.Any(count => count is not (>= 0 and < 1e9)))
            ? "expected two numbers, of the arm and of what it is compared with."
        : null;
}
