using System.Globalization;
using System.Text;
using Bench.Reports;
using Lab.Trials;
using MathNet.Numerics.Statistics;

namespace Lab.LoadTrials;

internal static class LoadPage
{
    public static string Render(IReadOnlyList<LoadRecord> records)
    {
        var page = new StringBuilder("# How often a check under load is right\n\n");
        page.Append(
            "Each trial makes a known change in a clone of this repository, and checks it with `bench load gate` against the commit before.\n\n"
                + "A check of code that costs nothing more is right if it passes. A check of code that costs more is right if it fails and each measure that got worse is Regressed. An Inconclusive check (exit code 3) is not right.\n\n"
                + "A Regressed measure is not always significant enough to fail the check by itself. If another one is, the check fails and ends after its first look. The page therefore also counts the checks in which each expected measure fails by itself.\n\n"
                + "The aims for thirty trials each were: no failure and at most two Inconclusive checks if nothing costs more; otherwise 29 failures for CPU time and 30 for bytes. The intervals are those that decided: 95%, or 90% if a measure is Equivalent.\n"
        );
        foreach (var change in records.GroupBy(record => (record.Change, record.Machine, record.Command)))
            Append(page, change.Key.Change, change.Key.Machine, change.Key.Command, [.. change]);
        return page.ToString();
    }

    private static void Append(StringBuilder page, string change, string machine, string command, LoadRecord[] records)
    {
        page.Line(
            $"\n## {char.ToUpperInvariant(change[0])}{change[1..]}, {machine}\n\nRight: **{records.Count(record => record.IsRight)} of {records.Length}**{ByEach(records)}; Inconclusive: {records.Count(record => record.ExitCode == 3)}. Measured with `{command}`. Median time with builds: {TimeText.Of(records.Select(record => record.Seconds).Median())}.\n"
        );
        page.Append("| measure | median ratio | lowest | highest | half of the interval, median | Regressed | failed | Inconclusive |\n");
        page.Append("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n");
        foreach (var measure in records.SelectMany(record => record.Measures).GroupBy(measure => measure.Name))
        {
            double[] ratios = [.. measure.Select(one => one.Ratio)];
            page.Line(
                $"| {measure.Key} | {ratios.Median():0.000}x | {ratios.Min():0.000} | {ratios.Max():0.000} | {HalfInterval(measure)} | {measure.Count(one => one.Verdict == "Regressed")} | {measure.Count(one => one.Fails)} | {measure.Count(one => one.Verdict == "Inconclusive")} |"
            );
        }

        page.Append("\n| trial | commit | exit code | time | measures that are not clear |\n| ---: | --- | ---: | ---: | --- |\n");
        foreach (var (i, record) in records.Index())
            page.Line(
                $"| {i + 1} | {record.Commit} | {record.ExitCode} | {TimeText.Of(record.Seconds)} | {string.Join(", ", record.Measures.Where(IsNotClear).Select(Words))} |"
            );
    }

    private static string ByEach(LoadRecord[] records) =>
        records[0].Expected.Count == 0
            ? ""
            : $", with each expected measure failing by itself: {records.Count(record => record.IsRightByEach)}";

    private static bool IsNotClear(JudgedMeasure measure) => measure.Fails || measure.Verdict is "Inconclusive" or "Regressed";

    private static string Words(JudgedMeasure measure) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"{measure.Name} {measure.Ratio:0.000} {measure.Verdict}{(measure is { Verdict: "Regressed", Fails: false } ? ", by itself no failure" : "")}"
        );

    private static string HalfInterval(IEnumerable<JudgedMeasure> measures)
    {
        double[] halves = [.. measures.Select(one => (one.Upper - one.Lower) / 2).OfType<double>()];
        return halves.Length == 0 ? "" : string.Create(CultureInfo.InvariantCulture, $"{halves.Median():0.0 %}");
    }
}
