namespace Suite.Tests.Suite;

public sealed partial class PagesTests
{
    [Fact]
    public void The_worked_example_is_a_class_of_the_suite()
    {
        var page = Read("docs/guides/add-a-benchmark.md");
        var source = Read("benchmarks/Serialization/ContractResolverBenchmarks.cs");
        const string Fence = "```csharp\n";
        var start = page.IndexOf(Fence, StringComparison.Ordinal) + Fence.Length;
        Assert.EndsWith(page[start..page.IndexOf("```", start, StringComparison.Ordinal)].Trim(), source.Trim());
    }

    [Theory]
    [InlineData(".")]
    [InlineData("samples")]
    [InlineData("src/IgnoreCaseReplace")]
    [InlineData("src/MockResponses")]
    public void Links_of_pages_lead_somewhere(string folder) =>
        CheckLinks(Directory.EnumerateFiles(Path.Combine(Checkout.Root, folder), "*.md"));

    [Fact]
    public void Links_of_the_docs_lead_somewhere() => CheckLinks(Docs());

    /// <summary>Readers must be able to find every page, starting from README.</summary>
    [Fact]
    public void Every_page_of_the_docs_is_linked_from_another()
    {
        var linked = new HashSet<string>();
        var open = new Queue<string>([Path.Combine(Checkout.Root, "README.md")]);
        while (open.TryDequeue(out var page))
        {
            foreach (
                var target in LinksOf(page)
                    .Select(to => Path.GetFullPath(Path.Combine(Path.GetDirectoryName(page)!, to.Split('#')[0])))
                    .Where(target => target.EndsWith(".md", StringComparison.Ordinal) && linked.Add(target))
            )
                open.Enqueue(target);
        }

        Assert.Empty(Docs().Select(Path.GetFullPath).Except(linked));
    }

    private static IEnumerable<string> Docs() =>
        Directory.EnumerateFiles(Path.Combine(Checkout.Root, "docs"), "*.md", SearchOption.AllDirectories);

    private static IEnumerable<string> LinksOf(string page) =>
        Links()
            .Matches(CodeBlock().Replace(File.ReadAllText(page), ""))
            .Select(link => link.Groups["to"].Value)
            .Where(to => !to.Contains("://", StringComparison.Ordinal));

    private static void CheckLinks(IEnumerable<string> pages)
    {
        foreach (var page in pages)
        {
            foreach (var target in LinksOf(page))
            {
                var parts = target.Split('#');
                var path = parts[0].Length == 0 ? page : Path.Combine(Path.GetDirectoryName(page)!, parts[0]);
                Assert.True(File.Exists(path) || Directory.Exists(path), $"{page}: {target}");
                if (parts.Length > 1)
                    Assert.Contains(parts[1], File.ReadLines(path).Where(line => line.StartsWith('#')).Select(Anchor));
            }
        }
    }

    /// <summary>The program gets each command unchanged, but lists its benchmarks instead of measuring them.</summary>
    [Fact]
    public void Every_command_of_the_pages_names_benchmarks()
    {
        string[] pages = ["README.md", "CONTRIBUTING.md", .. Docs().Select(page => Path.GetRelativePath(Checkout.Root, page))];
        var found = pages
            .SelectMany(page => Read(page).Split('\n'))
            .Select(line => Command().Match(line))
            .Concat(Read("docs/guides/run-the-suite.md").Split('\n').Select(line => Cell().Match(line)));
        // "…" stands for a part that a note leaves out.
        var lines = found
            .Where(one => one.Success)
            .Select(one => one.Groups["arguments"].Value.Trim())
            .Where(line => !line.Contains('…', StringComparison.Ordinal))
            .Distinct()
            .ToArray();
        Assert.True(lines.Length > 5);

        foreach (var line in lines)
        {
            string[] arguments =
            [
                .. line.Split(' ', StringSplitOptions.RemoveEmptyEntries)
                    .Where(argument => argument != "--publish")
                    .Select(argument => argument.Trim('\'')),
            ];
            using var folder = new TemporaryFolder();
            var listed = Child.RunHere(folder.Path, [.. arguments, "--list", "flat"]);

            Assert.True(listed.ExitCode == 0, $"{line}: {listed.Error}");
            Assert.True(listed.Output.Split('\n').Count(name => name.StartsWith("Benchmarks.", StringComparison.Ordinal)) > 0, line);
        }
    }

    // Must match the anchors that GitHub generates.
    private static string Anchor(string heading) =>
        new([
            .. heading
                .TrimStart('#')
                .Trim()
                .ToLowerInvariant()
                .Where(c => char.IsLetterOrDigit(c) || c is ' ' or '-')
                .Select(c => c == ' ' ? '-' : c),
        ]);

    private static string Read(string path) => File.ReadAllText(Path.Combine(Checkout.Root, path)).ReplaceLineEndings("\n");

    [GeneratedRegex("^dotnet run -c Release --project benchmarks -- (?<arguments>[^#]+)")]
    private static partial Regex Command();

    [GeneratedRegex(@"^\| `(?<arguments>--[^`]+)`")]
    private static partial Regex Cell();

    [GeneratedRegex("```.*?```", RegexOptions.Singleline)]
    private static partial Regex CodeBlock();

    [GeneratedRegex(@"\]\((?<to>[^)\s]+)\)")]
    private static partial Regex Links();
}
