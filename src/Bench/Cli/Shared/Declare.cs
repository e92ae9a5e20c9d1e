using System.CommandLine;
using System.CommandLine.Parsing;

namespace Bench.Cli;

// Options as they are declared in commands. `value` is the name of the value in the help.
internal static class Declare
{
    public static Option<string?> Text(string name, string value, string description) => Value<string?>(name, value, description);

    public static Option<int?> Number(string name, string value, string description) => Value<int?>(name, value, description);

    public static Option<T> Value<T>(string name, string value, string description) =>
        new(name) { HelpName = value, Description = description };

    public static Option<T> Value<T>(string name, string value, string description, T defaultValue) =>
        new(name)
        {
            HelpName = value,
            Description = description,
            DefaultValueFactory = _ => defaultValue,
        };

    public static Option<bool> Flag(string name, string description) => new(name) { Description = description };

    /// <param name="areTogether">True if several values may follow the name, as with BenchmarkDotNet's --filter.</param>
    public static Option<string[]> Several(string name, string value, string description, bool areTogether = false) =>
        new(name)
        {
            HelpName = value,
            Description = description,
            Arity = ArgumentArity.OneOrMore,
            AllowMultipleArgumentsPerToken = areTogether,
        };

    public static Option<T?> Quantity<T>(string name, string value, string description, Func<string, T> parse)
        where T : struct =>
        new(name)
        {
            HelpName = value,
            Description = description,
            CustomParser = result => Parse(result, parse),
        };

    private static T? Parse<T>(ArgumentResult result, Func<string, T> parse)
        where T : struct
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
}
