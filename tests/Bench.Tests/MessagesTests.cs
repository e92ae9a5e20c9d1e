using System.Text;

namespace Bench.Tests;

// A writer reads every sentence of the programs in one go, and a reviewer sees each that changes.
public sealed partial class MessagesTests
{
    private const string Page = "docs/internals/messages.md";

    [Fact]
    public void Every_sentence_that_a_user_can_see_is_on_one_page()
    {
        var page = new StringBuilder(
            "# Messages\n\nThis page lists all sentences in the source of the programs. A test, `MessagesTests`, collects them. … stands for a value.\n"
        );
        foreach (
            var file in Directory
                .EnumerateFiles(Path.Combine(Checkout.Root, "src"), "*.cs", SearchOption.AllDirectories)
                .Order(StringComparer.Ordinal)
        )
        {
            var path = Path.GetRelativePath(Checkout.Root, file).Replace('\\', '/');
            if (path.Contains("/obj/", StringComparison.Ordinal) || path.Contains("/bin/", StringComparison.Ordinal))
                continue;
            string[] sentences = [.. Literals(File.ReadAllText(file)).Where(text => Words().Count(text) >= 2).Distinct()];
            if (sentences.Length > 0)
                page.Append($"\n## {path}\n\n````text\n").AppendJoin('\n', sentences).Append("\n````\n");
        }

        GoldenFile.CheckPage(Page, page.ToString());
    }

    [Theory]
    [InlineData("Say(\"no such file\");", "no such file")]
    [InlineData("Say($\"{path}: no such {(wide ? \"folder\" : \"file\")} here\");", "…: no such … here")]
    [InlineData("Say($\"{{0}} of {count,3:0.#}\");", "{0} of …")]
    [InlineData("Say(@\"a \"\"b\"\" c\"); // \"not this\"", "a \"b\" c")]
    [InlineData("var c = '\"'; Say(\"after a quote\");", "after a quote")]
    [InlineData("Say(\"\"\"\n    first line\n    second\n    \"\"\");", "first line\nsecond")]
    public void A_literal_is_found_in_each_of_its_forms(string code, string text) => Assert.Equal([text], Literals(code));

    private static IEnumerable<string> Literals(string code)
    {
        for (var at = 0; at < code.Length;)
        {
            var match = Token().Match(code, at);
            if (!match.Success)
                yield break;
            at = match.Index + match.Length;
            if (match.Groups["start"] is { Success: true, Value: var start })
                yield return Read(code, ref at, start);
        }
    }

    // Leaves the position behind the closing quotes.
    private static string Read(string code, ref int at, string start)
    {
        var quotes = start.Count(character => character == '"');
        var (isInterpolated, isVerbatim, isRaw) = (start.Count(character => character == '$'), start.Contains('@'), quotes >= 3);
        var end = new string('"', quotes);
        var text = new StringBuilder();
        while (at < code.Length)
        {
            if (code.AsSpan(at).StartsWith(end))
            {
                if (isVerbatim && code.AsSpan(at + 1).StartsWith("\""))
                {
                    text.Append('"');
                    at += 2;
                    continue;
                }

                at += quotes;
                break;
            }

            if (!isVerbatim && !isRaw && code[at] == '\\')
            {
                text.Append(code[at + 1] is 'n' or 't' or 'r' ? ' ' : code[at + 1]);
                at += 2;
            }
            else if (isInterpolated > 0 && code.AsSpan(at).StartsWith(new string('{', isInterpolated)))
            {
                if (isInterpolated == 1 && code.AsSpan(at + 1).StartsWith("{"))
                {
                    text.Append('{');
                    at += 2;
                    continue;
                }

                text.Append('…');
                SkipHole(code, ref at);
            }
            else if (isInterpolated == 1 && code.AsSpan(at).StartsWith("}}"))
            {
                text.Append('}');
                at += 2;
            }
            else
                text.Append(code[at++]);
        }

        return isRaw ? string.Join('\n', text.ToString().Trim('\n').Split('\n').Select(line => line.Trim())).Trim() : text.ToString();
    }

    private static void SkipHole(string code, ref int at)
    {
        for (var depth = 0; at < code.Length;)
        {
            if (
                Token().Match(code, at) is { Success: true, Groups: var groups }
                && groups["start"] is { Success: true } start
                && start.Index == at
            )
            {
                at += start.Length;
                Read(code, ref at, start.Value);
                continue;
            }

            depth +=
                code[at] == '{' ? 1
                : code[at] == '}' ? -1
                : 0;
            at++;
            if (depth == 0)
                return;
        }
    }

    [GeneratedRegex("""//[^\n]*|/\*(?:.|\n)*?\*/|'(?:\\.|[^'\\\n])+'|(?<start>\$*@?\$*"{3,}|[$@]*")""", RegexOptions.CultureInvariant)]
    private static partial Regex Token();

    [GeneratedRegex("[A-Za-z]{2,}[,:]? [a-z]{2,}", RegexOptions.CultureInvariant)]
    private static partial Regex Words();
}
