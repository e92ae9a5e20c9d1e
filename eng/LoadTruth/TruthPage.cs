using System.Globalization;
using System.Text;

namespace LoadTruth;

internal static class TruthPage
{
    public static void Write(string path, IReadOnlyList<TruthRecord> records)
    {
        var page = new StringBuilder("# Interleaved arms against long lone runs\n\n");
        page.Append(
            "Real differences between two arms, each measured twice: loaded interleaved, and in long runs in which each server has the machine for itself. Ratios are to the first arm, with 95 % intervals; the slope is that of the log ratios, interleaved over alone, through the origin. A miss is a difference of both beyond its 95 % interval and 2 %.\n"
        );
        var all = records.SelectMany(record => record.Measures.Select(twice => (record, twice)));
        foreach (var measure in all.GroupBy(one => one.twice.Measure))
            Append(page, measure.Key, [.. measure]);
        page.Append("\n## How\n\n| difference | rounds | warm-up | interleaved, an arm and round | alone | of commit |\n| --- | ---: | ---: | ---: | ---: | --- |\n");
        foreach (var record in records)
            page.Append(
                CultureInfo.InvariantCulture,
                $"| {record.Difference} | {record.Settings.Rounds} | {record.Settings.WarmUpSeconds} s | {record.Settings.InterleavedSeconds} s | {record.Settings.AloneSeconds} s | {record.Commit} |\n"
            );
        File.WriteAllText(path, page.ToString());
    }

    private static void Append(StringBuilder page, string measure, (TruthRecord Record, MeasuredTwice Twice)[] all)
    {
        string[] missed = [.. all.Where(one => one.Twice.IsMissed).Select(one => one.Record.Difference)];
        page.Append(
            CultureInfo.InvariantCulture,
            $"\n## {measure}\n\nSlope **{Slope(all.Select(one => one.Twice)):0.000}** over {all.Length}; missed: {(missed.Length == 0 ? "none" : string.Join(", ", missed))}.\n\n"
        );
        page.Append("| difference | interleaved | alone | |\n| --- | ---: | ---: | --- |\n");
        foreach (var (record, twice) in all)
            page.Append(
                CultureInfo.InvariantCulture,
                $"| {record.Difference} | {Words(twice.Interleaved)} | {Words(twice.Alone)} | {(twice.IsMissed ? "**missed**" : "")} |\n"
            );
    }

    private static double Slope(IEnumerable<MeasuredTwice> all) =>
        all.Sum(one => one.Interleaved.Log * one.Alone.Log) / all.Sum(one => one.Alone.Log * one.Alone.Log);

    private static string Words(LogRatio ratio) =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"{Math.Exp(ratio.Log):0.000}x ({Math.Exp(ratio.Log - ratio.HalfInterval):0.000}-{Math.Exp(ratio.Log + ratio.HalfInterval):0.000})"
        );
}
