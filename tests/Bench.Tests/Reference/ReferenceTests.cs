using Lab;

namespace Bench.Tests;

public sealed partial class ReferenceTests
{
    /// <summary>Parsing shows wrong names and options; other tests cover what the commands do.</summary>
    [Fact]
    public void Every_command_line_of_the_pages_is_understood()
    {
        var pages = Directory
            .EnumerateFiles(Checkout.Root, "*.md")
            .Concat(Directory.EnumerateFiles(Path.Combine(Checkout.Root, "docs"), "*.md", SearchOption.AllDirectories));
        var lines = pages
            .Where(page => Path.GetFileName(page) != "commands.md")
            .SelectMany(File.ReadLines)
            .Select(line => Invocation().Match(line))
            .Where(found => found.Success)
            .ToLookup(found => found.Groups["lab"].Success, found => found.Groups["line"].Value);

        Assert.True(lines[false].Count() > 10);
        Assert.Equal("", CommandPages.Mistakes(lines[false]));
        Assert.NotEmpty(lines[true]);
        Assert.Equal("", CommandPages.Mistakes(lines[true], LabCommand.Create()));
        Assert.Contains("--no-such", CommandPages.Mistakes(["load sweep --no-such"]));
    }

    [GeneratedRegex(@"^(dotnet run -c Release --project (src/Bench|(?<lab>lab)) -- |(dotnet )?bench )(?<line>[^#>]+)")]
    private static partial Regex Invocation();
}
