using Lab.Trials;

namespace Lab.Bisect;

/// <summary>The histories of a clone that a bisection searches.</summary>
internal sealed class TrialHistory(ThrowAwayClone clone)
{
    private const int Calls = 20;
    private const int CallsOfSlower = 23;

    /// <summary>
    /// Rewrites the last commits. In each, one benchmark calls its code twenty times, and from one commit on 23 times. Nothing else
    /// changes.
    /// </summary>
    /// <param name="position">The first of the slower commits, 1 for the one after the first of all; null for none.</param>
    /// <returns>The commits, the oldest first. There is one more than asked for, because a change lies between two commits.</returns>
    public IReadOnlyList<string> Write(int commits, Slowdown slowdown, int? position)
    {
        var originals = Git("rev-list", "--first-parent", "--reverse", $"--max-count={commits + 1}", "HEAD")
            .Split('\n', StringSplitOptions.RemoveEmptyEntries);
        if (originals.Length <= commits)
            throw new BenchException($"The history has {originals.Length} commits, and {commits + 1} are needed.");
        var written = new List<string>();
        var source = Path.Combine(clone.Folder, "source.cs");
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
            Add(written, Git("write-tree").Trim(), originals[i]);
        }

        return CheckOut(written);
    }

    /// <summary>The commits around a known change, as they are or in opposite order.</summary>
    public IReadOnlyList<string> Take(KnownChange change, bool isReverse)
    {
        var all = Git("rev-list", "--first-parent", "--reverse", "HEAD").Split('\n', StringSplitOptions.RemoveEmptyEntries);
        var at = Array.FindIndex(all, commit => commit.StartsWith(change.Commit, StringComparison.Ordinal));
        if (at < change.Before || at + change.After >= all.Length)
            throw new BenchException($"The history has no {change.Commit} with so many commits around it.");
        var originals = all[(at - change.Before)..(at + change.After + 1)];
        if (!isReverse)
            return CheckOut(originals);
        var written = new List<string>();
        foreach (var original in originals.Reverse())
            Add(written, original + "^{tree}", original);
        return CheckOut(written);
    }

    private void Add(List<string> written, string tree, string original)
    {
        string[] parent = written.Count == 0 ? [] : ["-p", written[^1]];
        written.Add(Git(["commit-tree", tree, .. parent, "-m", Git("log", "-1", "--format=%s", original).Trim()]).Trim());
    }

    private IReadOnlyList<string> CheckOut(IReadOnlyList<string> commits)
    {
        Git("reset", "--quiet", "--hard", commits[^1]);
        return commits;
    }

    private string Git(params string[] arguments) => clone.Git(arguments);
}
