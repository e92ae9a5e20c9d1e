using System.CommandLine;

namespace Bench;

/// <summary>What is wrong with arguments, with what to type next.</summary>
internal static class ParseTrouble
{
    public static string Render(ParseResult parsed)
    {
        var command = parsed.CommandResult.Command;
        var name = string.Join(' ', Names(parsed));
        if (command.Subcommands.Count == 0)
            return $"{parsed.Errors[0].Message.TrimEnd('.')}: {name} --help shows what it takes.";
        return parsed.UnmatchedTokens is [var verb, ..]
            ? $"there is no {name} {verb}: {name} --help lists the verbs."
            : $"{name} needs a verb: {name} --help lists them.";
    }

    // As it is typed, whatever the file of the program is called.
    private static IEnumerable<string> Names(ParseResult parsed)
    {
        var names = new Stack<string>();
        var result = parsed.CommandResult;
        for (; result.Parent is System.CommandLine.Parsing.CommandResult parent; result = parent)
            names.Push(result.Command.Name);
        return names.Prepend("bench");
    }
}
