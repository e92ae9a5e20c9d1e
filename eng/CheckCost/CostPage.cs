using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;
using Bench.Eng;

namespace CheckCost;

internal static partial class CostPage
{
    public static void Write(string path, IReadOnlyList<CheckRecord> edits, IReadOnlyList<CheckRecord> slowdowns)
    {
        var page = new StringBuilder("# What real checks cost, and what they say\n");
        if (edits.Count > 0)
            Append(
                page,
                "Edits that change no time",
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"Each edit was made in a clone of this repository and checked against its HEAD with all benchmarks. No edit changes what a benchmark does, so every check should pass. {ByConditions(edits, same => $"{same.Count(record => record.ExitCode == 1)} failed (exit code 1), {same.Count(record => record.ExitCode == 3)} were Inconclusive (exit code 3)")}"
                ),
                edits
            );
        if (slowdowns.Count > 0)
            Append(
                page,
                "One benchmark 10 % slower",
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"In a clone, one case of a benchmark calls what it measures eleven times instead of ten; its other cases run the same changed code ten times, and should pass. The class is checked with a margin of 5 %. {ByConditions(slowdowns, same => $"{same.Count(record => record.FailsForItAlone())} failed, and for that case alone")}"
                ),
                slowdowns
            );
        File.WriteAllText(path, page.ToString());
    }

    private static void Append(StringBuilder page, string title, string about, IReadOnlyList<CheckRecord> records)
    {
        page.Append(CultureInfo.InvariantCulture, $"\n## {title}\n\n{about}\n\n");
        page.Append("| change | conditions | exit code | time, builds included | after the builds | same code | measured |\n");
        page.Append("| --- | --- | ---: | ---: | ---: | ---: | ---: |\n");
        foreach (var record in records)
            page.Append(
                CultureInfo.InvariantCulture,
                $"| {record.Edit} | {record.Conditions()} | {record.ExitCode} | {TimeText.Of(record.Seconds)} | {TimeText.Of(record.MeasuringSeconds)} | {record.SameCode} | {record.Measured} |\n"
            );
        foreach (var same in records.GroupBy(record => record.Conditions()))
        {
            Median(page, $"through ASP.NET Core, {same.Key}", same.SelectMany(record => record.WebSeconds));
            Median(page, $"plain, {same.Key}", same.SelectMany(record => record.PlainSeconds));
        }

        string[] commands = [.. records.Select(record => record.Command).Distinct()];
        page.Append(
            CultureInfo.InvariantCulture,
            $"\nBy {string.Join(", ", commands.Take(2).Select(command => $"`{command}`"))}{(commands.Length > 2 ? " and so on" : "")}.\n"
        );
        AppendList(
            page,
            "What took longest",
            records.Where(record => record.Longest.Count > 0),
            record => $": {string.Join("; ", record.Longest.Select(Words))}"
        );
        AppendList(
            page,
            "Neither the same code nor clear, with the ratio of what was measured",
            records.Where(record => record.NotPassed.Count > 0),
            record => $", {record.NotPassed.Count} of {record.Measured}: {string.Join("; ", record.NotPassed.Select(Short))}"
        );
    }

    private static void AppendList(StringBuilder page, string title, IEnumerable<CheckRecord> records, Func<CheckRecord, string> said)
    {
        string[] lines = [.. records.Select(record => $"- {record.Edit}, {record.Conditions()}{said(record)}\n")];
        if (lines.Length > 0)
            page.Append(CultureInfo.InvariantCulture, $"\n{title}:\n\n{string.Concat(lines)}");
    }

    private static string Words(BenchmarkCost benchmark) =>
        string.Create(CultureInfo.InvariantCulture, $"{benchmark.Name["Benchmarks.".Length..]} {benchmark.Seconds} s");

    private static string Short(string line)
    {
        var parts = NotPassed().Match(line);
        if (!parts.Success)
            return line;
        var ratio = double.TryParse(parts.Groups["ratio"].Value, CultureInfo.InvariantCulture, out var number)
            ? number.ToString("0.000x", CultureInfo.InvariantCulture)
            : "not measured";
        var verdict = parts.Groups["verdict"].Value is "Inconclusive" ? "" : $" {parts.Groups["verdict"]}";
        return $"{parts.Groups["name"]} {ratio}{verdict}";
    }

    [GeneratedRegex(@"^Benchmarks\.\w+\.(?<name>.*): (?<ratio>[0-9.]*) (?<verdict>\w+), allocation \w*$")]
    private static partial Regex NotPassed();

    private static void Median(StringBuilder page, string which, IEnumerable<double> seconds)
    {
        double[] all = [.. seconds.Order()];
        if (all.Length > 0)
            page.Append(
                CultureInfo.InvariantCulture,
                $"\nWhat a measured benchmark took, {which}: median {all[all.Length / 2]} s, nine in ten at most {all[all.Length * 9 / 10]} s ({all.Length} measurements).\n"
            );
    }

    private static string ByConditions(IReadOnlyList<CheckRecord> records, Func<IReadOnlyList<CheckRecord>, string> said) =>
        string.Join(
            " ",
            records
                .GroupBy(record => record.Conditions())
                .Select(same => $"Of {same.Count()} checks ({same.Key}) {said([.. same])}.")
        );
}
