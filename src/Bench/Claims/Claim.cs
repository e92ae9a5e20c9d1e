using System.Text.Json;
using System.Text.Json.Serialization;
using Bench.Load;

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
        string.IsNullOrWhiteSpace(Says) ? "each claim says something."
        : Time is null == Throughput is null || Ratio is not (> 0 and < 1e6) ? $"'{Says}': a claim has a ratio, of time or of throughput."
        : Unmeasured is not null
            ? (Row ?? Matrix ?? Arm ?? Against) is null ? null
                : $"'{Says}': what is not measured has no benchmark and no arm."
        : string.IsNullOrWhiteSpace(Against) ? $"'{Says}': against what?"
        : Row is null == Matrix is null ? $"'{Says}': a benchmark measures it, or a matrix."
        : Matrix is null != Arm is null ? $"'{Says}': a matrix has an arm."
        : Row is not null && Row.IndexOf('.', StringComparison.Ordinal) < 0 ? $"'{Says}': a benchmark is named with its class."
        : null;
}
