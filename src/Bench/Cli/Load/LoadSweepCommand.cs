using System.CommandLine;
using Bench.Comparison;
using Bench.Load;

namespace Bench.Cli.Load;

internal static class LoadSweepCommand
{
    internal static readonly Option<string[]> Samples = new("--sample")
    {
        HelpName = "NAME",
        Description = "Load this project or this folder of samples/. Several are compared.",
        AllowMultipleArgumentsPerToken = true,
    };
    internal static readonly Option<string> PathOption = new("--path")
    {
        HelpName = "PATH",
        Description = "Request this path. Default: /.",
        DefaultValueFactory = _ => "/",
    };
    internal static readonly Option<int[]> Levels = new("--levels")
    {
        HelpName = "N",
        Description = "Use these numbers of connections. Default: 200 to 50000, or 8 to 1000.",
        AllowMultipleArgumentsPerToken = true,
    };
    internal static readonly Option<int?> Threads = new("--threads")
    {
        HelpName = "N",
        Description = "Use N threads for each generator. Default: 3 per core.",
    };
    internal static readonly Option<TimeSpan?> Duration = JudgingOptions.Quantity(
        "--duration",
        "TIME",
        "Load each level this long per generator and round. Default: 10s.",
        Quantities.Duration
    );
    internal static readonly Option<TimeSpan?> Timeout = JudgingOptions.Quantity(
        "--timeout",
        "TIME",
        "Count slower responses as failed. Default: 30s.",
        Quantities.Duration
    );
    internal static readonly Option<string?> WarmUp = new("--warmup")
    {
        HelpName = "TIME",
        Description = "Load the server this long before the first figure. Default: 15s.",
    };
    internal static readonly Option<int?> Repeats = new("--repeats")
    {
        HelpName = "N",
        Description = "Run N rounds over all levels. Default: 3, or 5 for several samples.",
    };
    internal static readonly Option<bool> ProfileOption = new("--profile")
    {
        Description = "Sample the server under load afterwards, and list its top methods.",
    };
    internal static readonly Option<bool> Pin = new("--pin") { Description = "Run server and generator on different halves of the cores." };
    internal static readonly Option<string[]> Variables = JudgingOptions.Several(
        "--env",
        "NAME=VALUE",
        "Set an environment variable for the sample. Repeatable."
    );
    internal static readonly Argument<string[]> Switches = new("SWITCHES")
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
