using System.CommandLine;

namespace Lab.Claims;

/// <summary><c>lab claims</c>: figures that others have published, and those of this machine.</summary>
internal static class ClaimsCommand
{
    private const string Help = """
        Prints each claim of FILE with its measurement. The effect is confirmed, larger, smaller, absent or the opposite. The page also
        lists how the conditions differ.

        Exit codes: 0 for any judgement; 2 for wrong usage, a claim without a variant, or a benchmark or matrix that can't be measured;
        130 if interrupted. Finished measurements are kept.
        """;

    public static readonly Argument<string> Claims = new("FILE") { Description = "JSON file of claims, such as docs/claims/claims.json." };
    public static readonly Option<string?> Source = Declare.Text(
        "--source",
        "NAME",
        "Judge only sources whose name contains NAME. The case does not matter."
    );
    public static readonly Option<string[]> From = new("--from")
    {
        HelpName = "PATH",
        Description = "Read figures from files or folders that versus and load matrix have written.",
        AllowMultipleArgumentsPerToken = true,
    };
    public static readonly Option<string?> Measure = Declare.Text(
        "--measure",
        "DIR",
        "Measure the claims without figures, and keep the figures in DIR."
    );
    public static readonly Option<string?> Output = new("--output") { HelpName = "FILE", Description = "Also write the page to FILE." };
    public static readonly Option<bool> Pages = Declare.Flag(
        "--pages",
        "Also write the results of each source into the page that the claims name."
    );

    public static Command Create()
    {
        var command = new Command("claims", Help) { Claims, Source, From, Measure, MeasurementOptions.Replicates, Output, Pages };
        foreach (var option in MeasurementOptions.All.Append(JudgingOptions.Config))
            command.Add(option);
        command.Measures(ClaimsOptions.From, ClaimsVerb.Run);
        return command;
    }
}
