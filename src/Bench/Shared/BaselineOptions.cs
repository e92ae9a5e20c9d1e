using System.CommandLine;
using Bench.Results;
using Bench.Runner;

namespace Bench;

/// <summary>Which commit the work tree is compared against.</summary>
internal static class BaselineOptions
{
    public static readonly Option<string> Baseline = new("--baseline")
    {
        HelpName = "REF",
        Description =
            "The commit, branch or tag compared against: where the work tree's commit left it (their merge base), built beside the repository.",
        Required = true,
    };
    public static readonly Option<bool> Exact = new(CheckInfo.BaselineExactOption)
    {
        Description = "Compares against REF itself, with what happened there since as well.",
    };

    /// <summary>What is not the default, for the report.</summary>
    public static IEnumerable<string> Stated(ParseResult arguments) =>
        arguments.GetValue(Exact) ? [CheckInfo.BaselineExactOption] : Array.Empty<string>();

    // What a check itself leaves behind is nothing to check.
    private static bool IsResult(string file) => file.Split('/').Contains(BuildOutput.Artifacts);

    /// <returns>What a report calls the commit, and the commit.</returns>
    public static (string Reference, string Commit) Resolve(ParseResult arguments, Repository repository)
    {
        var reference = arguments.GetValue(Baseline)!;
        var named = repository.Commit(reference);
        if (arguments.GetValue(Exact))
            return (reference, named);
        var commit =
            repository.MergeBase(named)
            ?? throw new UsageException(
                $"--baseline: '{reference}' and HEAD have no commit in common here{repository.ShallowHint}; {CheckInfo.BaselineExactOption} compares against '{reference}' itself."
            );
        if (commit == named)
            return (reference, commit);
        return commit != repository.Commit("HEAD") || repository.FilesChangedSince(commit).Any(file => !IsResult(file))
            ? ($"merge base with {reference}", commit)
            : throw new UsageException(
                $"--baseline: HEAD has nothing that '{reference}' has not, so there is nothing to check; {CheckInfo.BaselineExactOption} compares against '{reference}' itself."
            );
    }
}
