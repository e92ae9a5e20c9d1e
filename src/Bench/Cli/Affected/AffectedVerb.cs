using Bench.Comparison;
using Bench.Reports;
using Bench.Runner;

namespace Bench.Cli.Affected;

internal static class AffectedVerb
{
    private static readonly TimeSpan MaxProofOfMatrix = TimeSpan.FromMinutes(10);

    public static int Run(AffectedOptions options, Context context)
    {
        var cancellationToken = context.Cancellation;
        var progress = context.Progress();
        var repository = Repository.Find(context.Folder, cancellationToken);
        var baseline = options.Baseline.Resolve(repository);
        var settings = options.Judging.SettingsOfCheck(
            context,
            repository.Text(baseline.Commit, Settings.FileName),
            Settings.ReadOwnText(context.Folder)
        );
        repository.EnsureCleanSubmodules();
        Misspelling.Warn(options.Filter.Patterns, repository, progress);
        using var workspace = new Workspace(repository);
        var builds = TwoBuilds.Make(options.Measurement, settings, repository, workspace, baseline, context);
        var run = new GateRun(
            builds.Baseline,
            builds.Candidate,
            new GateSettings
            {
                Filter = options.Filter.Filter,
                // Benchmarks that are not proven by then are measured by jobs that wait for this one.
                MaxProof = options.Format == AffectedCommand.Matrix ? MaxProofOfMatrix : TimeSpan.MaxValue,
                BenchmarkTimeout = options.Measurement.BenchmarkTimeout,
            },
            progress.Show,
            context.Measurements,
            context.Clock
        );
        var found = run.Find(cancellationToken);
        if (found.Benchmarks.Count == 0)
            throw new UsageException($"{options.Filter.Text ?? "the project"} matches no benchmark in either build.");
        if (options.Measurement.UnmatchedWarning(found.PatternsWithoutBenchmarks, " in either build") is { } warning)
            progress.Step($"warning: {warning}");
        if (found.Unread is { } unread)
            progress.Step($"warning: Configuration: {unread}.");
        progress.Step($"Comparing the code of {CountText.Of(found.Benchmarks.Count, "benchmark")}");
        run.ProveSameCode(() => builds.Compare(repository.FilesChangedSince(baseline.Commit)), cancellationToken);
        progress.Clear();
        var report = new AffectedReport(
            builds.BaselineName,
            builds.CandidateName,
            [.. found.Benchmarks.Select(AffectedBenchmark.Create)],
            ShardMatrix.Create(
                [.. found.Benchmarks.Where(benchmark => benchmark.IsOpen).Select(benchmark => benchmark.Id)],
                options.MaxShards,
                options.Replicates
            )
        );
        context.Screen.Send(
            options.Format switch
            {
                AffectedCommand.Json => report.ToJson(),
                AffectedCommand.Matrix => report.ToMatrix(),
                _ => report.ToText(context.Screen.Page()),
            }
        );
        return 0;
    }
}
