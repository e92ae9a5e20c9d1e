using System.Globalization;
using Bench.Comparison;
using Bench.Statistics;

namespace Bench.Reports;

/// <summary>Figures as all reports write them: the same in every culture, no more digits than mean something.</summary>
internal static class Figures
{
    public static string Time(double nanoseconds) => nanoseconds switch
    {
        double.NaN => "?",
        < 1e3 => Digits(nanoseconds) + " ns",
        < 1e6 => Digits(nanoseconds / 1e3) + " us",
        < 1e9 => Digits(nanoseconds / 1e6) + " ms",
        _ => Digits(nanoseconds / 1e9) + " s",
    };

    public static string Bytes(double bytes) => bytes switch
    {
        < 10 * 1024 => bytes.ToString("0.##", CultureInfo.InvariantCulture) + " B",
        < 1024 * 1024 => Digits(bytes / 1024) + " KB",
        < 1024d * 1024 * 1024 => Digits(bytes / 1024 / 1024) + " MB",
        _ => Digits(bytes / 1024 / 1024 / 1024) + " GB",
    };

    public static string Ratio(TimeJudgement time) => double.IsNaN(time.Ratio) ? "?"
        : time.Lower is { } lower ? $"{Factor(time.Ratio)} ({Factor(lower, "")}-{Factor(time.Upper!.Value, "")})" : Factor(time.Ratio);

    public static string Factor(double ratio, string suffix = "x") => ratio switch
    {
        < 0.0005 => "<0.001",
        < 9.9995 => ratio.ToString("0.000", CultureInfo.InvariantCulture),
        < 99.95 => ratio.ToString("0.0", CultureInfo.InvariantCulture),
        < 1e6 => ratio.ToString("0", CultureInfo.InvariantCulture),
        _ => ">999999",
    } + suffix;

    public static string Allocation(AllocationJudgement? allocation)
    {
        if (allocation is null)
            return "";

        var change = allocation.CandidateBytes - allocation.BaselineBytes;
        var sign = change > 0 ? "+" : change < 0 ? "-" : "";
        return change == 0 ? Bytes(allocation.CandidateBytes) : $"{Bytes(allocation.BaselineBytes)} -> {Bytes(allocation.CandidateBytes)} ({sign}{Bytes(Math.Abs(change))})";
    }

    public static string Percent(double share) => share.ToString("0.##%", CultureInfo.InvariantCulture);

    /// <summary>The verdict on a row's time in words, with what limits it.</summary>
    public static string Verdict(ComparedRow row) => row.Judged switch
    {
        null when row is { Presence: Bench.Comparison.Presence.Both, TimeNotCompared: not null } => "Not compared",
        null => row.Presence switch { Presence.New => "New", Presence.Removed => "Removed", Presence.Failed => "Failed", _ => "?" },
        { Verdict: Statistics.Verdict.Regressed } when row.AcceptedTime is not null => "Regressed, accepted",
        { Verdict: Statistics.Verdict.Regressed, FailsCheck: false } => "Regressed, not sure enough to fail",
        var time => time.Verdict.ToString(),
    };

    /// <summary>What a reader should know of a row besides its figures.</summary>
    public static string Notes(ComparedRow row)
    {
        var notes = new List<string>();
        if (row.Failure is { } failure)
            notes.Add(failure);
        if (row.TimeNotCompared is { } machines)
            notes.Add($"times not compared: {machines}");
        if (row.RatioToBaseline is not null)
            notes.Add(FormattableString.Invariant($"ratio to {row.CategoryBaseline}: {Factor(row.BaselineRatio!.Value)} -> {Factor(row.CandidateRatio!.Value)}") + (row.Time is { } own ? $"; time: {Ratio(own)}" : ""));
        if (row.Judged is { Reason: { } reason } time)
            notes.Add(time.LaunchesToDecide is { } launches ? $"{reason}; about {launches} {(row.IsPaired ? "units" : "launches a side")} would decide" : reason);
        if (row.Allocation is { Verdict: Statistics.Verdict.Regressed })
            notes.Add(row.AcceptedAllocation is { } more ? Accepted("allocates more", more) : "allocates more");
        if (row.Allocation is { Verdict: Statistics.Verdict.Improved })
            notes.Add("allocates less");
        if (row.Allocation is { Verdict: Statistics.Verdict.Inconclusive, Reason: { } open })
            notes.Add($"allocation: {open}");
        if (row is { AcceptedTime: { } accepted, Judged.Verdict: Statistics.Verdict.Regressed })
            notes.Add(Accepted("slower", accepted));
        if (row.LostAllocation)
            notes.Add("the candidate does not say what it allocates");
        if (row is { Presence: Bench.Comparison.Presence.New, FailedBefore: true })
            notes.Add("failed before");
        if (row.How is { } how)
            notes.Add(how);
        if (row.IsBimodal)
            notes.Add("bimodal");
        if (row.IsControl)
            notes.Add("control row");
        if (row.HasOwnMargin)
            notes.Add($"margin {Percent(row.Margin.Relative)}, noise floor {Time(row.Margin.NoiseFloorNanoseconds)}");
        return string.Join("; ", notes);
    }

    /// <summary>What limits a figure, without what it means for a check.</summary>
    public static string Limits(ComparedRow row) => string.Join("; ", new[] { row.Failure, row.Judged?.Reason, row.How, row.IsBimodal ? "bimodal" : null }.OfType<string>());

    private static string Accepted(string what, AcceptedRegression accepted) =>
        FormattableString.Invariant($"{what}, accepted until {accepted.Until:yyyy-MM-dd}: {accepted.Reason}");

    private static string Digits(double value) => value switch
    {
        < 9.995 => value.ToString("0.00", CultureInfo.InvariantCulture),
        < 99.95 => value.ToString("0.0", CultureInfo.InvariantCulture),
        _ => value.ToString("0", CultureInfo.InvariantCulture),
    };
}
