using System.CommandLine;
using System.Globalization;
using Bench.Comparison;
using Bench.Reports;
using Bench.Runner;

namespace Bench.Bisect;

/// <summary><c>bench bisect</c>: the commit at which a benchmark changed.</summary>
internal static class BisectCommand
{
    private const string Time = "time";
    private const string Allocation = "allocation";

    private static readonly Argument<string[]> Benchmarks = new("BENCHMARK")
    {
        Description = "The benchmarks, as BenchmarkDotNet's --filter: * is any text.",
        Arity = ArgumentArity.OneOrMore,
    };
    private static readonly Option<string> Good = new("--good")
    {
        HelpName = "REF",
        Description = "A commit, branch or tag before the change.",
        Required = true,
    };
    private static readonly Option<string?> Bad = new("--bad")
    {
        HelpName = "REF",
        Description = "A commit, branch or tag after the change. Default: the work tree.",
    };
    private static readonly Option<string> Metric = new("--metric")
    {
        HelpName = $"{Time}|{Allocation}",
        Description = $"What is compared. Default: {Time}.",
        DefaultValueFactory = _ => Time,
    };
    private static readonly Option<bool> All = new("--all")
    {
        Description = "Goes into merged branches as well, and not along first parents alone.",
    };
    private static readonly Option<string?> Output = new("--output")
    {
        HelpName = "FILE.md",
        Description = "Also writes the report to a file.",
    };
    private static readonly Option<string> Results = new("--results")
    {
        HelpName = "DIR",
        Description = $"Where an interrupted search keeps what it knows. Default: {DefaultResults}.",
        DefaultValueFactory = _ => DefaultResults,
    };

    private const string DefaultResults = $"{BuildOutput.Artifacts}/bisect";

    /// <summary>More at once would take hours.</summary>
    private const int MaxBenchmarks = 10;

    private const string Help = """
        Finds the commits at which benchmarks changed between a good state and a bad one, slower or faster, by more than the margin.

        The ends are compared first; then halves of the way, interleaved, each until it is decided. Commits that run the same code are not
        measured, those that do not build are skipped. Commits are built outside of the repository.
        Interrupted, or ended by a full disk, the same command goes on where it ended, as long as commits and settings are the same.
        Exit codes: 0 a change was found, or there is none; 2 wrong usage, no such commit or benchmark, an end that does not build, a full
        disk, the same search running; 3 it stays open whether the ends differ, the change could not be traced to one commit, or a
        benchmark that was asked for is not searched; 130 interrupted.
        """;

    public static Command Create()
    {
        var command = new Command("bisect", Help)
        {
            Benchmarks,
            Good,
            Bad,
            Metric,
            All,
            Output,
            Results,
            JudgingOptions.Config,
            JudgingOptions.Margin,
        };
        foreach (var option in MeasurementOptions.All)
            command.Add(option);
        command.Measures(arguments => arguments, Bisect, "compared");
        return command;
    }

