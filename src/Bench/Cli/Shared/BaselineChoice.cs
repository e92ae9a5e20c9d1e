using System.CommandLine;
using Bench.Results;
using Bench.Runner;

namespace Bench.Cli;

internal sealed record BaselineChoice(string Reference, bool IsExact)
{
    public static BaselineChoice From(ParseResult arguments) =>
        new(arguments.GetValue(BaselineOptions.Baseline)!, arguments.GetValue(BaselineOptions.Exact));

    /// <summary>The options without their default value, for the report.</summary>
    // The results of an earlier check are not changes to check.
    private static bool IsResult(string file) => file.Split('/').Contains(BuildOutput.Artifacts);

    /// <returns>The commit's name in reports, and the commit.</returns>
    public (string Reference, string Commit) Resolve(Repository repository)
    {
        var named = repository.Commit(Reference);
        if (IsExact)
            return (Reference, named);
        var commit = repository.MergeBase(named)
            ?? throw new UsageException(
                $"--baseline: '{Reference}' and HEAD have no commit in common here{repository.ShallowHint}. Use {CheckSettings.BaselineExactOption} to compare with '{Reference}' itself."
            );
        if (commit == named)
            return (Reference, commit);
        return commit != repository.Commit("HEAD") || repository.FilesChangedSince(commit).Any(file => !IsResult(file))
            ? ($"merge base with {Reference}", commit)
            : throw new UsageException(
                $"--baseline: HEAD has no commit that '{Reference}' lacks, so there is nothing to check. Use {CheckSettings.BaselineExactOption} to compare with '{Reference}' itself."
            );
    }
}
