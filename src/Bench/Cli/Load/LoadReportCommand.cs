using System.CommandLine;
using Bench.Comparison;

namespace Bench.Cli.Load;

internal static class LoadReportCommand
{
    public static readonly Argument<string> Figures = new("FILE") { Description = "NAME.json, written by bench load gate." };

    public static Command Create()
    {
        var command = new VerbCommand(
            "report",
            "Judge the figures of bench load gate again, with other settings or on a trusted machine.",
            new(
                OptionGroup.Judging,
                JudgingOptions.Config,
                JudgingOptions.CandidateConfig,
                JudgingOptions.Margin,
                JudgingOptions.MaxInconclusive
            ),
            new(OptionGroup.Output, [.. ReportOptions.All])
        )
        {
            Inputs = [Figures],
            Examples =
            [
                new("bench load report load-results/shop-gate.json", "Print the verdict again."),
                new("bench load report load-results/shop-gate.json --margin 10%", "Judge with a margin of 10%."),
            ],
            Exits = new Dictionary<ExitCode, string>
            {
                [ExitCode.Regressed] = "A measure regressed, fewer responses are good, or the candidate ended under load.",
                [ExitCode.Inconclusive] = "Time at full speed or more than one measure is Inconclusive, or the file is partial.",
            },
            Page = "docs/guides/gate-a-service.md",
            Details = "Regressions that `--candidate-config` accepts are accepted. The report lists all other settings that it changes.",
        };
        command.Reads(LoadReportOptions.From, LoadReportVerb.Run);
        return command;
    }
}
