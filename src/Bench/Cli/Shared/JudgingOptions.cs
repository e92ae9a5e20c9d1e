using System.CommandLine;
using Bench.Comparison;

namespace Bench.Cli;

internal static class JudgingOptions
{
    public static readonly Option<string[]> Controls = Declare.Several(
        "--control",
        "PATTERN",
        "Do not judge times if one of these benchmarks changed. Repeatable."
    );
    public static readonly Option<string?> Config = Declare.Text(
        "--config",
        "FILE",
        $"Read margins and accepted regressions from FILE. Default: {Settings.FileName}."
    );
    public static readonly Option<string?> CandidateConfig = Declare.Text(
        "--candidate-config",
        "FILE",
        "Read the settings of the change from FILE. Default: stored with the figures."
    );
    public static readonly Option<double?> Margin = Declare.Quantity(
        "--margin",
        "SHARE",
        "Set the smallest relative change that matters. Default: config, or 5%.",
        Quantities.Share
    );
    public static readonly Option<double?> NoiseFloor = Declare.Quantity(
        "--noise-floor",
        "TIME",
        "Ignore absolute changes below this time. Default: config, or 0.5ns.",
        Quantities.Nanoseconds
    );
    public static readonly Option<double?> MaxInconclusive = Declare.Quantity(
        "--max-inconclusive",
        "SHARE",
        "Fail if a larger share of measures is Inconclusive. Default: 20%.",
        Quantities.ShareOrNothing
    );
    public static readonly Option<bool> AllowMissing = Declare.Flag("--allow-missing", "Do not fail if benchmarks failed or vanished.");
    public static readonly Option<bool> StrictEnvironment = Declare.Flag(
        "--strict-environment",
        "Fail if the environments differ. Default: print a warning."
    );

    public static IEnumerable<Option> All => [Controls, Config, Margin, NoiseFloor, MaxInconclusive, AllowMissing, StrictEnvironment];
}
