using System.Text.Json;
using System.Text.Json.Serialization;
using Bench.Comparison;
using Bench.Results;
using Bench.Statistics;

namespace Bench.Reports;

// A comparison as JSON for other programs, described in `docs/bench-compare.schema.json`.
internal static class JsonReport
{
    // The value of the property "schema", with the version.
    public const string Schema = "bench-compare/1";

    public static string Render(RunComparison comparison, Outcome outcome)
    {
        var data = new ReportData(
            Schema,
            (int)outcome.ExitCode,
            outcome.Reason,
            comparison.AcceptedByChange is > 0 and var accepted ? accepted : null,
            comparison.BaselineSources,
            comparison.CandidateSources,
            comparison.Margin.Relative,
            comparison.Margin.NoiseFloor,
            [
                .. comparison.EnvironmentDifferences.Select(difference => new DifferenceData(
                    difference.Property,
                    difference.Baseline,
                    difference.Candidate
                )),
            ],
            comparison.MachineMeetings.Count == 0
                ? null
                :
                [
                    .. comparison.MachineMeetings.Select(meeting => new MachineClassesData(
                        meeting.Baseline.ToString(),
                        meeting.Candidate.ToString(),
                        meeting.Difference is not null
                    )),
                ],
            comparison.Notices,
            comparison.Warnings,
            comparison.ControlMoved,
            comparison.Canaries.Count == 0 ? null : [.. comparison.Canaries.Select(Canary)],
            CommonFactor(comparison),
            AssumedSpread(comparison),
            comparison.IsIdentical,
            [.. comparison.Benchmarks.Select(benchmark => Benchmark(comparison, benchmark))]
        );
        return JsonSerializer.Serialize(data, JsonReportContext.Default.ReportData) + "\n";
    }

    private static CanaryData Canary(ComparedCanary canary) =>
        new(
            canary.Name,
            Finite(canary.Time.Ratio),
            Finite(canary.Time.Lower),
            Finite(canary.Time.Upper),
            CanaryRule.Confidence,
            canary.Time.HasMoved,
            Remarks.Moved(canary)
        );

    private static CommonFactorData? CommonFactor(RunComparison comparison) =>
        comparison.CommonFactorState is not { } state
            ? null
            : new(
                state,
                comparison.CommonFactor?.Ratio,
                comparison.CommonFactor?.Lower,
                comparison.CommonFactor?.Upper,
                comparison.CommonFactorGroups,
                Remarks.CommonFactor(comparison)!
            );

    private static AssumedSpreadData? AssumedSpread(RunComparison comparison) =>
        comparison.AssumedSpread is not { } assumed
            ? null
            : new(assumed.Scale, assumed.DegreesOfFreedom, assumed.Within(0.95), Remarks.AssumedSpread(comparison)!);

    private static BenchmarkData Benchmark(RunComparison comparison, ComparedBenchmark benchmark) =>
        new(
            benchmark.Id.FullName,
            benchmark.Id.Section,
            benchmark.Id.Job.IsDefault ? null : benchmark.Id.Job.ToString(),
            benchmark.Presence,
            benchmark.Failure,
            benchmark.LeftOut,
            benchmark.BaselineLaunches,
            benchmark.CandidateLaunches,
            benchmark.TimeNotCompared,
            benchmark.HasSameCode ? true : null,
            benchmark.Time is { } time ? Time(benchmark, time) : null,
            benchmark.RatioToBaseline is { } ratio ? Ratio(benchmark, ratio) : null,
            benchmark.Allocation is { } allocation
                ? new AllocationData(
                    allocation.BaselineBytes,
                    allocation.CandidateBytes,
                    allocation.Verdict,
                    benchmark.AllocationFails,
                    allocation.Reason,
                    benchmark.AcceptedAllocation?.Reason,
                    benchmark.AllocationSources.Count == 0 ? null : benchmark.AllocationSources
                )
                : null,
            benchmark.IsBimodal,
            benchmark.IsControl,
            Remedies.Repeat(comparison, benchmark),
            CommandText.Explain(comparison, benchmark),
            benchmark.Machines.Count == 0 ? null : [.. benchmark.Machines.Select(Machine)]
        );

    private static JudgementData Time(ComparedBenchmark benchmark, TimeJudgement time)
    {
        return Judgement(benchmark, time, benchmark.RatioToBaseline is null && benchmark.TimeFails) with
        {
            BaselineNanoseconds = Of(FigureUnit.Nanoseconds, time.Baseline),
            CandidateNanoseconds = Of(FigureUnit.Nanoseconds, time.Candidate),
            BaselineBytes = Of(FigureUnit.Bytes, time.Baseline),
            CandidateBytes = Of(FigureUnit.Bytes, time.Candidate),
        };

        double? Of(FigureUnit unit, double value) => benchmark.Unit == unit ? Finite(value) : null;
    }

