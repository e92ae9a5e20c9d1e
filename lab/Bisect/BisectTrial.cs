using System.Text.RegularExpressions;
using Lab.Trials;

namespace Lab.Bisect;

/// <summary>A bisection of a history that is known, by the command in a process of its own.</summary>
/// <param name="Position">The first of the changed commits; null where nothing changes.</param>
/// <param name="Options">Arguments of the command that only some searches need.</param>
/// <param name="Known">Which change it is, and in which order the history is; null where one is written into it.</param>
internal sealed partial record BisectTrial(
    string Benchmark,
    IReadOnlyList<string> Options,
    int Commits,
    int? Position,
    string? Known,
    Func<TrialHistory, IReadOnlyList<string>> Write
)
{
    /// <summary>One benchmark slower from a commit on.</summary>
    public static BisectTrial Of(Slowdown slowdown, int commits, int? position) =>
        new(slowdown.Benchmark, [], commits, position, null, history => history.Write(commits, slowdown, position));

    /// <summary>A change that is in the history, or the same history in opposite order: then an improvement is a slowdown.</summary>
    public static BisectTrial Of(KnownChange change, bool isReverse) =>
        new(
            change.Benchmark,
            change.Variable is { } variable ? ["--metric", change.Metric, "--env", variable] : ["--metric", change.Metric],
            change.Commits,
            change.Position(isReverse),
            $"{change.Commit} {(isReverse ? "in reverse" : "forward")}{(change.Metric == "time" ? "" : $", {change.Metric}")}",
            history => history.Take(change, isReverse)
        );

    public BisectRecord Run(Context context)
    {
        using var clone = new ThrowAwayClone(context);
        var written = Write(new TrialHistory(clone));
        var bisect = clone.Bench([
            "bisect",
            Benchmark,
            .. Options,
            "--good",
            written[0],
            "--bad",
            written[^1],
            "--project",
            "benchmarks",
            "--artifacts",
            Path.Combine(clone.Folder, "results"),
        ]);
        if (bisect.ExitCode is not (0 or 3))
            context.Screen.Complain($"{Benchmark}: exit code {bisect.ExitCode}: {bisect.Error}");
        return new BisectRecord(
            Benchmark,
            Commits,
            Position,
            [.. NamedCommit().Matches(bisect.Output).Select(match => PositionOf(match.Groups["name"].Value))],
            bisect.ExitCode,
            bisect.Seconds,
            RatioOfEnds().Match(bisect.Output).Groups["ratio"].Value,
            clone.Commit,
            Known,
            [.. OpenCommits().Matches(bisect.Output).SelectMany(match => match.Groups["names"].Value.Split(", ")).Select(PositionOf)]
        );

        int PositionOf(string name) =>
            written.Index().FirstOrDefault(commit => commit.Item.StartsWith(name, StringComparison.Ordinal)).Index;
    }

    // As the report has them: the commit of a change in bold at the beginning of a line, a ratio between two commits in the same way.
    [GeneratedRegex(@"^\*\*(?<name>[0-9a-f]{7,40})\*\* ", RegexOptions.Multiline | RegexOptions.CultureInvariant)]
    private static partial Regex NamedCommit();

    [GeneratedRegex("^- or .* before it, which ha(s|ve) no result: (?<names>.*)$", RegexOptions.Multiline | RegexOptions.CultureInvariant)]
    private static partial Regex OpenCommits();

    [GeneratedRegex(
        @"(margin: | is )(?<ratio>[0-9.]+x( \([0-9.-]+\))?)|^\w+: (?<ratio>\S+ \w+ instead of .*)\.$|run (?<ratio>the same code)\.$",
        RegexOptions.Multiline | RegexOptions.CultureInvariant
    )]
    private static partial Regex RatioOfEnds();
}
