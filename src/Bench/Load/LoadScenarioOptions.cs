using System.CommandLine;

namespace Bench.Load;

/// <param name="File">The scenario.</param>
/// <param name="Url">A running server; null for that of the scenario.</param>
/// <param name="Folder">The folder of the written files.</param>
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
