using System.CommandLine;
using Bench.Comparison;

namespace Bench.Cli.Load;

internal static class LoadMatrixCommand
{
    public static readonly Argument<string> MatrixFile = new("FILE")
    {
        Description = "Matrix in JSON, such as samples/matrices/serializers.json.",
    };

    public static Command Create()
    {
        var command = new VerbCommand(
            "matrix",
            "Compare variants of a web application that differ in one setting, under interleaved load.",
            new(OptionGroup.Method, LoadOptions.Resume),
            new(OptionGroup.Judging, JudgingOptions.Config, JudgingOptions.Margin),
            new(OptionGroup.Output, ReportOptions.PageFormat, LoadOptions.Folder)
        )
        {
            Inputs = [MatrixFile],
            Examples =
            [
                new("bench load matrix samples/matrices/serializers.json", "Compare JSON serializers."),
                new("bench load matrix samples/matrices/serializers.json --resume", "Continue this run after Ctrl-C."),
            ],
            Exits = new Dictionary<ExitCode, string>
            {
                [ExitCode.Regressed] = "A server did not respond for whole slices. Slower variants do not fail the run.",
            },
            Page = "docs/guides/compare-settings-under-load.md",
            Details = """
                Each variant is a new process in each round, and is loaded at full speed and at a common pace. FILE describes one request, or a mix of
                several requests, each with its own connections. The figures are those of all requests and of each.
                A variant whose setting has no effect is an error.
                """,
        };
        command.Measures(LoadMatrixOptions.From, LoadMatrixVerb.Run);
        return command;
    }
}
