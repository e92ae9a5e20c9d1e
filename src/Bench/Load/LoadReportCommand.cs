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
        command.Reads(arguments => arguments, Report);
        return command;
    }

    private static int Report(ParseResult arguments, Context context)
    {
        var file = arguments.GetValue(Figures)!;
        var result = MatrixResult.Read(context.File(file));
        if (result is not { Check: { } check, Arms.Count: 2 })
            throw new UsageException($"{file} is of bench load matrix: expected what bench load gate wrote.");
        var settings = JudgingChoices.From(arguments).SettingsOfFigures(context, check);
        var comparison = result.CompareMeasures(settings);
        var options = JudgingChoices.From(arguments).OptionsOfFigures(context, check);
        var outcome = LoadVerdict.Create(result, comparison, JudgingChoices.From(arguments).Strictness(settings, options));
        var deliveries = new Deliveries(context);
        ReportChoices.From(arguments).Write(context, deliveries, comparison, outcome, () => LoadReport.Render(result, settings, comparison, outcome));
        return deliveries.ExitCode(outcome);
    }
}
