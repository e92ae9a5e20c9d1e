using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;
using Bench.Reports;
using Lab.Trials;

namespace Lab.CheckCost;

internal static partial class CostPage
{
    public static string Render(IReadOnlyList<CheckRecord> edits, IReadOnlyList<CheckRecord> slowdowns)
    {
        var page = new StringBuilder("# What real checks cost, and what they report\n");
        if (edits.Count > 0)
            Append(
                page,
                "Edits that change no time",
                "Each edit was made in a clone of this repository and checked against its HEAD with all benchmarks. No edit changes what a benchmark does, so every check should pass.",
                "failed (exit code 1) | Inconclusive (exit code 3)",
                same => $"{same.Count(record => record.ExitCode == 1)} | {same.Count(record => record.ExitCode == 3)}",
                edits
            );
        if (slowdowns.Count > 0)
            Append(
                page,
                "One benchmark 10% slower",
                "In a clone of this repository, one benchmark case calls its code eleven times instead of ten. The other cases of the class run the same changed code ten times. The class is checked with a margin of 5%. The check should fail for the slower case only.",
                "failed for that case only | did not fail",
                same => $"{same.Count(record => record.FailsForItAlone())} | {same.Count(record => record.ExitCode != 1)}",
                slowdowns
            );
        return page.ToString();
    }

    private static void Append(
        StringBuilder page,
        string title,
        string about,
        string outcomes,
        Func<IReadOnlyList<CheckRecord>, string> count,
        IReadOnlyList<CheckRecord> records
    )
    {
        var groups = records.GroupBy(record => record.Conditions()).ToArray();
        page.Append(CultureInfo.InvariantCulture, $"\n## {title}\n\n{about}\n\n");
        page.Append(CultureInfo.InvariantCulture, $"| conditions | checks | {outcomes} |\n| --- | ---: | ---: | ---: |\n");
        foreach (var same in groups)
            page.Append(CultureInfo.InvariantCulture, $"| {same.Key} | {same.Count()} | {count([.. same])} |\n");

        page.Append(
            "\n| benchmarks, conditions | measurements | median time, s | nine in ten at most, s |\n| --- | ---: | ---: | ---: |\n"
        );
        foreach (var same in groups)
        {
            Median(page, $"through ASP.NET Core, {same.Key}", same.SelectMany(record => record.WebSeconds));
            Median(page, $"others, {same.Key}", same.SelectMany(record => record.PlainSeconds));
        }

        string[] commands = [.. records.Select(record => record.Command).Distinct()];
        page.Append(
            CultureInfo.InvariantCulture,
            $"\nMeasured with {string.Join(" and ", commands.Take(2).Select(command => $"`{command}`"))}{(commands.Length > 2 ? ", and the other classes in the same way" : "")}.\n\n"
        );
        page.Append("| change | conditions | exit code | time with builds | time after the builds | same code | measured |\n");
        page.Append("| --- | --- | ---: | ---: | ---: | ---: | ---: |\n");
        foreach (var record in records)
            page.Line(
                $"| {record.Edit} | {record.Conditions()} | {record.ExitCode} | {TimeText.Of(record.Seconds)} | {TimeText.Of(record.MeasuringSeconds)} | {record.SameCode} | {record.Measured} |"
            );
        AppendList(page, "The benchmarks that took longest", records.Where(record => record.Longest.Count > 0), record =>
            $": {string.Join("; ", record.Longest.Select(Words))}"
        );
        AppendList(
            page,
            "Benchmarks that were neither proven to run the same code nor cleared, with the measured ratios",
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
            page.Append(CultureInfo.InvariantCulture, $"| {which} | {all.Length} | {all[all.Length / 2]} | {all[all.Length * 9 / 10]} |\n");
    }
}
