using System.Diagnostics;
using System.Text.RegularExpressions;
using Bench.Processes;
using CheckCost;

namespace BisectTrials;

/// <summary>A bisection of a history that is known, by the command in a process of its own.</summary>
internal sealed partial record Trial(Slowdown Slowdown, int Commits, int? Position)
{
    public TrialRecord Run(CancellationToken cancellationToken)
    {
        var folder = Directory.CreateTempSubdirectory("bisect-trial-").FullName;
        try
        {
            var clone = Path.Combine(folder, "clone");
            Git(folder, "clone", "--quiet", Directory.GetCurrentDirectory(), clone);
            var written = new TrialHistory(clone, cancellationToken).Write(Commits, Slowdown, Position);
            var clock = Stopwatch.StartNew();
            var bisect = ChildProcess.Run(
                "dotnet",
                clone,
                cancellationToken,
                [
                    Path.Combine(AppContext.BaseDirectory, "bench.dll"),
                    "bisect",
                    Slowdown.Benchmark,
                    "--good",
                    written[0],
                    "--bad",
                    written[^1],
                    "--results",
                    Path.Combine(folder, "results"),
                ]
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
                Git(Directory.GetCurrentDirectory(), "rev-parse", "HEAD").Output[..12]
            );

            int PositionOf(string name) =>
                written.Index().FirstOrDefault(commit => commit.Item.StartsWith(name, StringComparison.Ordinal)).Index;
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }

        ChildProcess Git(string where, params string[] arguments)
        {
            var git = ChildProcess.Run("git", where, cancellationToken, arguments);
            return git.ExitCode == 0 ? git : throw new InvalidOperationException($"git {arguments[0]}: {git.Error}");
        }
    }

    // As the report has them: the commit of a change in bold at the beginning of a line, a ratio between two commits in the same way.
    [GeneratedRegex(@"^\*\*(?<name>[0-9a-f]{7,40})\*\* ", RegexOptions.Multiline | RegexOptions.CultureInvariant)]
    private static partial Regex NamedCommit();

    [GeneratedRegex(@"(margin: | is )(?<ratio>[0-9.]+x( \([0-9.-]+\))?)|(?<ratio>same code)\.$", RegexOptions.Multiline | RegexOptions.CultureInvariant)]
    private static partial Regex RatioOfEnds();
}
