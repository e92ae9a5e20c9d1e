using System.CommandLine;
using System.CommandLine.Parsing;
using System.Text;

namespace Bench.Tests;

internal static class CommandPages
{
    private static readonly RootCommand Root = BenchCommand.Create();

    /// <param name="root">The program; null for <c>bench</c>.</param>
    /// <returns>A line for each command line that is wrong.</returns>
    public static string Mistakes(IEnumerable<string> lines, RootCommand? root = null)
    {
        var mistakes = new StringBuilder();
        foreach (var line in lines)
        {
            var parsed = (root ?? Root).Parse(line.Replace('\'', '"'));
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

    public static string Page()
    {
        var page = new StringBuilder("# Commands of `bench`\n\nThis page has the help of each command, with its exit codes and details.\n");
        foreach (var path in Leaves())
        {
            var command = Root.Parse(path).CommandResult.Command;
            page.Append(CultureInfo.InvariantCulture, $"\n## bench {string.Join(' ', path)}\n\n```text\n{HelpPage.Render(command)}```\n");
            if (command is VerbCommand { Details.Length: > 0, Details: var details })
                page.Append(CultureInfo.InvariantCulture, $"\n{details}\n");
        }

        return page.ToString();
    }

    /// <summary>The verbs with a help of their own.</summary>
    public static IEnumerable<(string Name, VerbCommand Verb)> Verbs() =>
        Leaves()
            .Select(path => (Name: string.Join(' ', path), Verb: Root.Parse(path).CommandResult.Command as VerbCommand))
            .Where(found => found.Verb is not null)
            .Select(found => (found.Name, found.Verb!));

    /// <summary>The words of each command without subcommands.</summary>
    public static IEnumerable<string[]> Leaves() => Paths(Root, []);

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
