using System.Globalization;
using System.Text;
using Bench.Reports;

namespace Bench.Study;

/// <summary>The studies of several types of machines, week after week, as Markdown with a picture.</summary>
internal static class RunnerStudyPage
{
    /// <param name="record">The file that it comes from, as a reader of the page finds it.</param>
    public static string Render(IReadOnlyList<RunnerStudy> all, string record, string picture)
    {
        var studies = Once(all);
        var page = new StringBuilder();
        page.Append("# How good the check is on hosted machines\n\n");
        page.Line(
            $"Made by `bench study --from`; every figure below comes from [{MarkdownText.Cell(record)}]({record}), {studies.Min(study => study.Date):yyyy-MM-dd} to {studies.Max(study => study.Date):yyyy-MM-dd}."
        );
        if (all.Count > studies.Length)
            page.Line($"Lines that are there more than once count once: {all.Count - studies.Length} are left out.");
        page.Append(
            "A study records identical builds, and builds of which each benchmark is slowed by a known share, and replays checks from them. Checks of one study share what was recorded, so that intervals (Wilson's, 95 %) count the replaying and not the recording.\n\n"
        );
        double[] shares = [.. studies.SelectMany(study => study.Detections).Select(detection => detection.Share).Distinct().Order()];
        page.Line(
            $"| margin | machine | studies | checks of identical code that failed | studies with such a check | inconclusive |{string.Concat(shares.Select(share => FormattableString.Invariant($" {share:0.#%} slower: found |")))}"
        );
        page.Line($"| ---: | --- | ---: | --- | ---: | ---: |{string.Concat(shares.Select(_ => " --- |"))}");
        foreach (var runner in ByRunner(studies))
        {
            RunnerStudy[] own = [.. runner];
            page.Line(
                $"| {runner.Key.Margin:0.##%} | {MarkdownText.Cell(runner.Key.Runner)} | {own.Length} | {new Wilson(own.Sum(study => study.FailedChecks), own.Sum(study => study.Checks))} | {own.Count(study => study.FailedChecks > 0)} | {own.Average(study => study.Undecided):0.0%} |{string.Concat(shares.Select(share => $" {Found(own, share)} |"))}"
            );
        }

        page.Line($"\n![Power by type of machine]({picture})\n");
        string[] hidden = [.. Curves(studies).Skip(PowerPicture.MostCurves).Select(curve => MarkdownText.Cell(curve.Name))];
        if (hidden.Length > 0)
            page.Line($"Not in the picture, which has room for {PowerPicture.MostCurves}: {string.Join("; ", hidden)}.\n");
        page.Append("<details><summary>Each study</summary>\n\n");
        page.Line(
            $"| date | machine | processor | commit | margin | benchmarks | process pairs | checks that failed |{string.Concat(shares.Select(share => FormattableString.Invariant($" {share:0.#%} slower: found |")))}"
        );
        page.Line($"| --- | --- | --- | --- | ---: | ---: | ---: | ---: |{string.Concat(shares.Select(_ => " ---: |"))}");
        foreach (var study in studies.OrderByDescending(study => study.Date).ThenBy(study => study.Runner, StringComparer.Ordinal))
            page.Line(
                $"| {study.Date:yyyy-MM-dd} | {MarkdownText.Cell(study.Runner)} | {MarkdownText.Cell(study.Environment.Processor ?? "")} | {MarkdownText.Cell(study.Commit ?? "")} | {study.Margin:0.##%} | {study.Benchmarks} | {study.Pairs} | {study.FailedChecks} of {study.Checks} |{string.Concat(shares.Select(share => $" {Share(study, share)} |"))}"
            );
        page.Append("\n</details>\n");
        return page.ToString();
    }

    /// <summary>Draws detection against effect, a curve for each type of machine and margin.</summary>
    public static string Picture(IReadOnlyList<RunnerStudy> studies) =>
        PowerPicture.Draw(
            [.. Curves(Once(studies)).Take(PowerPicture.MostCurves)],
            "Share of slowed benchmarks called Regressed, against how much slower they are, by type of machine"
        );

    private static IEnumerable<PowerPicture.Curve> Curves(IReadOnlyList<RunnerStudy> studies) =>
        ByRunner(studies)
            .Select(runner => new PowerPicture.Curve(
                studies.All(study => study.Margin == studies[0].Margin)
                    ? runner.Key.Runner
                    : FormattableString.Invariant($"{runner.Key.Runner}, margin {runner.Key.Margin:0.##%}"),
                [
                    .. runner
                        .SelectMany(study => study.Detections)
                        .GroupBy(detection => detection.Share)
                        .OrderBy(same => same.Key)
                        .Select(same => (same.Key, Sum(same))),
                ]
            ));

    // A study has its moment: the same line twice is a file that was joined with itself.
    private static RunnerStudy[] Once(IEnumerable<RunnerStudy> studies) => [.. studies.DistinctBy(study => study.ToLine())];

    // What checks of different margins find does not add up.
    private static IEnumerable<IGrouping<(string Runner, double Margin), RunnerStudy>> ByRunner(IEnumerable<RunnerStudy> studies) =>
        studies
            .GroupBy(study => (study.Runner, study.Margin))
            .OrderBy(runner => runner.Key.Runner, StringComparer.Ordinal)
            .ThenBy(runner => runner.Key.Margin);

    private static Wilson Found(IEnumerable<RunnerStudy> studies, double share) =>
        Sum(studies.SelectMany(study => study.Detections).Where(detection => detection.Share == share));

    private static Wilson Sum(IEnumerable<RunnerDetection> detections) =>
        detections.Aggregate(new Wilson(0, 0), (sum, detection) => new Wilson(sum.Hits + detection.Found, sum.Count + detection.Of));

    private static string Share(RunnerStudy study, double share) =>
        study.Detections.FirstOrDefault(detection => detection.Share == share) is { } detection
            ? new Wilson(detection.Found, detection.Of).Share.ToString("0.0%", CultureInfo.InvariantCulture)
            : "";
}
