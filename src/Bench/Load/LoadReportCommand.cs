using System.CommandLine;
using Bench.Comparison;

namespace Bench.Load;

/// <summary><c>bench load report</c>: what <c>bench load gate</c> measured, judged again.</summary>
internal static class LoadReportCommand
{
    private const string Help = """
        Judges what bench load gate measured once more, from NAME.json: with other settings, or where the machine that measured is not
        believed in its verdict.

        Exit codes as of compare.
        """;

    private static readonly Argument<string> Figures = new("FILE") { Description = "NAME.json of a load gate." };

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
        command.SetAction(arguments => Verb.Read(() => Report(arguments)));
        return command;
    }

    private static int Report(ParseResult arguments)
    {
        ReportOptions.Check(arguments);
        var file = arguments.GetValue(Figures)!;
        var result = MatrixResult.Read(file);
        if (result is not { Check: { } check, Arms.Count: 2 })
            throw new UsageException($"{file} is of bench load matrix: expected what bench load gate wrote.");
        var settings = JudgingOptions.SettingsOfFigures(arguments, Directory.GetCurrentDirectory(), check);
        var comparison = result.CompareMeasures(settings);
        var options = JudgingOptions.OptionsOfFigures(arguments, check);
        var outcome = LoadVerdict.Create(result, comparison, JudgingOptions.StrictnessFrom(arguments, settings, options));
        var deliveries = new Deliveries();
        ReportOptions.Write(arguments, deliveries, comparison, outcome, () => LoadReport.Render(result, settings, comparison, outcome));
        return deliveries.ExitCode(outcome);
    }
}
