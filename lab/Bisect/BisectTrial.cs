using System.Diagnostics;
using System.Text.RegularExpressions;
using Bench.Eng;
using CheckCost;

namespace BisectTrials;

/// <summary>A bisection of a known history. It runs the command in a separate process.</summary>
/// <param name="Position">The first changed commit; null if nothing changes.</param>
/// <param name="Options">Additional arguments of the command.</param>
/// <param name="Known">The known change and the order of the history; null for an injected change.</param>
internal sealed partial record Trial(
    string Benchmark,
    IReadOnlyList<string> Options,
    int Commits,
    int? Position,
    string? Known,
    Func<TrialHistory, IReadOnlyList<string>> Write
)
{
    public static Trial Of(Slowdown slowdown, int commits, int? position) =>
        new(slowdown.Benchmark, [], commits, position, null, history => history.Write(commits, slowdown, position));

    /// <summary>A change that is in the history. In the reversed history an improvement is a slowdown.</summary>
    public static Trial Of(KnownChange change, bool isReverse) =>
        new(
            change.Benchmark,
            change.Variable is { } variable ? ["--metric", change.Metric, "--env", variable] : ["--metric", change.Metric],
            change.Commits,
            change.Position(isReverse),
            $"{change.Commit} {(isReverse ? "in reverse" : "forward")}{(change.Metric == "time" ? "" : $", {change.Metric}")}",
            history => history.Take(change, isReverse)
        );

    public TrialRecord Run(CancellationToken cancellationToken)
    {
        using var clone = new ThrowAwayClone("bisect-trial-", cancellationToken);
        var written = Write(new TrialHistory(clone.Root, cancellationToken));
        var clock = Stopwatch.StartNew();
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
            "--results",
            Path.Combine(clone.Folder, "results"),
        ]);
        cancellationToken.ThrowIfCancellationRequested();
        if (bisect.ExitCode is not (0 or 3))
            Console.Error.WriteLine($"{Benchmark}: exit code {bisect.ExitCode}: {bisect.Error}");
        return new TrialRecord(
            Benchmark,
            Commits,
            Position,
            [.. NamedCommit().Matches(bisect.Output).Select(match => PositionOf(match.Groups["name"].Value))],
            bisect.ExitCode,
            Math.Round(clock.Elapsed.TotalSeconds),
            RatioOfEnds().Match(bisect.Output).Groups["ratio"].Value,
            clone.Commit,
            Known,
            [.. OpenCommits().Matches(bisect.Output).SelectMany(match => match.Groups["names"].Value.Split(", ")).Select(PositionOf)]
        );

        int PositionOf(string name) =>
            written.Index().FirstOrDefault(commit => commit.Item.StartsWith(name, StringComparison.Ordinal)).Index;
    }

    // The report's format: a line begins with the changed commit in bold. A line about a ratio between two commits begins the same way.
    [GeneratedRegex(@"^\*\*(?<name>[0-9a-f]{7,40})\*\* ", RegexOptions.Multiline | RegexOptions.CultureInvariant)]
    private static partial Regex NamedCommit();

    [GeneratedRegex("^- or .* before it, which says? nothing: (?<names>.*)$", RegexOptions.Multiline | RegexOptions.CultureInvariant)]
    private static partial Regex OpenCommits();

    [GeneratedRegex(@"(margin: | is )(?<ratio>[0-9.]+x( \([0-9.-]+\))?)|^\w+: (?<ratio>\S+ \w+ instead of .*)\.$|run (?<ratio>the same code)\.$", RegexOptions.Multiline | RegexOptions.CultureInvariant)]
    private static partial Regex RatioOfEnds();
}
