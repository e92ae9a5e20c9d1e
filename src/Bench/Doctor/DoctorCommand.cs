using System.CommandLine;
using Bench.Comparison;
using Bench.Runner;

namespace Bench.Doctor;

/// <summary><c>bench doctor</c>: what of this machine disturbs a check, and what a check can then still see.</summary>
internal static class DoctorCommand
{
    /// <summary>
    /// The spreads between replicates that the study of this repository found (docs/study.md): its median, and of nine in ten.
    /// </summary>
    internal const double StudiedSpread = 0.020;
    internal const double StudiedWideSpread = 0.031;

    private static readonly TimeSpan BetweenReadings = TimeSpan.FromSeconds(1);

    private static readonly Option<bool> Measure = new("--measure")
    {
        Description = "Builds the benchmark project, and measures three of its benchmarks against themselves: about two minutes.",
    };

    private const string Help = """
        Says what of this machine disturbs a check, and how small a slowdown a check can then still find.

        What the system does not say is unknown, and no mistake. Exit codes: 0; 2 wrong usage, or no build; 130 interrupted.
        """;

    public static Command Create()
    {
        var command = new Command("doctor", Help) { Measure, IdenticalCode.Filters };
        foreach (var option in MeasurementOptions.All.Append(JudgingOptions.Config).Append(JudgingOptions.Margin))
            command.Add(option);
        command.Measures(arguments => arguments, Examine);
        return command;
    }

    private static int Examine(ParseResult arguments, Context context)
    {
        var cancellationToken = context.Cancellation;
        if (!arguments.GetValue(Measure))
            UnusedOptions.Refuse(arguments, Measure, MeasurementOptions.All.Append(IdenticalCode.Filters));
        var settings = JudgingChoices.From(arguments).Settings(context);
        foreach (var line in FindingsPage.Lines(Findings(SystemFiles.OfThisMachine, context)))
            context.Screen.WriteLine(line);
        context.Screen.WriteLine("");
        foreach (var line in arguments.GetValue(Measure) ? Measured(arguments, settings, context) : Assumed(settings))
            context.Screen.WriteLine(line);
        return (int)ExitCode.Passed;
    }

    private static Finding[] Findings(SystemFiles files, Context context)
    {
        var cancellationToken = context.Cancellation;
        var cores = Environment.ProcessorCount;
        var before = Activity.Read(files);
        cancellationToken.WaitHandle.WaitOne(BetweenReadings);
        cancellationToken.ThrowIfCancellationRequested();
        return
        [
            .. MachineFindings.From(files, cores, before, Activity.Read(files)),
            Steadiness.Measure(cancellationToken),
            ToolFindings.Sdk(context.Folder, cancellationToken),
            ToolFindings.Git(context.Folder, cancellationToken),
            ToolFindings.Builds(context.Variables()),
        ];
    }

    private static IEnumerable<string> Measured(ParseResult arguments, Settings settings, Context context)
    {
        var cancellationToken = context.Cancellation;
        var progress = context.Progress();
        using var workspace = new Workspace(null);
        var program = MeasurementChoices.From(arguments).Build(settings, workspace, context);
        return IdenticalCode
            .Measure(
                program,
                IdenticalCode.Find(program, arguments.GetValue(IdenticalCode.Filters), cancellationToken),
                MeasurementChoices.From(arguments).BenchmarkTimeout,
                progress,
                cancellationToken
            )
            .Report(settings.Margin);
    }

    private static string[] Assumed(Settings settings) =>
        [
            .. Paragraph.Lines(
                "Assumed, not measured (bench doctor --measure does): that identical code differs from replicate to replicate as in the study of this command, on a machine with two quiet cores."
            ),
            .. Paragraph.Lines(
                $"Half of its benchmarks spread by {IdenticalCode.Percent(StudiedSpread)} or less. {IdenticalCode.Sight(StudiedSpread, settings.Margin)}"
            ),
            .. Paragraph.Lines(
                $"Nine in ten spread by {IdenticalCode.Percent(StudiedWideSpread)} or less: there, where it is {IdenticalCode.Found(StudiedWideSpread, settings.Margin)} slower."
            ),
        ];
}
