using Markdig;
using Markdig.Syntax;
using Markdig.Syntax.Inlines;

namespace Bench.Core.Tests;

public sealed class ReportTests : FolderTests
{
    private static readonly string[] Nasty =
    [
        "N.T.M(a: <img src=x onerror=alert(1)>)",
        "N.T.M(a: [click](https://evil.example))",
        "N.T.M(a: @everyone fixes #1)",
        "N.T.M(a: `code` ``more``)",
        "N.T.M(a: x | y \\| z \\)",
        "N.T.M(a: https://evil.example www.evil.example a@evil.example)",
        "N.T.M(a: </code></details><script>alert(1)</script>)",
        "N.T.M(a: one\ntwo\r\n\n## three)",
        "N.T.M(a: \u202Egnp.exe\u0007)",
        "N.T.M(a: ![x](y) <!-- --> &lt; **b** ~~s~~)",
        "`N.T.M`",
        "N.T.M(a: '; rm -rf / #)",
    ];

    [Fact]
    public void No_name_gets_out_of_its_code_span_in_Markdown()
    {
        var (comparison, outcome) = Compare(Nasty, 130);
        var text = MarkdownReport.Render(comparison, outcome);

        var document = Markdown.Parse(text, new MarkdownPipelineBuilder().UsePipeTables().UseAutoLinks().UseEmphasisExtras().Build());

        Assert.Empty(document.Descendants<LinkInline>());
        Assert.Empty(document.Descendants<AutolinkInline>());
        Assert.Empty(document.Descendants<HtmlInline>());
        Assert.All(document.Descendants<HtmlBlock>(), block =>
            Assert.Matches("^(<details><summary>[A-Za-z ,]+( \\(\\d+\\))?</summary>|</details>)$", block.Lines.ToString().Trim())
        );
        Assert.All(document.Descendants<LiteralInline>(), literal => Assert.DoesNotMatch("[@<]|evil|alert", literal.Content.ToString()));
        var tables = document.Descendants<Markdig.Extensions.Tables.Table>().ToArray();
        // The first ten, the others, and both heads.
        Assert.Equal([11, Nasty.Length - 10 + 1], tables.Select(table => table.Count));
        Assert.All(tables[0], benchmark => Assert.Equal(4, ((Markdig.Extensions.Tables.TableRow)benchmark).Count));
        Assert.All(tables[1], benchmark => Assert.Equal(7, ((Markdig.Extensions.Tables.TableRow)benchmark).Count));
    }

    [Fact]
    public void The_command_that_reproduces_a_benchmark_is_safe_in_a_shell()
    {
        var (comparison, outcome) = Compare(["N.T.M'; rm -rf ~ #", "N.T.Plain(size: 10)"], 130);

        var commands = MarkdownReport
            .Render(comparison, outcome)
            .Split('\n')
            .Where(line => line.StartsWith("dotnet run", StringComparison.Ordinal))
            .Order(StringComparer.Ordinal)
            .ToArray();

        Assert.Equal(
            ["dotnet run -c Release -- --filter '*T.M?? rm -rf ? ?*' '*T.Plain(size: 10)*' --launchCount 5 --exporters json"],
            commands
        );
    }

    [Fact]
    public void Markdown_of_many_red_benchmarks_fits_a_comment()
    {
        var (comparison, outcome) = Compare([.. Enumerable.Range(0, 3000).Select(i => $"N.T.M{i}(text: {new string('x', 300)})")], 130);
        var text = MarkdownReport.Render(comparison, outcome);
        Assert.InRange(text.Length, 40_000, 65_536);
        Assert.Contains("more.", text);
        Assert.Contains("Measure both runs again", text);
    }

    [Fact]
    public void Markdown_puts_the_worst_first_and_folds_what_did_not_change()
    {
        var (comparison, outcome) = Compare(["N.T.A", "N.T.B"], 130, ("N.T.Same", 100.2), ("N.T.Worst", 190));
        var text = MarkdownReport.Render(comparison, outcome);

        Assert.True(text.IndexOf("N.T.Worst", StringComparison.Ordinal) < text.IndexOf("N.T.A", StringComparison.Ordinal));
        Assert.True(
            text.IndexOf("<details><summary>Other benchmarks (1)", StringComparison.Ordinal)
                < text.IndexOf("N.T.Same", StringComparison.Ordinal)
        );
        Assert.Contains("3 benchmarks are slower\n", text);
    }