    private static JudgementData Ratio(ComparedBenchmark benchmark, TimeJudgement ratio) =>
        Judgement(benchmark, ratio, benchmark.TimeFails) with
        {
            Baseline = benchmark.CategoryBaseline,
            BaselineRatio = benchmark.BaselineRatio,
            CandidateRatio = benchmark.CandidateRatio,
            BaselineMoved = ratio.IsBaselineMoved,
        };

    private static JudgementData Judgement(ComparedBenchmark benchmark, TimeJudgement judgement, bool fails) =>
        new(
            Ratio: Finite(judgement.Ratio),
            Lower: Finite(judgement.Deciding.Lower),
            Upper: Finite(judgement.Deciding.Upper),
            Confidence: judgement.Confidence,
            P: Finite(judgement.P),
            Verdict: judgement.Verdict,
            Fails: fails,
            Reason: judgement.Reason,
            LaunchesToDecide: judgement.LaunchesToDecide,
            Margin: benchmark.Margin.Relative,
            Accepted: benchmark.AcceptedTime?.Reason
        );

    private static MachineData Machine(MachineRatio machine) =>
        new(
            machine.Machine.Replicate,
            machine.Machine.Environment.Processor,
            Finite(machine.Judgement.Ratio),
            Finite(machine.Judgement.Lower),
            Finite(machine.Judgement.Upper),
            machine.Judgement.Verdict
        );

    private static double? Finite(double? value) => value is { } number && double.IsFinite(number) ? number : null;

    internal sealed record ReportData(
        string Schema,
        int ExitCode,
        string Reason,
        int? AcceptedByChange,
        IReadOnlyList<string> Baseline,
        IReadOnlyList<string> Candidate,
        double Margin,
        double NoiseFloorNanoseconds,
        IReadOnlyList<DifferenceData> EnvironmentDifferences,
        IReadOnlyList<MachineClassesData>? MachineClasses,
        IReadOnlyList<string> Notices,
        IReadOnlyList<string> Warnings,
        bool ControlMoved,
        IReadOnlyList<CanaryData>? Canaries,
        CommonFactorData? CommonFactor,
        AssumedSpreadData? AssumedSpread,
        bool Identical,
        IReadOnlyList<BenchmarkData> Benchmarks
    );

    internal sealed record DifferenceData(string Property, string Baseline, string Candidate);

    internal sealed record MachineClassesData(string Baseline, string Candidate, bool AreKnown);

    internal sealed record BenchmarkData(
        string FullName,
        string? Section,
        string? Job,
        Presence Presence,
        string? Failure,
        string? LeftOut,
        int BaselineLaunches,
        int CandidateLaunches,
        string? TimeNotCompared,
        bool? SameCode,
        JudgementData? Time,
        JudgementData? RatioToBaseline,
        AllocationData? Allocation,
        bool IsBimodal,
        bool IsControl,
        string? Repeat,
        string? Explain,
        IReadOnlyList<MachineData>? Machines
    );

    internal sealed record CanaryData(
        string Name,
        double? Ratio,
        double? Lower,
        double? Upper,
        double Confidence,
        bool Moved,
        string? Text
    );

    internal sealed record MachineData(int Replicate, string? Processor, double? Ratio, double? Lower, double? Upper, Verdict Verdict);

    internal sealed record CommonFactorData(CommonFactorState State, double? Ratio, double? Lower, double? Upper, int Groups, string Text);

    internal sealed record AssumedSpreadData(double Scale, double DegreesOfFreedom, double Within95, string Text);

    // The verdict on a time, or on a ratio to a baseline.
    internal sealed record JudgementData(
        string? Baseline = null,
        double? BaselineRatio = null,
        double? CandidateRatio = null,
        double? BaselineNanoseconds = null,
        double? CandidateNanoseconds = null,
        double? BaselineBytes = null,
        double? CandidateBytes = null,
        double? Ratio = null,
        double? Lower = null,
        double? Upper = null,
        double Confidence = 0,
        double? P = null,
        Verdict Verdict = default,
        bool Fails = false,
        string? Reason = null,
        bool? BaselineMoved = null,
        int? LaunchesToDecide = null,
        double Margin = 0,
        string? Accepted = null
    );

    internal sealed record AllocationData(
        double BaselineBytes,
        double CandidateBytes,
        Verdict Verdict,
        bool Fails,
        string? Reason,
        string? Accepted,
        IReadOnlyList<AllocationSource>? Sources
    );
}

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    UseStringEnumConverter = true,
    WriteIndented = true,
    NewLine = "\n"
)]
[JsonSerializable(typeof(JsonReport.ReportData))]
internal sealed partial class JsonReportContext : JsonSerializerContext;
