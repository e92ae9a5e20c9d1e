using System.Reflection.PortableExecutable;

namespace Bench.Runner.Tests;

public sealed class DebugSymbolsTests : FolderTests
{
    private const string Source = """
        public class Prices
        {
            public int Total(int[] prices)
            {
                var total = 0;
                foreach (var price in prices)
                    total += price;
                return total;
            }

            public int Highest(int[] prices) => prices.Max();
        }
        """;

    private BuildOutput Output => new(folder.Root, folder.Root);

    [Theory]
    [InlineData("")]
    [InlineData("/_/")]
    public void A_method_stands_in_its_lines_and_the_one_before(string mapped)
    {
        var program = folder.Write("src/Prices.cs", $"usings\n{Source}");
        var assembly = Compile(mapped.Length > 0 ? $"{mapped}src/Prices.cs" : program, hasSymbols: true);

        var total = DebugSymbols.Find(assembly, TokenOf("Total"), Output)!;
        var highest = DebugSymbols.Find(assembly, TokenOf("Highest"), Output)!;

        Assert.Equal("src/Prices.cs", total.Name.Replace('\\', '/'));
        Assert.Contains("foreach (var price in prices)", string.Join('\n', total.Lines()));
        Assert.DoesNotContain("Highest", string.Join('\n', total.Lines()));
        Assert.Equal("public int Highest(int[] prices) => prices.Max();", highest.Lines()[^1].Trim());
    }

    /// <summary>For instance a build that the cache keeps from an earlier checkout.</summary>
    [Fact]
    public void The_lines_of_a_build_that_was_made_elsewhere_are_those_of_the_sources_here()
    {
        var program = folder.Write("src/Prices.cs", Source);
        var assembly = Compile("/earlier/checkout/src/Prices.cs", hasSymbols: true);
        var total = DebugSymbols.Find(assembly, TokenOf("Total"), Output with { BuiltIn = "/earlier/checkout" })!;
        Assert.Equal(program, Path.Combine(total.Root, total.Name));
        Assert.Contains("foreach (var price in prices)", string.Join('\n', total.Lines()));
    }

    [Fact]
    public void What_has_no_symbols_or_comes_from_elsewhere_has_no_place()
    {
        Assert.Null(DebugSymbols.Find(Compile("/_/src/Prices.cs", hasSymbols: false), TokenOf("Total"), Output));
        Assert.Null(DebugSymbols.Find(Compile("/_/src/Prices.cs", hasSymbols: true), TokenOf("Total"), Output));
        Assert.Null(DebugSymbols.Find(Compile("/elsewhere/Prices.cs", hasSymbols: true), TokenOf("Total"), Output));
        Assert.Null(DebugSymbols.Find(folder.Write("no.dll", "no assembly"), TokenOf("Total"), Output));
    }

    [Fact]
    public void Lines_of_a_file_that_is_gone_are_none() => Assert.Empty(new SourceRange("gone.cs", folder.Root, 1, 3).Lines());

    private string Compile(string path, bool hasSymbols)
    {
        var assembly = Path.Combine(folder.Root, $"{Guid.NewGuid():N}.dll");
        File.WriteAllBytes(assembly, CompiledSource.Compile(Source, path: path, hasSymbols: hasSymbols));
        return assembly;
    }

    private static int TokenOf(string method)
    {
        using var file = new PEReader(new MemoryStream(CompiledSource.Compile(Source)));
        return AssemblyCode.Read(file).Single(node => node.Key.Member?.StartsWith(method, StringComparison.Ordinal) is true).Token;
    }
}
