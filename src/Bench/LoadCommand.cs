using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using Bench.Comparison;
using Bench.Explaining;
using Bench.Gating;
using Bench.LoadTesting;

namespace Bench;

/// <summary><c>bench load</c>: a server under load.</summary>
internal static class LoadCommand
{
    private const string Help = """
        Loads a web application over loopback with wrk and h2load, at several levels of concurrency.

        Exit codes: 0; 1 a level was not reached, or not answered; 2 wrong usage, a missing program, a server that does not
        build, start or answer, or that ended under load; 130 interrupted, what was measured is kept.
        """;

    private const string DiffHelp = """
        Compares two sweeps level by level: FOLDER/NAME, or a file.

        Exit codes as of compare: 2 wrong usage, or input that can't be read; 1 a level is slower, or answers less well; 4 another environment, with
        --strict-environment; 5 no level in common; 3 too many levels inconclusive; 0 none of these.
        """;

    private const string MatrixHelp = """
        Measures arms that differ in one thing, as FILE describes them, each a fresh process in each round, at full speed and at the same pace.

        Exit codes: 0; 2 wrong usage, a missing program, an arm that does not build, start or answer, or whose setting took no effect;
        130 interrupted, whole rounds are kept. Arms are compared, not builds: slower is no failure.
        """;

    private const string ScenarioHelp = """
        Runs load over time, as FILE describes it: stages, copies or a rate of arrivals; a mix of requests with checks; thresholds.

        Exit codes: 0; 1 a threshold is not kept, or nothing was answered; 2 wrong usage, a missing program, a server that does not build, start or
        answer, or that ended under load; 130 interrupted.
        """;

    private static readonly Argument<string> ScenarioFile = new("FILE") { Description = "The scenario, JSON; those of this repository are in samples/scenarios." };
    private static readonly Argument<string> MatrixFile = new("FILE") { Description = "The matrix, JSON; those of this repository are in samples/matrices." };
    private static readonly Argument<string> Baseline = new("A") { Description = "The sweep compared against. A .dat has no rounds: it gives ratios without verdicts." };
    private static readonly Argument<string> Candidate = new("B") { Description = "The sweep in question." };
    private static readonly Option<string?> Output = new("--directory", "-d") { HelpName = "DIR", Description = "Also writes NAME.md and the pictures of both runs in one." };
    private static readonly Option<string?> Sample = new("--sample") { HelpName = "NAME", Description = "The web application to publish and start: a project file, or the name of a folder below samples/." };
    private static readonly Option<Uri?> Url = new("--url") { HelpName = "URL", Description = "A server that runs already, instead of --sample.", CustomParser = result => UrlFrom(result) };
    private static readonly Option<bool> AllowRemote = new("--allow-remote") { Description = "Loads a server that is not on this machine: only with the leave of whoever runs it." };
    private static readonly Option<string> PathOption = new("--path") { HelpName = "PATH", Description = "What is asked for. Default: /.", DefaultValueFactory = _ => "/" };
    private static readonly Option<int[]> Levels = new("--levels") { HelpName = "N", Description = "Concurrent connections. Default: 200 500 1000 3000 5000 10000 15000 20000 25000 50000.", AllowMultipleArgumentsPerToken = true };
    private static readonly Option<int?> Threads = new("--threads") { HelpName = "N", Description = "Threads of a generator. Default: 3 x cores." };
    private static readonly Option<TimeSpan?> Duration = JudgingOptions.Quantity("--duration", "TIME", "How long each generator loads each level in each round. Default: 10s.", Quantities.Duration);
    private static readonly Option<string?> WarmUp = new("--warmup") { HelpName = "TIME", Description = "How long the server is loaded before the first figure. Default: 15s." };
    private static readonly Option<int> Repeats = new("--repeats") { HelpName = "N", Description = "Rounds over all levels. Default: 3.", DefaultValueFactory = _ => 3 };
    private static readonly Option<string?> Name = new("--name", "-n") { HelpName = "NAME", Description = "The run's name, and that of its files. Default: the sample's; of diff A-B." };
    private static readonly Option<string> Folder = new("--directory", "-d") { HelpName = "DIR", Description = "Where the files are written. Default: load-results.", DefaultValueFactory = _ => "load-results" };
    private static readonly Option<bool> ProfileOption = new("--profile") { Description = "Afterwards, samples the server under load at the middle level: the top methods, as Markdown." };
    private static readonly Option<bool> Pin = new("--pin") { Description = "Server and generator on different cores, half for each. On few cores that is another server: not for questions about threads or collectors." };
    private static readonly Option<bool> Resume = new("--resume") { Description = "Goes on with the interrupted run of the same name in DIR; what it was to measure must be the same." };
    private static readonly Option<string[]> Variables = JudgingOptions.Several("--env", "NAME=VALUE", "An environment variable for the sample, for instance DOTNET_gcServer=1.");
    private static readonly Argument<string[]> Switches = new("SWITCHES") { Description = "After --: arguments for the sample.", Arity = ArgumentArity.ZeroOrMore };

