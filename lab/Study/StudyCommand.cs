using System.CommandLine;
using Bench.Comparison;

namespace Lab.Study;

/// <summary><c>lab study</c>: the error rates of the check on this machine.</summary>
internal static class StudyCommand
{
    public static readonly Option<string[]> Filters = Declare.Several(
        "--filter",
        "PATTERN",
        "Record benchmarks whose full name matches one of these patterns."
    );
    public static readonly Option<Condition[]> Conditions = new("--condition")
    {
        Description =
            "Record next to these programs: one of "
            + string.Join(", ", Enum.GetNames<Condition>())
            + ". Several are recorded in turn. Default: Idle and OneCoreBusy.",
        DefaultValueFactory = _ => [Condition.Idle, Condition.OneCoreBusy],
    };
    public static readonly Option<TimeSpan?> Time = Declare.Quantity(
        "--time",
        "TIME",
        "Record for this time. Default: record nothing, and report earlier records.",
        Quantities.Duration
    );
    public static readonly Option<string> Output = Declare.Value(
        "--output",
        "DIR",
        "Read records from DIR, and write records and reports to it. Default: BenchmarkDotNet.Artifacts/study.",
        "BenchmarkDotNet.Artifacts/study"
    );
    public static readonly Option<string?> CalibrationProject = Declare.Text(
        "--calibration",
        "CSPROJ",
        "Also compare ordinary runs with interleaved pairs, for this project with and without CalibrationChanged=true."
    );
    public static readonly Option<int> Rounds = Declare.Value(
        "--calibration-rounds",
        "N",
        "Number of rounds. Each has an ordinary run with three launches per build, and interleaved pairs. Default: 5.",
        5
    );

    private const string Help = """
        Measures the error rates of the check on this machine: false positives, detection and spread. Also checks that interleaving does
        not change the result.

        The command records process pairs of two builds of HEAD, with and without injected changes of known size. Checks are replayed from
        these records. New records are added to earlier ones, so the command can continue after an interruption. Exit codes: 0 success;
        2 wrong usage, or a failed build; 130 interrupted.
        """;

    public static Command Create()
    {
        var command = new Command("study", Help)
        {
            Filters,
            Conditions,
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
