using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using Bench.Comparison;
using Bench.Explain;
using Bench.Runner;

namespace Bench.Load;

/// <summary><c>bench load sweep</c>: a server at several levels of concurrency.</summary>
internal static class LoadSweepCommand
{
    private const string Help = """
        Loads a web application over loopback with wrk and h2load, at several levels of concurrency.

        Several samples are compared: their servers live at the same time and are loaded interleaved, so that what the
        machine does meets all of them. The first is the one that the others are compared with.

        Exit codes: 0; 1 a level was not reached, or had no good answer in a round; 2 wrong usage, a missing program, a server that does not
        build, start or answer, or that ended under load; 130 interrupted, what was measured is kept.
        """;

    private static readonly Option<string[]> Samples = new("--sample")
    {
        HelpName = "NAME",
        Description = "The web application to publish and start, or several: project files, or names of folders below samples/.",
        AllowMultipleArgumentsPerToken = true,
    };
    private static readonly Option<string> PathOption = new("--path")
    {
        HelpName = "PATH",
        Description = "What is asked for. Default: /.",
        DefaultValueFactory = _ => "/",
    };
    private static readonly Option<int[]> Levels = new("--levels")
    {
        HelpName = "N",
        Description = "Concurrent connections. Default: 200 500 1000 3000 5000 10000 15000 20000 25000 50000; of several samples 8 64 256 1000.",
        AllowMultipleArgumentsPerToken = true,
    };
    private static readonly Option<int?> Threads = new("--threads")
    {
        HelpName = "N",
        Description = "Threads of a generator. Default: 3 x cores.",
    };
    private static readonly Option<TimeSpan?> Duration = JudgingOptions.Quantity(
        "--duration",
        "TIME",
        "How long each generator loads each level in each round. Default: 10s.",
        Quantities.Duration
    );
    private static readonly Option<string?> WarmUp = new("--warmup")
    {
        HelpName = "TIME",
        Description = "How long the server is loaded before the first figure. Default: 15s.",
    };
    private static readonly Option<int?> Repeats = new("--repeats")
    {
        HelpName = "N",
        Description = "Rounds over all levels. Default: 3; of several samples 5.",
    };
    private static readonly Option<bool> ProfileOption = new("--profile")
    {
        Description = "Afterwards, samples the server under load at the middle level: the top methods, as Markdown.",
    };
    private static readonly Option<bool> Pin = new("--pin")
    {
        Description =
            "Server and generator on different cores, half for each. On few cores that is another server: not for questions about threads or collectors.",
    };
    private static readonly Option<string[]> Variables = JudgingOptions.Several(
        "--env",
        "NAME=VALUE",
        "An environment variable for the sample, for instance DOTNET_gcServer=1."
    );
    private static readonly Argument<string[]> Switches = new("SWITCHES")
    {
        Description = "After --: arguments for the sample.",
        Arity = ArgumentArity.ZeroOrMore,
    };

    public static Command Create()
    {
        var command = new Command("sweep", Help)
        {
            Samples,
            LoadOptions.Url,
            LoadOptions.AllowRemote,
            PathOption,
            Levels,
            Threads,
            Duration,
            WarmUp,
            Repeats,
            LoadOptions.Name,
            LoadOptions.Folder,
            Variables,
            ProfileOption,
            Pin,
            LoadOptions.Resume,
            JudgingOptions.Config,
            JudgingOptions.Margin,
            Switches,
        };
        command.Measures(arguments => arguments, Sweep);
        return command;
    }

