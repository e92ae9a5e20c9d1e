using System.CommandLine;

namespace Bench.Claims;

/// <summary>What a user asked <c>bench claims</c> for.</summary>
/// <param name="Claims">The file of claims.</param>
/// <param name="Figures">Files or folders with figures that are there already.</param>
/// <param name="Kept">The folder for figures that are measured; null where nothing is to be measured.</param>
/// <param name="Replicates">How often each benchmark is measured, at least 2.</param>
/// <param name="Output">The page to write; null for none.</param>
internal sealed record ClaimsOptions(
    string Claims,
    IReadOnlyList<string> Figures,
    string? Kept,
    int Replicates,
    string? Output,
    MeasurementChoices Measurement,
    JudgingChoices Judging
)
{
    /// <summary>Where figures are looked for.</summary>
    public IEnumerable<string> Sources => Kept is null ? Figures : Figures.Append(Kept);

    /// <exception cref="UsageException">Options that change nothing, or out of range.</exception>
    public static ClaimsOptions From(ParseResult arguments)
    {
        var kept = arguments.GetValue(ClaimsCommand.Measure);
        if (kept is null)
            UnusedOptions.Refuse(arguments, ClaimsCommand.Measure, MeasurementOptions.All.Append(MeasurementOptions.Replicates));
        return new(
            arguments.GetValue(ClaimsCommand.Claims)!,
            arguments.GetValue(ClaimsCommand.From) ?? [],
            kept,
            MeasurementChoices.ReplicatesFrom(arguments),
            arguments.GetValue(ClaimsCommand.Output),
            MeasurementChoices.From(arguments),
            JudgingChoices.From(arguments)
        );
    }
}
