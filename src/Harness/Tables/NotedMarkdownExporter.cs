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
            (true, true) => $"It is of processor time; of {byWall} it is of the wall clock. ",
            (true, false) => "It is of processor time. ",
            (false, true) => "It is of the wall clock. ",
            _ => "",
        };
    }

    private IEnumerable<string> Notes(Summary summary)
    {
        if (kind == RunKind.Quick)
            yield return "**Quick run: a first answer, not a figure to quote.** One launch after a short warm-up; run without `--quick` for figures.";

        if (summary.BenchmarksCases.Any(benchmark => InterleavedResult.Find(benchmark) is not null))
        {
            yield return $"Ratio: the median of slices measured side by side, collections added; with noise it is not the quotient of the two means. {ClockOf(summary)}Its 95 % CI is over launches.";
            if (
                summary.Reports.Any(report =>
                    InterleavedResult.Find(report.BenchmarkCase)?.Ratios.Count > report.ExecuteResults.Count(result => result.IsSuccess)
                )
            )
                yield return "Where two launches left a ratio undecided it is over three; Mean and Launches are of two.";
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
