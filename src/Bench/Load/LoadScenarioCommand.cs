using System.CommandLine;

namespace Bench.Load;

internal static class LoadScenarioCommand
{
    private const string Help = """
        Runs load over time, as FILE describes it: stages, virtual users or a rate of arrivals; requests with checks, drawn by weight or
        each with virtual users of its own; thresholds. Reports the figures of all requests and of each.

        Exit codes: 0; 1 a threshold is not kept, a request has no good answer, or nothing is answered at the end; 2 wrong usage,
        a missing program, a server that does not build, start or answer, or that ended under load; 130 interrupted. What was measured
        until then is kept.
        """;

    internal static readonly Argument<string> ScenarioFile = new("FILE")
    {
        Description = "The scenario, JSON; those of this repository are in samples/scenarios.",
    };

    public static Command Create()
    {
        var command = new Command("scenario", Help) { ScenarioFile, LoadOptions.Url, LoadOptions.AllowRemote, LoadOptions.Folder };
        command.Measures(LoadScenarioOptions.From, LoadScenarioVerb.Run);
        return command;
    }
}