    private static int Bisect(ParseResult arguments, Context context)
    {
        var cancellationToken = context.Cancellation;
        var metric = arguments.GetValue(Metric);
        if (metric is not (Time or Allocation))
            throw new UsageException($"--metric: invalid metric '{metric}': expected {Time} or {Allocation}.");
        var output = arguments.GetValue(Output);
        OutputFiles.EnsureMarkdown(output);
        if (output is not null)
            OutputFiles.EnsureWritable(context, output);
        if (arguments.GetValue(Results) is not { Length: > 0 } kept)
            throw new UsageException("--results: expected the path of a folder.");
        var folder = context.Folder;
        var settings = JudgingChoices.From(arguments).Settings(context);
        var progress = context.Progress();
        var repository = Repository.Find(folder, cancellationToken);
        var good = repository.Commit(arguments.GetValue(Good)!);
        var bad = arguments.GetValue(Bad) is { } reference ? repository.Commit(reference) : null;
        if (!repository.IsAncestor(good, bad ?? "HEAD"))
            throw new UsageException(
                $"--good: '{arguments.GetValue(Good)}' does not lead to {(bad is null ? "the work tree" : $"'{arguments.GetValue(Bad)}'")}: expected a commit before it{repository.ShallowHint}."
            );
        var all = CommitPath.Between(repository, good, bad, cancellationToken);
        if (all.Count < 2)
            throw new UsageException(
                $"--good: '{arguments.GetValue(Good)}' has nothing after it that leads to the bad commit: name an older one, such as --good HEAD~50."
            );
        repository.EnsureCleanSubmodules();
        var project = MeasurementChoices.From(arguments).FindProject(settings, context, repository.Root);
        var path = repository.PathOf(project.Path);
        var sources = ProgramSources.Of(repository.Root, project, context.Builder, cancellationToken);
        var history = new BisectHistory(repository, all, sources.Has, arguments.GetValue(All));
        var results = context.FullPath(kept);
        using var journal = BisectJournal.Open(
            results,
            string.Join(
                '\n',
                [
                    $"bench {BenchVersion.Text}",
                    good,
                    bad ?? WorkTreeState.Hash(repository, file => BisectJournal.IsOne(file, results)),
                    arguments.GetValue(All) ? "all" : "first parents",
                    metric,
                    $"{Text(settings.Margin.Relative)} {Text(settings.Margin.NoiseFloorNanoseconds)}",
                    // The last that fits a benchmark counts.
                    .. settings.Rules.Select(rule => $"{rule.Pattern} {Text(rule.Relative)} {Text(rule.NoiseFloorNanoseconds)}"),
                    // What did not answer in it may answer in a longer one.
                    MeasurementChoices.From(arguments).BenchmarkTimeout.ToString("c", CultureInfo.InvariantCulture),
                    path,
                    MeasurementChoices.From(arguments).FrameworkOf(settings) ?? "",
                    .. MeasurementChoices.From(arguments).Variables,
                    .. arguments.GetValue(Benchmarks)!,
                ]
            )
        );
        if (journal.Count > 0)
            progress.Step(
                FormattableString.Invariant(
                    $"Going on with {journal.Count} {(journal.Count == 1 ? "comparison" : "comparisons")} that {results} has"
                )
            );
        using var workspace = new Workspace(repository);
        var builds = new CommitBuilds(
            repository,
            workspace,
            context.Builder,
            path,
            MeasurementChoices.From(arguments).FrameworkOf(settings),
            MeasurementChoices.From(arguments).Variables,
            (history.Good, history.Bad),
            journal
        );
        var run = new BisectRun(
            history,
            builds,
            journal,
            metric == Allocation ? null : benchmark => settings.MarginOf(benchmark),
            MeasurementChoices.From(arguments).BenchmarkTimeout,
            progress.Step
        );
        var patterns = arguments.GetValue(Benchmarks)!;
        var (benchmarks, leftOut) = run.Find(new BenchmarkFilter(patterns, []), cancellationToken);
        if (benchmarks.Count == 0)
            throw new UsageException(
                leftOut.Count == 0
                    ? $"'{string.Join("' '", patterns)}' matches no benchmark of either end: {MeasurementOptions.HowToList}."
                    : $"nothing that was asked for can be searched: {BisectReport.ListOf([.. leftOut.Select(one => one.ToString())])}."
            );
        if (benchmarks.Count > MaxBenchmarks)
        {
            journal.Remove();
            throw new UsageException(
                FormattableString.Invariant(
                    $"'{string.Join("' '", patterns)}' matches {benchmarks.Count} benchmarks: {MaxBenchmarks} at most, so name fewer, as '*Class.Method*'."
                )
            );
        }

        BisectedBenchmark[] found;
        try
        {
            found =
            [
                .. benchmarks.Select(benchmark =>
                    run.Search(benchmark, benchmarks.Count, cancellationToken) with
                    {
                        IsMarginOfRule = settings.HasMarginOfRule(benchmark.Bad),
                    }
                ),
            ];
        }
        catch (Exception e)
            when (journal.Count > 0 && cancellationToken.IsCancellationRequested && e is BenchException or OperationCanceledException)
        {
            progress.Clear();
            context.Screen.Complain($"interrupted; the same command goes on with what {results} has.");
            return (int)ExitCode.Interrupted;
        }

        progress.Clear();
        var report = BisectReport.Render(found, leftOut, history, metric == Allocation, OptionsOfExplain(arguments));
        context.Screen.Write(report);
        var deliveries = new Deliveries(context);
        if (output is not null)
            deliveries.File(output, report);
        journal.Remove();
        return deliveries.ExitCode(
            leftOut.Count == 0 && found.All(benchmark => benchmark.IsAnswered) ? ExitCode.Passed : ExitCode.Inconclusive
        );
    }

    private static string Text(double? value) => value?.ToString(CultureInfo.InvariantCulture) ?? "";

    // What says which program is measured, and how.
    private static string OptionsOfExplain(ParseResult arguments) =>
        string.Concat([
            Given(MeasurementOptions.Project, arguments.GetValue(MeasurementOptions.Project)),
            Given(MeasurementOptions.Framework, arguments.GetValue(MeasurementOptions.Framework)),
            Given(JudgingOptions.Config, arguments.GetValue(JudgingOptions.Config)),
            .. MeasurementChoices.From(arguments).Variables.Select(variable => Given(MeasurementOptions.Variables, variable)),
        ]);

    private static string Given(Option option, string? value) => value is null ? "" : $" {option.Name} {ShellText.Argument(value)}";
}
