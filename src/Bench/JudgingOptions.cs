using System.CommandLine;
using System.CommandLine.Parsing;
using Bench.Comparison;
using Bench.Results;

namespace Bench;

/// <summary>The options of every verb that judges rows: margins, controls, what to let pass.</summary>
internal static class JudgingOptions
{
    public static readonly Option<string[]> Controls = Several("--control", "PATTERN", "Rows that no change of the code can move; if one did, the machine changed and no time is judged.");
    public static readonly Option<string?> Config = new("--config") { HelpName = "FILE", Description = $"Margins, controls and accepted regressions. Default: {Settings.FileName} of the current folder, where there is one." };
    public static readonly Option<double?> Margin = Quantity("--margin", "SHARE", "The relative change that matters, for rows without a rule in the config. Default: 5%.", Quantities.Share);
    public static readonly Option<double?> NoiseFloor = Quantity("--noise-floor", "TIME", "The absolute change below which nothing is reported. Default: 0.5ns.", Quantities.Nanoseconds);
    public static readonly Option<double?> MaxInconclusive = Quantity("--max-inconclusive", "SHARE", "The largest share of rows that may be inconclusive. Default: 20%.", ShareOrNothing);
    public static readonly Option<bool> AllowMissing = new("--allow-missing") { Description = "Rows that vanished or failed are no failure." };
    public static readonly Option<bool> StrictEnvironment = new("--strict-environment") { Description = "Another processor, runtime, OS, BenchmarkDotNet version or GC mode is a failure, and no mere warning." };

    public static IEnumerable<Option> All => [Controls, Config, Margin, NoiseFloor, MaxInconclusive, AllowMissing, StrictEnvironment];

    public static Settings SettingsFrom(ParseResult arguments, string folder)
    {
        if (arguments.GetValue(Config) is { Length: 0 })
            throw new UserError("a path is an empty text.");
        var config = arguments.GetValue(Config);
        var usual = Path.Combine(folder, Settings.FileName);
        var settings = config is not null ? Settings.Read(config) : File.Exists(usual) ? Settings.Read(Settings.FileName) : new Settings();
        return settings with
        {
            Margin = new Statistics.Margin(arguments.GetValue(Margin) ?? settings.Margin.Relative, arguments.GetValue(NoiseFloor) ?? settings.Margin.NoiseFloorNanoseconds),
            Controls = [.. settings.Controls, .. (arguments.GetValue(Controls) ?? []).Select(text => Pattern("--control", text))],
        };
    }

    public static Strictness StrictnessFrom(ParseResult arguments) => new(
        arguments.GetValue(AllowMissing), arguments.GetValue(StrictEnvironment), arguments.GetValue(MaxInconclusive) ?? new Strictness().MaxInconclusive);

    public static RowPattern Pattern(string where, string text)
    {
        try
        {
            return new RowPattern(text);
        }
        catch (FormatException e)
        {
            throw new UserError($"{where}: {e.Message}");
        }
    }

    public static void ControlsMustFitARow(Settings settings, IEnumerable<RowId> rows)
    {
        var all = rows.ToArray();
        foreach (var control in settings.Controls.Where(control => !all.Any(control.Fits)))
            throw new UserError($"the control pattern '{control.Text}' fits no row.");
    }

    public static Option<string[]> Several(string name, string helpName, string description) =>
        new(name) { HelpName = helpName, Description = description, Arity = ArgumentArity.OneOrMore, AllowMultipleArgumentsPerToken = false };

    public static Option<T?> Quantity<T>(string name, string helpName, string description, Func<string, T> parse) where T : struct => new(name)
    {
        HelpName = helpName,
        Description = description,
        CustomParser = result => Parse(result, parse),
    };

    private static T? Parse<T>(ArgumentResult result, Func<string, T> parse) where T : struct
    {
        try
        {
            return parse(result.Tokens[^1].Value);
        }
        catch (FormatException e)
        {
            result.AddError($"{((OptionResult)result.Parent!).IdentifierToken?.Value}: {e.Message}");
            return null;
        }
    }

    // Here 0 % and 100 % mean something.
    private static double ShareOrNothing(string text) => text.Replace(" ", "", StringComparison.Ordinal) is "0" or "0%" or "0.0" ? 0
        : text.Replace(" ", "", StringComparison.Ordinal) is "1" or "100%" or "1.0" ? 1
        : Quantities.Share(text) is < 1 and var share ? share : throw new FormatException($"'{text}' is no share from 0 % to 100 %.");
}
