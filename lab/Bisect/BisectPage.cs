using System.Globalization;
using System.Text;
using Bench.Reports;
using Lab.Trials;

namespace Lab.Bisect;

internal static class BisectPage
{
    public static string Render(IReadOnlyList<BisectRecord> records)
    {
        var page = new StringBuilder("# How often a bisection is right\n");
        Append(
            page,
            "One benchmark 15% slower from a random commit on",
            "In a clone of this repository, the last commits are rewritten: one benchmark case calls its code twenty times, and from a random commit on 23 times. A search is right if it names this commit and no other.",
            [.. records.Where(record => record is { Position: not null, Known: null })]
        );
        Append(
            page,
            "Nothing slower",
            "The same history without the slower commits. A search is right if it reports \"no difference\".",
            [.. records.Where(record => record.Position is null)]
        );
        Append(
            page,
            "Changes of this repository's own history",
            "Commits whose message or published table shows a change, searched among their neighbours in both orders. A search is right if it names this commit and no other. If a commit next to it does not build or stays Inconclusive, the search cannot tell which of them made the change.",
            [.. records.Where(record => record.Known is not null)]
        );
        return page.ToString();
    }

    private static string Among(int several) =>
        several == 0 ? "" : $" {several} more name it together with commits that could not be decided.";

    private static void Append(StringBuilder page, string title, string about, IReadOnlyList<BisectRecord> records)
    {
        if (records.Count == 0)
            return;
        double[] seconds = [.. records.Select(record => record.Seconds).Order()];
        page.Append(CultureInfo.InvariantCulture, $"\n## {title}\n\n{about}\n\n");
        page.Line(
            $"Right: **{records.Count(record => record.IsRight)} of {records.Count}**.{Among(records.Count(record => record.IsAmongSeveral))} Time with all builds: median {TimeText.Of(seconds[seconds.Length / 2])}, at most {TimeText.Of(seconds[^1])}.\n"
        );
        page.Append(
            "| benchmark | commits | changed from | named | exit code | time | last against first commit | measured at | known change |\n| --- | ---: | ---: | --- | ---: | ---: | --- | --- | --- |\n"
        );
        foreach (var record in records)
            page.Line(
                $"| {record.Benchmark} | {record.Commits} | {record.Position} | {string.Join(", ", record.Found)}{string.Concat((record.Open ?? []).Select(open => $" or {open}"))} | {record.ExitCode} | {TimeText.Of(record.Seconds)} | {record.Ratio} | {record.Head} | {record.Known} |"
            );
    }
}
