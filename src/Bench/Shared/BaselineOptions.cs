using System.CommandLine;
using Bench.Results;

namespace Bench;

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
}
