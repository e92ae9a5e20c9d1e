using System.CommandLine;

namespace Bench.Load;

/// <summary>What a user chose with <c>bench load scenario</c>.</summary>
/// <param name="File">The scenario.</param>
/// <param name="Url">A server that runs already; null for that of the scenario.</param>
/// <param name="Folder">Where files are written.</param>
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
