using System.CommandLine;
using Bench.Comparison;
using Bench.Reports;
using Bench.Results;

namespace Bench.Report;

/// <summary><c>bench report</c>: one page of everything that was measured.</summary>
internal static class ReportCommand
{
    private const string Help = """
        Writes one page of everything that folders of results hold: first the questions of bench.json, or the topics, with their answers and
        a picture each; then every table, load curves and matrices, and a link from each benchmark to its figures and its code.

        Exit codes: 0; 2 wrong usage, a folder without results, or input that can't be read; 5 results of which none is shown here.
        """;

    private static readonly Argument<string[]> Paths = new("PATH")
    {
        Description =
            $"Files or folders: results of BenchmarkDotNet, of versus --results, of load sweep and load matrix; or git:REF. Default: {RunLoader.ResultsFolder}.",
        Arity = ArgumentArity.ZeroOrMore,
        DefaultValueFactory = _ => [RunLoader.ResultsFolder],
    };
    private static readonly Option<string> Output = new("--output")
    {
        HelpName = "FILE",
        Description = "The page, .html. Default: report.html.",
        DefaultValueFactory = _ => "report.html",
    };
    private static readonly Option<string?> Pictures = new("--pictures")
    {
        HelpName = "DIR",
        Description = "Also writes its pictures there, SVG, each for itself.",
    };

    public static Command Create()
    {
        var command = new Command("report", Help) { Paths, Output, Pictures, JudgingOptions.Config, JudgingOptions.Margin };
        command.Reads(arguments => arguments, Run);
        return command;
    }

    private static int Run(ParseResult arguments, Context context)
    {
        var working = context.Folder;
        var output = arguments.GetValue(Output)!;
        if (Path.GetExtension(output).ToUpperInvariant() is not (".HTML" or ".HTM"))
            throw new UsageException($"--output: invalid file '{output}': expected the extension .html.");
        if (arguments.GetValue(Pictures) is { } folder)
            CheckFolder.EnsureWritable(context, folder);
        string[] paths = arguments.GetValue(Paths)!;
        var artifacts = Artifacts.Read(paths, working, JudgingChoices.From(arguments).Settings(context));
        if (artifacts.Categories.Count == 0 && artifacts.Sweeps.Count == 0)
        {
            foreach (var warning in artifacts.Warnings)
                context.Screen.Complain($"{warning}");
            context.Screen.Complain(
                $"{string.Join(' ', paths)}: there are no results to show: expected those of dotnet run -- --filter '*', bench versus --results, bench load sweep or bench load matrix."
            );
            return (int)ExitCode.NothingCompared;
        }

        var page = Path.GetFullPath(output, working);
        var deliveries = new Deliveries(context);
        if (
            deliveries.File(
                output,
                RunPage.Render(artifacts, new SourceLinks(Path.GetDirectoryName(page)!, working), Command(arguments, paths))
            )
        )
            context.Screen.WriteLine($"{output}: {artifacts.Categories.Count} questions, {artifacts.Sweeps.Count} load curves.");
        if (arguments.GetValue(Pictures) is { } pictures)
        {
            foreach (var (file, svg) in RunPage.Pictures(artifacts))
            {
                if (deliveries.File(Path.Combine(pictures, file), svg))
                    context.Screen.WriteLine(Path.Combine(pictures, file));
            }
        }

        return deliveries.ExitCode(ExitCode.Passed);
    }

    // What makes the page again.
    private static string Command(ParseResult arguments, string[] paths) =>
        $"bench report {string.Join(' ', paths.Select(ShellText.Argument))}{GivenOptions.From(arguments).Text(JudgingOptions.Config)}{GivenOptions.From(arguments).Text(JudgingOptions.Margin)}";
}
