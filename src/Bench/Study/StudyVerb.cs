using Bench.Comparison;
using Bench.Reports;
using Bench.Results;
using Bench.Runner;

namespace Bench.Study;

internal static class StudyVerb
{
    public const string RecordsFile = "study-records.jsonl",
        CalibrationFile = "study-calibration.json";

    public static int Run(StudyOptions options, Context context) =>
        options.Studies is { } studies ? Render(studies, options.Folder, context) : Study(options, context);

    private static int Study(StudyOptions options, Context context)
    {
        var settings = options.Judging.Settings(context);
        if (options.Append is { } append)
        {
            RunnerStudy.EnsureRecord(context.FullPath(append));
            OutputFiles.EnsureWritable(context, append);
        }

        CheckFolder.EnsureWritable(context, options.Folder);
        var isInterrupted = IsInterrupted(new StudyRecording(options, settings, context), context);
        var file = Path.Combine(options.Folder, RecordsFile);
        var records = StudyRecords.Read(context.FullPath(file));
        if (records.Count == 0)
            throw new UsageException($"{options.Folder} has no records yet: --time 30m makes some.");

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

        var deliveries = new Deliveries(context);
        Report(result, settings, options, context, deliveries);
        // A study that was cut short is no week's.
        if (options.Append is { } kept && !isInterrupted)
            OutputFiles.Write(context, kept, path =>
                RunnerStudy.Create(result, options.Runner!, CommitHere(context), context.Clock.GetUtcNow().UtcDateTime).AppendTo(path)
            );
        context.Screen.WriteLine(Path.Combine(options.Folder, "study.md"));
        return deliveries.ExitCode(isInterrupted ? ExitCode.Interrupted : ExitCode.Passed);
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
                // What Ctrl-C has ended as well complains of it.
                || (context.Cancellation.IsCancellationRequested && e is BenchException or IOException)
            )
        {
            return true;
        }
    }

    private static void Report(StudyResult result, Settings settings, StudyOptions options, Context context, Deliveries deliveries)
    {
        deliveries.Result(Path.Combine(options.Folder, "study.json"), result.ToJson());
        deliveries.Result(
            Path.Combine(options.Folder, "study.md"),
            StudyPage.Render(result, options.CommandLine, "study.svg", options.Calibration)
        );
        deliveries.Result(Path.Combine(options.Folder, "study.svg"), StudyPage.PowerCurve(result));
        if (result.LeftOut is { } leftOut)
            context.Screen.Complain($"left out, without two process pairs of identical code, measured idle: {string.Join(", ", leftOut)}.");
        if (settings.Rules.Any(rule => rule.Relative is not null || rule.NoiseFloorNanoseconds is not null))
            context.Screen.Complain(
                $"the settings have margins for some benchmarks: this study is of {Figures.Percent(settings.Margin.Relative)} for all."
            );
    }

    private static int Render(string record, string folder, Context context)
    {
        var studies = RunnerStudy.Read(context.FullPath(record));
        CheckFolder.EnsureWritable(context, folder);
        var deliveries = new Deliveries(context);
        var place = Path.GetRelativePath(context.FullPath(folder), context.FullPath(record)).Replace(Path.DirectorySeparatorChar, '/');
        deliveries.Result(Path.Combine(folder, "study-runners.md"), RunnerStudyPage.Render(studies, place, "study-runners.svg"));
        deliveries.Result(Path.Combine(folder, "study-runners.svg"), RunnerStudyPage.Picture(studies));
        context.Screen.WriteLine(Path.Combine(folder, "study-runners.md"));
        return deliveries.ExitCode(ExitCode.Passed);
    }

    private static string? CommitHere(Context context)
    {
        try
        {
            return Repository.Find(context.Folder, context.Cancellation).Commit("HEAD")[..12];
        }
        catch (RunnerException)
        {
            // Records of another place are reported outside of a repository as well.
            return null;
        }
    }
}
