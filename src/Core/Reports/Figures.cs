using System.Globalization;
using Bench.Comparison;
using Bench.Results;
using Bench.Statistics;

namespace Bench.Reports;

// Formats figures for all reports: invariant culture, and only significant digits.
internal static class Figures
{
    private const string Bimodal = "its times have two peaks (bimodal)";

    public static string Time(double nanoseconds) =>
        nanoseconds switch
        {
            double.NaN => "?",
            < 1e3 => Digits(nanoseconds) + " ns",
            < 1e6 => Digits(nanoseconds / 1e3) + " µs",
            < 1e9 => Digits(nanoseconds / 1e6) + " ms",
            _ => Digits(nanoseconds / 1e9) + " s",
        };

    public static string Amount(ComparedBenchmark benchmark, double value) =>
        benchmark.Unit == FigureUnit.Bytes && !double.IsNaN(value) ? Bytes(value) : Time(value);

    public static string Bytes(double bytes) =>
        bytes switch
        {
            < 1024 => bytes.ToString("0.##", CultureInfo.InvariantCulture) + " B",
            < 10 * 1024 => bytes.ToString("0", CultureInfo.InvariantCulture) + " B",
            < 1024 * 1024 => Digits(bytes / 1024) + " KB",
            < 1024d * 1024 * 1024 => Digits(bytes / 1024 / 1024) + " MB",
            _ => Digits(bytes / 1024 / 1024 / 1024) + " GB",
        };

    public static string Ratio(TimeJudgement time) =>
        double.IsNaN(time.Ratio) ? "?"
        : time.Deciding is ({ } lower, { } upper)
            ? $"{Factor(time.Ratio)} ({Factor(lower, "")}-{Factor(upper, "")}{(time.OneSided is null ? "" : FormattableString.Invariant($", {100 * time.Confidence:0}%"))})"
        : Factor(time.Ratio);

    public static string Factor(double ratio, string suffix = "x") =>
        ratio switch
        {
            < 0.0005 => "<0.001",
            < 9.9995 => ratio.ToString("0.000", CultureInfo.InvariantCulture),
            < 99.95 => ratio.ToString("0.0", CultureInfo.InvariantCulture),
            < 1e6 => ratio.ToString("0", CultureInfo.InvariantCulture),
            _ => ">999999",
        } + suffix;

    // A relative change such as +49.2%, or a factor if it is at least ten.
    public static string Change(double ratio) =>
        double.IsNaN(ratio) ? "?"
        : ratio >= 10 ? Factor(ratio)
        : (ratio - 1).ToString(Math.Abs(ratio - 1) >= 0.9995 ? "+0%;-0%;0%" : "+0.0%;-0.0%;0.0%", CultureInfo.InvariantCulture);

    // Empty if nothing changed.
    public static string Change(AllocationJudgement? allocation) =>
        allocation is { } bytes && bytes.CandidateBytes - bytes.BaselineBytes is var change && change != 0
            ? (change > 0 ? "+" : "-") + Bytes(Math.Abs(change))
            : "";

    public static string Allocation(AllocationJudgement? allocation) =>
        allocation is null ? ""
        : Change(allocation) is { Length: > 0 } change
            ? $"{Bytes(allocation.BaselineBytes)} -> {Bytes(allocation.CandidateBytes)} ({change})"
        : Bytes(allocation.CandidateBytes);

    public static string Percent(double share) => share.ToString("0.##%", CultureInfo.InvariantCulture);

    // The verdicts on time and, if it says something, allocation. The one that determines the section of the report comes first.
    public static string Verdict(ComparedBenchmark benchmark)
    {
        if (benchmark is { IsAllocationOnly: true, Allocation: { } counted })
            return VerdictOnAllocation(benchmark) ?? counted.Verdict.ToString();
        var time = VerdictOnTime(benchmark);
        if (VerdictOnAllocation(benchmark) is not { } allocation)
            return time;
        if (time == allocation)
            return $"Time and allocation: {time}";
        return BenchmarkOrder.GroupOf(benchmark) == BenchmarkOrder.GroupOf(benchmark with { Allocation = null, LostAllocation = false })
            ? $"Time: {time}; allocation: {allocation}"
            : $"Allocation: {allocation}; time: {time}";
    }

    public static string VerdictOnTime(ComparedBenchmark benchmark) =>
        benchmark.Judged switch
        {
            null when benchmark.HasSameCode => "Same code",
            null when benchmark is { Presence: Bench.Comparison.Presence.Both, TimeNotCompared: not null } => "Not compared",
            null => benchmark.Presence switch
            {
                Presence.New => "New",
                Presence.Removed => benchmark.LeftOut is null ? "Removed" : "Skipped",
                Presence.Failed => "Failed",
                _ => "?",
            },
            { Verdict: Statistics.Verdict.Regressed } when benchmark.AcceptedTime is not null => "Regressed, accepted",
            { Verdict: Statistics.Verdict.Inconclusive } when benchmark.AcceptedTime is not null => "Inconclusive, accepted",
            { Verdict: Statistics.Verdict.Regressed, FailsCheck: false } => "Regressed, not significant enough to fail",
            { Verdict: Statistics.Verdict.NotWorse } => benchmark.Unit == FigureUnit.Bytes ? "Not more" : "Not slower",
            { Verdict: Statistics.Verdict.DiffersBetweenMachines } => "Differs between machines",
            { Verdict: Statistics.Verdict.UsualBetweenMachines } => "Usual between machines",
            var time => time.Verdict.ToString(),
        };

