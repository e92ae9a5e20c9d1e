using System.CommandLine;

namespace Lab.Claims;

/// <summary>The options of <c>lab claims</c>.</summary>
/// <param name="Claims">The file of claims.</param>
/// <param name="Source">A part of the names of the sources; null for all sources.</param>
/// <param name="Figures">Files or folders with earlier figures.</param>
/// <param name="Kept">The folder for figures that are measured; null if nothing is measured.</param>
/// <param name="Replicates">How often each benchmark is measured, at least 2.</param>
/// <param name="Output">The page to write; null for none.</param>
/// <param name="Pages">True to write the pages of the sources.</param>
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
    /// <summary>The files and folders that are searched for figures.</summary>
    public IEnumerable<string> Sources => Kept is null ? Figures : Figures.Append(Kept);

    /// <exception cref="UsageException">Options that change nothing, or out of range.</exception>
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
