namespace Bench.Claims;

/// <summary>One claimed ratio, of times or of throughputs, and the benchmark or arm that measures it here.</summary>
internal sealed record Claim
{
    public string Says { get; set; } = "";

    /// <summary>The claimed ratio of times; null where throughputs are compared.</summary>
    public double? Time { get; set; }

    /// <summary>The claimed ratio of throughputs; null where times are compared.</summary>
    public double? Throughput { get; set; }

    /// <summary>The benchmark that measures it, by its full name with parameters; null where a matrix does, or nothing.</summary>
    public string? Row { get; set; }

    /// <summary>The matrix that measures it: a file, from the folder that the command runs in.</summary>
    public string? Matrix { get; set; }

    public string? Arm { get; set; }

    /// <summary>
    /// What it is compared with: a method of the same class and parameters, the full name of another benchmark, or another arm.
    /// </summary>
    public string? Against { get; set; }

    /// <summary>In what the measurement here differs from the source's; null where in nothing that matters.</summary>
    public string? Differs { get; set; }

    public string? Unmeasured { get; set; }

    /// <summary>What came of it, in plain words; null where nothing is to be said.</summary>
    public string? Comment { get; set; }

    internal double Ratio => Time ?? Throughput!.Value;

    internal string? Mistake() =>
        string.IsNullOrWhiteSpace(Says) ? "a claim has no says: expected what its source says."
        : Time is null == Throughput is null || Ratio is not (> 0 and < 1e6) ? $"'{Says}': expected one ratio above 0, time or throughput."
        : Unmeasured is not null
            ? (Row ?? Matrix ?? Arm ?? Against) is null ? null
                : $"'{Says}': unmeasured excludes row, matrix, arm and against."
        : string.IsNullOrWhiteSpace(Against) ? $"'{Says}': expected against: what it is compared with."
        : Row is null == Matrix is null ? $"'{Says}': expected one of row and matrix, which measure it."
        : Matrix is null != Arm is null ? $"'{Says}': expected arm beside matrix, and only there."
        : Row is not null && !Row.Split('(')[0].Contains('.', StringComparison.Ordinal) ? $"'{Says}': invalid row: expected the class and the method."
        : null;
}