    public static Command Create()
    {
        var sweep = new Command("sweep", Help) { Sample, Url, AllowRemote, PathOption, Levels, Threads, Duration, WarmUp, Repeats, Name, Folder, Variables, ProfileOption, Pin, Resume, Switches };
        sweep.SetAction(arguments => Verb.Run(cancellation => Sweep(arguments, cancellation)));
        var diff = new Command("diff", DiffHelp) { Baseline, Candidate, Name, Output, JudgingOptions.Config, JudgingOptions.Margin, JudgingOptions.MaxInconclusive, JudgingOptions.StrictEnvironment };
        diff.SetAction(arguments => Verb.Read(() => Diff(arguments)));
        var scenario = new Command("scenario", ScenarioHelp) { ScenarioFile, Url, AllowRemote, Folder };
        scenario.SetAction(arguments => Verb.Run(cancellation => RunScenario(arguments, cancellation)));
        var matrix = new Command("matrix", MatrixHelp) { MatrixFile, Folder, Resume, JudgingOptions.Config, JudgingOptions.Margin };
        matrix.SetAction(arguments => Verb.Run(cancellation => Matrix(arguments, cancellation)));
        return new Command("load", "Load tests with wrk and h2load.") { sweep, diff, matrix, scenario };
    }

    private static int Sweep(ParseResult arguments, CancellationToken cancellation)
    {
        var settings = SettingsFrom(arguments);
        var (sample, url) = (arguments.GetValue(Sample), arguments.GetValue(Url));
        if (sample is null == url is null)
            throw new UserError("name what to load: --sample NAME or --url URL.");
        if (settings.Pin && sample is null)
            throw new UserError("--pin needs --sample: the cores of a server of your own are yours to choose.");
        if (arguments.GetValue(ProfileOption) && sample is null)
            throw new UserError("--profile needs --sample: of a server of your own nothing is known but its address.");
        MustBeAllowed(arguments, url);
        var path = arguments.GetValue(PathOption)!;
        if (!PlanFile.IsPath(path))
            throw new UserError($"--path {path}: a path begins with a slash and has no spaces.");
        var variables = TandemOptions.CheckVariables(arguments.GetValue(Variables) ?? []);
        string[] switches = arguments.GetValue(Switches) ?? [];
        // What is misspelt would be passed on to a sample that takes no notice.
        if (switches.Length > arguments.Tokens.SkipWhile(token => token.Type != TokenType.DoubleDash).Skip(1).Count())
            throw new UserError($"what is '{switches[0]}'? Arguments for the sample stand after --.");
        if (sample is null && (variables.Length > 0 || switches.Length > 0))
            throw new UserError("--env and arguments for the sample need --sample: a server of your own runs already.");
        var project = sample is null ? null : LoadSteps.ProjectOf(sample);
        var target = new LoadTarget(project is null ? null : Path.GetFileNameWithoutExtension(project), url?.GetLeftPart(UriPartial.Authority), path, [.. variables, .. switches]);
        var name = NameFrom(arguments, target.Sample ?? "load");
        Tool.Wrk.MustBeThere();
        Tool.H2Load.MustBeThere();
        var folder = arguments.GetValue(Folder)!;
        CheckFolder.MustBeWritable(folder);

        var reach = Reach.OfThisMachine;
        var progress = new ProgressLine();
        using var workspace = new Workspace(null);
        LoadedServer loaded;
        if (project is null)
        {
            loaded = new LoadedServer(null, url, 1, path);
        }
        else
        {
            progress.Step($"Publishing {target.Sample}");
            var program = SampleServer.Publish(project, Path.Combine(workspace.Folder, "server"), new Dictionary<string, string>(), cancellation);
            var addresses = reach.AddressesFor(settings.Levels.Where(level => reach.WhyNot(level, int.MaxValue) is null).DefaultIfEmpty(1).Max());
            loaded = new LoadedServer((cores, end) => SampleServer.Start(program, switches, variables, addresses, end, cores), null, addresses, path);
        }

        var stem = Path.Combine(folder, name);
        var planned = new LoadRun(name, target, LoadSteps.ThisMachine(), LoadSteps.Generators(), settings, [], null);
        var run = new SweepRun(loaded, settings, reach, workspace.Folder, step => progress.Step(LoadSteps.Text(step)));
        if (LoadSteps.Before(stem + ".json", arguments.GetValue(Resume), () => LoadFiles.TryRead(stem + ".json"), before => before.Partial) is { } before)
            run.GoOnWith(LoadFiles.AreOfTheSame(before, planned) ? before : throw LoadSteps.OfAnother(stem + ".json"));

        var partial = LoadSteps.Try(() => run.Measure(Keep, cancellation), () => run.Levels.Any(level => level.Rounds.Count > 0));
        var result = planned with { Levels = run.Levels, Partial = partial };
        var deliveries = new Deliveries();
        Screen.Write(LoadReport.Of(result));
        if (LoadFiles.Write(result, folder, (path, write) => deliveries.Try(() => ReportOptions.Write(path, write))) is { } noPictures)
            Screen.Error($"no pictures: {noPictures}");
        if (arguments.GetValue(ProfileOption) && partial is null)
            partial = Profile(Path.Combine(folder, name + ".md"), deliveries, run, workspace.Folder, progress, cancellation);
        if (partial is not null)
            Screen.Error($"{partial}");
        return deliveries.ExitCode(partial is not null ? cancellation.IsCancellationRequested ? ExitCode.Interrupted : ExitCode.Usage
            : run.Levels.Any(level => level.Unreached is not null || level.MeanMilliseconds is null) ? ExitCode.Regressed : ExitCode.Passed);

        void Keep() => LoadSteps.Keep(stem + ".json", LoadFiles.Json(planned with { Levels = run.Levels, Partial = Verb.WasInterrupted }));
    }

