using System.Globalization;
using Bench.Comparison;
using Bench.Reports;
using Bench.Runner;
using static System.FormattableString;

namespace Bench.Cli.Bisect;

internal static class BisectVerb
{
    // More would take hours.
    private const int MaxBenchmarks = 10;

    public static int Run(BisectOptions options, Context context)
    {
        var cancellationToken = context.Cancellation;
        if (options.Output is { } page)
            OutputFiles.EnsureWritable(context, page);
        var settings = options.Judging.Settings(context);
        var progress = context.Progress();
        var repository = Repository.Find(context.Folder, cancellationToken);
        var good = repository.Commit(options.Good);
        var bad = options.Bad is { } reference ? repository.Commit(reference) : null;
        var path = PathBetween(good, bad, options, repository);
        repository.EnsureCleanSubmodules();
        Misspelling.Warn(options.Benchmarks, repository, progress);
        using var workspace = new Workspace(repository);
        context = context.In(workspace);
        var project = options.Measurement.FindProject(settings, context, repository.Root);
        var sources = ProgramSources.Of(repository.Root, project, context.Builder, cancellationToken);
        var results = context.FullPath(options.Results);
        if (bad is null && !HasChanges(repository, sources, results))
        {
            bad = repository.Commit("HEAD");
            path = PathBetween(good, bad, options, repository);
        }

        var history = new BisectHistory(repository, path, sources.Has, options.GoesIntoMerged);
        var place = repository.PathOf(project.Path);
        bad ??= WorkTreeState.Hash(repository, file => BisectJournal.IsOne(file, results));
        using var journal = BisectJournal.Open(results, Identity(good, bad, place, options, settings));
        if (journal.Count > 0)
            progress.Step(Invariant($"Continuing with {CountText.Of(journal.Count, "comparison")} from {results}"));
        var run = new BisectRun(
            history,
            new CommitBuilds(
                repository,
                workspace,
                context.Builder,
                place,
                options.Measurement.FrameworkOf(settings),
                options.Measurement.Variables,
                (history.Good, history.Bad),
                journal
            ),
            journal,
            options.IsOfAllocation ? null : settings,
            options.Measurement.BenchmarkTimeout,
            progress.Step,
            context.Measurements
        );
        var selection = run.Find(new BenchmarkFilter(options.Benchmarks, []), cancellationToken);
        EnsureSearchable(selection, options.Benchmarks, journal);
        var found = run.Search(selection.Searched, cancellationToken);
        progress.Clear();
        var report = BisectReport.Render(found, selection.LeftOut, history, options.IsOfAllocation, OptionsOfExplain(options));
        return found.Count < selection.Searched.Count
            ? Interrupted(run, selection.Searched[found.Count], found.Count == 0 ? "" : report, results, context)
            : Write(found, selection, report, options, journal, context);
    }

    private static int Interrupted(BisectRun run, SearchedBenchmark searched, string report, string results, Context context)
    {
        context.Screen.Show(report);
        if (run.Narrowed is { } range)
            context.Screen.WriteLine(BisectReport.Narrowed(searched.Bad, range));
        context.Screen.Complain($"interrupted. Run the same command again to continue from {results}.");
        return (int)ExitCode.Interrupted;
    }

    private static int Write(
        IReadOnlyList<BisectedBenchmark> found,
        BisectSelection selection,
        string report,
        BisectOptions options,
        BisectJournal journal,
        Context context
    )
    {
        context.Screen.Show(report);
        var writer = new ResultWriter(context);
        if (options.Output is { } file)
            writer.File(file, report);
        journal.Remove();
        return writer.Finish(
            selection.LeftOut.Count == 0 && found.All(benchmark => benchmark.IsAnswered) ? ExitCode.Passed : ExitCode.Inconclusive
        );
    }

    private static void EnsureSearchable(BisectSelection selection, IReadOnlyList<string> patterns, BisectJournal journal)
    {
        var (benchmarks, leftOut) = selection;
        if (benchmarks.Count == 0)
            throw new UsageException(
                leftOut.Count == 0
                    ? $"'{string.Join("' '", patterns)}' matches no benchmark at either end. {MeasurementOptions.HowToList}."
                    : $"none of these benchmarks can be searched: {BisectReport.ListOf([.. leftOut.Select(one => one.ToString())])}."
            );
        if (benchmarks.Count <= MaxBenchmarks)
            return;
        journal.Remove();
        throw new UsageException(
            Invariant(
                $"'{string.Join("' '", patterns)}' matches {benchmarks.Count} benchmarks, and at most {MaxBenchmarks} can be searched. Use a narrower pattern such as '*Class.Method*'."
            )
        );
    }

    // "bad" is null for the work tree.
    private static IReadOnlyList<PathCommit> PathBetween(string good, string? bad, BisectOptions options, Repository repository)
    {
        if (!repository.IsAncestor(good, bad ?? "HEAD"))
            throw new UsageException(
                $"--good: '{options.Good}' does not lead to {(bad is null ? "the work tree" : $"'{options.Bad}'")}. Use a commit before it{repository.ShallowHint}."
            );
        return CommitPath.Between(repository, good, bad) is { Count: > 1 } path
            ? path
            : throw new UsageException(
                $"--good: '{options.Good}' has no later commit that leads to the bad one. Use an older commit, such as HEAD~50."
            );
    }

    // The build may copy an untracked file among the sources to its output, whatever its extension.
    private static bool HasChanges(Repository repository, ProgramSources sources, string results) =>
        repository.ChangedSources().Count > 0
        || repository
            .FilesChangedSince("HEAD")
            .Any(file => sources.Has(file) && !BisectJournal.IsOne(Path.GetFullPath(file, repository.Root), results));

    // A search that was interrupted continues only if all of this is the same.
    private static string Identity(string good, string bad, string project, BisectOptions options, Settings settings) =>
        string.Join(
            '\n',
            [
                $"bench {BenchVersion.Text}",
                good,
                bad,
                options.GoesIntoMerged ? "all" : "first parents",
                options.IsOfAllocation ? BisectCommand.Allocation : BisectCommand.Time,
                $"{Text(settings.Margin.Relative)} {Text(settings.Margin.NoiseFloor)}",
                // The order matters: the last rule that fits a benchmark counts.
                .. settings.Rules.Select(rule => $"{rule.Pattern} {Text(rule.Relative)} {Text(rule.NoiseFloorNanoseconds)}"),
                // A benchmark that timed out may succeed with a longer timeout.
                options.Measurement.BenchmarkTimeout.ToString("c", CultureInfo.InvariantCulture),
                project,
                options.Measurement.FrameworkOf(settings) ?? "",
                .. options.Measurement.Shown,
                options.Measurement.Hidden ?? "",
                .. options.Benchmarks,
            ]
        );

    private static string Text(double? value) => value?.ToString(CultureInfo.InvariantCulture) ?? "";

    // The options that decide which program is measured, and how.
    private static string OptionsOfExplain(BisectOptions options) =>
        string.Concat([
            Given(MeasurementOptions.Project.Name, options.Measurement.Project),
            Given(MeasurementOptions.Framework.Name, options.Measurement.Framework),
            Given(JudgingOptions.Config.Name, options.Judging.Config),
            .. options.Measurement.Shown.Select(variable => $" {MeasurementOptions.Variables.Name} {ShellText.Variable(variable)}"),
        ]);

    private static string Given(string option, string? value) => value is null ? "" : $" {option} {ShellText.Argument(value)}";
}
