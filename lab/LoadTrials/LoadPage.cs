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
            "Each trial makes a known change in a clone of this repository and checks it against the commit before by `bench load gate`. Right is a check that passes where nothing costs more, and that fails and calls each measure that does Regressed. Counted beside is whether each of them fails it by itself: a measure that is Regressed is not always significant enough for that, and with another that is, the check has failed and ends after its first look. An Inconclusive one (exit code 3) is neither. The aims were, of thirty trials each: none that fails and at most two that are Inconclusive where nothing costs more; else 29 for processor time, and 30 for bytes. Intervals are those that decided: of 95 %, and of 90 % where a measure is Equivalent.\n"
        );
        foreach (var change in records.GroupBy(record => (record.Change, record.Machine, record.Command)))
            Append(page, change.Key.Change, change.Key.Machine, change.Key.Command, [.. change]);
        return page.ToString();
    }

    private static void Append(StringBuilder page, string change, string machine, string command, LoadRecord[] records)
    {
        page.Line(
            $"\n## {char.ToUpperInvariant(change[0])}{change[1..]}, {machine}\n\nRight: **{records.Count(record => record.IsRight)} of {records.Length}**{ByEach(records)}; Inconclusive: {records.Count(record => record.ExitCode == 3)}. By `{command}`; median {TimeText.Of(records.Select(record => record.Seconds).Median())} with builds.\n"
        );
        page.Append(
            "| measure | ratio, median | lowest | highest | half of the interval, of the baseline, median | Regressed | failed | Inconclusive |\n"
        );
        page.Append("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n");
        foreach (var measure in records.SelectMany(record => record.Measures).GroupBy(measure => measure.Name))
        {
            double[] ratios = [.. measure.Select(one => one.Ratio)];
            page.Line(
                $"| {measure.Key} | {ratios.Median():0.000}x | {ratios.Min():0.000} | {ratios.Max():0.000} | {HalfInterval(measure)} | {measure.Count(one => one.Verdict == "Regressed")} | {measure.Count(one => one.Fails)} | {measure.Count(one => one.Verdict == "Inconclusive")} |"
            );
        }

        page.Append("\n| trial | of commit | exit code | time | not clear |\n| ---: | --- | ---: | ---: | --- |\n");
        foreach (var (i, record) in records.Index())
            page.Line(
                $"| {i + 1} | {record.Commit} | {record.ExitCode} | {TimeText.Of(record.Seconds)} | {string.Join(", ", record.Measures.Where(IsNotClear).Select(Words))} |"
            );
    }

    private static string ByEach(LoadRecord[] records) =>
        records[0].Expected.Count == 0 ? "" : $", by each measure alone {records.Count(record => record.IsRightByEach)}";

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
