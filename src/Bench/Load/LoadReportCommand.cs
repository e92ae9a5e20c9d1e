using System.CommandLine;

namespace Bench.Load;

internal static class LoadReportCommand
{
    private const string Help = """
        Judges what bench load gate measured once more, from NAME.json: with other settings, or where the machine that measured is not
        believed in its verdict.

        Exit codes as of compare.
        """;

    internal static readonly Argument<string> Figures = new("FILE") { Description = "NAME.json of a load gate." };

    public static Command Create()
    {
        var command = new Command("report", Help)
        {
            Figures,
            JudgingOptions.Config,
            JudgingOptions.CandidateConfig,
            JudgingOptions.Margin,
            JudgingOptions.MaxInconclusive,
        };
        foreach (var option in ReportOptions.All)
            command.Add(option);
        command.Reads(LoadReportOptions.From, LoadReportVerb.Run);
        return command;
    }
}
