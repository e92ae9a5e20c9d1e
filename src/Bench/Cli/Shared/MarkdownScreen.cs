using System.Text.RegularExpressions;
using Markdig;
using Markdig.Extensions.Tables;
using Markdig.Syntax;
using Markdig.Syntax.Inlines;

namespace Bench.Reports;

/// <summary>A page of Markdown as text for a terminal or a log: aligned tables, wrapped paragraphs, coloured verdicts.</summary>
internal static partial class MarkdownScreen
{
    private const int Indent = 2;
    private static readonly MarkdownPipeline Pipeline = new MarkdownPipelineBuilder().UsePipeTables().Build();

    /// <param name="files">The lines that name the written files, for the place before the verdict; null for none.</param>
    public static string Render(string markdown, bool hasColours, int width, string? files = null)
    {
        var page = new TextPage(hasColours, width);
        // The end of a folded part shows nothing. Readers of a terminal or a log look for the verdict at the end.
        foreach (
            var block in Markdown
                .Parse(markdown, Pipeline)
                .Where(block => block is not HtmlBlock html || TitleOf(html) is not null)
                .OrderBy(block => ToneOfVerdict(block) is not null)
        )
        {
            if (files is not null && ToneOfVerdict(block) is not null)
            {
                page.Empty();
                page.Write(files);
                files = null;
            }

            page.Empty();
            Write(page, block, "", ToneOfVerdict(block) ?? Tone.Plain);
        }

        if (files is not null)
        {
            page.Empty();
            page.Write(files);
        }

        return page.ToString();
    }

    // A verdict is a paragraph that begins with its outcome in bold and an exit code.
    private static Tone? ToneOfVerdict(Block block) =>
        block is ParagraphBlock { Inline.FirstChild: EmphasisInline { DelimiterCount: 2, NextSibling: LiteralInline next } outcome }
        && next.Content.ToString().StartsWith(" (exit code ", StringComparison.Ordinal)
            ? ToneOf(outcome)
            : null;

    /// <param name="first">The text before the first line. The other lines are indented by its length.</param>
    private static void Write(TextPage page, Block block, string first, Tone tone = Tone.Plain)
    {
        switch (block)
        {
            case HeadingBlock heading:
                var title = Text(heading.Inline, Tone.Strong);
                page.Write(title);
                // Without colours, a title would look like a sentence.
                if (heading.Level <= 2)
                    page.Write(new string('─', Math.Min(title.Length, page.Width)), tone: Tone.Faint);
                break;
            case ParagraphBlock paragraph:
                page.Write(first, Text(paragraph.Inline, tone), 0);
                break;
            case QuoteBlock quote:
                foreach (var part in quote)
                    Write(page, part, first + "! ", Tone.Doubtful);
                break;
            case ListBlock list:
                foreach (var item in list.OfType<ListItemBlock>())
                    Write(page, item, first, list.IsOrdered ? FormattableString.Invariant($"{item.Order}. ") : "- ");
                break;
            case Table table:
                Write(page, table, first.Length);
                break;
            case CodeBlock code:
                var isDiff = code is FencedCodeBlock { Info: "diff" };
                foreach (var line in code.Lines.ToString().Split('\n'))
                    page.WriteWhole(line, first.Length + Indent, isDiff ? ToneOfDiff(line) : Tone.Plain);
                break;
            case HtmlBlock html:
                page.Write(TitleOf(html) ?? "", tone: Tone.Strong);
                break;
        }
    }

    // The title of a folded part.
    private static string? TitleOf(HtmlBlock html) =>
        Summary().Match(html.Lines.ToString()) is { Success: true } summary ? summary.Groups["title"].Value : null;

    private static void Write(TextPage page, ListItemBlock item, string first, string bullet)
    {
        foreach (var (i, part) in item.Index())
        {
            if (i > 0 && part is not ListBlock)
                page.Empty();
            Write(page, part, i == 0 ? first + bullet : new string(' ', first.Length + bullet.Length));
        }
    }

