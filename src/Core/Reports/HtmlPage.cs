using System.Net;
using System.Security.Cryptography;
using System.Text;

namespace Bench.Reports;

// All pages load nothing, and their content security policy only allows their own styles and scripts.
internal static class HtmlPage
{
    private const int MaxWord = 36;

    public static string Head(string title, string style, string script, string status = "")
    {
        style = Resource(typeof(HtmlPage), "Page.css") + Picture.Style + style;
        return $"""
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '{Hash(style)}'; script-src '{Hash(
                script
            )}'; base-uri 'none'; form-action 'none'">
            <title>{title}</title>
            <style>{style}</style>
            </head>
            <body>
            <main>
            <h1{(status.Length == 0 ? "" : $" class=\"{status}\"")}>{title}</h1>

            """;
    }

    public static string End(string script) => $"</main>\n<script>{script}</script>\n</body>\n</html>\n";

    public static string Text(string value) => WebUtility.HtmlEncode(Visible.Render(value));

    // Breaks at blanks, although a browser would also break after the hyphens of an option, and in words that do not fit on a phone.
    public static string Command(string command) =>
        $"<code class=\"command\" tabindex=\"0\">{string.Join(' ', command.Split(' ').Select(word => word.Length > MaxWord ? Text(word) : $"<span>{Text(word)}</span>"))}</code>";

    // An embedded resource of the page's assembly.
    public static string Resource(Type page, string name)
    {
        using var stream = page.Assembly.GetManifestResourceStream(name)!;
        using var reader = new StreamReader(stream, Encoding.UTF8);
        return reader.ReadToEnd().ReplaceLineEndings("\n");
    }

    private static string Hash(string content) => "sha256-" + Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(content)));
}
