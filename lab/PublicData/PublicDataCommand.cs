using System.CommandLine;
using Bench.Comparison;
using Lab.PublicData.Launches;
using Lab.PublicData.Series;
using Lab.Trials;
using MathNet.Numerics.Statistics;

namespace Lab.PublicData;

/// <summary><c>lab public-data</c>: verdicts on other people's measurements, next to the rules of other tools.</summary>
internal static class PublicDataCommand
{
    private const string Help = """
        Judges other people's measurements with `bench compare` and `bench history`, and with the rules of other tools.

        docs/internals/evidence/public-data.md names the repositories to clone.
        """;

    private static readonly Argument<string> SteadyState = Folder("STEADY_STATE", "A clone of SEALABQualityGroup/steady-state.");
    private static readonly Option<int> Checks = TrialOptions.WithDefault("--checks", "N", "Number of checks per line of the table.", 600);
    private static readonly Option<int?> Half = new("--half") { HelpName = "1|2", Description = "Only every other system. Default: all." };
    private static readonly Option<int[]> PerBuild = new("--launches")
    {
        HelpName = "N",
        Description = "Launches per build.",
        AllowMultipleArgumentsPerToken = true,
        DefaultValueFactory = _ => [3, 5],
    };
    private static readonly Option<double[]> Slowdowns = new("--slowdowns")
    {
        HelpName = "PERCENT",
        Description = "By how much a tenth of the benchmarks is slowed.",
        AllowMultipleArgumentsPerToken = true,
        DefaultValueFactory = _ => [0, 5, 10, 25],
    };
    private static readonly Option<bool> NoOthers = Declare.Flag("--no-others", "Leave out the rules of other tools.");

    private static readonly Argument<string> Study = Folder("STUDY", "A clone of mtucci/changepoint-performance-regression-study.");
    private static readonly Argument<string> Sap = Folder("SAP", "A clone of SAP/performance-regression-data-set.");
    private static readonly Option<bool> Mean = Declare.Flag("--mean", "Take the mean of a version's measurements, not their median.");

    public static Command Create()
    {
        var launches = new Command("launches", "Compares launches of JMH benchmarks as two runs.")
        {
            SteadyState,
            Checks,
            Half,
            PerBuild,
            Slowdowns,
            NoOthers,
        };
        launches.Reads(
            arguments => new LaunchOptions(
                arguments.GetValue(SteadyState)!,
                arguments.GetValue(Checks),
                arguments.GetValue(Half),
                [.. arguments.GetValue(Slowdowns)!.Select(percent => percent / 100)],
                arguments.GetValue(PerBuild)!,
                !arguments.GetValue(NoOthers)
            ),
            Judge
        );
        var series = new Command("series", "Marks changes in series of SAP HANA that people have annotated.") { Study, Sap, Mean };
        series.Reads(
            arguments => (arguments.GetValue(Study)!, arguments.GetValue(Sap)!, arguments.GetValue(Mean)),
            (choice, context) => Mark(choice.Item1, choice.Item2, choice.Item3, context)
        );
        return new Command("public-data", Help) { launches, series };
    }

    private static int Judge(LaunchOptions options, Context context)
    {
        if (options.Half is not (null or 1 or 2))
            throw new UsageException("--half is 1 or 2.");
        var systems = JmhForks.Read(context.FullPath(options.Folder), options.Half);
        context.Screen.Write(LaunchTable.Render(LaunchTrial.Run(systems, options)));
        return (int)ExitCode.Passed;
    }

    private static int Mark(string study, string sap, bool isMean, Context context)
    {
        Func<IEnumerable<double>, double> ofVersion = isMean ? version => version.Average() : version => version.Median();
        var series = AnnotatedSeries.ReadAll(context.FullPath(study), context.FullPath(sap), ofVersion);
        context.Screen.Write(SeriesTable.Render(SeriesTrial.Run(series)));
        return (int)ExitCode.Passed;
    }

    private static Argument<string> Folder(string name, string description) => new(name) { Description = description };
}

/// <param name="Checks">How many checks each row of the table has.</param>
/// <param name="Half">1 or 2 for every other system, in the order of their names; null for all.</param>
/// <param name="Slowdowns">By how much a tenth of the benchmarks is slowed (0.1 = 10%); 0 for identical code.</param>
/// <param name="LaunchesPerBuild">How many launches each build has.</param>
/// <param name="JudgesByOthers">True to judge the checks with the rules of other tools, too.</param>
internal sealed record LaunchOptions(string Folder, int Checks, int? Half, double[] Slowdowns, int[] LaunchesPerBuild, bool JudgesByOthers);
