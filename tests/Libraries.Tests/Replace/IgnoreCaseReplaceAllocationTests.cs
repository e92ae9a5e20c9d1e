using Bench.IgnoreCaseReplace;

namespace Bench.Libraries.Tests.Replace;

public sealed class IgnoreCaseReplaceAllocationTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(128)]
    [InlineData(129)]
    [InlineData(10_000)]
    public void Allocates_the_new_string_and_nothing_else(int matches)
    {
        string text = string.Concat(Enumerable.Repeat("aB.", matches));
        string result = text.ReplaceIgnoreCase("Ab", "ccc");

        Assert.Equal(Allocation.Of(() => _ = new string('x', result.Length)), Allocation.Of(() => text.ReplaceIgnoreCase("Ab", "ccc")));
    }

    [Fact]
    public void Allocates_nothing_where_nothing_matches()
    {
        string text = new('a', 1_000);
        Assert.Equal(0, Allocation.Of(() => text.ReplaceIgnoreCase("b", "c")));
        Assert.Equal(0, Allocation.Of(() => text.TryReplaceIgnoreCase("b", "c", out _)));
    }

    [Fact]
    public void Allocates_nothing_where_nothing_remains()
    {
        string text = new('a', 1_000);
        Assert.Equal(0, Allocation.Of(() => text.ReplaceIgnoreCase("A", null)));
    }
}
