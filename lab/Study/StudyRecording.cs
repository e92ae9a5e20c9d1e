using Bench.Comparison;
using Bench.Runner;

namespace Lab.Study;

internal sealed class StudyRecording(StudyOptions options, Settings settings, Context context)
{
    private readonly string folder = context.FullPath(options.Folder);
    private readonly ProgressLine progress = context.Progress();

    public void Run()
    {
        try
        {
            if (options.Time is { } time)
                Record(time);
            if (options.Calibration is { } project)
                Calibrate(context.FullPath(project));
        }
        finally
        {
            progress.Clear();
        }
    }

    private void Record(TimeSpan time)
    {
        var repository = Repository.Find(context.Folder, context.Cancellation);
        using var workspace = new Workspace(repository);
        var builder = context.In(workspace).Builder;
        var project = options.Measurement.FindProject(settings, context.In(workspace), repository.Root);
        var commit = repository.Commit("HEAD");
        progress.Step("Building HEAD twice");
        var baseline = Build("0", isEdited: false);
        var candidate = Build("1", isEdited: true);
        new StudyRun(baseline, candidate, Path.Combine(folder, StudyVerb.RecordsFile), progress.Show).Record(
            options.Filter,
            options.Conditions,
            time,
            context.Cancellation
        );

        BenchmarkProgram Build(string name, bool isEdited)
        {
            var copy = Path.Combine(workspace.Checkout(commit), repository.PathOf(project.Path));
            // Adds an unused class, so that the two builds are different programs.
            if (isEdited)
                File.WriteAllText(
                    Path.Combine(Path.GetDirectoryName(copy)!, "HarmlessEdit.cs"),
                    "internal static class HarmlessEdit { public const int Of = 1; }\n"
                );
            var evaluated = builder.EvaluateOne(copy, "HEAD", context.Cancellation);
            return builder
                .Build(
                    new ProgramRequest(evaluated, "HEAD", Path.Combine(workspace.Folder, name))
                    {
                        Framework = options.Measurement.FrameworkOf(settings),
                    },
                    context.Cancellation
                )
                .Program;
        }
    }

    private void Calibrate(string project)
    {
        using var workspace = new Workspace(null);
        var changes = new CalibrationRun(project, workspace, context.In(workspace).Builder, progress.Show).Measure(
            options.CalibrationRounds,
            context.Cancellation
        );
        Calibrations.Write(Path.Combine(folder, StudyVerb.CalibrationFile), changes);
    }
}
