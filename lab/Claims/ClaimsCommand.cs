using System.CommandLine;

namespace Lab.Claims;

/// <summary><c>lab claims</c>: what others have measured, beside what this machine says.</summary>
internal static class ClaimsCommand
{
    private const string Help = """
        Prints each claim of FILE with its measurement: whether the claimed effect is confirmed, larger, smaller, none or the opposite,
        and how the conditions differ.

        Exit codes: 0, whatever the verdicts; 2 wrong usage, a claim that names no arm, a benchmark or matrix that can't be measured; 130 interrupted,
        what was measured is kept.
        """;

    public static readonly Argument<string> Claims = new("FILE")
    {
        Description = "The claims, JSON; those of this repository are docs/claims/claims.json.",
    };
    public static readonly Option<string?> Source = new("--source")
    {
        HelpName = "NAME",
        Description = "Only the sources whose name contains NAME, in any case.",
    };
    public static readonly Option<string[]> From = new("--from")
    {
        HelpName = "PATH",
        Description = "Figures that are there already: files or folders that versus and load matrix have written.",
        AllowMultipleArgumentsPerToken = true,
    };
    public static readonly Option<string?> Measure = new("--measure")
    {
        HelpName = "DIR",
        Description =
            "Measures what no file of --from has: benchmarks interleaved, arms as load matrix does. The figures are kept in DIR and not measured again.",
    };
    public static readonly Option<string?> Output = new("--output") { HelpName = "FILE", Description = "Also writes the page there." };
    public static readonly Option<bool> Pages = new("--pages")
    {
        Description = "Also writes the results of each source into the page that FILE names.",
    };

    public static Command Create()
    {
        var command = new Command("claims", Help) { Claims, Source, From, Measure, MeasurementOptions.Replicates, Output, Pages };
        foreach (var option in MeasurementOptions.All.Append(JudgingOptions.Config))
            command.Add(option);
        command.Measures(ClaimsOptions.From, ClaimsVerb.Run);
        return command;
    }
}