    private static int Sweep(ParseResult arguments, Context context)
    {
        var cancellationToken = context.Cancellation;
        string[] samples = arguments.GetValue(Samples) ?? [];
        var (sample, url) = (samples.FirstOrDefault(), arguments.GetValue(LoadOptions.Url));
        if (sample is null == url is null)
            throw new UsageException("name what to load: --sample NAME or --url URL.");
        var isCompared = samples.Length > 1;
        var settings = SettingsFrom(arguments, isCompared ? SampleComparison.Usual : new SweepSettings());
        if (settings.Pin && sample is null)
            throw new UsageException("--pin needs --sample: the cores of a server of your own are yours to choose.");
        if (isCompared && (arguments.GetValue(ProfileOption) || arguments.GetValue(Threads) is not null))
            throw new UsageException("--profile and --threads are for one sample.");
        if (isCompared && settings.WarmUpSeconds == 0)
            throw new UsageException("--warmup 0 is for one sample: cold servers can't be compared.");
        if (arguments.GetValue(ProfileOption) && sample is null)
            throw new UsageException("--profile needs --sample: of a server of your own nothing is known but its address.");
        if (url is null && arguments.GetValue(LoadOptions.AllowRemote))
            throw new UsageException("--allow-remote needs --url: a sample runs on this machine.");
        LoadOptions.EnsureAllowed(arguments, url);
        var path = arguments.GetValue(PathOption)!;
        if (!PlanFile.IsPath(path))
            throw new UsageException($"--path: invalid path '{path}': expected a slash first, and neither spaces nor #.");
        var variables = MeasurementChoices.CheckVariables(arguments.GetValue(Variables) ?? []);
        LoadOptions.EnsureBehindDashes(arguments, Switches);
        string[] switches = arguments.GetValue(Switches) ?? [];
        if (sample is null && (variables.Length > 0 || switches.Length > 0))
            throw new UsageException("--env and arguments for the sample need --sample: a server of your own runs already.");
        if (isCompared)
            return SampleComparison.Run(arguments, samples, path, settings, variables, switches, context);
        if (JudgingChoices.From(arguments).NamesConfig || arguments.GetValue(JudgingOptions.Margin) is not null)
            throw new UsageException("--margin and --config need several samples: one is measured, and not judged.");
        var project = sample is null ? null : LoadSteps.ProjectOf(sample, "--sample", context.Folder);
        var target = new LoadTarget(
            project is null ? null : Path.GetFileNameWithoutExtension(project),
            url?.GetLeftPart(UriPartial.Authority),
            path,
            Secrets.Hide([.. variables, .. switches])
        );
        var name = LoadOptions.NameFrom(arguments, target.Sample ?? "load");
        Tool.Wrk.EnsureInstalled();
        Tool.H2Load.EnsureInstalled();
        var folder = arguments.GetValue(LoadOptions.Folder)!;
        CheckFolder.EnsureWritable(context, folder);

        var reach = Reach.OfThisMachine;
        var progress = context.Progress();
        using var workspace = new Workspace(null);
        LoadedServer loaded;
        if (project is null)
        {
            loaded = new LoadedServer(null, url, 1, path);
        }
        else
        {
            progress.Step($"Publishing {target.Sample}");
            var program = SampleServer.Publish(
                project,
                Path.Combine(workspace.Folder, "server"),
                new Dictionary<string, string>(),
                cancellationToken
            );
            var addresses = reach.AddressesFor(
                settings.Levels.Where(level => reach.UnsupportedReason(level, int.MaxValue) is null).DefaultIfEmpty(1).Max()
            );
            loaded = new LoadedServer(
                (cores, end) =>
                    SampleServer.Start(new ServerStart(program, switches, variables) { Addresses = addresses, Cores = cores }, end),
                null,
                addresses,
                path
            );
        }

        var stem = Path.Combine(folder, name);
        var planned = new LoadRun(name, target, LoadSteps.ThisMachine(), LoadSteps.Generators(), settings, [], null)
        {
            Source = project is null ? null : LoadSteps.SourceOf([project], context.FullPath(folder), cancellationToken),
            Method = LoadMethod.Version,
        };
        var run = new SweepRun(loaded, settings, reach, workspace.Folder, step => progress.Step(LoadSteps.Text(step)));
        if (
            LoadSteps.Before(
                context,
                stem + ".json",
                arguments.GetValue(LoadOptions.Resume),
                LoadFiles.TryRead,
                before => before.Partial
            ) is
            { } before
        )
            run.GoOnWith(LoadFiles.CanGoOn(before, planned) ? before : throw LoadSteps.DifferentRun(stem + ".json"));

        var partial = LoadSteps.Try(() => run.Measure(Keep, cancellationToken), () => run.Levels.Any(level => level.Rounds.Count > 0));
        var result = planned with { Levels = run.Levels, Partial = partial };
        var deliveries = new Deliveries(context);
        context.Screen.Write(LoadReport.Render(result));
        LoadFiles.Write(result, folder, (path, write) => deliveries.Write(path, write));
        if (arguments.GetValue(ProfileOption) && partial is null)
            partial = Profile(Path.Combine(folder, name + ".md"), deliveries, run, workspace.Folder, progress, context);
        if (partial is not null)
            context.Screen.Complain(partial);
        return deliveries.ExitCode(
            partial is not null
                ? cancellationToken.IsCancellationRequested
                    ? ExitCode.Interrupted
                    : ExitCode.Usage
                : run.Levels.Any(level => level.Failure is not null)
                    ? ExitCode.Regressed
                    : ExitCode.Passed
        );

        void Keep() => LoadSteps.Keep(context, stem + ".json", LoadFiles.Json(planned with { Levels = run.Levels, Partial = Verb.WasInterrupted }));
    }

