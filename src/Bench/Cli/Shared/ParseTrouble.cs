using System.CommandLine;
using System.CommandLine.Parsing;

namespace Bench.Cli;

internal static class ParseTrouble
{
    /// <param name="command">The name of the command, which can differ from the name of the program's file.</param>
    /// <returns>One line; null if nothing is wrong.</returns>
    public static string? Of(ParseResult parsed, string command)
    {
        var name = string.Join(' ', Names(parsed).Prepend(command));
        return MisspeltOption(parsed) is { } option ? Unrecognized(parsed, name, option)
            : parsed.Errors.Count > 0 ? Render(parsed, name)
            : null;
    }

    // An option with several values also takes a misspelt option as a value. Values that look like options are refused, except after --.
    private static string? MisspeltOption(ParseResult parsed)
    {
        var typed = parsed.Tokens.TakeWhile(token => token.Type != TokenType.DoubleDash).ToHashSet(ReferenceEqualityComparer.Instance);
        return parsed
            .CommandResult.Children.SelectMany(child =>
                child switch
                {
                    OptionResult option when option.Option.Arity.MaximumNumberOfValues > 1 => option.Tokens,
                    ArgumentResult argument when argument.Argument.Arity.MaximumNumberOfValues > 1 => argument.Tokens,
                    _ => [],
                }
            )
            .FirstOrDefault(token => token.Value.StartsWith("--", StringComparison.Ordinal) && typed.Contains(token))
            ?.Value;
    }

    private static string Unrecognized(ParseResult parsed, string name, string option) =>
        $"Unrecognized command or argument '{option}'{Meant(Options(parsed), [option.Split('=')[0]])}. {name} --help lists the options.";

    private static string Render(ParseResult parsed, string name)
    {
        var command = parsed.CommandResult.Command;
        if (command.Subcommands.Count == 0)
            return $"{parsed.Errors[0].Message.TrimEnd('.')}{Meant(Options(parsed), parsed.UnmatchedTokens)}. {name} --help lists the options.";
        return parsed.UnmatchedTokens is [var verb, ..]
            ? $"'{verb}' is not a verb of {name}{Meant(command.Subcommands.Select(known => known.Name), [verb])}. {name} --help lists the verbs."
            : $"{name} needs a verb. {name} --help lists the verbs.";
    }

    private static IEnumerable<string> Options(ParseResult parsed) =>
        parsed.CommandResult.Command.Options.SelectMany(option => option.Aliases.Prepend(option.Name)).Where(option => option.Length > 2);

    // Suggests names that differ in at most one letter of three.
    private static string Meant(IEnumerable<string> known, IReadOnlyList<string> typed)
    {
        if (typed is not [var first, ..])
            return "";
        var near = known
            .Select(name => (Name: name, Edits: Edits(name, first)))
            .Where(found => found.Edits * 3 <= first.TrimStart('-').Length)
            .OrderBy(found => found.Edits)
            .FirstOrDefault();
        return near.Name is { } meant ? $" (did you mean {meant}?)" : "";
    }

    /// <summary>How many letters are added, missing, wrong or exchanged with the next (Damerau 1964; Wagner and Fischer 1974).</summary>
    private static int Edits(string one, string other)
    {
        var edits = new int[one.Length + 1, other.Length + 1];
        for (var i = 0; i <= one.Length; i++)
        {
            for (var j = 0; j <= other.Length; j++)
            {
                if (i == 0 || j == 0)
                {
                    edits[i, j] = i + j;
                    continue;
                }

                var isSame = one[i - 1] == other[j - 1];
                edits[i, j] = Math.Min(Math.Min(edits[i - 1, j], edits[i, j - 1]) + 1, edits[i - 1, j - 1] + (isSame ? 0 : 1));
                if (i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1])
                    edits[i, j] = Math.Min(edits[i, j], edits[i - 2, j - 2] + 1);
            }
        }

        return edits[one.Length, other.Length];
    }

    private static IEnumerable<string> Names(ParseResult parsed)
    {
        var names = new Stack<string>();
        var result = parsed.CommandResult;
        for (; result.Parent is CommandResult parent; result = parent)
            names.Push(result.Command.Name);
        return names;
    }
}
