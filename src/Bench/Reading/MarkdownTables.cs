using System.Globalization;
using System.Net;
using Markdig;
using Markdig.Extensions.Tables;
using Markdig.Parsers.Inlines;
using Markdig.Syntax;
using Markdig.Syntax.Inlines;

namespace Bench.Results;

// Reads the tables that BenchmarkDotNet exports as Markdown, for runs of which only the table was kept. Other tables are ignored.
internal static class MarkdownTables
{
    private const double LevelOfError = 0.9995;
    private const int MaxCells = 1000;

    private static readonly MarkdownPipeline Pipeline = CreatePipeline();

    // The type of the benchmarks comes from the file's name, as BenchmarkDotNet names it.
    public static RunFile Read(string place, string type, string text)
    {
        var source = text.ReplaceLineEndings("\n").Split('\n');
        // The parser's time is quadratic in the number of cells. No real table has so many.
        var wide = Array.FindIndex(source, line => line.Count(c => c == '|') > MaxCells);
        if (wide >= 0)
            throw new ResultsException(
                string.Create(CultureInfo.InvariantCulture, $"{place}, line {wide + 1}"),
                $"has more than {MaxCells} cells."
            );
        MarkdownDocument document;
        try
        {
            document = Markdown.Parse(text, Pipeline);
        }
        catch (ArgumentException e)
        {
            throw new ResultsException(place, $"cannot be read as Markdown: {e.Message}", e);
        }

        var environment = new RunEnvironment();
        var common = new List<KeyValuePair<string, string>>();
        var sections = new MarkdownSections();
        foreach (var block in document)
        {
            if (block is HeadingBlock heading)
                sections.Open(heading.Level, TextOf(heading));
            else if (block is FencedCodeBlock code)
                (environment, common) = MarkdownHead.Read(code.Lines.ToString());
            else if (block is Table table)
                sections.Add(environment, ReadTable(place, type, common, table, source));
        }

        return sections.HasRows
            ? new RunFile(place, environment, sections.Rows())
            : throw new ResultsException(place, "has no table with the columns Method and Mean.");
    }

    private static MarkdownPipeline CreatePipeline()
    {
        var builder = new MarkdownPipelineBuilder().UsePipeTables(new PipeTableOptions { RequireHeaderSeparator = true });
        builder.Extensions.Add(new NothingButTables());
        return builder.Build();
    }

    private static BenchmarkResult[] ReadTable(
        string place,
        string type,
        List<KeyValuePair<string, string>> common,
        Table table,
        string[] text
    )
    {
        var interleaved = new InterleavedColumns();
        return [.. interleaved.WithRatios(ReadTable(place, type, common, table, text, interleaved))];
    }

    private static IEnumerable<BenchmarkResult> ReadTable(
        string place,
        string type,
        List<KeyValuePair<string, string>> common,
        Table table,
        string[] text,
        InterleavedColumns interleaved
    )
    {
        var lines = table.OfType<TableRow>().ToArray();
        if (lines.Length == 0)
            yield break;

        string[] header = [.. Cells(lines[0]).Reverse().SkipWhile(cell => cell.Length == 0).Reverse()];
        var mean = Array.IndexOf(header, "Mean");
        var method = Array.IndexOf(header, "Method");
        if (mean < 0 || method < 0 || method > mean)
            yield break;

        if (header.Distinct(StringComparer.Ordinal).Count() < header.Length)
            throw new ResultsException($"{place}, line {lines[0].Line + 1}", "two columns have the same name.");

        foreach (var line in lines.Skip(1))
        {
            string[] cells = [.. Cells(line)];
            var here = $"{place}, line {line.Line + 1}";
            // Empty rows separate logical groups.
            if (cells.All(cell => cell.Length == 0))
            {
                interleaved.EndGroup();
                continue;
            }

            // The parser adds missing cells at the end of a row, so the bars in the text are counted.
            if (Bars(text, line) < Bars(text, lines[0]))
                throw new ResultsException(here, "a row has fewer cells than the header.");

            while (cells.Length > header.Length && cells[^1].Length == 0)
                cells = cells[..^1];
            if (cells.Length < header.Length)
                throw new ResultsException(here, $"a row has {cells.Length} cells, but the header has {header.Length}.");

            yield return ReadRow(here, type, common, header, mean, cells, interleaved);
        }
    }

