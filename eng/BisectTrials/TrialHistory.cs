using Bench.Processes;
using CheckCost;

namespace BisectTrials;

/// <summary>
/// The last commits of a clone, written anew: each as it is, but that one benchmark calls what it measures twenty times, and from one
/// commit on 23 times.
/// </summary>
internal sealed class TrialHistory(string clone, CancellationToken cancellationToken)
{
    private const int Calls = 20;
    private const int CallsOfSlower = 23;

    /// <param name="position">The first of the slower commits, 1 for the one after the first of all; null for none.</param>
    /// <returns>The commits, the oldest first: one more than were asked for, as a commit lies between two states.</returns>
    public IReadOnlyList<string> Write(int commits, Slowdown slowdown, int? position)
    {
        var originals = Git("rev-list", "--first-parent", "--reverse", $"--max-count={commits + 1}", "HEAD")
            .Split('\n', StringSplitOptions.RemoveEmptyEntries);
        if (originals.Length <= commits)
            throw new InvalidOperationException($"The history has {originals.Length} commits, and {commits + 1} are needed.");
        var written = new List<string>();
        var source = Path.Combine(clone, "..", "source.cs");
        for (var i = 0; i < originals.Length; i++)
        {
            File.WriteAllText(
                source,
                slowdown.WithCalls(
                    Git("show", $"{originals[i]}:{slowdown.File}"),
                    i >= (position ?? int.MaxValue) ? CallsOfSlower : Calls,
                    Calls
                )
            );
            Git("read-tree", originals[i]);
            Git("update-index", "--cacheinfo", $"100644,{Git("hash-object", "-w", source).Trim()},{slowdown.File}");
            string[] parent = i == 0 ? [] : ["-p", written[^1]];
            written.Add(
                Git(["commit-tree", Git("write-tree").Trim(), .. parent, "-m", Git("log", "-1", "--format=%s", originals[i]).Trim()]).Trim()
            );
        }

        Git("reset", "--quiet", "--hard", written[^1]);
        return written;
    }

    private string Git(params string[] arguments)
    {
        var git = ChildProcess.Run(
            "git",
            clone,
            cancellationToken,
            ["-c", "user.name=bench", "-c", "user.email=bench@localhost", .. arguments]
        );
        return git.ExitCode == 0 ? git.Output : throw new InvalidOperationException($"git {arguments[0]}: {git.Error}");
    }
}
