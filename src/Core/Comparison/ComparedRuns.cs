using Bench.Results;
using Bench.Statistics;

namespace Bench.Comparison;

/// <summary>What is compared: <see cref="TwoRuns"/>, or a <see cref="PairedRun"/> whose benchmarks hold both sides.</summary>
internal abstract class ComparedRuns
{
    public abstract Run Baseline { get; }

    public abstract Run Candidate { get; }

    public abstract IReadOnlyList<BenchmarkPair> Pairs { get; }

    /// <summary>Which benchmarks were measured interleaved with which baseline of their category.</summary>
    public abstract Categories Categories { get; }

    public abstract IReadOnlyList<string> BaselineSources { get; }

    public abstract IReadOnlyList<string> CandidateSources { get; }

    /// <summary>What a paired run ran on; null for two runs.</summary>
    public abstract RunEnvironment? Environment { get; }

    /// <summary>The machines of a check that several made; empty for one, and for two runs.</summary>
    public virtual IReadOnlyList<CheckMachine> CheckMachines => [];

    public abstract IReadOnlyList<EnvironmentDifference> EnvironmentDifferences { get; }

    /// <summary>What is known before anything is judged.</summary>
    public abstract IReadOnlyList<string> Warnings { get; }

    public abstract IEnumerable<string> WarningsOfChecks { get; }

    public virtual IEnumerable<string> WarningsOfMachines => [];

    /// <summary>The machine classes of a benchmark's sides, where they are not known to be the same.</summary>
    public virtual MachineMeeting? MeetingOf(BenchmarkPair pair) => null;

    /// <summary>Why the candidate's build could not include a benchmark; null where it is there, or nothing says why it is not.</summary>
    public virtual string? LeftOut(BenchmarkPair pair) => null;

    /// <summary>Why the times of a benchmark are not to be compared; null where they are.</summary>
    public virtual string? WithoutTimes(BenchmarkPair pair) => null;

    /// <summary>Why the baseline has no figure; null where it has one.</summary>
    public abstract string? BaselineFailure(BenchmarkPair pair);

    /// <summary>Why the candidate has no figure, or lacks one in some of its files; null where it has all.</summary>
    public abstract string? CandidateFailure(BenchmarkPair pair);

    /// <summary>What the baseline allocates, by the figures of a benchmark's baseline side.</summary>
    public abstract IReadOnlyList<double> BaselineBytes(BenchmarkResult baseline);

    /// <summary>What is to be judged of a benchmark, or what is said instead; neither where a side has nothing.</summary>
    /// <param name="study">Repeated runs of identical code, by benchmark.</param>
    public abstract (BenchmarkSample? Sample, TimeJudgement? Instead) Sample(
        BenchmarkPair pair,
        ComparisonOptions options,
        Dictionary<BenchmarkId, BenchmarkResult[]> study
    );

    /// <summary>What a study says of a benchmark.</summary>
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
