using System.Text.RegularExpressions;
using Bench.Tests;

namespace Suite.Tests.Suite;

/// <summary>Pages that show code of the suite show the code that there is.</summary>
public sealed partial class PagesTests
{
    [Fact]
    public void The_worked_example_is_a_class_of_the_suite()
    {
        var page = Read("docs/adding-a-benchmark.md");
        var source = Read("benchmarks/Serialization/ContractResolverBenchmarks.cs");
        const string Fence = "```csharp\n";
        var start = page.IndexOf(Fence, StringComparison.Ordinal) + Fence.Length;
        var shown = page[start..page.IndexOf("```", start, StringComparison.Ordinal)];

        Assert.EndsWith(shown.Trim(), source.Trim());
    }

    [Theory]
    [InlineData(".")]
    [InlineData("docs")]
    [InlineData("docs/claims")]
    [InlineData("samples")]
    [InlineData("src/IgnoreCaseReplace")]
    [InlineData("src/MockResponses")]
    public void Links_of_pages_lead_somewhere(string folder)
    {
        foreach (var page in Directory.EnumerateFiles(Path.Combine(Checkout.Root, folder), "*.md"))
        {
            foreach (var target in Links().Matches(File.ReadAllText(page)).Select(link => link.Groups["to"].Value).Where(to => !to.Contains("://", StringComparison.Ordinal)))
            {
                var parts = target.Split('#');
                var path = parts[0].Length == 0 ? page : Path.Combine(Path.GetDirectoryName(page)!, parts[0]);
                Assert.True(File.Exists(path) || Directory.Exists(path), $"{page}: {target}");
                if (parts.Length > 1)
                    Assert.Contains(parts[1], File.ReadLines(path).Where(line => line.StartsWith('#')).Select(Anchor));
            }
        }
    }

    // As GitHub makes them.
    private static string Anchor(string heading) =>
        new([.. heading.TrimStart('#').Trim().ToLowerInvariant().Where(c => char.IsLetterOrDigit(c) || c is ' ' or '-').Select(c => c == ' ' ? '-' : c)]);

    private static string Read(string path) => File.ReadAllText(Path.Combine(Checkout.Root, path)).ReplaceLineEndings("\n");

    [GeneratedRegex(@"\]\((?<to>[^)\s]+)\)")]
    private static partial Regex Links();
}
