using Bench.Reports;

namespace Bench.Tests;

/// <summary>Pages of Markdown on a terminal and in a log.</summary>
public sealed class MarkdownScreenTests
{
    private const string Page = """
        # Load of `App`

        **Failed** (exit code 1): p99 is worse by more than the margin, see [the page](https://example.org/page).

        > Measured with non-default settings: path /orders.

        | per request | baseline | candidate | change | margin |
        | --- | ---: | ---: | --- | ---: |
        | time at full speed | 64032.0 µs | 64032.0 µs | 1.000x (1.000-1.000), Equivalent | 5% |
        | p99 | 3001.5 µs | 13902.0 µs | 1.300x (1.300-1.300), Regressed | 20% |

        - first, &lt;b> and `a | b`
        - second
          - below it

        ```diff
        -old
        +new
        ```

        <details><summary>Machine code</summary>

        Hidden on a page, shown here.

        </details>
        """;

    [Fact]
    public void A_page_is_aligned_text()
    {
        Assert.Equal(
            """
            Load of App
            ───────────

            ! Measured with non-default settings: path /orders.

            per request           baseline   candidate  change                        margin
            ──────────────────  ──────────  ──────────  ────────────────────────────  ──────
            time at full speed  64032.0 µs  64032.0 µs  1.000x (1.000-1.000),             5%
                                                        Equivalent
            p99                  3001.5 µs  13902.0 µs  1.300x (1.300-1.300),            20%
                                                        Regressed

            - first, <b> and a | b
            - second
              - below it

              -old
              +new

            Machine code

            Hidden on a page, shown here.

            Failed (exit code 1): p99 is worse by more than the margin, see the page
            (https://example.org/page).

            """,
            MarkdownScreen.Render(Page, hasColours: false, 80)
        );
    }

    [Fact]
    public void Hard_line_breaks_stay_and_others_do_not() =>
        Assert.Equal(
            "- one\n  two\n  three and the\n  rest of it\n",
            MarkdownScreen.Render("- one\\\ntwo  \nthree and\nthe rest of it", hasColours: false, 15)
        );

    [Theory]
    [InlineData(80)]
    [InlineData(120)]
    public void No_line_is_longer_than_the_terminal(int columns)
    {
        foreach (var file in Directory.EnumerateFiles(Path.Combine(Checkout.Root, "tests", "Bench.Tests", "Golden", "expected"), "*.md"))
        {
            var lines = MarkdownScreen.Render(File.ReadAllText(file), hasColours: false, columns).Split('\n');
            // Commands stay whole.
            Assert.All(
                lines.Where(line =>
                    !line.StartsWith("  bench ", StringComparison.Ordinal) && !line.StartsWith("  dotnet ", StringComparison.Ordinal)
                ),
                line => Assert.True(line.Length <= columns, $"{Path.GetFileName(file)}: {line}")
            );
        }
    }

    [Fact]
    public void A_table_that_does_not_fit_is_turned()
    {
        var table = $"""
            | variant | {string.Join(" | ", Enumerable.Range(0, 12).Select(i => $"figure {i}"))} |
            | --- |{string.Concat(Enumerable.Repeat(" ---: |", 12))}
            | baseline | {string.Join(" | ", Enumerable.Range(0, 12).Select(i => $"{i}2345678.9"))} |
            """;

        var text = MarkdownScreen.Render(table, hasColours: false, 80);

        Assert.StartsWith(
            "variant       baseline\n─────────  ───────────\nfigure 0    02345678.9\nfigure 1    12345678.9\n",
            text,
            StringComparison.Ordinal
        );
        Assert.Equal(3, MarkdownScreen.Render(table, hasColours: false, 200).TrimEnd().Split('\n').Length);
    }

    [Fact]
    public void A_table_that_does_not_fit_in_either_way_becomes_a_list()
    {
        var cells = string.Join(" | ", Enumerable.Range(0, 12).Select(i => $"{i}2345678.9"));
        var table =
            $"| a | {cells} |\n| --- |{string.Concat(Enumerable.Repeat(" ---: |", 12))}\n{string.Concat(Enumerable.Repeat($"| b | {cells} |\n", 12))}";

        var text = MarkdownScreen.Render(table, hasColours: false, 80);

        Assert.StartsWith("b\n  02345678.9: 02345678.9\n  12345678.9: 12345678.9\n", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Colours_add_nothing_but_colours()
    {
        var coloured = MarkdownScreen.Render(Page, hasColours: true, 80);

        Assert.Contains("\u001b[31mRegressed\u001b[0m", coloured);
        Assert.Equal(
            MarkdownScreen.Render(Page, hasColours: false, 80),
            System.Text.RegularExpressions.Regex.Replace(coloured, "\u001b\\[[0-9;]*m", "")
        );
    }

    [Theory]
    [InlineData("NO_COLOR=1", false)]
    [InlineData("NO_COLOR=", true)]
    [InlineData("TERM=dumb", false)]
    [InlineData("TERM=xterm", true)]
    public void Variables_decide_on_colours(string variable, bool expected) =>
        Assert.Equal(
            expected,
            TextPage.AllowsColours(name =>
                name == variable.Split('=')[0] ? variable.Split('=')[1]
                : name == "TERM" ? "xterm"
                : null
            )
        );

    [Theory]
    [InlineData("console", "Load of App\n")]
    [InlineData("markdown", "# Load of `App`\n")]
    public void Markdown_itself_is_printed_on_request(string format, string expected)
    {
        var output = new StringWriter();
        var screen = new Screen
        {
            Output = output,
            Error = TextWriter.Null,
            Format = Enum.Parse<ReportFormat>(format, ignoreCase: true),
        };

        screen.Show(Page);

        Assert.StartsWith(expected, output.ToString(), StringComparison.Ordinal);
    }
}
