using System.CommandLine;
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
    private static readonly Option<string?> Output = new("--output")
    {
        HelpName = "FILE.md",
        Description = "Also writes everything to a file, as Markdown: profile and machine code are folded.",
    };
    private static readonly Option<bool> Full = new("--full")
    {
        Description = "Shows the profile and the machine code as well, and not only what changed.",
    };

    private const string Help = """
        Says of one benchmark where both builds spend their time, and how the machine code of the hot methods differs.

        Markdown to standard output: whose time changed, the program's own methods first; what is no longer inlined; what allocates.
        With --full, or in the file, what that rests on: a CPU sample of both builds side by side, and a diff of their machine code.
        Exit codes: 0 explained; 2 wrong usage, no such benchmark, or no build; 130 interrupted.
        """;

    public static Command Create()
    {
        var command = new Command("explain", Help)
        {
            Benchmark,
            BaselineOptions.Baseline,
            BaselineOptions.Exact,
            Full,
            Output,
            JudgingOptions.Config,
        };
        foreach (var option in MeasurementOptions.All)
            command.Add(option);
        command.Measures(arguments => arguments, Explain, "explained");
        return command;
    }

    private static int Explain(ParseResult arguments, Context context)
    {
        var cancellationToken = context.Cancellation;
        var output = arguments.GetValue(Output);
        OutputFiles.EnsureMarkdown(output);
        if (output is not null)
            OutputFiles.EnsureWritable(context, output);
        var folder = context.Folder;
        var settings = JudgingChoices.From(arguments).Settings(context);
        var progress = context.Progress();

        var repository = Repository.Find(folder, cancellationToken);
        var baseline = BaselineChoice.From(arguments).Resolve(repository);
        repository.EnsureCleanSubmodules();
        using var workspace = new Workspace(repository);
        var builds = TwoBuilds.Make(MeasurementChoices.From(arguments), settings, repository, workspace, baseline, context);
        var run = new ExplainRun(
            builds.Baseline,
            builds.Candidate,
            () => builds.Compare([]),
            workspace.Folder,
            MeasurementChoices.From(arguments).BenchmarkTimeout,
            progress.Step
        );
        var explanation = run.Explain(arguments.GetValue(Benchmark)!, cancellationToken);
        var report = Render(ExplanationReport.Render);
        context.Screen.Send(arguments.GetValue(Full) ? report : Render(ExplanationReport.RenderAnswer));
        var deliveries = new Deliveries(context);
        if (output is not null)
            deliveries.File(output, report);
        return deliveries.ExitCode(ExitCode.Passed);

        string Render(Func<Explanation, string, string, string?, string> render) =>
            render(explanation, builds.BaselineName, builds.CandidateName, MeasurementChoices.From(arguments).Stated());
    }
}
