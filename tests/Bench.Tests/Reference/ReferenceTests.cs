using System.Text.RegularExpressions;

namespace Bench.Tests;

/// <summary>Pages about the command are true of the command.</summary>
public sealed partial class ReferenceTests
{
    [Fact]
    public void The_reference_is_what_the_commands_say()
    {
        var run = BenchProgram.Run(Checkout.Root, "reference");

        Assert.Equal(0, run.ExitCode);
        Assert.Equal(
            File.ReadAllText(Path.Combine(Checkout.Root, "docs", "reference", "commands.md")).ReplaceLineEndings("\n"),
            run.Output.ReplaceLineEndings("\n")
        );
    }

    /// <summary>Wrong names and options show when a line is parsed; what it does is other tests' business.</summary>
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
            .Select(found => found.Groups["line"].Value)
            .ToList();

        Assert.True(lines.Count > 10);
        Assert.Equal("", BenchProgram.RunWith(string.Join('\n', lines), Checkout.Root, "reference", "--check").Output);
        Assert.Contains("--no-such", BenchProgram.RunWith("load sweep --no-such", Checkout.Root, "reference", "--check").Output);
    }

    [GeneratedRegex(@"^(dotnet run -c Release --project src/Bench -- |bench )(?<line>[^#>]+)")]
    private static partial Regex Invocation();
}
