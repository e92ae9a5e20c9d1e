using Bench.Comparison;
using Bench.LoadTesting;
using Bench.Results;

namespace Bench.RunReport;

/// <summary>Everything that folders of results hold: tables, ways that took turns, matrices and sweeps of load tests.</summary>
/// <param name="Categories">What answers a question, in the order of the files: of tables, of ways in turns, of matrices.</param>
/// <param name="Sweeps">Load curves, each with its file.</param>
/// <param name="Environments">Where it was measured: each different environment with the number of its files.</param>
/// <param name="Warnings">What a reader must know besides.</param>
public sealed record Artifacts(
    IReadOnlyList<ReportedCategory> Categories, IReadOnlyList<(LoadRun Run, string Source)> Sweeps, IReadOnlyList<(RunEnvironment Environment, int Files)> Environments, IReadOnlyList<string> Warnings)
{
    /// <summary>Reads them.</summary>
    /// <param name="specs">Files, folders, or <c>git:REF</c> for the tables committed there.</param>
    /// <param name="workingDirectory">What relative paths and git refs start from.</param>
    /// <param name="settings">The margin that ways in turns are judged by.</param>
    /// <returns>What they hold.</returns>
    /// <exception cref="ResultsException">Something is missing or can't be read.</exception>
    /// <exception cref="LoadException">A sweep has parts missing.</exception>
    public static Artifacts Read(IReadOnlyList<string> specs, string workingDirectory, Settings settings)
    {
        var runs = RunLoader.LoadEach(specs, workingDirectory);
        var (categories, sweeps, warnings) = (new List<ReportedCategory>(), new List<(LoadRun, string)>(), new List<string>());
        foreach (var run in runs)
        {
            var source = run.Sources[0];
            var file = Path.GetFullPath(source, workingDirectory);
            var isOwn = !source.StartsWith(RunLoader.GitPrefix, StringComparison.Ordinal) && file.EndsWith(".json", StringComparison.OrdinalIgnoreCase) && BenchResults.IsOne(file);
            if (isOwn && LoadFiles.TryRead(file) is { } sweep)
                sweeps.Add((sweep, source));
            else if (isOwn && MatrixResult.TryRead(file) is { } matrix)
                {
                categories.Add(ReportedCategory.OfMatrix(matrix, settings, source));
                if (matrix.Partial is { } partly)
                    warnings.Add($"{source} is partial: {partly}.");
            }
            else if (run.Rows.Any(row => row.Against is not null))
            {
                var comparison = RunComparison.OfPaired(run, ComparisonOptions.OfToday(settings));
                categories.AddRange(ReportedCategory.OfPairs(comparison, source));
                warnings.AddRange(comparison.Warnings.Select(warning => $"{source}: {warning}"));
            }
            else if (run.Rows.Any(row => row.IsPaired))
                warnings.Add($"{source} is a comparison of two builds and not shown here: bench compare {source}");
            else
                categories.AddRange(ReportedCategory.OfTable(run));
        }

        warnings.AddRange(sweeps.Where(sweep => sweep.Item1.Partial is not null).Select(sweep => $"{sweep.Item2} is partial: {sweep.Item1.Partial}."));
        return new Artifacts(categories, sweeps, [.. runs.SelectMany(run => run.Environments).CountBy(environment => environment).Select(count => (count.Key, count.Value))], warnings);
    }
}
