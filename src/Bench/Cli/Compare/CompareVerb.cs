using Bench.Comparison;
using Bench.Published;
using Bench.Results;
using Bench.Runner;
using Bench.Statistics;

namespace Bench.Cli.Compare;

internal static class CompareVerb
{
    public static int Run(CompareOptions options, Context context)
    {
        if (options.NamesNothing && AgainstPublished(context) is { } found)
        {
            var page = context.Screen.Page();
            foreach (var line in AgainstPublishedReport.Lines(found))
                page.Write(line.TrimStart(), line.Length - line.TrimStart().Length);
            context.Screen.Send(page.ToString());
            return (int)(found.Questions == 0 ? ExitCode.NothingCompared : ExitCode.Passed);
        }

        var (baseline, candidate) = Sides(options, context.Folder);
        if (options.Spreads.Any(string.IsNullOrWhiteSpace))
            throw new UsageException("--spread needs the path of a run.");
        var runs = RunLoader.Load(
            [baseline, candidate ?? [], .. options.Spreads.Select(spread => (IReadOnlyList<string>)[spread])],
            context.Folder
        );
        var check = candidate is null && runs[0].Checks is [var only] ? only : null;
        var settings = options.Judging.SettingsOf(context, check);
        options.Judging.EnsureControlsMatch(runs.Take(2).SelectMany(run => run.Benchmarks).Select(benchmark => benchmark.Id));
        var how = ComparisonOptionsFor(runs, candidate, settings, options, context);
        var comparison = candidate is null ? ComparePaired(runs[0], baseline, how) : RunComparison.Create(runs[0], runs[1], how);
        var outcome = Outcome.Create(comparison, options.Judging.Strictness(settings, check?.Options));
        var writer = new ResultWriter(context);
        options.Report.Write(context, writer, comparison, outcome);
        return writer.Finish(outcome);
    }

    // Learned from the published runs of the repository; null if they cover fewer than two machine classes.
    private static SpreadPrior? SpreadBetweenMachines(Context context) =>
        Find(RunLoader.ReferenceFolder, context.Folder) is { } published
        && MergedTopic.SpreadBetweenMachines(PublishedRuns.Read(context.FullPath(published))) is { DegreesOfFreedom: > 0 } learned
            ? learned
            : null;

    // Compares the last run here; null if it or the published runs have no record.
    private static AgainstPublished? AgainstPublished(Context context)
    {
        var (published, results) = (
            Default(RunLoader.ReferenceFolder, context.Folder),
            Path.Combine(Default(RunLoader.ResultsFolder, context.Folder), RunRecord.FileName)
        );
        if (!PublishedRuns.Are(context.FullPath(published)) || !File.Exists(context.FullPath(results)))
            return null;
        var run = RunRecord.Read(context.FullPath(results))
            ?? throw new ResultsException(results, "is not the record of a run. Delete it, or run the benchmarks again.");
        return Bench.Published.AgainstPublished.Create(run, PublishedRuns.Read(context.FullPath(published)));
    }

    // The project to name for dotnet run; null if dotnet run finds it by itself. Evaluating no project keeps this fast.
    private static string? ProjectToRun(string folder)
    {
        if (Directory.EnumerateFiles(folder).Count(ProjectFiles.IsProject) == 1)
            return null;
        string[] programs =
        [
            .. ProjectFiles
                .MayReferToBenchmarkDotNet(folder)
                .Where(path => new InputFile(path, path).ReadText().Contains("<OutputType>Exe", StringComparison.OrdinalIgnoreCase)),
        ];
        return programs is [var only] ? Path.GetRelativePath(folder, only) : "PROJECT";
    }

    private static ComparisonOptions ComparisonOptionsFor(
        IReadOnlyList<Run> runs,
        IReadOnlyList<string>? candidate,
        Settings settings,
        CompareOptions options,
        Context context
    )
    {
        var isOfLoad = runs.Take(2).Any(run => run.IsOfLoad);
        return ComparisonOptions.ForToday(settings, context.Clock) with
        {
            Study = [.. runs.Skip(2)],
            AssumedSpread = isOfLoad ? null : AssumedSpread.OfTimes,
            // Interleaved measurements have no factor common to all benchmarks: it would be the change itself.
            EstimatesCommonFactor = candidate is not null && !isOfLoad,
            JudgesAcrossMachines = options.JudgesAcrossMachines,
            SpreadBetweenMachines = options.JudgesAcrossMachines ? SpreadBetweenMachines(context) : null,
            NamesRemedies = !isOfLoad,
            ProjectToRun = candidate is null || isOfLoad ? null : new Lazy<string?>(() => ProjectToRun(context.Folder)),
            StatedSpread = options.LaunchSpread is { } spread ? SpreadPrior.Stated(spread) : null,
        };
    }

    private static RunComparison ComparePaired(Run run, IReadOnlyList<string> paths, ComparisonOptions options) =>
        run.Benchmarks.All(benchmark => benchmark.IsPaired || benchmark.Failure is not null)
        && (run.Checks.Count > 0 || run.Benchmarks.Any(benchmark => benchmark.IsPaired))
            ? RunComparison.CreatePaired(run, options)
            : throw new UsageException(
                $"{string.Join(", ", paths)} is a single run. Name a second one to compare it with: bench compare BASELINE CANDIDATE."
            );

    // A file of pairs holds both builds, so it needs no second run. Without arguments the default runs are compared.
    private static (IReadOnlyList<string> Baseline, IReadOnlyList<string>? Candidate) Sides(CompareOptions options, string folder)
    {
        var baseline = Paths(options.Baseline, options.MoreBaselines, folder);
        var candidate = Paths(options.Candidate, options.MoreCandidates, folder);
        return (baseline.Count, candidate.Count) switch
        {
            (0, 0) => ([Default(RunLoader.ReferenceFolder, folder)], [Default(RunLoader.ResultsFolder, folder)]),
            (0, _) => ([Default(RunLoader.ReferenceFolder, folder)], candidate),
            (_, 0) => (baseline, null),
            _ => (baseline, candidate),
        };
    }

    private static string Default(string below, string folder) =>
        Find(below, folder)
        ?? throw new UsageException(
            $"this folder and the folders above it have no {below}. Name the runs to compare: bench compare BASELINE CANDIDATE."
        );

    private static string? Find(string below, string folder)
    {
        for (var here = new DirectoryInfo(folder); here is not null; here = here.Parent)
        {
            var path = Path.Combine(here.FullName, below);
            if (Directory.Exists(path))
                return Path.GetRelativePath(folder, path);
        }

        return null;
    }

    private static IReadOnlyList<string> Paths(string? argument, IReadOnlyList<string> more, string folder)
    {
        string[] named =
            argument is null ? []
            : Path.Exists(Path.GetFullPath(argument, folder)) ? [argument]
            : argument.Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        return (argument is not null && named.Length == 0) || named.Concat(more).Any(string.IsNullOrWhiteSpace)
            ? throw new UsageException("the path of a run is empty.")
            : [.. named, .. more];
    }
}
