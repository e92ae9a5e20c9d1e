using Bench.Harness.Interleaving;
using BenchmarkDotNet.Exporters;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Reports;

namespace Bench.Harness.Tables;

// BenchmarkDotNet's GitHub table, followed by notes that a reader needs to interpret it.
internal sealed class NotedMarkdownExporter(RunKind kind, Func<Type, IEnumerable<string>>? notes) : ExporterBase
{
    protected override string FileExtension => "md";

    protected override string FileNameSuffix => "-github";

    public override void ExportToLog(Summary summary, ILogger logger)
    {
        MarkdownExporter.GitHub.ExportToLog(summary, logger);
        logger.WriteLine();
        foreach (var note in Notes(summary))
            logger.WriteLine($"- {note}");
    }

    // BenchmarkDotNet's own columns use the wall clock, so the notes name the clock of the ratios.
    private static string ClockOf(Summary summary)
    {
        var byClock = summary
            .BenchmarksCases.Select(benchmark =>
                (Name: benchmark.Descriptor.WorkloadMethod.Name, InterleavedResult.Find(benchmark)?.Timing)
            )
            .Where(benchmark => benchmark.Timing is not null)
            .ToLookup(benchmark => benchmark.Timing!.IsByProcessor, benchmark => benchmark.Name);
        var byWall = string.Join(", ", byClock[false].Distinct());
        return (byClock[true].Any(), byWall.Length > 0) switch
        {
            (true, true) => $"It uses CPU time, but wall-clock time for {byWall}. ",
            (true, false) => "It uses CPU time. ",
            (false, true) => "It uses wall-clock time. ",
            _ => "",
        };
    }

    private IEnumerable<string> Notes(Summary summary)
    {
        if (kind == RunKind.Quick)
            yield return "**Quick run: a first answer, not a figure to quote.** It had one launch after a short warm-up. Run without `--quick` for figures.";

        var withheld = summary.BenchmarksCases.Select(benchmark => InterleavedResult.Find(benchmark)?.Withheld).OfType<string>();
        foreach (var reason in withheld.Distinct())
            yield return $"A ratio of wall-clock time is missing, because {reason}.";

        if (summary.BenchmarksCases.Any(benchmark => InterleavedResult.Find(benchmark) is not null))
        {
            yield return $"The ratio is the median over slices that were measured at the same time, plus garbage collections. With noise, it differs from the quotient of the two means. {ClockOf(summary)}Its 95% CI is over launches.";
            if (
                summary.Reports.Any(report =>
                    InterleavedResult.Find(report.BenchmarkCase)?.Ratios.Count > report.ExecuteResults.Count(result => result.IsSuccess)
                )
            )
                yield return "If two launches left a ratio undecided, it is over three launches. Mean and Launches are over two.";
            if (kind != RunKind.Quick && summary.Reports.All(report => report.ExecuteResults.Count(result => result.IsSuccess) <= 1))
                yield return OverviewPage.OneLaunch;
        }

        var types = summary.BenchmarksCases.Select(benchmark => benchmark.Descriptor.Type).Distinct().ToArray();
        foreach (
            var note in types
                .SelectMany(type => type.GetCustomAttributes(typeof(TableNoteAttribute), inherit: false))
                .Cast<TableNoteAttribute>()
        )
            yield return note.Text;

        foreach (var note in types.SelectMany(type => notes?.Invoke(type) ?? []).Distinct())
            yield return note;
    }
}