    // An unchanged allocation is not mentioned.
    private static string? VerdictOnAllocation(ComparedBenchmark benchmark) =>
        benchmark switch
        {
            { LostAllocation: true } => "Unknown",
            { Allocation: null or { Verdict: Statistics.Verdict.Equivalent } } => null,
            { IsAcrossMachines: true, Allocation.Verdict: Statistics.Verdict.Regressed } => "More",
            { IsAcrossMachines: true, Allocation.Verdict: Statistics.Verdict.Improved } => "Less",
            { Allocation.Verdict: Statistics.Verdict.Regressed, AcceptedAllocation: not null } => "Regressed, accepted",
            { Allocation.Verdict: Statistics.Verdict.NotWorse } => "Not more",
            { Allocation.Verdict: var verdict } => verdict.ToString(),
        };

    // The two values that the ratio compares: times, or multiples of the comparison group's baseline. Null if nothing was compared.
    public static (string Baseline, string Candidate)? Sides(ComparedBenchmark benchmark) =>
        benchmark is { RatioToBaseline: not null, BaselineRatio: { } before, CandidateRatio: { } after } ? (Factor(before), Factor(after))
        : benchmark.Measured is { } time ? (Amount(benchmark, time.Baseline), Amount(benchmark, time.Candidate))
        : null;

    // The measured ratio, if it differs from the shown one.
    private static double? LessCommonFactor(TimeJudgement time) =>
        time.Candidate / time.Baseline is var clock && Math.Abs(Math.Log(clock / time.Ratio)) > 0.0005 ? clock : null;

    // Additional information besides the figures.
    public static string Notes(ComparedBenchmark benchmark)
    {
        var notes = new List<string>();
        if (benchmark.Failure is { } failure)
            notes.Add(failure);
        if (benchmark.LeftOut is { } missing)
            notes.Add(missing);
        if (benchmark is { IsAllocationOnly: false, IsAcrossMachines: false, TimeNotCompared: { } why })
            notes.Add($"times not compared: {why}");
        if (benchmark.RatioToBaseline is not null)
            notes.Add(
                $"as a multiple of {benchmark.CategoryBaseline}"
                    + (benchmark.Time is { } own ? $"; own time {Time(own.Baseline)} -> {Time(own.Candidate)}, {Ratio(own)}" : "")
            );
        else if (benchmark is { IsPaired: false, IsAcrossMachines: false, Time: { } adjusted } && LessCommonFactor(adjusted) is { } clock)
            notes.Add($"{Factor(clock)} before the common factor was removed");
        if (benchmark.Judged is { Reason: { } reason } time)
            notes.Add(
                time.LaunchesToDecide is { } launches
                    ? $"{reason}; about {launches} {(benchmark.IsPaired ? "replicates" : "launches per run")} would decide{(Remedies.IsBeyondChecks(benchmark) ? ", more than a check runs. Use a quieter machine, more cores, --allocation-only or a larger margin" : "")}"
                    : reason
            );
        if (benchmark is { AcceptedAllocation: { } more, Allocation.Verdict: Statistics.Verdict.Regressed })
            notes.Add(Accepted("allocates more", more));
        if (benchmark.Allocation is { Verdict: Statistics.Verdict.Inconclusive or Statistics.Verdict.Regressed, Reason: { } open })
            notes.Add($"allocation: {open}");
        if (benchmark is { NearestChange: { } change } and ({ TimeFails: true } or { AllocationFails: true }))
            notes.Add(
                $"nearest changed code: {change.Text}{(change.File is null ? "" : FormattableString.Invariant($" ({change.File}:{change.Line})"))}"
            );
        if (benchmark.AllocationSources.Count > 0)
            notes.Add(
                "from samples: "
                    + string.Join(
                        ", ",
                        benchmark.AllocationSources.Select(source =>
                            $"{source.Type} in {source.Method} {Bytes(source.BaselineBytes)} -> {Bytes(source.CandidateBytes)}"
                        )
                    )
            );
        if (benchmark is { AcceptedTime: { } accepted, Judged.Verdict: Statistics.Verdict.Regressed or Statistics.Verdict.Inconclusive })
            notes.Add(Accepted(benchmark.Judged.Verdict == Statistics.Verdict.Regressed ? "slower" : "if slower", accepted));
        if (benchmark.LostAllocation)
            notes.Add("the candidate has no allocation figure");
        if (benchmark is { Presence: Bench.Comparison.Presence.New, FailedBefore: true })
            notes.Add("failed in the baseline too");
        if (benchmark.How is { } how)
            notes.Add(how);
        if (benchmark.IsBimodal)
            notes.Add(Bimodal);
        if (benchmark.IsControl)
            notes.Add("control benchmark");
        if (benchmark.HasOwnMargin)
            notes.Add($"margin {Percent(benchmark.Margin.Relative)}, noise floor {Amount(benchmark, benchmark.Margin.NoiseFloor)}");
        return string.Join("; ", notes);
    }

    // Limitations of a figure, without consequences for a check.
    public static string Limits(ComparedBenchmark benchmark) =>
        string.Join(
            "; ",
            new[] { benchmark.Failure, benchmark.Judged?.Reason, benchmark.How, benchmark.IsBimodal ? Bimodal : null }.OfType<string>()
        );

    private static string Accepted(string what, AcceptedRegression accepted) =>
        FormattableString.Invariant($"{what}, accepted until {accepted.Until:yyyy-MM-dd}: {accepted.Reason}");

    private static string Digits(double value) =>
        value switch
        {
            < 9.995 => value.ToString("0.00", CultureInfo.InvariantCulture),
            < 99.95 => value.ToString("0.0", CultureInfo.InvariantCulture),
            _ => value.ToString("0", CultureInfo.InvariantCulture),
        };
}
