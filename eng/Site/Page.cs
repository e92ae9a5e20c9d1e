using System.Text;
using System.Text.RegularExpressions;
using Bench;
using Markdig;
using Markdig.Extensions.Tables;
using Markdig.Renderers.Html;
using Markdig.Syntax;
using Markdig.Syntax.Inlines;

namespace Site;

/// <summary>A Markdown file and its page.</summary>
/// <param name="Source">Its path in the repository, with slashes.</param>
internal sealed partial record Page(string Source, MarkdownDocument Document, IReadOnlyList<Heading> Headings)
{
    public static MarkdownPipeline Pipeline { get; } =
        new MarkdownPipelineBuilder()
            .UsePipeTables(new PipeTableOptions { RequireHeaderSeparator = true, UseHeaderForColumnCount = true })
            .UseEmphasisExtras(Markdig.Extensions.EmphasisExtras.EmphasisExtraOptions.Strikethrough)
            .UseTaskLists()
            .UseAutoLinks()
            .Build();

    /// <summary>Its path on the site. A folder shows its README.</summary>
    public string Place { get; } = PlaceOf(Source);

    public string Title => Headings.FirstOrDefault(heading => heading.Level == 1)?.Text ?? Source;

    public IEnumerable<LinkInline> Links => Document.Descendants<LinkInline>();

    public IEnumerable<string> Words =>
        Document
            .Descendants<LeafBlock>()
            .Where(block => block is not (HtmlBlock or LinkReferenceDefinition))
            .SelectMany(block => Word().Matches(block is CodeBlock ? block.Lines.ToString() : TextOf(block.Inline)))
            .Select(word => word.Value.ToLowerInvariant())
            .Distinct()
            .Order(StringComparer.Ordinal);

    public static Page Read(string root, string source)
    {
        var document = Markdown.Parse(File.ReadAllText(Path.Combine(root, source)), Pipeline);
        var headings = new List<Heading>();
        foreach (var block in document.Descendants<HeadingBlock>())
        {
            // Skipped levels confuse readers who navigate by headings, for instance with a screen reader.
            block.Level = Math.Min(block.Level, headings.Count == 0 ? 1 : headings[^1].Level + 1);
            var heading = new Heading(block.Level, TextOf(block.Inline), "");
            heading = heading with { Id = UnusedId(Slug(heading.Text), headings) };
            block.GetAttributes().Id = heading.Id;
            headings.Add(heading);
        }

        // In the code of a table cell, GitHub needs a backslash before a bar and does not show it.
        foreach (var code in document.Descendants<Table>().SelectMany(table => table.Descendants<CodeInline>()))
            code.Content = code.Content.Replace("\\|", "|", StringComparison.Ordinal);
        return new(source, document, headings);
    }

    public static string TextOf(ContainerInline? inline)
    {
        var text = new StringBuilder();
        foreach (var part in inline?.Descendants() ?? [])
            text.Append(
                part switch
                {
                    LiteralInline literal => literal.Content.ToString(),
                    CodeInline code => code.Content,
                    HtmlEntityInline entity => entity.Transcoded.ToString(),
                    AutolinkInline link => link.Url,
                    LineBreakInline => " ",
                    _ => "",
                }
            );
        return text.ToString();
    }

    private static string PlaceOf(string source)
    {
        var folder = source[..(source.LastIndexOf('/') + 1)];
        return source == folder + Pages.FolderPage ? folder + "index.html" : Path.ChangeExtension(source, ".html");
    }

    // Must match the ids that GitHub generates.
    private static string Slug(string heading) =>
        string.Concat(
            heading.Trim().ToLowerInvariant().Where(c => char.IsLetterOrDigit(c) || c is ' ' or '-' or '_').Select(c => c == ' ' ? '-' : c)
        );

    private static string UnusedId(string id, List<Heading> before)
    {
        var free = id;
        for (var number = 1; before.Exists(heading => heading.Id == free); number++)
            free = $"{id}-{number}";
        return free;
    }

    // A word needs a letter: nobody searches for a number alone.
    [GeneratedRegex(@"[\p{L}\p{N}_]*\p{L}[\p{L}\p{N}_]+")]
    private static partial Regex Word();
}

internal sealed record Heading(int Level, string Text, string Id);
