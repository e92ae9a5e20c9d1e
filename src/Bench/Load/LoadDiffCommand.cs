using System.CommandLine;

namespace Bench.Load;

internal static class LoadDiffCommand
{
    private const string Help = """
        Compares two sweeps level by level: FOLDER/NAME, or a file. Or two of crank's results measure by measure: files of its --json,
        several separated by commas, each a launch. Writes NAME.md and, of sweeps, NAME.svg: both in each picture.

        Exit codes as of compare: 2 wrong usage, or input that can't be read; 1 a level is slower, or answers less well; 4 another environment, with
        --strict-environment; 5 nothing in common, or only times of different machines; 3 too many inconclusive; 0 none of these, or no
        level has enough rounds for a verdict and no option asks for one.
        """;

    internal static readonly Argument<string> Baseline = new("A")
    {
        Description = "The sweep compared against. A .dat has no rounds: it gives ratios without verdicts.",
    };
    internal static readonly Argument<string> Candidate = new("B") { Description = "The sweep in question." };

    public static Command Create()
    {
        var command = new Command("diff", Help)
        {
            Baseline,
            Candidate,
            LoadOptions.Name,
            LoadOptions.Folder,
            JudgingOptions.Config,
            JudgingOptions.Margin,
            JudgingOptions.MaxInconclusive,
            JudgingOptions.StrictEnvironment,
        };
        command.Reads(LoadDiffOptions.From, LoadDiffVerb.Run);
        return command;
    }
}
