using System.Diagnostics;
using System.Text.RegularExpressions;
using Bench.Eng;
using CheckCost;

namespace BisectTrials;

/// <summary>A bisection of a history that is known, by the command in a process of its own.</summary>
internal sealed partial record Trial(Slowdown Slowdown, int Commits, int? Position)
{
    public TrialRecord Run(CancellationToken cancellationToken)
    {
        using var clone = new ThrowAwayClone("bisect-trial-", cancellationToken);
        var written = new TrialHistory(clone.Root, cancellationToken).Write(Commits, Slowdown, Position);
        var clock = Stopwatch.StartNew();
        var bisect = clone.Bench(
            "bisect",
            Slowdown.Benchmark,
            "--good",
            written[0],
            "--bad",
            written[^1],
            "--results",
            Path.Combine(clone.Folder, "results")
        );
        if (bisect.ExitCode is not (0 or 3))
            throw new InvalidOperationException($"{Slowdown.Benchmark}: exit code {bisect.ExitCode}: {bisect.Error}");
        return new TrialRecord(
            Slowdown.Benchmark,
            Commits,
            Position,
            [.. NamedCommit().Matches(bisect.Output).Select(match => PositionOf(match.Groups["name"].Value))],
            bisect.ExitCode,
            Math.Round(clock.Elapsed.TotalSeconds),
            RatioOfEnds().Match(bisect.Output).Groups["ratio"].Value,
            clone.Commit
        );

        int PositionOf(string name) =>
            written.Index().FirstOrDefault(commit => commit.Item.StartsWith(name, StringComparison.Ordinal)).Index;
    }

    // As the report has them: the commit of a change in bold at the beginning of a line, a ratio between two commits in the same way.
    [GeneratedRegex(@"^\*\*(?<name>[0-9a-f]{7,40})\*\* ", RegexOptions.Multiline | RegexOptions.CultureInvariant)]
    private static partial Regex NamedCommit();

    [GeneratedRegex(@"(margin: | is )(?<ratio>[0-9.]+x( \([0-9.-]+\))?)|(?<ratio>same code)\.$", RegexOptions.Multiline | RegexOptions.CultureInvariant)]
    private static partial Regex RatioOfEnds();
}
