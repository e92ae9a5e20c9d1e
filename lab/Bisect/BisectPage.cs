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
            "One benchmark 15 % slower from a random commit on",
            "In a clone of this repository the last commits are written anew: one case of a benchmark calls what it measures twenty times, and from a random commit on 23 times. Right is a search that names this commit and no other",
            [.. records.Where(record => record is { Position: not null, Known: null })]
        );
        Append(
            page,
            "Nothing slower",
            "The same without the slower commits: right is \"no difference\"",
            [.. records.Where(record => record.Position is null)]
        );
        Append(
            page,
            "Changes of this repository's own history",
            "Commits whose message or published table tells of a change, with their neighbours, and the same commits in opposite order. Right is a search that names this commit and no other; where commits beside it do not build, or stay Inconclusive, it is left open which of them did it",
            [.. records.Where(record => record.Known is not null)]
        );
        return page.ToString();
    }

    private static string Among(int several) => several == 0 ? "" : $", and {several} name it among commits that say nothing";

    private static void Append(StringBuilder page, string title, string about, IReadOnlyList<BisectRecord> records)
    {
        if (records.Count == 0)
            return;
        double[] seconds = [.. records.Select(record => record.Seconds).Order()];
        page.Append(CultureInfo.InvariantCulture, $"\n## {title}\n\n{about}: ");
        page.Line(
            $"**{records.Count(record => record.IsRight)} of {records.Count}**{Among(records.Count(record => record.IsAmongSeveral))}. Time with all builds: median {TimeText.Of(seconds[seconds.Length / 2])}, at most {TimeText.Of(seconds[^1])}.\n"
        );
        page.Append(
            "| benchmark | commits | changed from | named | exit code | time | ends | of commit | change |\n| --- | ---: | ---: | --- | ---: | ---: | --- | --- | --- |\n"
        );
        foreach (var record in records)
            page.Line(
                $"| {record.Benchmark} | {record.Commits} | {record.Position} | {string.Join(", ", record.Found)}{string.Concat((record.Open ?? []).Select(open => $" or {open}"))} | {record.ExitCode} | {TimeText.Of(record.Seconds)} | {record.Ratio} | {record.Head} | {record.Known} |"
            );
    }
}