    [Fact]
    public void JSON_can_be_read_back()
    {
        var (comparison, outcome) = Compare(Nasty, 130);

        using var report = JsonDocument.Parse(JsonReport.Render(comparison, outcome));

        Assert.Equal("bench-compare/1", report.RootElement.GetProperty("schema").GetString());
        Assert.Equal(1, report.RootElement.GetProperty("exitCode").GetInt32());
        Assert.Equal(
            Nasty,
            report.RootElement.GetProperty("benchmarks").EnumerateArray().Select(benchmark => benchmark.GetProperty("fullName").GetString())
        );
        Assert.All(report.RootElement.GetProperty("benchmarks").EnumerateArray(), benchmark =>
            Assert.Equal("Regressed", benchmark.GetProperty("time").GetProperty("verdict").GetString())
        );
    }

    [Fact]
    public void HTML_loads_nothing_and_no_name_becomes_markup()
    {
        var (comparison, outcome) = Compare(Nasty, 130);
        var page = HtmlReport.Render(comparison, outcome);
        Assert.DoesNotContain("<img", page);
        Assert.DoesNotContain("alert(1)</script>", page);
        Assert.DoesNotMatch("(src|href)=\"", page);
        Assert.Equal(2, page.Split("<script>").Length);
        Assert.Contains("default-src 'none'", page);
    }

    [Fact]
    public void The_console_shows_every_name_as_text()
    {
        var (comparison, outcome) = Compare([.. Nasty, "N.T.M(a: [red]markup[/] [[)"], 130);
        var text = ConsoleReport.Render(hasColours: false, 80, comparison, outcome, showAll: true);
        Assert.Contains("[red]markup[/] [[", text);
        Assert.DoesNotContain('\u001b', text);
        Assert.DoesNotContain('\u202E', text);
    }

    [Fact]
    public void A_run_of_one_class_against_a_run_of_all_shows_that_class()
    {
        folder.Write(
            "old.json",
            BdnJson.Of([
                Steady("N.T.A"),
                .. Enumerable
                    .Range(0, 100)
                    .Select(i => Steady($"N.Left{i % 7}.M{i}").Replace("\"Type\":\"T\"", $"\"Type\":\"Left{i % 7}\"")),
            ])
        );
        folder.Write("new.json", BdnJson.Of([Steady("N.T.A", 130)]));
        var (comparison, outcome) = Compare();

        var text = ConsoleReport.Render(hasColours: false, 80, comparison, outcome, showAll: false);

        Assert.Contains("N.T\n  A ", text);
        Assert.DoesNotContain("N.Left", text);
        Assert.Contains("warning: The candidate has no benchmark of 7 classes of the baseline. If you", text);
        Assert.Contains("Vanished together with their class (100), named by --all", text);
        Assert.Equal(ExitCode.Regressed, outcome.ExitCode);
    }

    [Fact]
    public void A_class_that_vanished_with_a_few_benchmarks_is_named()
    {
        folder.Write("old.json", BdnJson.Of([Steady("N.T.A"), Steady("N.Left.M").Replace("\"Type\":\"T\"", "\"Type\":\"Left\"")]));
        folder.Write("new.json", BdnJson.Of([Steady("N.T.A")]));
        var (comparison, outcome) = Compare();
        Assert.Contains("N.Left\n  M ", ConsoleReport.Render(hasColours: false, 80, comparison, outcome, showAll: false));
    }

    private (RunComparison Comparison, Outcome Outcome) Compare(
        string[] names,
        double candidate,
        params (string Name, double Candidate)[] others
    )
    {
        folder.Write("old.json", BdnJson.Of([.. names.Concat(others.Select(other => other.Name)).Select(name => Steady(name))]));
        folder.Write(
            "new.json",
            BdnJson.Of([.. names.Select(name => Steady(name, candidate)), .. others.Select(other => Steady(other.Name, other.Candidate))])
        );
        return Compare();
    }

    private (RunComparison Comparison, Outcome Outcome) Compare()
    {
        var comparison = folder.Compare("old.json", "new.json", new ComparisonOptions { NamesRemedies = true });
        return (comparison, comparison.Decide());
    }
}
