using Bench.Load;

namespace Bench.Cli.Load;

internal static class LoadReportVerb
{
    public static int Run(LoadReportOptions options, Context context)
    {
        var result = MatrixResult.Read(context.File(options.Figures));
        if (result is not { Check: { } check, Variants.Count: 2 })
            throw new UsageException($"{options.Figures} is from bench load matrix. Use a file that bench load gate wrote.");
        var settings = options.Judging.SettingsOfFigures(context, check);
        var judged = new JudgedMatrix(result, settings);
        var strictness = options.Judging.Strictness(settings, options.Judging.OptionsOfFigures(context, check));
        var outcome = LoadVerdict.Create(judged, strictness);
        var writer = new ResultWriter(context);
        options.Report.Write(context, writer, judged.Check, outcome, () => GatePage.Render(judged, outcome));
        return writer.Finish(outcome);
    }
}