    // The figures are written already: what goes wrong now costs only the profile.
    private static string? Profile(
        string page,
        Deliveries deliveries,
        SweepRun run,
        string folder,
        ProgressLine progress,
        Context context
    )
    {
        try
        {
            var profile = Profile(run, folder, progress, context.Cancellation);
            context.Screen.Write(profile);
            deliveries.Write(page, path => File.AppendAllText(path, profile));
            return null;
        }
        catch (OperationCanceledException)
        {
            return "it was interrupted before the profile";
        }
        catch (BenchException e)
        {
            return $"there is no profile: {e.Message}";
        }
    }

    private static string Profile(SweepRun run, string folder, ProgressLine progress, CancellationToken cancellationToken)
    {
        int[] reached = [.. run.Levels.Where(level => level.MeanMilliseconds is not null).Select(level => level.Concurrency)];
        if (reached.Length == 0)
            return "";
        var connections = reached[reached.Length / 2];
        progress.Step(string.Create(CultureInfo.InvariantCulture, $"sampling at {connections} connections"));
        CpuProfile? profile = null;
        run.While(
            connections,
            TimeSpan.FromSeconds(5),
            process =>
                profile = CpuProfile.SampleServer(
                    process,
                    TimeSpan.FromSeconds(5),
                    Path.Combine(folder, "server.nettrace"),
                    cancellationToken
                ),
            cancellationToken
        );
        return ServerProfileReport.Render(profile!, connections);
    }

    private static SweepSettings SettingsFrom(ParseResult arguments, SweepSettings usual)
    {
        var levels = arguments.GetValue(Levels) is { Length: > 0 } given ? given : [.. usual.Levels];
        if (levels.Any(level => level is < 1 or > 1_000_000))
            throw new UsageException("--levels: expected 1 to 1000000 connections.");
        var threads = arguments.GetValue(Threads) ?? usual.Threads;
        if (threads is < 1 or > 1000)
            throw new UsageException("--threads: expected 1 to 1000.");
        var repeats = arguments.GetValue(Repeats) ?? usual.Repeats;
        if (repeats is < 1 or > 1000)
            throw new UsageException("--repeats: expected 1 to 1000.");
        return usual with
        {
            Levels = [.. levels.Distinct().Order()],
            Threads = threads,
            Repeats = repeats,
            Pin = arguments.GetValue(Pin),
            // Both generators count whole seconds.
            DurationSeconds = Math.Ceiling(arguments.GetValue(Duration)?.TotalSeconds ?? usual.DurationSeconds),
            WarmUpSeconds =
                arguments.GetValue(WarmUp) is not { } text ? usual.WarmUpSeconds
                : text is "0" or "0s" ? 0
                : Math.Ceiling(WarmUpFrom(text).TotalSeconds),
        };
    }

    private static TimeSpan WarmUpFrom(string text)
    {
        try
        {
            return Quantities.Duration(text);
        }
        catch (FormatException e)
        {
            throw new UsageException($"--warmup: {e.Message}");
        }
    }
}
