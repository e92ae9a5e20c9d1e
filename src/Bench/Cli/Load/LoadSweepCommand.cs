using System.CommandLine;
using Bench.Comparison;

namespace Bench.Cli.Load;

internal static class LoadSweepCommand
{
    public static readonly Option<string[]> Samples = new("--sample")
    {
        HelpName = "NAME",
        Description = "Load this project or this folder of samples/. Several are compared.",
        AllowMultipleArgumentsPerToken = true,
    };
    public static readonly Option<string> PathOption = Declare.Value("--path", "PATH", "Request this path. Default: /.", "/");
    public static readonly Option<int[]> Levels = new("--levels")
    {
        HelpName = "N",
        Description = "Use these numbers of connections. Default: 200 to 50000, or 8 to 1000.",
        AllowMultipleArgumentsPerToken = true,
    };
    public static readonly Option<int?> Threads = Declare.Number(
        "--threads",
        "N",
        "Use N threads for each generator. Default: 3 per core."
    );
    public static readonly Option<TimeSpan?> Duration = Declare.Quantity(
        "--duration",
        "TIME",
        "Load each level this long per generator and round. Default: 10s.",
        Quantities.Duration
    );
    public static readonly Option<TimeSpan?> Timeout = Declare.Quantity(
        "--timeout",
        "TIME",
        "Count slower responses as failed. Default: 30s.",
        Quantities.Duration
    );
    public static readonly Option<string?> WarmUp = Declare.Text(
        "--warmup",
        "TIME",
        "Load the server this long before the first figure. Default: 15s."
    );
    public static readonly Option<int?> Repeats = Declare.Number(
        "--repeats",
        "N",
        "Run N rounds over all levels. Default: 3, or 5 for several samples."
    );
    public static readonly Option<bool> ProfileOption = Declare.Flag(
        "--profile",
        "Sample the server under load afterwards, and list its top methods."
    );
    public static readonly Option<bool> Pin = Declare.Flag("--pin", "Run server and generator on different halves of the cores.");
    public static readonly Option<string[]> Variables = Declare.Several(
        "--env",
        "NAME=VALUE",
        "Set an environment variable for the sample. Repeatable."
    );
    public static readonly Argument<string[]> Switches = new("SWITCHES")
    {
        Description = "Arguments for the sample.",
        Arity = ArgumentArity.ZeroOrMore,
    };

    public static Command Create()
    {
        var command = new VerbCommand(
            "sweep",
            "Load a web application at several levels of concurrency, with wrk and h2load. Several samples are compared.",
            new("What to load", Samples, LoadOptions.Url, LoadOptions.AllowRemote, PathOption, Variables),
            new(OptionGroup.Method, Levels, Repeats, Duration, WarmUp, Timeout, Threads, Pin, LoadOptions.Resume),
            new(OptionGroup.Judging, JudgingOptions.Config, JudgingOptions.Margin),
            new(OptionGroup.Output, ReportOptions.PageFormat, LoadOptions.Folder, LoadOptions.Name, ProfileOption)
        )
        {
            Inputs = [Switches],
            PassedOn = Switches,
            Examples =
            [
                new("bench load sweep --sample src/Shop/Shop.csproj --path /orders", "Measure GET /orders at up to 50000 connections."),
                new("bench load sweep --sample MinimalApi ControllerApi --path /text-plain", "Compare two samples of this repository."),
            ],
            Exits = new Dictionary<ExitCode, string>
            {
                [ExitCode.Regressed] = "A level was not reached, or had no good response in a round.",
            },
            Page = "docs/guides/load-test.md",
            Details = """
                The servers of several samples run at the same time and are loaded interleaved, so that disturbances of the machine affect all of them. The
                others are compared with the first.

                The default levels are 200, 500, 1000, 3000, 5000, 10000, 15000, 20000, 25000 and 50000 connections, as far as this machine allows. For
                several samples they are 8, 64, 256 and 1000. The default name is that of the sample, or `A-B` for several.

                Files do not show values of `--env` that may be secret. On few cores, a server behaves differently with `--pin`: do not
                use it for questions about threads or garbage collectors.
                """,
        };
        command.Measures(LoadSweepOptions.From, LoadSweepVerb.Run);
        return command;
    }
}
