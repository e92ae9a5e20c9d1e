using Bench.Comparison;
using Bench.Load;

namespace Bench.Cli.Load;

internal static class LoadMatrixVerb
{
    public static int Run(LoadMatrixOptions options, Context context)
    {
        var settings = options.Judging.Settings(context);
        var matrix = LoadMatrix.Read(context.File(options.File));
        LoadSteps.EnsureReachable(matrix.Connections, "connections", context.Load.ConnectionLimits());
        CheckFolder.EnsureWritable(context, options.Folder);
        var result = MatrixMeasurement.Run(matrix, options.Folder, options.Resumes, context.Progress(), context);
        var page = MatrixPage.Render(new JudgedMatrix(result, settings));
        context.Screen.Show(page);
        var writer = new ResultWriter(context);
        writer.Result(Path.Combine(options.Folder, matrix.Name + ".md"), page);
        if (result.Partial is { } partial)
            context.Screen.Complain(partial);
        return writer.Finish(
            result.Partial is not null ? LoadSteps.ExitCodeOfPart(context)
            : result.Silences.Count > 0 ? ExitCode.Regressed
            : ExitCode.Passed
        );
    }
}
