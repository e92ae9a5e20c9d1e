using System.CommandLine;
using System.CommandLine.Parsing;
using System.Globalization;
using System.Runtime.InteropServices;
using Bench.Comparison;
using Bench.Gating;
using Bench.LoadTesting;
using Bench.Results;

namespace Bench;

/// <summary><c>bench load</c>: a server under load.</summary>
internal static class LoadCommand
{
    private const string Help = """
        Loads a web application over loopback with wrk and h2load, at several levels of concurrency.

        Exit codes: 0; 1 a level was not reached, or not answered; 2 wrong usage, a missing program, a server that does not
        build, start or answer, or that ended under load; 130 interrupted, what was measured is kept.
        """;

    private static readonly Option<string?> Sample = new("--sample") { HelpName = "NAME", Description = "The web application to publish and start: a project file, or the name of a folder below samples/." };
    private static readonly Option<Uri?> Url = new("--url") { HelpName = "URL", Description = "A server that runs already, instead of --sample.", CustomParser = result => UrlFrom(result) };
    private static readonly Option<bool> AllowRemote = new("--allow-remote") { Description = "Loads a server that is not on this machine: only with the leave of whoever runs it." };
    private static readonly Option<string> PathOption = new("--path") { HelpName = "PATH", Description = "What is asked for. Default: /.", DefaultValueFactory = _ => "/" };
    private static readonly Option<int[]> Levels = new("--levels") { HelpName = "N", Description = "Concurrent connections. Default: 200 500 1000 3000 5000 10000 15000 20000 25000 50000.", AllowMultipleArgumentsPerToken = true };
    private static readonly Option<int?> Threads = new("--threads") { HelpName = "N", Description = "Threads of a generator. Default: 3 x cores." };
    private static readonly Option<TimeSpan?> Duration = JudgingOptions.Quantity("--duration", "TIME", "How long each generator loads each level in each round. Default: 10s.", Quantities.Duration);
    private static readonly Option<string?> WarmUp = new("--warmup") { HelpName = "TIME", Description = "How long the server is loaded before the first figure. Default: 15s." };
    private static readonly Option<int> Repeats = new("--repeats") { HelpName = "N", Description = "Rounds over all levels. Default: 3.", DefaultValueFactory = _ => 3 };
    private static readonly Option<string?> Name = new("--name", "-n") { HelpName = "NAME", Description = "The run's name, and that of its files. Default: the sample's." };
    private static readonly Option<string> Folder = new("--directory", "-d") { HelpName = "DIR", Description = "Where the files are written. Default: load-results.", DefaultValueFactory = _ => "load-results" };
    private static readonly Option<string[]> Variables = JudgingOptions.Several("--env", "NAME=VALUE", "An environment variable for the sample, for instance DOTNET_gcServer=1.");
    private static readonly Argument<string[]> Switches = new("SWITCHES") { Description = "After --: arguments for the sample.", Arity = ArgumentArity.ZeroOrMore };

    public static Command Create()
    {
        var sweep = new Command("sweep", Help) { Sample, Url, AllowRemote, PathOption, Levels, Threads, Duration, WarmUp, Repeats, Name, Folder, Variables, Switches };
        sweep.SetAction(Run);
        return new Command("load", "Load tests with wrk and h2load.") { sweep };
    }

    private static int Run(ParseResult arguments)
    {
        using var interruption = new Interruption();
        try
        {
            return Sweep(arguments, interruption.Token);
        }
        catch (OperationCanceledException)
        {
            Console.Error.WriteLine("bench: interrupted before anything was measured.");
            return (int)ExitCode.Interrupted;
        }
        catch (Exception e) when (e is LoadException or UserError or IOException or UnauthorizedAccessException)
        {
            return UserError.Report(e.Message);
        }
    }

