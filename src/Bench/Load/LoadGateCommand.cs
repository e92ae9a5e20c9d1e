using System.CommandLine;
using Bench.Comparison;

namespace Bench.Load;

internal static class LoadGateCommand
{
    private const string Help = """
        Checks a web application of the work tree against that of a commit: builds both, and loads both interleaved.

        In each round both are new processes, warmed up until the compiler is done; wrk and h2load then load them alternately in slices of
        seconds. Compared are the time of a request at full speed, and at an equal pace its p50, its p99 and the processor time and bytes that
        it takes. What is clear after two thirds of --rounds ends there. What is Inconclusive after all, or Regressed and not significant
        enough to fail, is measured for as many again, unless the check has failed.
        Where both are proven to be the same program, nothing is loaded.
        Exit codes as of gate: 0; 1 a regression; 3 too many measures inconclusive; 2 wrong usage, a missing program, a side that does not
        build, start or answer; 130 interrupted, whole rounds are kept.
        """;

    internal static readonly Option<string?> Project = new("--project", "--sample")
    {
        HelpName = "PROJECT",
        Description = "The web application: a project file, or the name of a folder below samples/. Default: that of the config's load.",
    };
    internal static readonly Option<string?> Framework = new("--framework")
    {
        HelpName = "TFM",
        Description =
            "The target framework, for applications with several. Default: that of the config's load, or the newest that both builds have.",
    };
    internal static readonly Option<string?> Endpoint = new("--endpoint")
    {
        HelpName = "NAME",
        Description = "Which entry of the config's load. Default: the only one; with --project none.",
    };
    internal static readonly Option<string?> PathOption = new("--path")
    {
        HelpName = "PATH",
        Description = "What is asked for. Default: /.",
    };
    internal static readonly Option<string?> Method = new("--method")
    {
        HelpName = "METHOD",
        Description = "How it is asked for, for instance PUT. Default: GET, with --body POST.",
    };
    internal static readonly Option<string?> Body = new("--body")
    {
        HelpName = "TEXT",
        Description = "The body of every request, or @FILE. It is JSON unless a --header Content-Type says otherwise.",
    };
    internal static readonly Option<int?> ExpectStatus = new("--expect-status")
    {
        HelpName = "STATUS",
        Description = "The status of a good answer, from 200 to 399; at full speed any below 400 is one. Default: any 2xx.",
    };
    internal static readonly Option<string?> ExpectBody = new("--expect-body")
    {
        HelpName = "TEXT",
        Description = "What the body of an answer must contain; each process is asked before the load and after each round.",
    };
    internal static readonly Option<string[]> Headers = JudgingOptions.Several(
        "--header",
        "NAME: VALUE",
        "Send this header with every request. Files hide its value unless it is harmless."
    );
    internal static readonly Option<int?> Connections = new("--connections")
    {
        HelpName = "N",
        Description = "Concurrent connections. Default: 64.",
    };
    internal static readonly Option<int> Rounds = new("--rounds")
    {
        HelpName = "N",
        Description = "Rounds, each with new processes: two thirds where all is clear, twice as many where it is not. Default: 9.",
        DefaultValueFactory = _ => 9,
    };
    internal static readonly Option<TimeSpan?> Duration = JudgingOptions.Quantity(
        "--duration",
        "TIME",
        "How long each side is loaded in each round, at full speed and paced. Default: 6s.",
        Quantities.Duration
    );
    internal static readonly Option<TimeSpan?> WarmUp = JudgingOptions.Quantity(
        "--warmup",
        "TIME",
        "How long each process is loaded at least before the first figure; less than 5s does not wait for the compiler. Default: 10s.",
        Quantities.Duration
    );
    internal static readonly Option<TimeSpan?> StartTimeout = JudgingOptions.Quantity(
        "--start-timeout",
        "TIME",
        "How long a server may take until it is ready. Default: 60s.",
        Quantities.Duration
    );
    internal static readonly Option<string?> Start = new("--start")
    {
        HelpName = "COMMAND",
        Description =
            "How the application is started, for instance 'dotnet Shop.dll --bind {url}': in {folder}, where it was published, and to listen on {url} or {port}. A script ends in exec. Default: the published program with --urls.",
    };
    internal static readonly Option<string?> ReadyPath = new("--ready-path")
    {
        HelpName = "PATH",
        Description = "What the application answers with 2xx once it is ready. Default: it is ready when it listens.",
    };
    internal static readonly Option<bool> Pin = new("--pin")
    {
        Description =
            "Servers and generator on different cores, half for each: for requests of microseconds, and not where threads, locks or the collector are what changed.",
    };
    internal static readonly Option<bool> Postgres = new("--postgres")
    {
        Description =
            "Starts a private PostgreSQL for both, for the samples of this suite, where ConnectionStrings__AdventureWorks names none.",
    };
    internal static readonly Option<string[]> Variables = JudgingOptions.Several(
        "--env",
        "NAME=VALUE",
        "Set this variable for both servers. Files hide its value unless it is harmless."
    );
    internal static readonly Option<bool> MeasureSameCode = new("--measure-same-code")
    {
        Description = "Loads both also where they are proven to be the same program: what differs then is by chance.",
    };
    internal static readonly Argument<string[]> Switches = new("SWITCHES")
    {
        Description = "After --: arguments for both servers; {url} and {port} in them, or in --env, say where each is to listen.",
        Arity = ArgumentArity.ZeroOrMore,
    };

    // The option that sets each key of a matrix.
    private static readonly Dictionary<string, Option> OptionsOfKeys = new(StringComparer.Ordinal)
    {
        ["path"] = PathOption,
        ["method"] = Method,
        ["headers"] = Headers,
        ["expectStatus"] = ExpectStatus,
        ["connections"] = Connections,
        ["rounds"] = Rounds,
        ["durationSeconds"] = Duration,
        ["warmUpSeconds"] = WarmUp,
        ["start"] = Start,
        ["readyPath"] = ReadyPath,
        ["startSeconds"] = StartTimeout,
    };

    public static Command Create()
    {
        var command = new Command("gate", Help)
        {
            BaselineOptions.Baseline,
            BaselineOptions.Exact,
            Project,
            Framework,
            Endpoint,
            PathOption,
            Method,
            Headers,
            Body,
            ExpectStatus,
            ExpectBody,
            Connections,
            Rounds,
            Duration,
            WarmUp,
            Start,
            ReadyPath,
            StartTimeout,
            Pin,
            Postgres,
            Variables,
            MeasureSameCode,
            LoadOptions.Name,
            LoadOptions.Folder,
            JudgingOptions.Config,
            JudgingOptions.Margin,
            JudgingOptions.MaxInconclusive,
            Switches,
        };
        foreach (var option in ReportOptions.All)
            command.Add(option);
        command.Measures(LoadGateOptions.From, LoadGateVerb.Run);
        return command;
    }

    /// <summary>The option that sets a key of a matrix; null for none.</summary>
    public static Option? OptionOf(string key) => OptionsOfKeys.GetValueOrDefault(key);
}