    private static int Matrix(ParseResult arguments, CancellationToken cancellation)
    {
        var settings = JudgingOptions.SettingsFrom(arguments, Directory.GetCurrentDirectory());
        var matrix = LoadMatrix.Read(arguments.GetValue(MatrixFile)!);
        var folder = arguments.GetValue(Folder)!;
        CheckFolder.MustBeWritable(folder);
        var result = MatrixMeasurement.Run(matrix, folder, arguments.GetValue(Resume), new ProgressLine(), cancellation);
        var page = LoadReport.Of(result, result.Compare(settings));
        Screen.Write(page);
        var deliveries = new Deliveries();
        deliveries.File(Path.Combine(folder, matrix.Name + ".md"), page);
        if (result.Partial is { } partial)
            Screen.Error($"{partial}");
        return deliveries.ExitCode(result.Partial is null ? ExitCode.Passed : cancellation.IsCancellationRequested ? ExitCode.Interrupted : ExitCode.Usage);
    }

    private static int RunScenario(ParseResult arguments, CancellationToken cancellation)
    {
        var scenario = Scenario.Read(arguments.GetValue(ScenarioFile)!);
        if (arguments.GetValue(Url) is { } other)
            scenario = scenario with { Url = other, Sample = null };
        MustBeAllowed(arguments, scenario.Url);
        var project = scenario.Sample is null ? null : LoadSteps.ProjectOf(scenario.Sample);
        Tool.Wrk.MustBeThere();
        var folder = arguments.GetValue(Folder)!;
        CheckFolder.MustBeWritable(folder);
        var progress = new ProgressLine();
        using var workspace = new Workspace(null);
        if (project is not null)
            progress.Step($"Publishing {scenario.Sample}");
        using var server = project is null ? null
            : SampleServer.Start(SampleServer.Publish(project, Path.Combine(workspace.Folder, "server"), new Dictionary<string, string>(), cancellation), scenario.Switches, [], 1, cancellation);
        progress.Step(string.Create(CultureInfo.InvariantCulture, $"{scenario.Name}, {TimeSpan.FromSeconds(scenario.TotalSeconds):h\\:mm\\:ss}"));
        var result = SampleServer.Load(server, () => new ScenarioRun(scenario, workspace.Folder).Run(server?.Addresses[0] ?? scenario.Url!, () => server is { HasEnded: true }, cancellation));
        var page = LoadReport.Of(result);
        var deliveries = new Deliveries();
        deliveries.File(Path.Combine(folder, scenario.Name + ".json"), LoadFiles.Json(result));
        Screen.Write(page);
        deliveries.File(Path.Combine(folder, scenario.Name + ".md"), page);
        return deliveries.ExitCode(result.IsPassed ? ExitCode.Passed : ExitCode.Regressed);
    }

