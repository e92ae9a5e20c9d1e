using Bench.Comparison;
using Bench.Reports;
using Bench.Results;

namespace Lab.Study;

internal static class StudyVerb
{
    public const string RecordsFile = "study-records.jsonl",
        CalibrationFile = "study-calibration.json";

    public static int Run(StudyOptions options, Context context)
    {
        var settings = options.Judging.Settings(context);
        CheckFolder.EnsureWritable(context, options.Folder);
        var isInterrupted = IsInterrupted(new StudyRecording(options, settings, context), context);
        var file = Path.Combine(options.Folder, RecordsFile);
        var records = StudyRecords.Read(context.FullPath(file));
        if (records.Count == 0)
            throw new UsageException($"{options.Folder} has no records yet. Record some with --time 30m.");

        var calibration = Calibrations.Read(context.FullPath(Path.Combine(options.Folder, CalibrationFile)));
        StudyResult result;
        try
        {
            result = StudyAnalysis.Create(records, calibration, context.ReportedMachine, settings.Margin);
        }
        catch (ResultsException) when (isInterrupted)
        {
            context.Screen.Complain($"interrupted with too few process pairs for a report: {records.Count} are kept in {file}.");
            return (int)ExitCode.Interrupted;
        }

        var writer = new ResultWriter(context);
        Report(result, settings, options, context, writer);
        context.Screen.WriteLine(Path.Combine(options.Folder, "study.md"));
        return writer.Finish(isInterrupted ? ExitCode.Interrupted : ExitCode.Passed);
    }

    private static bool IsInterrupted(StudyRecording recording, Context context)
    {
        try
        {
            recording.Run();
            return false;
        }
        catch (Exception e)
            when (e is OperationCanceledException
                // Ctrl-C also ends the measured processes, and then reading from them fails.
                || (context.Cancellation.IsCancellationRequested && e is BenchException or IOException)
            )
        {
            return true;
        }
    }

    private static void Report(StudyResult result, Settings settings, StudyOptions options, Context context, ResultWriter writer)
    {
        writer.Result(Path.Combine(options.Folder, "study.json"), result.ToJson());
        writer.Result(
            Path.Combine(options.Folder, "study.md"),
            StudyPage.Render(result, options.CommandLine, "study.svg", options.Calibration)
        );
        if (StudyPage.HasChanges(result))
            writer.Result(Path.Combine(options.Folder, "study.svg"), StudyPage.PowerCurve(result));
        if (result.LeftOut is { } leftOut)
            context.Screen.Complain(
                $"left out, because they have fewer than two process pairs of identical code on an idle machine: {string.Join(", ", leftOut)}."
            );
        if (settings.Rules.Any(rule => rule.Relative is not null || rule.NoiseFloorNanoseconds is not null))
            context.Screen.Complain(
                $"the settings have margins for some benchmarks. This study uses {Figures.Percent(settings.Margin.Relative)} for all."
            );
    }
}
