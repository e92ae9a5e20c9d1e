using System.CommandLine;
using Bench.Comparison;

namespace Lab.Study;

/// <summary><c>lab study</c>: how good the check is on this machine.</summary>
internal static class StudyCommand
{
    public static readonly Option<string[]> Filters = JudgingOptions.Several(
        "--filter",
        "PATTERN",
        "Which benchmarks, as BenchmarkDotNet's --filter."
    );
    public static readonly Option<TimeSpan?> Time = JudgingOptions.Quantity(
        "--time",
        "TIME",
        "How long to record. Without it nothing is recorded, and what is there is reported.",
        Quantities.Duration
    );
    public static readonly Option<string> Output = new("--output")
    {
        HelpName = "DIR",
        Description =
            "Where records and reports are: study-records.jsonl, study-calibration.json, study.md, study.json, study.svg. Default: BenchmarkDotNet.Artifacts/study.",
        DefaultValueFactory = _ => "BenchmarkDotNet.Artifacts/study",
    };
    public static readonly Option<string?> CalibrationProject = new("--calibration")
    {
        HelpName = "CSPROJ",
        Description = "Also measures this project, built as it is and with CalibrationChanged=true, by ordinary runs and interleaved.",
    };
    public static readonly Option<int> Rounds = new("--calibration-rounds")
    {
        HelpName = "N",
        Description = "Rounds, each of an ordinary run of three launches a side and of interleaved pairs. Default: 5.",
        DefaultValueFactory = _ => 5,
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
            MeasurementOptions.Project,
            MeasurementOptions.Framework,
            JudgingOptions.Margin,
            JudgingOptions.Config,
        };
        command.Measures(StudyOptions.From, StudyVerb.Run);
        return command;
    }
}
