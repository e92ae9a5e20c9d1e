using Markdig;
using Markdig.Syntax;
using Markdig.Syntax.Inlines;

namespace Bench.Tests;

public sealed class HostileNamesTests : FolderTests
{
    private const string Hostile =
        "a\u001b[31mb\u202ec\u0007 <img src=x onerror=alert(1)> @octocat #123 GH-7 [x](http://evil.example/a) www.evil.example ![i](http://evil.example/p.png) `<b>` &lt;i&gt; &#64;octocat <http://evil.example> | \\| http://evil.example/b ##vso[task.setvariable variable=PATH]/tmp ##[add-path]/tmp";

    private static readonly MarkdownPipeline Pipeline = new MarkdownPipelineBuilder().UsePipeTables().UseAutoLinks().Build();

    public HostileNamesTests()
    {
        foreach (var (name, mean) in new[] { ("old", 100.0), ("new", 150.0) })
        {
            var benchmarks = Enumerable
                .Range(0, 2)
                .Select(i => BdnJson.Benchmark($"N.{Hostile}.M{i}", "DefaultJob", 64, [mean, mean + 1]))
                .ToArray();
            folder.Write(
                $"{name}/N.T-report-full.json",
                BdnJson.Of(benchmarks).Replace("AMD EPYC", $"AMD EPYC {Escaped(Hostile)}", StringComparison.Ordinal)
            );
        }

        using (var stream = File.Create(Path.Combine(folder.Root, "bench-results.json")))
            BenchResults.Write(
                stream,
                ResultsKind.Paired,
                new RunEnvironment(Processor: Hostile),
                [Paired("A"), Paired("B") with { Failure = Hostile }],
                check: new CheckInfo(Hostile, Hostile, Hostile, null, new CheckSettings(Framework: Hostile, Variables: [Hostile]), Hostile)
            );
        foreach (var name in new[] { "a", "b" })
        {
            var run = LoadRuns.Create(name, LoadRuns.Level(200, 1, 1000, 1100, 1050, 1020, 1010) with { Marks = [Hostile] });
            run = run with
            {
                Name = name + Hostile,
                Target = run.Target with { Path = "/" + Hostile, Switches = [Hostile] },
                Tools = [Hostile],
                Partial = Hostile,
                Environment = new RunEnvironment(Processor: Hostile, OperatingSystem: Hostile),
            };
            folder.Write(name + ".json", LoadFiles.Json(run));
        }

        folder.Write(
            "claims.json",
            $$"""{"tolerance":0.2,"sources":[{"name":"{{Escaped(Hostile)}}","conditions":"{{Escaped(Hostile)}}","differs":"{{Escaped(Hostile)}}","page":"page.md","claims":[{"says":"{{Escaped(Hostile)}}","time":1.5,"benchmark":"N.T.A","against":"B","differs":"{{Escaped(Hostile)}}","comment":"{{Escaped(Hostile)}}"}]}]}"""
        );
        folder.Write("page.md", "# A page\n\n<!-- measured claims -->\n<!-- end of measured claims -->\n");
        Directory.CreateDirectory(Path.Combine(folder.Root, "runs"));
        foreach (var name in new[] { "1", "2 <img src=x> @octocat" })
            folder.Write($"runs/{name}/N.T-report-full.json", File.ReadAllBytes(Path.Combine(folder.Root, "old/N.T-report-full.json")));
        folder.Write(
            "study/study-records.jsonl",
            string.Join(
                '\n',
                File.ReadLines(Path.Combine(Checkout.Root, "docs", "internals", "study-records.jsonl"))
                    .Where(line => line.Contains("SharedHttpClient(Settings: Default)", StringComparison.Ordinal))
                    .Select(line => line.Replace("SharedHttpClient", Escaped(Hostile), StringComparison.Ordinal))
            )
        );
        folder.Write("a@octocat<b>\u001b[31m-report.json", "{");
    }

    [Theory]
    [InlineData("compare old new")]
    [InlineData("compare old new", "--format markdown")]
    [InlineData("compare bench-results.json", "--format markdown")]
    [InlineData("compare", "a@octocat<b>\u001b[31m-report.json", "old")]
    [InlineData("merge bench-results.json")]
    [InlineData("merge bench-results.json", "--format markdown")]
    [InlineData("history runs")]
    [InlineData("load diff a b")]
    [InlineData("lab claims claims.json", "--from bench-results.json")]
    [InlineData("lab claims claims.json", "--from bench-results.json --pages")]
    [InlineData("lab study", "--output study")]
    [InlineData("report old a.json")]
    [InlineData("report bench-results.json")]
    [InlineData("report", "a@octocat<b>\u001b[31m-report.json")]
    [InlineData("compare", "no\u001b[31mwhere", "old")]
    public void Nothing_of_a_name_is_live(params string[] arguments)
    {
        var run = BenchProgram.Run(folder.Root, arguments);

        Assert.True(run.ExitCode is >= 0 and <= 5, $"{run.ExitCode}: {run.Error}");
        Assert.DoesNotContain(run.Output + run.Error, letter => (char.IsControl(letter) && letter != '\n') || letter == '\u202e');
        Assert.DoesNotMatch(@"##(vso)?\[", run.Output + run.Error);
        foreach (
            var text in new[] { run.Output }
                .Concat(Directory.EnumerateFiles(folder.Root, "*.md", SearchOption.AllDirectories).Select(File.ReadAllText))
                .Where(text => !IsTable(text))
        )
            Check(text);
        foreach (var page in Directory.EnumerateFiles(folder.Root, "*.html", SearchOption.AllDirectories).Select(File.ReadAllText))
        {
            Assert.DoesNotContain("<img", page);
            Assert.DoesNotContain("href=\"http://evil", page);
            Assert.DoesNotContain(page, letter => (char.IsControl(letter) && letter is not ('\n' or '\t' or '\r')) || letter == '\u202e');
        }
    }

    [Fact]
    [Trait("Category", "Process")]
    public void Nothing_of_a_reference_that_git_is_asked_for_is_live() =>
        Nothing_of_a_name_is_live("gate", "--baseline", "no\u001b[31mwhere");

    // The console's output is not Markdown.
    private static bool IsTable(string text) => !text.StartsWith('#');

    private static void Check(string markdown)
    {
        foreach (var node in Markdown.Parse(markdown, Pipeline).Descendants())
        {
            Assert.False(node is LinkInline { Url: { } url } && url.Contains("evil", StringComparison.Ordinal), markdown);
            Assert.False(node is AutolinkInline, markdown);
            if (node is HtmlInline tag)
                Assert.Matches("^(?:<!-- -->|</?(?:details|summary)>)$", tag.Tag);
            if (node is HtmlBlock block)
                Assert.Matches("^</?(?:details|summary)|^<!--", block.Lines.ToString());
            if (node is LiteralInline literal)
                Assert.DoesNotMatch("@octocat|#123|GH-7|www\\.evil|http://evil", literal.Content.ToString());
        }
    }

    private static BenchmarkResult Paired(string method) =>
        new()
        {
            Id = new BenchmarkId($"N.T.{method}({Hostile})", JobTraits.Default),
            Type = "N.T",
            Method = method + Hostile,
            Parameters = Hostile,
            Places = [],
            IsScreened = true,
            Against = "N.T.Base" + Hostile,
            How = Hostile,
            Replicates = [.. Enumerable.Range(0, 10).Select(i => new Replicate(100, 150, 0.4 + (i * 0.001), [64, 64], [72, 72], i >= 2))],
        };

    private static string Escaped(string text) => System.Text.Json.JsonEncodedText.Encode(text).ToString();
}
