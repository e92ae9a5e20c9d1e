using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using System.Text;

namespace Bench.Reference;

/// <summary>The help of all commands as one page, and whether command lines of other pages are understood.</summary>
internal sealed class CommandPages(RootCommand root)
{
    /// <returns>A line for each command line that is wrong.</returns>
    public string Mistakes(TextReader input)
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

    public string Page()
    {
        var page = new StringBuilder(
            "# Commands of `bench`\n\nWhat `--help` says of each; written by `dotnet run --project src/Bench -- reference > docs/reference/commands.md`, and a test compares.\n"
        );
        foreach (var path in Paths(root, []))
        {
            using var help = new StringWriter(CultureInfo.InvariantCulture);
            root.Parse([.. path, "--help"]).Invoke(new InvocationConfiguration { Output = help });
            page.Append(CultureInfo.InvariantCulture, $"\n## bench {string.Join(' ', path)}\n\n```text\n{help}```\n");
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
