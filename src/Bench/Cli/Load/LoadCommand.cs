using System.CommandLine;

namespace Bench.Cli.Load;

internal static class LoadCommand
{
    public static Command Create() =>
        new("load", "Measure web applications under load, with wrk and h2load.")
        {
            LoadGateCommand.Create(),
            LoadReportCommand.Create(),
            LoadSweepCommand.Create(),
            LoadDiffCommand.Create(),
            LoadMatrixCommand.Create(),
            LoadScenarioCommand.Create(),
            LoadK6Command.Create(),
        };
}
