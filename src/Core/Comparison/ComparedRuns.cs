using Bench.Results;
using Bench.Statistics;

namespace Bench.Comparison;

internal abstract class ComparedRuns
{
    public abstract Run Baseline { get; }

    public abstract Run Candidate { get; }

    public abstract IReadOnlyList<BenchmarkPair> Pairs { get; }

    public abstract Categories Categories { get; }

    public abstract IReadOnlyList<string> BaselineSources { get; }

    public abstract IReadOnlyList<string> CandidateSources { get; }

    // The environment of a paired run. Null for two runs.
    public abstract RunEnvironment? Environment { get; }

    // Empty unless several machines made the check.
    public virtual IReadOnlyList<CheckMachine> CheckMachines => [];

    public abstract IReadOnlyList<EnvironmentDifference> EnvironmentDifferences { get; }

    // Known before anything is judged.
    public abstract IReadOnlyList<string> Warnings { get; }

    public abstract IEnumerable<string> WarningsOfChecks { get; }

    public virtual IEnumerable<string> WarningsOfMachines => [];

    // Null if both machine classes are known to be the same.
    public virtual MachineMeeting? MeetingOf(BenchmarkPair pair) => null;

    // Null if the candidate has the benchmark, or recorded no reason.
    public virtual string? LeftOut(BenchmarkPair pair) => null;

    // Null if the times can be compared.
    public virtual string? WithoutTimes(BenchmarkPair pair) => null;

    public abstract string? BaselineFailure(BenchmarkPair pair);

    // Includes a figure that is missing in only some of the candidate's files.
    public abstract string? CandidateFailure(BenchmarkPair pair);

    public abstract IReadOnlyList<double> BaselineBytes(BenchmarkResult baseline);

    // Returns a sample to judge, or a judgement to report instead, or neither if a side has nothing. `study` has repeated runs of identical
    // code by benchmark.
    public abstract (BenchmarkSample? Sample, TimeJudgement? Instead) Sample(
        BenchmarkPair pair,
        ComparisonOptions options,
        Dictionary<BenchmarkId, BenchmarkResult[]> study
    );

    public IEnumerable<BenchmarkResult> Studied(BenchmarkPair pair, Dictionary<BenchmarkId, BenchmarkResult[]> study) =>
        study.TryGetValue(pair.Id, out var same) || (pair.Candidate is not null && study.TryGetValue(pair.Candidate.Id, out same))
            ? same
            : [];

    protected static TimeJudgement NotMeasured(params string?[] reasons) =>
        new()
        {
            BaselineNanoseconds = double.NaN,
            CandidateNanoseconds = double.NaN,
            Ratio = double.NaN,
            Reason = reasons.FirstOrDefault(reason => reason is not null) ?? "it was not measured",
        };
}
