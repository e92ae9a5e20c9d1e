using System.CommandLine;
using Bench.Results;

namespace Bench.Cli;

internal static class BaselineOptions
{
    public static readonly Option<string> Baseline = new("--baseline")
    {
        HelpName = "REF",
        Description = "Compare with this branch, tag or commit: its merge base with HEAD. Required.",
        Required = true,
    };
    public static readonly Option<bool> Exact = Declare.Flag(
        CheckSettings.BaselineExactOption,
        "Compare with REF itself instead of its merge base with HEAD."
    );
}
