namespace Bench.Results;

// The contents of one file, with the benchmarks in its order. Place is the file as a user would name it.
internal sealed record RunFile(string Place, RunEnvironment Environment, IReadOnlyList<BenchmarkResult> Benchmarks)
{
    // For a paired run: null if it equals the candidate's.
    public RunEnvironment? BaselineEnvironment { get; init; }

    // True for the rounds of a load matrix, which has variants instead of benchmarks.
    public bool IsMatrix { get; init; }

    // Benchmarks that the build could not include.
    public IReadOnlyList<LeftOutBenchmarks> LeftOut { get; init; } = [];

    // In bytes. 0 for input that cannot be read twice.
    public long Length { get; init; }

    public CheckInfo? Check { get; init; }

    // Empty unless several machines made the check.
    public IReadOnlyList<CheckMachine> Machines { get; init; } = [];

    // Adds the record of the run that wrote the file. `runs` are the candidates, newest first.
    public RunFile With(IReadOnlyList<RecordedRun> runs)
    {
        RecordedRun[] own = [.. runs.Where(run => run.MayBeOf(Environment))];
        if (own.Length == 0)
            return this;
        // If the file fits records of two models, its own is unknown.
        var model = own.Select(run => run.ProcessorModel).Distinct().Count() == 1 ? own[0].ProcessorModel : null;
        return this with
        {
            Environment = Environment with { ProcessorModel = Environment.ProcessorModel ?? model, Method = own[0].Method },
            LeftOut = own[0].LeftOut,
        };
    }
}