    private static int Sweep(ParseResult arguments, CancellationToken cancellation)
    {
        var settings = SettingsFrom(arguments);
        var (sample, url) = (arguments.GetValue(Sample), arguments.GetValue(Url));
        if (sample is null == url is null)
            throw new UserError("name what to load: --sample NAME or --url URL.");
        if (url is { IsLoopback: false } && !arguments.GetValue(AllowRemote))
            throw new UserError($"{url.Host} is not this machine: a load test of somebody's server needs --allow-remote.");
        var path = arguments.GetValue(PathOption)!;
        if (!path.StartsWith('/') || path.Any(char.IsControl) || path.Contains(' ', StringComparison.Ordinal))
            throw new UserError($"--path {path}: a path begins with a slash and has no spaces.");
        var variables = TandemOptions.CheckVariables(arguments.GetValue(Variables) ?? []);
        string[] switches = arguments.GetValue(Switches) ?? [];
        var project = sample is null ? null : ProjectOf(sample);
        var target = new LoadTarget(project is null ? null : Path.GetFileNameWithoutExtension(project), url?.GetLeftPart(UriPartial.Authority), path, [.. variables, .. switches]);
        var name = arguments.GetValue(Name) ?? target.Sample ?? "load";
        if (name.Length is 0 or > 100 || name.IndexOfAny(Path.GetInvalidFileNameChars()) >= 0 || name.StartsWith('.'))
            throw new UserError($"--name {name}: files can't be called so.");
        Tool.Wrk.MustBeThere();
        Tool.H2Load.MustBeThere();
        var folder = arguments.GetValue(Folder)!;
        CheckFolder.MustBeWritable(folder);

        var reach = Reach.OfThisMachine;
        var progress = new ProgressLine();
        using var workspace = new Workspace(null);
        SampleServer? server = null;
        if (project is not null)
        {
            progress.Step($"Publishing {target.Sample}");
            var program = SampleServer.Publish(project, Path.Combine(workspace.Folder, "server"), cancellation);
            var reachable = settings.Levels.Where(level => reach.WhyNot(level, int.MaxValue) is null).DefaultIfEmpty(1).Max();
            server = SampleServer.Start(program, switches, variables, reach.AddressesFor(reachable), cancellation);
        }

        using var started = server;
        var run = new SweepRun(server?.Addresses ?? [new Uri(url!.GetLeftPart(UriPartial.Authority))], path, server, settings, reach, workspace.Folder, step => progress.Step(string.Create(CultureInfo.InvariantCulture, $"{step.What}, {step.Left:h\\:mm\\:ss} left")));
        string? partial = null;
        try
        {
            run.Measure(cancellation);
        }
        catch (OperationCanceledException) when (run.Levels.Any(level => level.Rounds.Count > 0))
        {
            partial = "it was interrupted";
        }
        catch (LoadException e) when (run.Levels.Any(level => level.Rounds.Count > 0))
        {
            partial = e.Message;
        }

        var environment = new RunEnvironment(
            Cores: Environment.ProcessorCount, OperatingSystem: RuntimeInformation.OSDescription, Architecture: RuntimeInformation.ProcessArchitecture.ToString());
        var result = new LoadRun(name, target, environment, [Tool.Wrk.Version("-v"), Tool.H2Load.Version("--version")], settings, run.Levels, partial);
        if (LoadFiles.Write(result, folder) is { } noPictures)
            Console.Error.WriteLine($"bench: no pictures: {noPictures}");
        Console.Write(File.ReadAllText(Path.Combine(folder, name + ".md")));
        if (partial is not null)
            Console.Error.WriteLine($"bench: {partial}");
        return partial is not null ? cancellation.IsCancellationRequested ? (int)ExitCode.Interrupted : (int)ExitCode.Usage
            : run.Levels.Any(level => level.Unreached is not null || level.MeanMilliseconds is null) ? (int)ExitCode.Regressed : (int)ExitCode.Passed;
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

    private static string ProjectOf(string sample)
    {
        if (File.Exists(sample))
            return Path.GetFullPath(sample);
        for (var here = new DirectoryInfo(Directory.GetCurrentDirectory()); here is not null; here = here.Parent)
        {
            var project = Path.Combine(here.FullName, "samples", sample, sample + ".csproj");
            if (sample.IndexOfAny(Path.GetInvalidFileNameChars()) < 0 && File.Exists(project))
                return project;
        }

        throw new UserError($"--sample {sample}: there is no such project file, and no samples/{sample}/{sample}.csproj here or above.");
    }
}
