using System.CommandLine;
using System.CommandLine.Parsing;
using Bench.Comparison;
using Bench.Reports;
using Bench.Results;
using Bench.Runner;

namespace Bench.Study;

/// <summary><c>bench study</c>: how good the check is on this machine.</summary>
internal static class StudyCommand
{
    private static readonly Option<string[]> Filters = JudgingOptions.Several(
        "--filter",
        "PATTERN",
        "Which benchmarks, as BenchmarkDotNet's --filter."
    );
    private static readonly Option<TimeSpan?> Time = JudgingOptions.Quantity(
        "--time",
        "TIME",
        "How long to record. Without it nothing is recorded, and what is there is reported.",
        Quantities.Duration
    );
    private static readonly Option<string> Output = new("--output")
    {
        HelpName = "DIR",
        Description =
            "Where records and reports are: study-records.jsonl, study-calibration.json, study.md, study.json, study.svg. Default: BenchmarkDotNet.Artifacts/study.",
        DefaultValueFactory = _ => "BenchmarkDotNet.Artifacts/study",
    };
    private static readonly Option<string?> CalibrationProject = new("--calibration")
    {
        HelpName = "CSPROJ",
        Description = "Also measures this project, built as it is and with CalibrationChanged=true, by ordinary runs and interleaved.",
    };
    private static readonly Option<int> Rounds = new("--calibration-rounds")
    {
        HelpName = "N",
        Description = "Rounds, each of an ordinary run of three launches a side and of interleaved pairs. Default: 5.",
        DefaultValueFactory = _ => 5,
    };
    private static readonly Option<string?> Runner = new("--runner")
    {
        HelpName = "NAME",
        Description = "What type of machine this is, for --append.",
    };
    private static readonly Option<string?> Append = new("--append")
    {
        HelpName = "FILE.jsonl",
        Description = "Also adds a line with the error rates to a file, to be kept over weeks and machines.",
    };
    private static readonly Option<string?> From = new("--from")
    {
        HelpName = "FILE.jsonl",
        Description = "Measures nothing: renders such a file as study-runners.md and study-runners.svg in --output.",
    };

    private const string Help = """
        Finds out how good the check is on this machine: false positives, detection, spread, and whether pairing changes what is measured.

        Records process pairs of two builds of HEAD, as they are and with changes of known size put in, and replays checks from them.
        Records are added to those that are there: it can be interrupted and goes on. Exit codes: 0; 2 wrong usage, or no build; 130 interrupted.
        """;

    public static Command Create()
    {
        var command = new Command("study", Help)
        {
            Filters,
            Time,
            Output,
            CalibrationProject,
            Rounds,
            Runner,
            Append,
            From,
            MeasurementOptions.Project,
            MeasurementOptions.Framework,
            JudgingOptions.Margin,
            JudgingOptions.Config,
        };
        command.Measures(arguments => arguments, Study);
        return command;
    }

    private static int Study(ParseResult arguments, Context context)
    {
        var cancellationToken = context.Cancellation;
        var folder = arguments.GetValue(Output)!;
        if (arguments.GetValue(From) is { } record)
            return Render(arguments, record, folder, context);
        var (append, runner) = (arguments.GetValue(Append), arguments.GetValue(Runner));
        if (append is null != string.IsNullOrEmpty(runner))
            throw new UsageException(
                "--append and --runner belong together: the file says of each study on what type of machine it was made."
            );
        if (arguments.GetValue(CalibrationProject) is not null && arguments.GetValue(Rounds) < 2)
            throw new UsageException("--calibration-rounds must be at least 2: the interval is over rounds.");
        var settings = JudgingChoices.From(arguments).Settings(context);
        if (append is not null)
        {
            RunnerStudy.EnsureRecord(context.FullPath(append));
            OutputFiles.EnsureWritable(context, append);
        }

        Directory.CreateDirectory(context.FullPath(folder));
        var progress = context.Progress();
        var isInterrupted = false;
        try
        {
            Measure(arguments, settings, context.FullPath(folder), progress, context);
        }
        catch (Exception e)
            when (e is OperationCanceledException
                // What Ctrl-C has ended as well complains of it.
                || (cancellationToken.IsCancellationRequested && e is BenchException or IOException)
            )
        {
            isInterrupted = true;
        }

        progress.Clear();
        var file = Path.Combine(folder, "study-records.jsonl");
        var records = StudyRecords.Read(context.FullPath(file));
        if (records.Count == 0)
            throw new UsageException($"{folder} has no records yet: --time 30m makes some.");

        var environment = new RunEnvironment(
            Processor: RunEnvironment.ThisProcessor,
            Cores: Environment.ProcessorCount,
            OperatingSystem: System.Runtime.InteropServices.RuntimeInformation.OSDescription,
            Runtime: System.Runtime.InteropServices.RuntimeInformation.FrameworkDescription
        );
        var calibration = Calibrations.Read(context.FullPath(Path.Combine(folder, "study-calibration.json")));
        StudyResult result;
        try
        {
            result = StudyAnalysis.Create(records, calibration, environment, settings.Margin);
        }
        catch (ResultsException) when (isInterrupted)
        {
            context.Screen.Complain($"interrupted with too few process pairs for a report: {records.Count} are kept in {file}.");
            return (int)ExitCode.Interrupted;
        }

        var deliveries = new Deliveries(context);
        deliveries.File(Path.Combine(folder, "study.json"), result.ToJson());
        deliveries.File(Path.Combine(folder, "study.md"), StudyPage.Render(result, Command(arguments), "study.svg", arguments.GetValue(CalibrationProject)));
        deliveries.File(Path.Combine(folder, "study.svg"), StudyPage.PowerCurve(result));
        if (result.LeftOut is { } leftOut)
            context.Screen.Complain($"left out, without two process pairs of identical code, measured idle: {string.Join(", ", leftOut)}.");
        if (settings.Rules.Any(rule => rule.Relative is not null || rule.NoiseFloorNanoseconds is not null))
            context.Screen.Complain($"the settings have margins for some benchmarks: this study is of {Figures.Percent(settings.Margin.Relative)} for all.");
        // A study that was cut short is no week's.
        if (append is not null && !isInterrupted)
            OutputFiles.Write(
                context,
                append,
                path => RunnerStudy.Create(result, runner!, CommitHere(context), context.Clock.GetUtcNow().UtcDateTime).AppendTo(path)
            );
        context.Screen.WriteLine(Path.Combine(folder, "study.md"));
        return deliveries.ExitCode(isInterrupted ? ExitCode.Interrupted : ExitCode.Passed);
    }

