using System.Globalization;
using System.Text;

namespace Bench.Reports;

// The only writer of SVG. A picture in a page uses the page's colours, and a separate file contains them.
internal sealed class Picture(double width = Picture.PageWidth)
{
    private readonly StringBuilder shapes = new();

    // A picture of this width in pixels fits on a phone with letters that can be read.
    public const double PageWidth = 420;

    // The colours are the page's.
    public static string Style => HtmlPage.Resource(typeof(Picture), "Picture.css");

    public void Label(double x, double y, string text, string type) =>
        shapes.Append(CultureInfo.InvariantCulture, $"<text class=\"{type}\" x=\"{x:0.#}\" y=\"{y:0.#}\">{HtmlPage.Text(text)}</text>\n");

    public void Line(double x1, double y1, double x2, double y2, string type) => Curve([(x1, y1), (x2, y2)], type);

    // A line with an end at both sides, so that it can be seen behind a dot.
    public void Interval(double from, double to, double y, string type)
    {
        Line(from, y, to, y, type);
        Line(from, y - 4, from, y + 4, type);
        Line(to, y - 4, to, y + 4, type);
    }

    public void Curve(IEnumerable<(double X, double Y)> points, string type) => Path(points, "", type);

    public void Area(IEnumerable<(double X, double Y)> points, string type) => Path(points, "Z", type);

    // `title` is the tooltip of the dot.
    public void Dot(double x, double y, string type, double radius = 4, string? title = null) =>
        shapes.Append(
            CultureInfo.InvariantCulture,
            $"<circle class=\"{type}\" cx=\"{x:0.#}\" cy=\"{y:0.#}\" r=\"{radius:0.#}\"{(title is null ? "/>" : $"><title>{HtmlPage.Text(title)}</title></circle>")}\n"
        );

    // Screen readers read the title instead of the picture.
    public string End(double height, string title, bool isFile, string type = "picture") =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"""
            <svg{(isFile ? " xmlns=\"http://www.w3.org/2000/svg\"" : "")} class="{type}" viewBox="0 0 {width:0} {height:0}" {(
                isFile ? $"width=\"{width:0}\" height=\"{height:0}\" " : ""
            )}role="img" aria-label="{HtmlPage.Text(title)}">
            {(
                isFile
                    ? $"<title>{HtmlPage.Text(title)}</title>\n<style>{Colours()}{Style}</style>\n<rect class=\"paper\" width=\"{width:0}\" height=\"{height:0}\"/>\n"
                    : ""
            )}{shapes}</svg>

            """
        );

    private void Path(IEnumerable<(double X, double Y)> points, string end, string type) =>
        shapes.Append(
            $"<path class=\"{type}\" d=\"M{string.Join('L', points.Select(point => string.Create(CultureInfo.InvariantCulture, $"{point.X:0.#} {point.Y:0.#}")))}{end}\"/>\n"
        );

    // The colours are everything before the first rule for elements in the style sheet of all pages.
    private static string Colours()
    {
        var sheet = HtmlPage.Resource(typeof(HtmlPage), "Page.css");
        return sheet[..sheet.IndexOf("* {", StringComparison.Ordinal)];
    }
}
