using System.CommandLine;
using Bench.Comparison;

namespace Bench.Cli.Load;

internal static class LoadGateCommand
{
    public static readonly Option<string?> Project = Declare.Text(
        "--project",
        "PROJECT",
        "Load this project or this folder of samples/. Default: config."
    );
    public static readonly Option<string?> Framework = Declare.Text(
        "--framework",
        "TFM",
        "Build for this target framework. Default: config, or the newest in both builds."
    );
    public static readonly Option<string?> Endpoint = Declare.Text(
        "--endpoint",
        "NAME",
        "Use this entry of load in the config. Default: the only one."
    );
    public static readonly Option<string?> PathOption = Declare.Text("--path", "PATH", "Request this path. Default: /.");
    public static readonly Option<string?> Method = Declare.Text(
        "--method",
        "METHOD",
        "Use this HTTP method. Default: GET, or POST with --body."
    );
    public static readonly Option<string?> Body = Declare.Text(
        "--body",
        "TEXT",
        "Send TEXT or the content of @FILE, as JSON unless --header sets a type."
    );
    public static readonly Option<int?> ExpectStatus = Declare.Number(
        "--expect-status",
        "STATUS",
        "Count only this status, from 200 to 399, as good. Default: any 2xx."
    );
    public static readonly Option<string?> ExpectBody = Declare.Text(
        "--expect-body",
        "TEXT",
        "Require responses to contain TEXT, before load and after each round."
    );
    public static readonly Option<string[]> Headers = Declare.Several(
        "--header",
        "NAME: VALUE",
        "Send this header with every request. Repeatable."
    );
    public static readonly Option<int?> Connections = Declare.Number("--connections", "N", "Keep N connections busy. Default: 64.");
    public static readonly Option<int> Rounds = Declare.Value("--rounds", "N", "Run N rounds, each with new processes. Default: 9.", 9);
    public static readonly Option<TimeSpan?> Duration = Declare.Quantity(
        "--duration",
        "TIME",
        "Load each build this long per round, at full speed and paced. Default: 6s.",
        Quantities.Duration
    );
    public static readonly Option<TimeSpan?> WarmUp = Declare.Quantity(
        "--warmup",
        "TIME",
        "Warm each process up for at least this time. Default: 10s.",
        Quantities.Duration
    );
    public static readonly Option<TimeSpan?> StartTimeout = Declare.Quantity(
        "--start-timeout",
        "TIME",
        "Fail if a server is not ready within this time. Default: 60s.",
        Quantities.Duration
    );
    public static readonly Option<string?> Start = Declare.Text(
        "--start",
        "COMMAND",
        "Start the application with this command. Default: its program with --urls."
    );
    public static readonly Option<string?> ReadyPath = Declare.Text(
        "--ready-path",
        "PATH",
        "Wait until this path returns 2xx. Default: wait until the server listens."
    );
    public static readonly Option<bool> Pin = Declare.Flag("--pin", "Run servers and generator on different halves of the cores.");
    public static readonly Option<bool> Postgres = Declare.Flag(
        "--postgres",
        "Start a private PostgreSQL for both builds of a sample of this repository."
    );
    public static readonly Option<string[]> Variables = Declare.Several(
        "--env",
        "NAME=VALUE",
        "Set an environment variable for both servers. Repeatable."
    );
    public static readonly Option<bool> MeasureSameCode = Declare.Flag(
        "--measure-same-code",
        "Also load both builds if they are proven to be the same program."
    );
    public static readonly Argument<string[]> Switches = new("SWITCHES")
    {
        Description = "Arguments for both servers. {url} and {port} are replaced in them.",
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
        var command = new VerbCommand(
            "gate",
            "Check whether the work tree makes a web application slower under load than a baseline commit.",
            new(OptionGroup.Comparison, BaselineOptions.Baseline, BaselineOptions.Exact),
            new("What to load", Project, Framework, Endpoint, PathOption, Method, Headers, Body, ExpectStatus, ExpectBody),
            new("How to start the servers", Start, ReadyPath, StartTimeout, Variables, Postgres),
            new(OptionGroup.Method, Connections, Rounds, Duration, WarmUp, Pin, MeasureSameCode),
            new(OptionGroup.Judging, JudgingOptions.Config, JudgingOptions.Margin, JudgingOptions.MaxInconclusive),
            new(OptionGroup.Output, [LoadOptions.Folder, LoadOptions.Name, .. ReportOptions.All])
        )
        {
            Inputs = [Switches],
            PassedOn = Switches,
            Examples =
            [
                new("bench load gate --baseline main --project src/Shop/Shop.csproj --path /orders", "Check GET /orders on this branch."),
                new("bench load gate --baseline main --endpoint orders", "Check the entry orders of load in bench.json."),
            ],
            Exits = new Dictionary<ExitCode, string>
            {
                [ExitCode.Regressed] = "A measure regressed, fewer responses are good, or the candidate ended under load.",
                [ExitCode.Inconclusive] = "Time at full speed or more than one measure is Inconclusive.",
            },
            Page = "docs/guides/gate-a-service.md",
            Details = """
                In each round, both builds start as new processes and are warmed up until the JIT compiler is done. wrk and h2load then load them
                alternately, for seconds at a time. The check compares the time per request at full speed. At an equal pace, it compares p50, p99, CPU
                time and allocated bytes per request.

                If everything is clear after two thirds of `--rounds`, the check ends there. Measures that are Inconclusive, or Regressed without being
                significant enough to fail, get the same number of rounds again, unless the check has already failed. If both builds are proven to be the
                same program, nothing is loaded.

                A `--warmup` below 5s does not wait for the compiler. `--start` runs in the folder with the published program, which is `{folder}`, and
                must make it listen on `{url}` or `{port}`: for example, `--start 'dotnet Shop.dll --bind {url}'`. A script must end with `exec`.
                `{url}` and `{port}` are also replaced in `--env`. Files do not show values of `--env` and `--header` that may be secret. `--pin` is meant
                for requests that take microseconds, and not for changes of threads, locks or the garbage collector. At full speed, every
                status below 400 counts as good. `--postgres` has no effect if `ConnectionStrings__AdventureWorks` is set. The default name is that of the
                entry, or that of the project with `-gate`.
                """,
        };
        command.Measures(LoadGateOptions.From, LoadGateVerb.Run);
        return command;
    }

    /// <summary>The option that sets a key of a matrix; null for none.</summary>
    public static Option? OptionOf(string key) => OptionsOfKeys.GetValueOrDefault(key);
}