    private static int Render(ParseResult arguments, string record, string folder, Context context)
    {
        string[] others =
        [
            .. arguments
                .CommandResult.Children.OfType<OptionResult>()
                .Where(option => !option.Implicit && option.Option != From && option.Option != Output)
                .Select(option => option.Option.Name),
        ];
        if (others.Length > 0)
            throw new UsageException($"--from measures nothing: it goes without {string.Join(" and ", others)}.");
        var studies = RunnerStudy.Read(context.FullPath(record));
        Directory.CreateDirectory(context.FullPath(folder));
        var deliveries = new Deliveries(context);
        var place = Path.GetRelativePath(folder, record).Replace(Path.DirectorySeparatorChar, '/');
        deliveries.File(Path.Combine(folder, "study-runners.md"), RunnerStudyPage.Render(studies, place, "study-runners.svg"));
        deliveries.File(Path.Combine(folder, "study-runners.svg"), RunnerStudyPage.Picture(studies));
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

    private static void Measure(
        ParseResult arguments,
        Settings settings,
        string folder,
        ProgressLine progress,
        Context context
    )
    {
        var cancellationToken = context.Cancellation;
        if (arguments.GetValue(Time) is { } time)
        {
            var repository = Repository.Find(context.Folder, cancellationToken);
            var project = MeasurementChoices.From(arguments).FindProject(settings, context, repository.Root);
            var commit = repository.Commit("HEAD");
            using var workspace = new Workspace(repository);
            progress.Step("Building HEAD twice");
            var baseline = Build(workspace, "0", isEdited: false);
            var candidate = Build(workspace, "1", isEdited: true);
            new StudyRun(baseline, candidate, Path.Combine(folder, "study-records.jsonl"), progress.Show).Record(
                MeasurementOptions.Filter(arguments.GetValue(Filters), null),
                time,
                cancellationToken
            );

            BenchmarkProgram Build(Workspace at, string name, bool isEdited)
            {
                var copy = Path.Combine(at.Checkout(commit), repository.PathOf(project.Path));
                // A harmless edit, so that the builds are two: a class that nothing uses.
                if (isEdited)
                    File.WriteAllText(
                        Path.Combine(Path.GetDirectoryName(copy)!, "HarmlessEdit.cs"),
                        "internal static class HarmlessEdit { public const int Of = 1; }\n"
                    );
                var evaluated = context.Builder.EvaluateOne(copy, "HEAD", cancellationToken);
                return context
                    .Builder.Build(
                        new ProgramRequest(evaluated, "HEAD", Path.Combine(at.Folder, name))
                        {
                            Framework = MeasurementChoices.From(arguments).FrameworkOf(settings),
                        },
                        cancellationToken
                    )
                    .Program;
            }
        }

        if (arguments.GetValue(CalibrationProject) is { } calibration)
        {
            using var workspace = new Workspace(null);
            var changes = new CalibrationRun(context.FullPath(calibration), workspace, context.Builder, progress.Show).Measure(
                arguments.GetValue(Rounds),
                cancellationToken
            );
            Calibrations.Write(Path.Combine(folder, "study-calibration.json"), changes);
        }
    }

    // As it was given: records may have been made by another one.
    private static string Command(ParseResult arguments) =>
        $"bench {string.Join(' ', arguments.Tokens.Select(token => ShellText.Argument(token.Value)))}";
}
