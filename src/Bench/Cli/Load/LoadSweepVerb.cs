using Bench.Comparison;
using Bench.Hiding;
using Bench.Load;
using Bench.Results;
using Bench.Runner;

namespace Bench.Cli.Load;

internal static class LoadSweepVerb
{
    public static int Run(LoadSweepOptions options, Context context)
    {
        if (options.Samples.Count == 0 == options.Url is null)
            throw new UsageException("name the server to load: use either --sample NAME or --url URL.");
        var settings = options.Settings();
        EnsureFit(options, settings);
        return options.IsComparison ? SampleComparison.Run(options, settings, context) : RunOne(options, settings, context);
    }

    // These levels are defaults that the user did not ask for, so levels that this machine can't reach are only skipped.
    private static IReadOnlyList<int> Reachable(IReadOnlyList<int> levels, ConnectionLimits limits, int addresses, Context context)
    {
        int[] without = [.. levels.Where(level => limits.UnsupportedReason(level, addresses) is not null)];
        if (without.Length == 0 || without.Length == levels.Count)
            return levels;
        context.Screen.Complain(
            FormattableString.Invariant(
                $"skipping the levels {string.Join(", ", without)}: {limits.UnsupportedReason(without[0], addresses)}."
            )
        );
        return [.. levels.Except(without)];
    }

    private static void EnsureFit(LoadSweepOptions options, SweepSettings settings)
    {
        var isOwn = options.Samples.Count == 0;
        if (options.Pins && isOwn)
            throw new UsageException("--pin needs --sample: the cores of a running server cannot be set.");
        if (options.IsComparison && (options.Profiles || options.Threads is not null || options.Timeout is not null))
            throw new UsageException("--profile, --threads and --timeout work with a single sample only.");
        if (options.IsComparison && settings.WarmUpSeconds == 0)
            throw new UsageException("--warmup 0 works with a single sample only: cold servers cannot be compared.");
        if (options.Profiles && isOwn)
            throw new UsageException("--profile needs --sample: a server that is already running cannot be sampled.");
        if (options.Url is null && options.AllowsRemote)
            throw new UsageException("--allow-remote needs --url: samples run on this machine.");
        LoadOptions.EnsureAllowed(options.Url, options.AllowsRemote);
        if (!PlanFile.IsPath(options.Path))
            throw new UsageException($"--path: '{options.Path}' is not a path. Use a path that begins with / and has no spaces and no #.");
        if (isOwn && (options.Variables.Count > 0 || options.Switches.Count > 0))
            throw new UsageException("--env and arguments for the sample need --sample: the server at --url is already running.");
        if (!options.IsComparison && (options.Judging.NamesConfig || options.Judging.Margin is not null))
            throw new UsageException("--margin and --config need several samples: a single one is not judged.");
    }

    private static LoadTarget TargetOf(LoadSweepOptions options, string? project, Secrets secrets) =>
        new(
            project is null ? null : Path.GetFileNameWithoutExtension(project),
            options.Url?.GetLeftPart(UriPartial.Authority),
            secrets.Path(options.Path),
            [.. options.Variables.Select(secrets.Variable), .. secrets.Words(options.Switches)]
        );

    private static LoadRun Planned(string name, LoadTarget target, SweepSettings settings, Context context) =>
        new(name, target, RunEnvironment.OfThisMachine(), context.Load.Generators(), settings, [], null) { Method = LoadMethod.Version };

    private static int RunOne(LoadSweepOptions options, SweepSettings settings, Context context)
    {
        var project = options.Samples is [var sample] ? LoadSteps.ProjectOf(sample, "--sample", context.Folder) : null;
        var secrets = new Secrets();
        var target = TargetOf(options, project, secrets);
        var name = LoadOptions.NameOf(options.Name, target.Sample ?? "load");
        LoadSteps.EnsureGenerators(context);
        CheckFolder.EnsureWritable(context, options.Folder);

        var limits = context.Load.ConnectionLimits();
        if (options.Levels.Count == 0)
            settings = settings with { Levels = Reachable(settings.Levels, limits, project is null ? 1 : int.MaxValue, context) };
        var progress = context.Progress();
        using var workspace = new Workspace(null);
        var load = context.Load.Sweep(
            new SweptServer(project, options.Url, options.Path, options.Switches, options.Variables),
            settings,
            limits,
            workspace.Folder
        );
        if (project is not null)
            progress.Step($"Publishing {target.Sample}");
        load.Publish(context.Cancellation);

        var stem = Path.Combine(options.Folder, name);
        var source = project is null ? null : LoadSteps.SourceOf([project], context.FullPath(options.Folder), context.Cancellation);
        var planned = Planned(name, target, settings, context) with { Source = source, Hidden = secrets.Hash };
        var run = new SweepRun(load, settings, limits, step => progress.Show(step.What, step.Left > TimeSpan.Zero ? step.Left : null));
        if (LoadSteps.Before(context, stem + ".json", options.Resumes, LoadFiles.TryRead, before => before.Partial) is { } before)
            run.GoOnWith(LoadFiles.CanGoOn(before, planned) ? before : throw LoadSteps.DifferentRun(stem + ".json"));

        var partial = LoadSteps.Try(
            () => run.Measure(Keep, context.Cancellation),
            () => run.Levels.Any(level => level.Rounds.Count > 0),
            secrets
        );
        progress.Clear();
        var writer = new ResultWriter(context);
        var result = Result(partial);
        LoadFiles.Write(result, options.Folder, (path, write) => writer.Write(path, write));
        context.Screen.Show(SweepPage.Render(result));
        if (options.Profiles && partial is null)
            partial = new SweepProfile(load, run.Levels, workspace.Folder, progress, context).Write(stem + ".md", writer);
        if (partial is not null)
            context.Screen.Complain(partial);
        return writer.Finish(
            partial is not null ? LoadSteps.ExitCodeOfPart(context)
            : run.Levels.Any(level => level.Failure is not null) ? ExitCode.Regressed
            : ExitCode.Passed
        );

        void Keep() => LoadSteps.Keep(context, stem + ".json", LoadFiles.Json(Result(Verb.WasInterrupted)));

        LoadRun Result(string? why) =>
            planned with
            {
                Levels = [.. run.Levels.Select(level => level with { Unreached = secrets.Without(level.Unreached) })],
                Partial = why,
            };
    }
}
