using System.Globalization;
using System.Text;

namespace CheckCost;

internal static class CostPage
{
    public static void Write(string path, IReadOnlyList<CheckRecord> records)
    {
        var page = new StringBuilder("# What a check of the whole suite costs\n\n");
        page.Append(
            CultureInfo.InvariantCulture,
            $"Each edit was made in a clone of this repository and checked against its HEAD with all benchmarks. No edit changes what a benchmark does, so every check should pass. Of {records.Count} {(records.Count == 1 ? "check" : "checks")} {records.Count(record => record.ExitCode == 1)} failed (exit code 1) and {records.Count(record => record.ExitCode == 3)} were Inconclusive (exit code 3).\n\n"
        );
        page.Append("| edit | machine | command | exit code | time, builds included | after the builds | same code | measured |\n");
        page.Append("| --- | --- | --- | ---: | ---: | ---: | ---: | ---: |\n");
        foreach (var record in records)
            page.Append(
                CultureInfo.InvariantCulture,
                $"| {record.Edit} | {(record.IsBusy ? "one core busy" : "idle")} | `{record.Command}` | {record.ExitCode} | {Time(record.Seconds)} | {Time(record.MeasuringSeconds)} | {record.SameCode} | {record.Measured} |\n"
            );
        var left = records.SelectMany(record => record.NotPassed.Select(benchmark => (record.Edit, benchmark))).ToArray();
        if (left.Length > 0)
            page.Append('\n');
        foreach (var (edit, benchmark) in left)
            page.Append(CultureInfo.InvariantCulture, $"- {edit}: {benchmark}\n");
        File.WriteAllText(path, page.ToString());
    }

    private static string Time(double seconds) =>
        string.Create(CultureInfo.InvariantCulture, $"{(int)seconds / 60} min {(int)seconds % 60:00} s");
}
