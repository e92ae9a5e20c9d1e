using Bench.Comparison;
using Bench.Results;
using Bench.Runner;

namespace Bench.Cli.Doctor;

internal static class DoctorVerb
{
    // The median and the 90% quantile of the spreads between replicates in docs/internals/study.md.
    internal const double StudiedSpread = 0.020;
    internal const double StudiedWideSpread = 0.031;

    private const int UsualWidth = 80;

    public static int Run(DoctorOptions options, Context context)
    {
        var settings = options.Judging.Settings(context);
        var page = context.Screen.Page(UsualWidth);
        FindingsPage.Write(page, Findings(context.Machine, context));
        page.Empty();
        context.Screen.Send(page.ToString());
        foreach (var line in options.Measures ? Measured(options, settings, context) : Assumed(settings))
            context.Screen.WriteLine(line);
        foreach (var line in Undecided(settings, context))
            context.Screen.WriteLine(line);
        return (int)ExitCode.Passed;
    }

    private static Finding[] Findings(ObservedMachine machine, Context context)
    {
        var cancellationToken = context.Cancellation;
        var before = Activity.Read(machine.Files);
        cancellationToken.WaitHandle.WaitOne(machine.BetweenReadings);
        cancellationToken.ThrowIfCancellationRequested();
        return
        [
            .. MachineFindings.From(machine.Files, machine.Cores, before, Activity.Read(machine.Files)),
            machine.Steady(cancellationToken),
            ToolFindings.Sdk(context.Folder, cancellationToken),
            ToolFindings.Git(context.Folder, cancellationToken),
            ToolFindings.Builds(context.Variables()),
        ];
    }

    private static IEnumerable<string> Undecided(Settings settings, Context context)
    {
        IReadOnlyList<HistoryRun> runs;
        try
        {
            runs = DataBranch.Named(DataBranch.Usual, context.Folder).Read([]);
        }
        catch (BenchException)
        {
            // Recorded checks need git and a repository.
            return [];
        }

        var undecided = RecordedChecks.Judge(runs, ComparisonOptions.ForToday(settings, context.Clock)).Undecided();
        return undecided.Count == 0
            ? []
            :
            [
                "",
                $"Often Inconclusive in the {runs.Count} checks of {DataBranch.Usual}:",
                .. undecided.SelectMany(benchmark =>
                    Paragraph
                        .Lines($"{benchmark.Id.FullName}: {benchmark.Found}.", "  ")
                        .Concat(benchmark.Plan.SelectMany(sentence => Paragraph.Lines(sentence, "    -> ")))
                ),
            ];
    }

    private static IEnumerable<string> Measured(DoctorOptions options, Settings settings, Context context)
    {
        var progress = context.Progress();
        using var workspace = new Workspace(null);
        var program = options.Measurement.Build(settings, workspace, context);
        return IdenticalCode
            .Measure(program, IdenticalCode.Find(program, options.Filter, context), options.Measurement.BenchmarkTimeout, progress, context)
            .Report(settings.Margin);
    }

    private static string[] Assumed(Settings settings) =>
        [
            .. Paragraph.Lines(
                "This is an estimate. It assumes that identical code spreads as in the study of this command, on a machine with two quiet cores. bench doctor --measure measures it here."
            ),
            .. Paragraph.Lines(
                $"In the study, half of the benchmarks spread by {IdenticalCode.Percent(StudiedSpread)} or less. {IdenticalCode.Detectable(StudiedSpread, settings.Margin)}"
            ),
            .. Paragraph.Lines(
                $"Nine in ten spread by {IdenticalCode.Percent(StudiedWideSpread)} or less. With that spread, a benchmark must be {IdenticalCode.Found(StudiedWideSpread, settings.Margin)} slower."
            ),
        ];
}
