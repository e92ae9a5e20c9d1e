using System.CommandLine;
using Bench.Comparison;

namespace Bench.Load;

/// <summary><c>bench load matrix</c>: arms that differ in one thing.</summary>
internal static class LoadMatrixCommand
{
    private const string Help = """
        Measures arms that differ in one thing, as FILE describes them, each a fresh process in each round, at full speed and at one pace.

        Exit codes: 0; 1 an arm did not answer for whole slices; 2 wrong usage, a missing program, an arm that does not build, start or
        answer, or whose setting took no effect; 130 interrupted, whole rounds are kept. Slower is no failure.
        """;

    private static readonly Argument<string> MatrixFile = new("FILE")
    {
        Description = "The matrix, JSON, as those in samples/matrices.",
    };

    public static Command Create()
    {
        var command = new Command("matrix", Help)
        {
            MatrixFile,
            LoadOptions.Folder,
            LoadOptions.Resume,
            JudgingOptions.Config,
            JudgingOptions.Margin,
        };
        command.SetAction(arguments => Verb.Run(cancellationToken => Matrix(arguments, cancellationToken)));
        return command;
    }

    private static int Matrix(ParseResult arguments, CancellationToken cancellationToken)
    {
        var settings = JudgingOptions.SettingsFrom(arguments, Directory.GetCurrentDirectory());
        var matrix = LoadMatrix.Read(arguments.GetValue(MatrixFile)!);
        LoadSteps.EnsureReachable(matrix.Connections, "connections");
        var folder = arguments.GetValue(LoadOptions.Folder)!;
        CheckFolder.EnsureWritable(folder);
        var result = MatrixMeasurement.Run(matrix, folder, arguments.GetValue(LoadOptions.Resume), new ProgressLine(), cancellationToken);
        var page = LoadReport.Render(result, settings);
        Screen.Write(page);
        var deliveries = new Deliveries();
        deliveries.File(Path.Combine(folder, matrix.Name + ".md"), page);
        if (result.Partial is { } partial)
            Screen.Error(partial);
        return deliveries.ExitCode(
            result.Partial is not null ? cancellationToken.IsCancellationRequested ? ExitCode.Interrupted : ExitCode.Usage
            : result.Silences.Count > 0 ? ExitCode.Regressed
            : ExitCode.Passed
        );
    }
}
