using System.CommandLine;
using Bench.Comparison;

namespace Bench.Cli.Load;

internal static class LoadScenarioCommand
{
    public static readonly Argument<string> ScenarioFile = new("FILE")
    {
        Description = "Scenario in JSON, such as samples/scenarios/minimal-ramp.json.",
    };

    public static Command Create()
    {
        var command = new VerbCommand(
            "scenario",
            "Run load that changes over time, check the responses, and compare the figures with thresholds.",
            new("What to load", LoadOptions.Url, LoadOptions.AllowRemote),
            new(OptionGroup.Output, ReportOptions.PageFormat, LoadOptions.Folder)
        )
        {
            Inputs = [ScenarioFile],
            Examples =
            [
                new("bench load scenario samples/scenarios/minimal-ramp.json", "Run a ramp of virtual users against a sample."),
                new("bench load scenario ramp.json --url http://127.0.0.1:5000", "Run ramp.json against a running server."),
            ],
            Exits = new Dictionary<ExitCode, string>
            {
                [ExitCode.Regressed] = "A threshold failed, a request had no good response, or none came at the end.",
            },
            Page = "docs/guides/scenarios.md",
            Details = """
                FILE describes the load (stages, a number of virtual users or a rate of arrivals), the requests with their checks, and the thresholds.
                Requests are chosen by weight, or each has its own virtual users. The report has figures for all requests together and for each.
                """,
        };
        command.Measures(LoadScenarioOptions.From, LoadScenarioVerb.Run);
        return command;
    }
}
