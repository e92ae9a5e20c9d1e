using System.Text.Json;
using System.Text.Json.Serialization;
using Bench.Comparison;
using Bench.Statistics;

namespace Bench.Reporting;

/// <summary>A comparison as JSON for other programs, as <c>docs/bench-compare.schema.json</c> describes it.</summary>
public static class JsonReport
{
    /// <summary>The name and version of the schema, in the property of that name.</summary>
    public const string Schema = "bench-compare/1";

    /// <summary>Writes the report.</summary>
    /// <param name="comparison">What to report.</param>
    /// <param name="outcome">What it means.</param>
    /// <returns>Indented JSON with a line feed at the end.</returns>
    public static string Of(RunComparison comparison, Outcome outcome)
    {
        ArgumentNullException.ThrowIfNull(comparison);
        ArgumentNullException.ThrowIfNull(outcome);
        var data = new ReportData(
            Schema, (int)outcome.ExitCode, outcome.Reason, comparison.BaselineSources, comparison.CandidateSources,
            comparison.Margin.Relative, comparison.Margin.NoiseFloorNanoseconds,
            [.. comparison.EnvironmentDifferences.Select(difference => new DifferenceData(difference.Property, difference.Baseline, difference.Candidate))],
            comparison.Warnings, comparison.ControlMoved,
            [.. comparison.Rows.Select(Row)],
            [.. Topic.Of(comparison.Rows).Select(topic => new TopicData(topic.Name, topic.Rows, topic.GeometricMean))]);
        return JsonSerializer.Serialize(data, JsonReportContext.Default.ReportData) + "\n";
    }

    private static RowData Row(ComparedRow row) => new(
        row.Id.FullName, row.Id.Job.IsDefault ? null : row.Id.Job.ToString(), row.Presence, row.Failure, row.BaselineLaunches, row.CandidateLaunches,
        row.Time is { } time ? new TimeData(
            Finite(time.BaselineNanoseconds), Finite(time.CandidateNanoseconds), Finite(time.Ratio), Finite(time.Lower), Finite(time.Upper), Finite(time.P),
            time.Verdict, row.TimeFails, time.Reason, time.LaunchesToDecide, row.Margin.Relative, row.AcceptedTime?.Reason) : null,
        row.Allocation is { } allocation ? new AllocationData(
            allocation.BaselineBytes, allocation.CandidateBytes, allocation.Verdict, row.AllocationFails, allocation.Reason, row.AcceptedAllocation?.Reason) : null,
        row.IsBimodal, row.IsControl);

    private static double? Finite(double? value) => value is { } number && double.IsFinite(number) ? number : null;

    internal sealed record ReportData(
        string Schema, int ExitCode, string Reason, IReadOnlyList<string> Baseline, IReadOnlyList<string> Candidate, double Margin, double NoiseFloorNanoseconds,
        IReadOnlyList<DifferenceData> EnvironmentDifferences, IReadOnlyList<string> Warnings, bool ControlMoved, IReadOnlyList<RowData> Rows, IReadOnlyList<TopicData> Topics);

    internal sealed record DifferenceData(string Property, string Baseline, string Candidate);

    internal sealed record RowData(
        string FullName, string? Job, Presence Presence, string? Failure, int BaselineLaunches, int CandidateLaunches,
        TimeData? Time, AllocationData? Allocation, bool IsBimodal, bool IsControl);

    internal sealed record TimeData(
        double? BaselineNanoseconds, double? CandidateNanoseconds, double? Ratio, double? Lower, double? Upper, double? P,
        Verdict Verdict, bool Fails, string? Reason, int? LaunchesToDecide, double Margin, string? Accepted);

    internal sealed record AllocationData(double BaselineBytes, double CandidateBytes, Verdict Verdict, bool Fails, string? Reason, string? Accepted);

    internal sealed record TopicData(string Name, int Rows, double GeometricMean);
}

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    UseStringEnumConverter = true,
    WriteIndented = true,
    NewLine = "\n")]
[JsonSerializable(typeof(JsonReport.ReportData))]
internal sealed partial class JsonReportContext : JsonSerializerContext;
