using System.CommandLine;
using Bench.Results;
using Bench.Runner;

namespace Bench;

/// <summary>What a user chose with <see cref="BaselineOptions"/>.</summary>
internal sealed record BaselineChoice(string Reference, bool IsExact)
{
    public static BaselineChoice From(ParseResult arguments) =>
        new(arguments.GetValue(BaselineOptions.Baseline)!, arguments.GetValue(BaselineOptions.Exact));

    /// <summary>What is not the default, for the report.</summary>
    public IEnumerable<string> Stated => IsExact ? [CheckInfo.BaselineExactOption] : Array.Empty<string>();

    // What a check itself leaves behind is nothing to check.
    private static bool IsResult(string file) => file.Split('/').Contains(BuildOutput.Artifacts);

    /// <returns>What a report calls the commit, and the commit.</returns>
    public (string Reference, string Commit) Resolve(Repository repository)
    {
        var named = repository.Commit(Reference);
        if (IsExact)
            return (Reference, named);
        var commit = repository.MergeBase(named)
            ?? throw new UsageException(
                $"--baseline: '{Reference}' and HEAD have no commit in common here{repository.ShallowHint}; {CheckInfo.BaselineExactOption} compares against '{Reference}' itself."
            );
        if (commit == named)
            return (Reference, commit);
        return commit != repository.Commit("HEAD") || repository.FilesChangedSince(commit).Any(file => !IsResult(file))
            ? ($"merge base with {Reference}", commit)
            : throw new UsageException(
                $"--baseline: HEAD has nothing that '{Reference}' has not, so there is nothing to check; {CheckInfo.BaselineExactOption} compares against '{Reference}' itself."
            );
    }
}
