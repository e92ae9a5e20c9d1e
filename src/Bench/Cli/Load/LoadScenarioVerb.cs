using Bench.Comparison;
using Bench.Load;
using Bench.Reports;
using Bench.Runner;

namespace Bench.Cli.Load;

internal static class LoadScenarioVerb
{
    public static int Run(LoadScenarioOptions options, Context context)
    {
        var scenario = Scenario.Read(context.File(options.File));
        if (options.Url is not null && scenario.Switches.Count > 0)
            throw new UsageException(
                $"--url: the scenario has switches for {scenario.Sample}, which cannot be passed to a running server."
            );
        if (options.Url is { } address)
            scenario = scenario with { Url = address, Sample = null };
        LoadOptions.EnsureAllowed(scenario.Url, options.AllowsRemote);
        var project = scenario.Sample is null ? null : LoadSteps.ProjectOf(scenario.Sample, "sample", context.Folder);
        Tool.Wrk.EnsureInstalled(context.Variable("PATH"));
        CheckFolder.EnsureWritable(context, options.Folder);
        LoadSteps.DeleteEarlier(context.FullPath(options.Folder), scenario.Name);
        var progress = context.Progress();
        using var workspace = new Workspace(null);
        using var load = context.Load.Scenario(scenario, project, workspace.Folder);
        if (project is not null)
            progress.Step($"Publishing {scenario.Sample}");
        load.Start(context.Cancellation);
        progress.Step($"{scenario.Name}, {ClockText.Of(TimeSpan.FromSeconds(scenario.TotalSeconds))}");
        var (result, exitCode) = Measure(load, context.Cancellation);
        progress.Clear();
        return Report(result, exitCode, options.Folder, context);
    }

    // A failed or interrupted run still reports the part that it measured.
    private static (ScenarioResult Result, ExitCode ExitCode) Measure(IScenarioLoad load, CancellationToken cancellationToken)
    {
        try
        {
            var result = load.Run(cancellationToken);
            return (result, result.IsPassed ? ExitCode.Passed : ExitCode.Regressed);
        }
        catch (LoadException e)
        {
            if (load.Part(e.Message.TrimEnd('.')) is not { } part)
                throw;
            return (part, ExitCode.Usage);
        }
        catch (OperationCanceledException)
        {
            if (load.Part(Verb.WasInterrupted) is not { } part)
                throw;
            return (part, ExitCode.Interrupted);
        }
    }

    private static int Report(ScenarioResult result, ExitCode exitCode, string folder, Context context)
    {
        var name = result.Scenario.Name;
        if (result.Partial is { } partial)
            context.Screen.Complain($"{partial}. Figures measured so far are kept.");
        var page = ScenarioPage.Render(result);
        var writer = new ResultWriter(context);
        writer.Try(() => LoadSteps.Keep(context, Path.Combine(folder, name + ".json"), LoadFiles.Json(result)));
        context.Screen.Show(page);
        writer.Result(Path.Combine(folder, name + ".md"), page);
        return writer.Finish(exitCode);
    }
}
