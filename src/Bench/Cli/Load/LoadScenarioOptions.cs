using System.CommandLine;

namespace Bench.Cli.Load;

/// <param name="Url">A running server; null for that of the scenario.</param>
internal sealed record LoadScenarioOptions(string File, Uri? Url, bool AllowsRemote, string Folder)
{
    public static LoadScenarioOptions From(ParseResult arguments) =>
        new(
            arguments.GetValue(LoadScenarioCommand.ScenarioFile)!,
            arguments.GetValue(LoadOptions.Url),
            arguments.GetValue(LoadOptions.AllowRemote),
            arguments.GetValue(LoadOptions.Folder)!
        );
}
