using BenchmarkDotNet.Exporters;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Reports;
using Benchmarks.HttpClients.Libraries;
using Benchmarks.Running;

namespace Benchmarks.Tables;

/// <summary>BenchmarkDotNet's GitHub table, with the lines under it that a reader must know to read it right.</summary>
internal sealed class NotedMarkdownExporter(RunKind kind) : ExporterBase
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

    private IEnumerable<string> Notes(Summary summary)
    {
        if (kind == RunKind.Quick)
            yield return "**Quick run: a first answer, not a figure to quote.** Too short to be steady; run without `--quick` for that.";

        var types = summary.BenchmarksCases.Select(benchmark => benchmark.Descriptor.Type).Distinct();
        foreach (var note in types.SelectMany(type => type.GetCustomAttributes(typeof(TableNoteAttribute), inherit: false)).Cast<TableNoteAttribute>())
            yield return note.Text;

        foreach (var note in types.Any(ClientPackages.Concern) ? ClientPackages.Notes : [])
            yield return note;
    }
}