    private static BenchmarkResult ReadRow(
        string here,
        string type,
        List<KeyValuePair<string, string>> common,
        string[] header,
        int firstStatistic,
        string[] cells,
        InterleavedColumns interleaved
    )
    {
        // A bar inside a parameter is not escaped, so the row has more cells than columns. Statistics contain no bars, so the extra cells
        // are before them. With several parameters it is unknown which one has the bar, but the identity does not depend on it.
        var extra = cells.Length - header.Length;
        var last = firstStatistic - 1;
        string[] values = [.. cells[..last].Select(Unescaped), Unescaped(string.Join('|', cells[last..(last + extra + 1)]))];
        var key = RowKey.Create(type, header, values);
        var statistics = header
            .Skip(firstStatistic)
            .Zip(cells.Skip(firstStatistic + extra))
            .ToDictionary(pair => pair.First, pair => pair.Second, StringComparer.Ordinal);
        var mean = PrintedFigure.Time(here, statistics["Mean"], "Mean");
        var allocated = statistics.TryGetValue("Allocated", out var bytes) ? PrintedFigure.Size(here, bytes) : null;
        var row = new BenchmarkResult
        {
            Id = new BenchmarkId(key.FullName, JobTraits.FromCharacteristics(common.Concat(key.Job).DistinctBy(pair => pair.Key))),
            Type = key.Type,
            Method = key.Method,
            Parameters = key.Parameters,
            Places = [here],
            Failure = mean is null ? "its mean is NA: the benchmark failed" : null,
            Summaries = mean is null
                ? []
                : [Summarize(here, mean.Value, statistics) with { Launches = InterleavedColumns.TimeSpread(here, statistics) }],
            AllocatedBytes = mean is not null && allocated is { } known ? [known.Bytes] : [],
            AllocatedRounding = allocated?.Rounding ?? 1,
            IsFromTable = true,
        };
        interleaved.Add(here, row, statistics);
        return row;
    }

    private sealed record RowKey(string Type, string Method, string Parameters, IReadOnlyList<KeyValuePair<string, string>> Job)
    {
        public string FullName => (Type.Length == 0 ? Method : $"{Type}.{Method}") + (Parameters.Length == 0 ? "" : $"({Parameters})");

        // A joined table has its types before the method. A Type after it is a parameter like any other.
        public static RowKey Create(string type, string[] header, string[] values)
        {
            var (method, space) = ("", "");
            var job = new List<KeyValuePair<string, string>>();
            var parameters = new List<string>();
            foreach (var (name, value) in header.Zip(values))
            {
                if (name == "Method")
                    method = BenchmarkDotNetJson.Unquoted(value);
                else if (method.Length == 0 && name == "Type")
                    type = value;
                else if (method.Length == 0 && name == "Namespace")
                    space = value;
                else if (MarkdownHead.JobColumns.Contains(name))
                    job.Add(new(name, value));
                else if (name != "Categories")
                    parameters.Add($"{name}={value}");
            }

            return new RowKey(space.Length == 0 ? type : $"{space}.{type}", method, string.Join('&', parameters), job);
        }
    }

    // Tables for GitHub escape HTML. Others do not, and contain < and > unchanged.
    private static string Unescaped(string cell) => cell.AsSpan().ContainsAny('<', '>') ? cell : WebUtility.HtmlDecode(cell);

    private static Summary Summarize(string here, double mean, Dictionary<string, string> statistics)
    {
        var error = statistics.TryGetValue("Error", out var errorText) ? PrintedFigure.Time(here, errorText, "Error") : null;
        var deviation = statistics.TryGetValue("StdDev", out var deviationText) ? PrintedFigure.Time(here, deviationText, "StdDev") : null;
        return new Summary(
            mean,
            deviation,
            error > 0 && deviation > 0 ? SampleSize.FromError(error.Value / deviation.Value, LevelOfError) : null
        );
    }

    private static string TextOf(LeafBlock block)
    {
        using var writer = new StringWriter();
        if (block.Inline is not null)
            WriteText(block.Inline, writer);
        return writer.ToString().Trim();
    }

    private static int Bars(string[] text, TableRow row) => row.Line < text.Length ? text[row.Line].Count(c => c == '|') : 0;

    private static IEnumerable<string> Cells(TableRow row)
    {
        foreach (var cell in row.OfType<TableCell>())
        {
            using var writer = new StringWriter();
            foreach (var leaf in cell.OfType<LeafBlock>().Where(leaf => leaf.Inline is not null))
                WriteText(leaf.Inline!, writer);
            var text = writer.ToString().Trim();
            // The first row of a group is bold, cell by cell. A bar in a parameter separates its pair of asterisks.
            if (text.StartsWith("**", StringComparison.Ordinal))
                text = text[2..];
            if (text.EndsWith("**", StringComparison.Ordinal))
                text = text[..^2];
            yield return text.Trim();
        }
    }

    private static void WriteText(ContainerInline container, StringWriter writer)
    {
        foreach (var inline in container)
        {
            if (inline is LiteralInline literal)
                writer.Write(literal.Content.ToString());
            else if (inline is LineBreakInline)
                writer.Write(' ');
            else if (inline is ContainerInline inner)
                WriteText(inner, writer);
        }
    }

    // Only tables and the bars between cells have a meaning, because a benchmark's name may contain any other Markdown.
    private sealed class NothingButTables : IMarkdownExtension
    {
        // Runs after the setup of tables, which needs the emphasis parser for its position.
        public void Setup(MarkdownPipelineBuilder pipeline)
        {
            pipeline.InlineParsers.TryRemove<EmphasisInlineParser>();
            pipeline.InlineParsers.TryRemove<LinkInlineParser>();
            pipeline.InlineParsers.TryRemove<AutolinkInlineParser>();
            pipeline.InlineParsers.TryRemove<HtmlEntityParser>();
            pipeline.InlineParsers.TryRemove<CodeInlineParser>();
            pipeline.InlineParsers.TryRemove<EscapeInlineParser>();
        }

        public void Setup(MarkdownPipeline pipeline, Markdig.Renderers.IMarkdownRenderer renderer) { }
    }
}
