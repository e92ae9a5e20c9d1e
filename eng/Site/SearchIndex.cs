using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Unicode;

namespace Site;

// The index is a script, because a page opened from disk may not read other files.
internal static class SearchIndex
{
    private static readonly JsonSerializerOptions Options = new() { Encoder = JavaScriptEncoder.Create(UnicodeRanges.All) };

    public static string Render(IEnumerable<Page> pages) =>
        "var searchIndex = "
        + JsonSerializer.Serialize(
            pages.Select(page => new
            {
                url = page.Place,
                title = page.Title,
                headings = page.Headings.Where(heading => heading.Level > 1).Select(heading => new[] { heading.Text, heading.Id }),
                words = string.Join(' ', page.Words),
            }),
            Options
        )
        + ";\n";
}
