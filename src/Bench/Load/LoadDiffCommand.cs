using System.CommandLine;
using Bench.Comparison;

namespace Bench.Load;

/// <summary><c>bench load diff</c>: two sweeps, level by level.</summary>
internal static class LoadDiffCommand
{
    private const string Help = """
        Compares two sweeps level by level: FOLDER/NAME, or a file. Or two of crank's results measure by measure: files of its --json,
        several separated by commas, each a launch.

        Exit codes as of compare: 2 wrong usage, or input that can't be read; 1 a level is slower, or answers less well; 4 another environment, with
        --strict-environment; 5 nothing in common, or only times of different machines; 3 too many inconclusive; 0 none of these.
        """;

    private static readonly Argument<string> Baseline = new("A")
    {
        Description = "The sweep compared against. A .dat has no rounds: it gives ratios without verdicts.",
    };
    private static readonly Argument<string> Candidate = new("B") { Description = "The sweep in question." };
    private static readonly Option<string?> Output = new("--directory", "-d")
    {
        HelpName = "DIR",
        Description = "Also writes NAME.md and, of sweeps, NAME.svg, both runs in one picture.",
    };

    public static Command Create()
    {
        var command = new Command("diff", Help)
        {
            Baseline,
            Candidate,
            LoadOptions.Name,
            Output,
            JudgingOptions.Config,
            JudgingOptions.Margin,
            JudgingOptions.MaxInconclusive,
            JudgingOptions.StrictEnvironment,
            JudgingOptions.AcrossMachines,
        };
        command.Reads(arguments => arguments, Diff);
        return command;
    }

    private static int Diff(ParseResult arguments, Context context)
    {
        var settings = JudgingChoices.From(arguments).Settings(context);
        var strictness = JudgingChoices.From(arguments).Strictness(settings);
        var options = ComparisonOptions.ForToday(settings) with
        {
            ComparesTimesAcrossMachines = arguments.GetValue(JudgingOptions.AcrossMachines),
        };
        var (baseline, candidate) = (arguments.GetValue(Baseline)!, arguments.GetValue(Candidate)!);
        if (arguments.GetResult(LoadOptions.Name) is not null && arguments.GetValue(Output) is null)
            throw new UsageException("--name: nothing is written without --directory.");
        return (CrankDiff.IsCrank(baseline, context.Folder), CrankDiff.IsCrank(candidate, context.Folder)) switch
        {
            (true, true) => DiffCrank(arguments, baseline, candidate, CrankDiff.Read(baseline, candidate, context.Folder, options, strictness), context),
            (false, false) when new[] { baseline, candidate }.FirstOrDefault(side => CrankDiff.HasSeveral(side, context.Folder)) is { } files => throw new UsageException(
                CrankDiff.Missing(files, context.Folder) is { } missing ? $"there is no {missing}." : $"{CrankDiff.Other(files, context.Folder)} is not crank's: a side has one sweep."
            ),
            (false, false) => DiffSweeps(arguments, baseline, candidate, options, strictness, context),
            var (isCrank, _) => throw new UsageException(
                CrankDiff.Missing(isCrank ? candidate : baseline, context.Folder) is { } missing
                    ? $"there is no {missing}."
                    : $"{(isCrank ? baseline : candidate)} is crank's, and {CrankDiff.Other(isCrank ? candidate : baseline, context.Folder)} is not: there is nothing to compare."
            ),
        };
    }

    private static int DiffCrank(ParseResult arguments, string baseline, string candidate, CrankDiff diff, Context context)
    {
        var page = diff.Render(baseline, candidate);
        context.Screen.Write(page);
        var deliveries = new Deliveries(context);
        if (arguments.GetValue(Output) is { } folder)
        {
            CheckFolder.EnsureWritable(context, folder);
            deliveries.File(Path.Combine(folder, LoadOptions.NameFrom(arguments, "crank") + ".md"), page);
        }

        return deliveries.ExitCode(diff.Outcome);
    }

    private static int DiffSweeps(
        ParseResult arguments,
        string baseline,
        string candidate,
        ComparisonOptions options,
        Strictness strictness,
        Context context
    )
    {
        var (before, after) = (LoadFiles.Read(context.File(baseline)), LoadFiles.Read(context.File(candidate)));
        var diff = LoadDiff.Create(before, after, options, strictness);
        var page = LoadReport.Render(diff);
        context.Screen.Write(page);
        var deliveries = new Deliveries(context);
        if (arguments.GetValue(Output) is { } folder)
        {
            CheckFolder.EnsureWritable(context, folder);
            var name = LoadOptions.NameFrom(arguments, $"{before.Name}-{after.Name}");
            deliveries.File(Path.Combine(folder, name + ".md"), page);
            if (LoadPicture.HasPoints(before) && LoadPicture.HasPoints(after))
                deliveries.File(
                    Path.Combine(folder, name + ".svg"),
                    LoadPicture.Render(name, [before, after], isFile: true, isCompared: true)
                );
        }

        return deliveries.ExitCode(diff.Outcome);
    }
}
