using System.CommandLine;

namespace Bench.Cli.Load;

internal sealed record LoadK6Options(IReadOnlyList<string> Summaries, string Name, string Folder)
{
    public static LoadK6Options From(ParseResult arguments) =>
        new(
            arguments.GetValue(LoadK6Command.Summaries)!,
            LoadOptions.NameOf(arguments.GetValue(LoadOptions.Name), "k6"),
            arguments.GetValue(LoadOptions.Folder)!
        );
}
