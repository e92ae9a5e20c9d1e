using System.CommandLine;
using System.Text.RegularExpressions;

namespace Bench.Cli.Init;

/// <param name="Ci">Null for the system that the repository already uses.</param>
/// <param name="Replicates">The number of machines that measure each benchmark.</param>
/// <param name="Source">The feed with the command; null for those of the repository.</param>
/// <param name="Filter">The benchmarks that are measured against themselves; empty for any.</param>
internal sealed partial record InitOptions(
    CiSystem? Ci,
    int Replicates,
    string? Source,
    bool Measures,
    IReadOnlyList<string> Filter,
    MeasurementChoices Measurement
)
{
    public static InitOptions From(ParseResult arguments) =>
        new(
            arguments.GetValue(InitCommand.Ci),
            arguments.GetValue(InitCommand.Replicates) is >= 1 and <= InitCommand.MaxReplicates and var replicates
                ? replicates
                : throw new UsageException(
                    $"--replicates: {arguments.GetValue(InitCommand.Replicates)} is out of range. Use 1 to {InitCommand.MaxReplicates}."
                ),
            arguments.GetValue(InitCommand.Source) is not { } source ? null
                : FeedAddress().IsMatch(source) ? source
                : throw new UsageException($"--source: '{source}' is not the URL of a feed. Use https://HOST/PATH/index.json."),
            !arguments.GetValue(InitCommand.NoMeasure),
            arguments.GetValue(IdenticalCodeOptions.Filters) ?? [],
            MeasurementChoices.From(arguments)
        );

    // The address becomes part of a workflow.
    [GeneratedRegex("^https://[A-Za-z0-9._~:/-]+\\z", RegexOptions.CultureInvariant)]
    private static partial Regex FeedAddress();
}
