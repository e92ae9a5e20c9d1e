namespace Bench.Results;

/// <summary>What one file says: benchmarks in the order of the file, and where they were measured.</summary>
/// <param name="Place">The file, as a user would name it.</param>
internal sealed record RunFile(string Place, RunEnvironment Environment, IReadOnlyList<BenchmarkResult> Benchmarks)
{
    /// <summary>Where the baseline of a paired run was measured; null where that is where the candidate was.</summary>
    public RunEnvironment? BaselineEnvironment { get; init; }

    /// <summary>What the build behind it could not include.</summary>
    public IReadOnlyList<LeftOutBenchmarks> LeftOut { get; init; } = [];

    /// <summary>How many bytes were read; 0 for what can't be read twice.</summary>
    public long Length { get; init; }

    /// <summary>The check that the file is from; null for other files.</summary>
    public CheckInfo? Check { get; init; }

    /// <summary>The machines that made the check; empty where it was one.</summary>
    public IReadOnlyList<CheckMachine> Machines { get; init; } = [];

    /// <summary>The file with what the run that wrote it recorded.</summary>
    /// <param name="runs">Those that may have written it, the newest first.</param>
    public RunFile With(IReadOnlyList<RecordedRun> runs)
    {
        RecordedRun[] own = [.. runs.Where(run => run.MayBeOf(Environment))];
        if (own.Length == 0)
            return this;
        // Of two models that the file does not tell apart, either may be its own.
        var model = own.Select(run => run.ProcessorModel).Distinct().Count() == 1 ? own[0].ProcessorModel : null;
        return this with
        {
            Environment = Environment with { ProcessorModel = Environment.ProcessorModel ?? model, Method = own[0].Method },
            LeftOut = own[0].LeftOut,
        };
    }
}
