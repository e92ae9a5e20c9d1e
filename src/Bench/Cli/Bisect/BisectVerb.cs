using System.Globalization;
using Bench.Comparison;
using Bench.Reports;
using Bench.Runner;

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
        if (!repository.IsAncestor(good, bad ?? "HEAD"))
            throw new UsageException(
                $"--good: '{options.Good}' does not lead to {(bad is null ? "the work tree" : $"'{options.Bad}'")}. Use a commit before it{repository.ShallowHint}."
            );
        var all = Way();
        repository.EnsureCleanSubmodules();
        Misspelling.Warn(options.Benchmarks, repository, progress);
        using var workspace = new Workspace(repository);
        context = context.In(workspace);
        var project = options.Measurement.FindProject(settings, context, repository.Root);
        var path = repository.PathOf(project.Path);
        var sources = ProgramSources.Of(repository.Root, project, context.Builder, cancellationToken);
        var results = context.FullPath(options.Results);
        if (bad is null && !HasChanges())
        {
            bad = repository.Commit("HEAD");
            all = Way();
        }

        var history = new BisectHistory(repository, all, sources.Has, options.GoesIntoMerged);
        using var journal = BisectJournal.Open(
            results,
            string.Join(
                '\n',
                [
                    $"bench {BenchVersion.Text}",
                    good,
                    bad ?? WorkTreeState.Hash(repository, IsJournal),
                    options.GoesIntoMerged ? "all" : "first parents",
                    options.IsOfAllocation ? BisectCommand.Allocation : BisectCommand.Time,
                    $"{Text(settings.Margin.Relative)} {Text(settings.Margin.NoiseFloorNanoseconds)}",
                    // The order matters: the last rule that fits a benchmark counts.
                    .. settings.Rules.Select(rule => $"{rule.Pattern} {Text(rule.Relative)} {Text(rule.NoiseFloorNanoseconds)}"),
                    // A benchmark that timed out may succeed with a longer timeout.
                    options.Measurement.BenchmarkTimeout.ToString("c", CultureInfo.InvariantCulture),
                    path,
                    options.Measurement.FrameworkOf(settings) ?? "",
                    .. options.Measurement.Shown,
                    options.Measurement.Hidden ?? "",
                    .. options.Benchmarks,
                ]
            )
        );
        if (journal.Count > 0)
            progress.Step(
                FormattableString.Invariant(
                    $"Continuing with {journal.Count} {(journal.Count == 1 ? "comparison" : "comparisons")} from {results}"
                )
            );
        var builds = new CommitBuilds(
            repository,
            workspace,
            context.Builder,
            path,
            options.Measurement.FrameworkOf(settings),
            options.Measurement.Variables,
            (history.Good, history.Bad),
            journal
        );
        var run = new BisectRun(
            history,
            builds,
            journal,
            options.IsOfAllocation ? null : benchmark => settings.MarginOf(benchmark),
            options.Measurement.BenchmarkTimeout,
            progress.Step,
            context.Measurements
        );
        var patterns = options.Benchmarks;
        var (benchmarks, leftOut) = run.Find(new BenchmarkFilter(patterns, []), cancellationToken);
        if (benchmarks.Count == 0)
            throw new UsageException(
                leftOut.Count == 0
                    ? $"'{string.Join("' '", patterns)}' matches no benchmark at either end. {MeasurementOptions.HowToList}."
                    : $"none of these benchmarks can be searched: {BisectReport.ListOf([.. leftOut.Select(one => one.ToString())])}."
            );
        if (benchmarks.Count > MaxBenchmarks)
        {
            journal.Remove();
            throw new UsageException(
                FormattableString.Invariant(
                    $"'{string.Join("' '", patterns)}' matches {benchmarks.Count} benchmarks, and at most {MaxBenchmarks} can be searched. Use a narrower pattern such as '*Class.Method*'."
                )
            );
        }

        var found = new List<BisectedBenchmark>();
        try
        {
            foreach (var benchmark in benchmarks)
                found.Add(
                    run.Search(benchmark, benchmarks.Count, cancellationToken) with
                    {
                        IsMarginOfRule = settings.HasMarginOfRule(benchmark.Bad),
                    }
                );
        }
        catch (Exception e)
            when (journal.Count > 0 && cancellationToken.IsCancellationRequested && e is BenchException or OperationCanceledException)
        {
            progress.Clear();
            if (found.Count > 0)
                context.Screen.Write(Report());
            if (found.Count < benchmarks.Count && run.Narrowed is { } range)
                context.Screen.WriteLine(BisectReport.Narrowed(benchmarks[found.Count].Bad, range));
            context.Screen.Complain($"interrupted. Run the same command again to continue from {results}.");
            return (int)ExitCode.Interrupted;
        }

        progress.Clear();
        var report = Report();
        context.Screen.Write(report);
        var deliveries = new Deliveries(context);
        if (options.Output is { } file)
            deliveries.File(file, report);
        journal.Remove();
        return deliveries.ExitCode(
            leftOut.Count == 0 && found.All(benchmark => benchmark.IsAnswered) ? ExitCode.Passed : ExitCode.Inconclusive
        );

        string Report() => BisectReport.Render(found, leftOut, history, options.IsOfAllocation, OptionsOfExplain(options));

        IReadOnlyList<PathCommit> Way() =>
            CommitPath.Between(repository, good, bad, cancellationToken) is { Count: > 1 } way
                ? way
                : throw new UsageException(
                    $"--good: '{options.Good}' has no later commit that leads to the bad one. Use an older commit, such as HEAD~50."
                );

        // The build may copy an untracked file among the sources to its output, whatever its extension.
        bool HasChanges() =>
            repository.ChangedSources().Count > 0
            || repository.FilesChangedSince("HEAD").Any(file => sources.Has(file) && !IsJournal(Path.GetFullPath(file, repository.Root)));

        bool IsJournal(string file) => BisectJournal.IsOne(file, results);
    }

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
