using System.CommandLine;
using Bench.Comparison;

namespace Bench.Load;

internal static class LoadSweepCommand
{
    private const string Help = """
        Loads a web application over loopback with wrk and h2load, at several levels of concurrency.

        Several samples are compared: their servers live at the same time and are loaded interleaved, so that what the
        machine does meets all of them. The first is the one that the others are compared with.

        Exit codes: 0; 1 a level was not reached, or had no good answer in a round; 2 wrong usage, a missing program, a server that does not
        build, start or answer, or that ended under load; 130 interrupted, what was measured is kept.
        """;

    internal static readonly Option<string[]> Samples = new("--sample")
    {
        HelpName = "NAME",
        Description = "The web application to publish and start, or several: project files, or names of folders below samples/.",
        AllowMultipleArgumentsPerToken = true,
    };
    internal static readonly Option<string> PathOption = new("--path")
    {
        HelpName = "PATH",
        Description = "What is asked for. Default: /.",
        DefaultValueFactory = _ => "/",
    };
    internal static readonly Option<int[]> Levels = new("--levels")
    {
        HelpName = "N",
        Description =
            "Concurrent connections. Default: 200 500 1000 3000 5000 10000 15000 20000 25000 50000, as far as this machine allows; of several samples 8 64 256 1000.",
        AllowMultipleArgumentsPerToken = true,
    };
    internal static readonly Option<int?> Threads = new("--threads")
    {
        HelpName = "N",
        Description = "Threads of a generator. Default: 3 x cores.",
    };
    internal static readonly Option<TimeSpan?> Duration = JudgingOptions.Quantity(
        "--duration",
        "TIME",
        "How long each generator loads each level in each round. Default: 10s.",
        Quantities.Duration
    );
    internal static readonly Option<TimeSpan?> Timeout = JudgingOptions.Quantity(
        "--timeout",
        "TIME",
        "After what time an answer is no success. Default: 30s.",
        Quantities.Duration
    );
    internal static readonly Option<string?> WarmUp = new("--warmup")
    {
        HelpName = "TIME",
        Description = "How long the server is loaded before the first figure. Default: 15s.",
    };
    internal static readonly Option<int?> Repeats = new("--repeats")
    {
        HelpName = "N",
        Description = "Rounds over all levels. Default: 3; of several samples 5.",
    };
    internal static readonly Option<bool> ProfileOption = new("--profile")
    {
        Description = "Afterwards, samples the server under load at the middle level: the top methods, as Markdown.",
    };
    internal static readonly Option<bool> Pin = new("--pin")
    {
        Description =
            "Server and generator on different cores, half for each. On few cores that is another server: not for questions about threads or collectors.",
    };
    internal static readonly Option<string[]> Variables = JudgingOptions.Several(
        "--env",
        "NAME=VALUE",
        "Set this variable for the sample. Files hide its value unless it is harmless."
    );
    internal static readonly Argument<string[]> Switches = new("SWITCHES")
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
            Timeout,
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
        command.Measures(LoadSweepOptions.From, LoadSweepVerb.Run);
        return command;
    }
}