    private static void Write(TextPage page, Table table, int indent)
    {
        TonedText[][] rows = [.. table.OfType<TableRow>().Select(row => row.OfType<TableCell>().Select(cell => Text(cell)).ToArray())];
        var columns = rows.Max(row => row.Length);
        rows = [.. rows.Select(row => row.Concat(Enumerable.Repeat(new TonedText(), columns - row.Length)).ToArray())];
        bool[] isRight = [.. table.ColumnDefinitions.Take(columns).Select(column => column.Alignment == TableColumnAlign.Right)];
        page.Table(rows[0], rows[1..], isRight, indent);
    }

    private static TonedText Text(TableCell cell)
    {
        var isHead = cell.Parent is TableRow { IsHeader: true };
        var text = Text(cell.OfType<ParagraphBlock>().FirstOrDefault()?.Inline, isHead ? Tone.Strong : Tone.Plain);
        if (isHead)
            return text;
        text.Paint(Worse(), Tone.Bad);
        text.Paint(Better(), Tone.Good);
        text.Paint(Open(), Tone.Doubtful);
        return text;
    }

    private static TonedText Text(ContainerInline? inlines, Tone tone = Tone.Plain)
    {
        var text = new TonedText();
        Add(text, inlines, tone);
        return text;
    }

    private static void Add(TonedText text, ContainerInline? inlines, Tone tone)
    {
        foreach (var inline in inlines ?? Enumerable.Empty<Inline>())
        {
            switch (inline)
            {
                case LiteralInline literal:
                    text.Add(literal.Content.ToString(), tone);
                    break;
                case CodeInline code:
                    text.Add(code.Content.Replace("\\|", "|", StringComparison.Ordinal), tone);
                    break;
                case HtmlEntityInline entity:
                    text.Add(entity.Transcoded.ToString(), tone);
                    break;
                case LineBreakInline { IsHard: true }:
                    text.Break();
                    break;
                case LineBreakInline:
                    text.Add(" ", tone);
                    break;
                case HtmlInline { Tag: "<br>" }:
                    text.Add("; ", tone);
                    break;
                case AutolinkInline link:
                    text.Add(link.Url, tone);
                    break;
                case EmphasisInline { DelimiterCount: 2 } strong:
                    Add(text, strong, ToneOf(strong));
                    break;
                case LinkInline link:
                    Add(text, link, tone);
                    if (!link.IsImage && link.Url is { Length: > 0 } url)
                        text.Add($" ({url})", Tone.Faint);
                    break;
                case DelimiterInline delimiter:
                    text.Add(delimiter.ToLiteral(), tone);
                    Add(text, delimiter, tone);
                    break;
                case ContainerInline container:
                    Add(text, container, tone);
                    break;
            }
        }
    }

    // A page begins with its outcome in bold.
    private static Tone ToneOf(EmphasisInline strong) =>
        (strong.FirstChild as LiteralInline)?.Content.ToString().Split(' ', ',')[0] switch
        {
            "Passed" => Tone.Passed,
            "Failed" => Tone.Failed,
            "Undecided" or "Interrupted" => Tone.Undecided,
            _ => Tone.Strong,
        };

    private static Tone ToneOfDiff(string line) =>
        line.StartsWith('+') ? Tone.Good
        : line.StartsWith('-') ? Tone.Bad
        : Tone.Plain;

    [GeneratedRegex("<summary>(?<title>.*?)</summary>", RegexOptions.Singleline)]
    private static partial Regex Summary();

    [GeneratedRegex(@"(?<!Not |not )\b(Regressed|Failed|failed|Removed|slower|disturbs)\b(?!, (accepted|not ))")]
    private static partial Regex Worse();

    [GeneratedRegex(@"(?<!Not |not )\b(Improved|faster)\b")]
    private static partial Regex Better();

    [GeneratedRegex(@"\b(Inconclusive|inconclusive|Undecided)\b|Regressed, (accepted|not significant enough to fail)")]
    private static partial Regex Open();
}
