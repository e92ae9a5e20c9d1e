using System.CommandLine;
using Bench.Comparison;
using Bench.Reports;
using Bench.Runner;

namespace Bench.Load;

/// <summary><c>bench load scenario</c>: load over time.</summary>
internal static class LoadScenarioCommand
{
    private const string Help = """
        Runs load over time, as FILE describes it: stages, virtual users or a rate of arrivals; a mix of requests with checks; thresholds.

        Exit codes: 0; 1 a threshold is not kept, nothing was answered, or nothing at the end; 2 wrong usage, a missing program, a server that does
        not build, start or answer, or that ended under load; 130 interrupted. What was measured until then is kept.
        """;

    private static readonly Argument<string> ScenarioFile = new("FILE")
    {
        Description = "The scenario, JSON; those of this repository are in samples/scenarios.",
    };

    public static Command Create()
    {
        var command = new Command("scenario", Help) { ScenarioFile, LoadOptions.Url, LoadOptions.AllowRemote, LoadOptions.Folder };
        command.Measures(arguments => arguments, RunScenario);
        return command;
    }

    private static int RunScenario(ParseResult arguments, Context context)
    {
        var cancellationToken = context.Cancellation;
        var scenario = Scenario.Read(context.File(arguments.GetValue(ScenarioFile)!));
        if (arguments.GetValue(LoadOptions.Url) is not null && scenario.Switches.Count > 0)
            throw new UsageException($"--url: the scenario has switches for {scenario.Sample}, which a server of your own does not get.");
        if (arguments.GetValue(LoadOptions.Url) is { } address)
            scenario = scenario with { Url = address, Sample = null };
        LoadOptions.EnsureAllowed(arguments, scenario.Url);
        var project = scenario.Sample is null ? null : LoadSteps.ProjectOf(scenario.Sample, "sample", context.Folder);
        Tool.Wrk.EnsureInstalled();
        var folder = arguments.GetValue(LoadOptions.Folder)!;
        CheckFolder.EnsureWritable(context, folder);
        LoadSteps.DeleteEarlier(context.FullPath(folder), scenario.Name);
        var progress = context.Progress();
        using var workspace = new Workspace(null);
        if (project is not null)
            progress.Step($"Publishing {scenario.Sample}");
        using var server = project is null
            ? null
            : SampleServer.Start(
                new ServerStart(
                    SampleServer.Publish(
                        project,
                        Path.Combine(workspace.Folder, "server"),
                        new Dictionary<string, string>(),
                        cancellationToken
                    ),
                    scenario.Switches,
                    []
                ),
                cancellationToken
            );
        progress.Step($"{scenario.Name}, {ClockText.Of(TimeSpan.FromSeconds(scenario.TotalSeconds))}");
        var (run, exitCode) = (new ScenarioRun(scenario, workspace.Folder), ExitCode.Usage);
        ScenarioResult result;
        try
        {
            result = SampleServer.Load(
                server,
                () => run.Run(server?.Addresses[0] ?? scenario.Url!, server is null ? null : () => server.HasEnded, cancellationToken)
            );
            exitCode = result.IsPassed ? ExitCode.Passed : ExitCode.Regressed;
        }
        catch (LoadException e)
        {
            if (run.Part(e.Message.TrimEnd('.')) is not { } part)
                throw;
            result = part;
        }
        catch (OperationCanceledException)
        {
            if (run.Part(Verb.WasInterrupted) is not { } part)
                throw;
            (result, exitCode) = (part, ExitCode.Interrupted);
        }

        progress.Clear();
        if (result.Partial is { } partial)
            context.Screen.Complain($"{partial}. What was measured until then is kept.");
        var page = LoadReport.Render(result);
        var deliveries = new Deliveries(context);
        deliveries.Try(() => LoadSteps.Keep(context, Path.Combine(folder, scenario.Name + ".json"), LoadFiles.Json(result)));
        context.Screen.Write(page);
        deliveries.File(Path.Combine(folder, scenario.Name + ".md"), page);
        return deliveries.ExitCode(exitCode);
    }
}
