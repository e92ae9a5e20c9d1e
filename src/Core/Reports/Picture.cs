using System.Globalization;
using System.Text;

namespace Bench.Reports;

/// <summary>An SVG being drawn: for a page, which has its colours, or as a file of its own, which brings them.</summary>
internal sealed class Picture
{
    private readonly StringBuilder shapes = new();

    /// <summary>Its width, in its own replicates, which are pixels where it is not scaled.</summary>
    public const double Width = 760;

    public void Label(double x, double y, string text, string type) =>
        shapes.Append(CultureInfo.InvariantCulture, $"<text class=\"{type}\" x=\"{x:0.#}\" y=\"{y:0.#}\">{HtmlPage.Text(text)}</text>\n");

    public void Line(double x1, double y1, double x2, double y2, string type) =>
        shapes.Append(CultureInfo.InvariantCulture, $"<path class=\"{type}\" d=\"M{x1:0.#} {y1:0.#}L{x2:0.#} {y2:0.#}\"/>\n");

    public void Curve(IEnumerable<(double X, double Y)> points, string type) =>
        shapes.Append($"<path class=\"{type}\" d=\"M{string.Join('L', points.Select(point => string.Create(CultureInfo.InvariantCulture, $"{point.X:0.#} {point.Y:0.#}")))}\"/>\n");

    public void Dot(double x, double y, string type) =>
        shapes.Append(CultureInfo.InvariantCulture, $"<circle class=\"{type}\" cx=\"{x:0.#}\" cy=\"{y:0.#}\" r=\"4\"/>\n");

    public string End(double height, string title, bool isFile) => string.Create(CultureInfo.InvariantCulture, $"""
        <svg{(isFile ? " xmlns=\"http://www.w3.org/2000/svg\"" : "")} class="picture" viewBox="0 0 {Width:0} {height:0}" {(isFile ? $"width=\"{Width:0}\" height=\"{height:0}\" " : "")}role="img" aria-label="{HtmlPage.Text(title)}">
        {(isFile ? $"<title>{HtmlPage.Text(title)}</title>\n<style>{Colours()}{Style}</style>\n<rect class=\"paper\" width=\"{Width:0}\" height=\"{height:0}\"/>\n" : "")}{shapes}</svg>

        """);

    /// <summary>The style sheet of the shapes; their colours are the page's.</summary>
    public static string Style => HtmlPage.Resource(typeof(Picture), "Picture.css");

    // Of the sheet of all pages, what comes before its first rule for an element.
    private static string Colours()
    {
        var sheet = HtmlPage.Resource(typeof(HtmlPage), "Page.css");
        return sheet[..sheet.IndexOf("* {", StringComparison.Ordinal)];
    }
}
