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
        command.Measures(arguments => arguments, Matrix);
        return command;
    }

    private static int Matrix(ParseResult arguments, Context context)
    {
        var cancellationToken = context.Cancellation;
        var settings = JudgingChoices.From(arguments).Settings(context);
        var matrix = LoadMatrix.Read(context.File(arguments.GetValue(MatrixFile)!));
        LoadSteps.EnsureReachable(matrix.Connections, "connections");
        var folder = arguments.GetValue(LoadOptions.Folder)!;
        CheckFolder.EnsureWritable(context, folder);
        var result = MatrixMeasurement.Run(matrix, folder, arguments.GetValue(LoadOptions.Resume), context.Progress(), context);
        var page = LoadReport.Render(result, settings);
        context.Screen.Write(page);
        var deliveries = new Deliveries(context);
        deliveries.File(Path.Combine(folder, matrix.Name + ".md"), page);
        if (result.Partial is { } partial)
            context.Screen.Complain(partial);
        return deliveries.ExitCode(
            result.Partial is not null ? cancellationToken.IsCancellationRequested ? ExitCode.Interrupted : ExitCode.Usage
            : result.Silences.Count > 0 ? ExitCode.Regressed
            : ExitCode.Passed
        );
    }
}
