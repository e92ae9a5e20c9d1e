using System.CommandLine;
using System.Text;
using Bench.Comparison;
using Bench.Runner;

namespace Bench.Explain;

/// <summary><c>bench explain</c>: what differs between two builds of a benchmark.</summary>
internal static class ExplainCommand
{
    private static readonly Argument<string> Benchmark = new("BENCHMARK")
    {
        Description = "The benchmark, as BenchmarkDotNet's --filter: * is any text. It must fit one benchmark.",
    };
    private static readonly Option<string> Baseline = new("--baseline")
    {
        HelpName = "REF",
        Description = "The commit, branch or tag compared against: it is built beside the repository.",
        Required = true,
    };
    private static readonly Option<string?> Output = new("--output")
    {
        HelpName = "FILE.md",
        Description = "Also writes the Markdown to a file.",
    };

    private const string Help = """
        Says of one benchmark where both builds spend their time, and how the machine code of the hot methods differs.

        Markdown to standard output: a CPU sample of both builds side by side, and a diff of their code as the runtime compiled it.
        Exit codes: 0 explained; 2 wrong usage, no such benchmark, or no build; 130 interrupted.
        """;

    public static Command Create()
    {
        var command = new Command("explain", Help) { Benchmark, Baseline, Output, JudgingOptions.Config };
        foreach (var option in MeasurementOptions.All)
            command.Add(option);
        command.SetAction(arguments => Verb.Run(cancellationToken => Explain(arguments, cancellationToken), "explained"));
        return command;
    }

    private static int Explain(ParseResult arguments, CancellationToken cancellationToken)
    {
        var output = arguments.GetValue(Output);
        if (output is not null && !Path.GetExtension(output).Equals(".md", StringComparison.OrdinalIgnoreCase))
            throw new UsageException($"--output: invalid file '{output}': expected the extension .md.");
        var folder = Directory.GetCurrentDirectory();
        var settings = JudgingOptions.SettingsFrom(arguments, folder);
        var reference = arguments.GetValue(Baseline)!;
        var progress = new ProgressLine();

        var repository = Repository.Find(folder, cancellationToken);
        var commit = repository.Commit(reference);
        repository.EnsureCleanSubmodules();
        using var workspace = new Workspace(repository);
        var builds = TwoBuilds.Make(arguments, settings, repository, workspace, (reference, commit), progress, cancellationToken);
        var run = new ExplainRun(
            builds.Baseline,
            builds.Candidate,
            workspace.Folder,
            MeasurementOptions.BenchmarkTimeoutFrom(arguments),
            progress.Step
        );
        var explanation = run.Explain(arguments.GetValue(Benchmark)!, cancellationToken);
        var report = ExplanationReport.Render(
            explanation,
            builds.BaselineName,
            builds.CandidateName,
            MeasurementOptions.Stated(arguments)
        );
        WriteOutput(report);
        var deliveries = new Deliveries();
        if (output is not null)
            deliveries.File(output, report);
        return deliveries.ExitCode(ExitCode.Passed);
    }

    // UTF-8 whatever the console's encoding; a reader that goes away, as head does, is no failure.
    private static void WriteOutput(string report)
    {
        try
        {
            using var output = Console.OpenStandardOutput();
            output.Write(Encoding.UTF8.GetBytes(report));
        }
        catch (IOException) { }
    }
}
