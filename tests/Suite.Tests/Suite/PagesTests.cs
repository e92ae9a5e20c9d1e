using System.Text.RegularExpressions;

namespace Suite.Tests.Suite;

/// <summary>Pages that show code of the suite show the code that there is.</summary>
[Trait("Category", "Process")]
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
            foreach (
                var target in Links()
                    .Matches(File.ReadAllText(page))
                    .Select(link => link.Groups["to"].Value)
                    .Where(to => !to.Contains("://", StringComparison.Ordinal))
            )
            {
                var parts = target.Split('#');
                var path = parts[0].Length == 0 ? page : Path.Combine(Path.GetDirectoryName(page)!, parts[0]);
                Assert.True(File.Exists(path) || Directory.Exists(path), $"{page}: {target}");
                if (parts.Length > 1)
                    Assert.Contains(parts[1], File.ReadLines(path).Where(line => line.StartsWith('#')).Select(Anchor));
            }
        }
    }

    /// <summary>Each is given to the program as it stands, but asked for its benchmarks instead of their times.</summary>
    [Fact]
    public async Task Every_command_of_the_pages_names_benchmarks()
    {
        string[] pages =
        [
            "README.md",
            "CONTRIBUTING.md",
            .. Directory
                .EnumerateFiles(Path.Combine(Checkout.Root, "docs"), "*.md")
                .Select(page => Path.GetRelativePath(Checkout.Root, page)),
        ];
        var found = pages
            .SelectMany(page => Read(page).Split('\n'))
            .Select(line => Command().Match(line))
            .Concat(Read("docs/running.md").Split('\n').Select(line => Cell().Match(line)));
        var lines = found.Where(one => one.Success).Select(one => one.Groups["arguments"].Value.Trim()).Distinct().ToArray();
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
            var listed = await Child.RunSuite(folder.Path, [.. arguments, "--list", "flat"]);

            Assert.True(listed.ExitCode == 0, $"{line}: {listed.Error}");
            Assert.True(listed.Output.Split('\n').Count(name => name.StartsWith("Benchmarks.", StringComparison.Ordinal)) > 0, line);
        }
    }

    // As GitHub makes them.
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

    [GeneratedRegex(@"\]\((?<to>[^)\s]+)\)")]
    private static partial Regex Links();
}
