using System.Globalization;
using Bench.Comparison;
using Bench.Reports;
using Bench.Results;
using Bench.Statistics;

namespace Bench.Load;

// Words and figures that the pages of several kinds of load tests have in common.
internal static class LoadReport
{
    private const string PercentFormat = "0.###";

    /// <param name="accepted">Regressions that the change accepts, for the heading.</param>
    public static string Conclusion(Outcome outcome, string accepted = "") =>
        $"**{outcome.Words}{accepted}** (exit code {(int)outcome.ExitCode}): {MarkdownText.Cell(outcome.Reason)}";

    public static string Word(TimeJudgement time) => time.Verdict == Verdict.NotWorse ? "Not higher" : time.Verdict.ToString();

    public static string Interval(TimeJudgement time) =>
        FormattableString.Invariant(
            $"{time.Ratio:0.000}x{(time.Lower is { } lower ? FormattableString.Invariant($" ({lower:0.000}-{time.Upper:0.000})") : "")}"
        );

    /// <summary>Two cells. The ratio of throughput is the inverse of the ratio of times.</summary>
    public static string Throughput(TimeJudgement time) =>
        double.IsNaN(time.Ratio)
            ? $"{MarkdownText.Cell(time.Reason ?? "not measured")} |"
            : FormattableString.Invariant(
                $"{1 / time.Ratio:0.000}x{(time.Lower is { } lower ? FormattableString.Invariant($" ({1 / time.Upper:0.000}-{1 / lower:0.000})") : "")} | {(time.Verdict == Verdict.NotWorse ? "Not lower" : time.Verdict)}{WhyOpen(time)}"
            );

    // An open interval needs no further reason.
    public static string WhyOpen(TimeJudgement time) => time.OpenBy == OpenBy.Interval ? "" : $": {MarkdownText.Cell(time.Reason!)}";

    /// <summary>Why a regression does not fail the check; null if it does, or without a regression.</summary>
    public static string? WhyItPasses(ComparedBenchmark measure) =>
        measure.Time is not { Verdict: Verdict.Regressed } time ? null
        : measure.AcceptedTime is not null ? "accepted"
        : time.FailsCheck ? null
        : "not significant enough to fail";

    public static string Machine(RunEnvironment environment) =>
        MarkdownText.Cell(
            string.Join(
                ", ",
                new[]
                {
                    environment.OperatingSystem,
                    environment.Processor,
                    environment.Cores is { } cores ? FormattableString.Invariant($"{cores} cores") : null,
                }.OfType<string>()
            )
        );

    /// <summary>For text between back ticks.</summary>
    public static string Plain(string text) => Visible.Render(text).Replace('`', '\'');

    // One lost request of a million must not print as 100%.
    public static string Percent(double? share) =>
        share is not { } value ? ""
        : value < 1 && Number(100 * value, PercentFormat) == "100" ? "> 99.999%"
        : Number(100 * value, PercentFormat) + "%";

    // A slow server has less than one request per second.
    public static string Rate(double? perSecond) => Number(perSecond, perSecond < 10 ? "0.##" : "0");

    public static string Number(double? value, string format) => value?.ToString(format, CultureInfo.InvariantCulture) ?? "";
}
