using Bench.Comparison;
using Bench.Load;
using Bench.Published;
using Bench.Reports;
using Bench.Results;

namespace Bench.Cli.Report;

/// <param name="Categories">In the order of the files: tables, interleaved variants, matrices.</param>
/// <param name="Asked">The questions of the settings.</param>
/// <param name="Environments">Each different environment with the number of its files.</param>
internal sealed record Artifacts(
    IReadOnlyList<ReportedCategory> Categories,
    IReadOnlyList<(LoadRun Run, string Source)> Sweeps,
    IReadOnlyList<(RunEnvironment Environment, int Files)> Environments,
    IReadOnlyList<string> Warnings,
    IReadOnlyList<AskedQuestion> Asked
)
{
    public static Artifacts Read(IReadOnlyList<string> specs, string workingDirectory, Settings settings, TimeProvider? clock = null)
    {
        var (categories, sweeps, warnings) = (new List<ReportedCategory>(), new List<(LoadRun, string)>(), new List<string>());
        // Published tables show the records of all machine classes, as every other page does, not only the newest run.
        string[] published = [.. specs.Where(spec => PublishedRuns.Are(Path.GetFullPath(spec, workingDirectory)))];
        var environments = new List<RunEnvironment>();
        foreach (var folder in published)
        {
            var topics = MergedTopic.Merge(PublishedRuns.Read(Path.GetFullPath(folder, workingDirectory)));
            categories.AddRange(PublishedCategories.Create(topics, folder));
            environments.AddRange(topics.SelectMany(topic => topic.Runs).Distinct().Select(run => run.Machine).OfType<RunEnvironment>());
        }

        string[] others = [.. specs.Except(published)];
        var runs = others.Length == 0 ? [] : RunLoader.LoadEach(others, workingDirectory);
        foreach (var run in runs)
        {
            warnings.AddRange(run.Warnings);
            var source = run.Sources[0];
            var file = Path.GetFullPath(source, workingDirectory);
            var isOwn =
                !source.StartsWith(RunLoader.GitPrefix, StringComparison.Ordinal)
                && file.EndsWith(".json", StringComparison.OrdinalIgnoreCase)
                && BenchResults.IsOne(file);
            if (isOwn && LoadFiles.TryRead(file) is { } sweep)
                sweeps.Add((sweep, source));
            else if (isOwn && MatrixResult.TryRead(file) is { } matrix)
            {
                categories.AddRange(MatrixCategory.Create(new JudgedMatrix(matrix, settings), source));
                if (matrix.Partial is { } partly)
                    warnings.Add($"{source} is partial: {partly}.");
            }
            else if (NotShown(run, source) is { } reason)
                warnings.Add(reason);
            else if (run.Benchmarks.Any(benchmark => benchmark.Against is not null))
            {
                var comparison = RunComparison.CreatePaired(run, ComparisonOptions.ForToday(settings, clock));
                categories.AddRange(ReportedCategory.FromPairs(comparison, source));
                warnings.AddRange(comparison.Warnings.Except(run.Warnings).Select(warning => $"{source}: {warning}"));
            }
            else
                categories.AddRange(ReportedCategory.FromTable(run));
        }

        warnings.AddRange(
            sweeps.Where(sweep => sweep.Item1.Partial is not null).Select(sweep => $"{sweep.Item2} is partial: {sweep.Item1.Partial}.")
        );
        return new Artifacts(
            categories,
            sweeps,
            [
                .. runs.SelectMany(run => run.Environments)
                    .Concat(environments)
                    .CountBy(environment => environment)
                    .Select(count => (count.Key, count.Value)),
            ],
            warnings,
            settings.Questions
        );
    }

    private static string? NotShown(Run run, string source) =>
        run.Benchmarks.Count == 0 ? $"{source} has no benchmarks that can be shown."
        : run.Benchmarks.Any(benchmark => benchmark.Against is not null) ? null
        : run.IsOfLoad ? $"{source} is from a load test and is not shown here. Use bench load diff BASELINE {source}"
        : run.Benchmarks.Any(benchmark => benchmark.IsPaired)
            ? $"{source} is a comparison of two builds and is not shown here. Use bench compare {source}"
        : null;
}
