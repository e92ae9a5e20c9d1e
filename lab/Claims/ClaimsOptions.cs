using System.CommandLine;

namespace Bench.Claims;

/// <param name="Source">A part of the sources' names; null for all sources.</param>
/// <param name="Figures">Files or folders with existing figures.</param>
/// <param name="Kept">The folder for measured figures; null if nothing is to be measured.</param>
/// <param name="Replicates">Per benchmark, at least 2.</param>
/// <param name="Output">The page to write; null for none.</param>
/// <param name="Pages">Whether to write the pages of the sources.</param>
internal sealed record ClaimsOptions(
    string Claims,
    string? Source,
    IReadOnlyList<string> Figures,
    string? Kept,
    int Replicates,
    string? Output,
    bool Pages,
    MeasurementChoices Measurement,
    JudgingChoices Judging
)
{
    public IEnumerable<string> Sources => Kept is null ? Figures : Figures.Append(Kept);

    public static ClaimsOptions From(ParseResult arguments)
    {
        var kept = arguments.GetValue(ClaimsCommand.Measure);
        if (kept is null)
            UnusedOptions.Refuse(arguments, ClaimsCommand.Measure, MeasurementOptions.All.Append(MeasurementOptions.Replicates));
        return new(
            arguments.GetValue(ClaimsCommand.Claims)!,
            arguments.GetValue(ClaimsCommand.Source),
            arguments.GetValue(ClaimsCommand.From) ?? [],
            kept,
            MeasurementChoices.ReplicatesFrom(arguments),
            arguments.GetValue(ClaimsCommand.Output),
            arguments.GetValue(ClaimsCommand.Pages),
            MeasurementChoices.From(arguments),
            JudgingChoices.From(arguments)
        );
    }
}
