using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using System.Text;

namespace Bench.Reference;

/// <summary>
/// <c>bench reference</c>, hidden: the help of all commands as one page, which is committed; and whether command lines of other pages are
/// understood.
/// </summary>
internal static class ReferenceCommand
{
    public static Command Create(RootCommand root)
    {
        var check = new Option<bool>("--check")
        {
            Description = "Reads command lines from standard input, and writes what is wrong with them.",
        };
        var command = new Command("reference", "Writes docs/reference/commands.md.") { Hidden = true, Options = { check } };
        command.Reads(
            arguments => arguments.GetValue(check),
            (isCheck, context) =>
            {
                context.Screen.Send(isCheck ? Mistakes(root, context.Input) : Page(root));
                return 0;
            }
        );
        return command;
    }

    private static string Mistakes(RootCommand root, TextReader input)
    {
        var mistakes = new StringBuilder();
        while (input.ReadLine() is { } line)
        {
            var parsed = root.Parse(line.Replace('\'', '"'));
            // A command that takes any number of files takes an option that it does not know for one.
            var unknown = parsed
                .Tokens.TakeWhile(token => token.Type != TokenType.DoubleDash)
                .Where(token => token.Type == TokenType.Argument && token.Value.StartsWith("--", StringComparison.Ordinal));
            foreach (
                var message in parsed.Errors.Select(error => error.Message).Concat(unknown.Select(token => $"{token.Value} is no option"))
            )
                mistakes.Append(CultureInfo.InvariantCulture, $"{line}: {message}\n");
        }

        return mistakes.ToString();
    }

    private static string Page(RootCommand root)
    {
        var page = new StringBuilder(
            "# Commands of `bench`\n\nWhat `--help` says of each; written by `dotnet run --project src/Bench -- reference > docs/reference/commands.md`, and a test compares.\n"
        );
        foreach (var path in Paths(root, []))
        {
            using var help = new StringWriter(CultureInfo.InvariantCulture);
            root.Parse([.. path, "--help"]).Invoke(new InvocationConfiguration { Output = help });
            // As it is typed, whatever the process is called.
            var lines = help.ToString().Replace($"  {RootCommand.ExecutableName} ", "  bench ", StringComparison.Ordinal).Split('\n').Select(line => line.TrimEnd());
            page.Append(
                CultureInfo.InvariantCulture,
                $"\n## bench {string.Join(' ', path)}\n\n```text\n{string.Join('\n', lines).Trim('\n')}\n```\n"
            );
        }

        return page.ToString();
    }

    private static IEnumerable<string[]> Paths(Command command, string[] path) =>
        command
            .Subcommands.Where(sub => !sub.Hidden)
            .OrderBy(sub => sub.Name, StringComparer.Ordinal)
            .SelectMany(sub =>
            {
                string[] own = [.. path, sub.Name];
                return sub.Subcommands.Count > 0 ? Paths(sub, own) : [own];
            });
}