    // The figures are written already: what goes wrong now costs only the profile.
    private static string? Profile(string page, Deliveries deliveries, SweepRun run, string folder, ProgressLine progress, CancellationToken cancellation)
    {
        try
        {
            var profile = Profile(run, folder, progress, cancellation);
            Screen.Write(profile);
            deliveries.Try(() => ReportOptions.Write(page, () => File.AppendAllText(page, profile)));
            return null;
        }
        catch (OperationCanceledException)
        {
            return "it was interrupted before the profile";
        }
        catch (Exception e) when (e is LoadException or ExplainingException)
        {
            return $"there is no profile: {e.Message}";
        }
    }

    private static string Profile(SweepRun run, string folder, ProgressLine progress, CancellationToken cancellation)
    {
        int[] reached = [.. run.Levels.Where(level => level.MeanMilliseconds is not null).Select(level => level.Concurrency)];
        if (reached.Length == 0)
            return "";
        var connections = reached[reached.Length / 2];
        progress.Step(string.Create(CultureInfo.InvariantCulture, $"sampling at {connections} connections"));
        CpuProfile? profile = null;
        run.While(connections, TimeSpan.FromSeconds(5), process => profile = CpuProfile.OfServer(process, TimeSpan.FromSeconds(5), Path.Combine(folder, "server.nettrace"), cancellation), cancellation);
        return ServerProfileReport.Of(profile!, connections);
    }

    private static void MustBeAllowed(ParseResult arguments, Uri? url)
    {
        if (url is { IsLoopback: false } && !arguments.GetValue(AllowRemote))
            throw new UserError($"{url.Host} is not this machine: a load test of somebody's server needs --allow-remote.");
    }

    private static int Diff(ParseResult arguments)
    {
        var settings = JudgingOptions.SettingsFrom(arguments, Directory.GetCurrentDirectory());
        var (before, after) = (LoadFiles.Read(arguments.GetValue(Baseline)!), LoadFiles.Read(arguments.GetValue(Candidate)!));
        var diff = LoadDiff.Of(before, after, ComparisonOptions.OfToday(settings), JudgingOptions.StrictnessFrom(arguments, settings));
        var page = LoadReport.Of(diff);
        Screen.Write(page);
        var deliveries = new Deliveries();
        if (arguments.GetValue(Output) is { } folder)
        {
            CheckFolder.MustBeWritable(folder);
            var name = NameFrom(arguments, $"{before.Name}-{after.Name}");
            deliveries.File(Path.Combine(folder, name + ".md"), page);
            if (LoadPictures.Draw(before, after, Path.Combine(folder, name)) is { } noPictures)
                Screen.Error($"no pictures: {noPictures}");
        }

        return deliveries.ExitCode(diff.Outcome);
    }

    private static string NameFrom(ParseResult arguments, string usual)
    {
        var name = arguments.GetValue(Name) ?? usual;
        return PlanFile.IsName(name) ? name : throw new UserError($"--name {name}: files can't be called so.");
    }

    private static SweepSettings SettingsFrom(ParseResult arguments)
    {
        var usual = new SweepSettings();
        var levels = arguments.GetValue(Levels) is { Length: > 0 } given ? given : [.. usual.Levels];
        if (levels.Any(level => level is < 1 or > 1_000_000))
            throw new UserError("--levels: from 1 to 1000000 connections.");
        var threads = arguments.GetValue(Threads) ?? usual.Threads;
        if (threads is < 1 or > 1000)
            throw new UserError("--threads: from 1 to 1000.");
        var repeats = arguments.GetValue(Repeats);
        if (repeats is < 1 or > 1000)
            throw new UserError("--repeats: from 1 to 1000.");
        return usual with
        {
            Levels = [.. levels.Distinct().Order()],
            Threads = threads,
            Repeats = repeats,
            Pin = arguments.GetValue(Pin),
            // Both generators count whole seconds.
            DurationSeconds = Math.Ceiling(arguments.GetValue(Duration)?.TotalSeconds ?? usual.DurationSeconds),
            WarmUpSeconds = arguments.GetValue(WarmUp) is not { } text ? usual.WarmUpSeconds : text is "0" or "0s" ? 0 : Math.Ceiling(WarmUpFrom(text).TotalSeconds),
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
            throw new UserError($"--warmup: {e.Message}");
        }
    }

    private static Uri? UrlFrom(ArgumentResult result)
    {
        var text = result.Tokens[^1].Value;
        if (Uri.TryCreate(text, UriKind.Absolute, out var url) && url.Scheme == Uri.UriSchemeHttp && url.PathAndQuery == "/" && url.UserInfo.Length == 0)
            return url;
        result.AddError($"--url: '{text}' is no address such as http://127.0.0.1:5000; what is asked for is --path.");
        return null;
    }
}
