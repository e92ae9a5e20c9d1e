using System.Buffers;

namespace Bench.IgnoreCaseReplace.Tests;

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
        Assert.Equal(
            Allocation.Create(() => _ = new string('x', result.Length)),
            Allocation.Create(() => text.ReplaceIgnoreCase("Ab", "ccc"))
        );
    }

    [Fact]
    public void Allocates_nothing_where_nothing_matches()
    {
        string text = new('a', 1_000);
        Assert.Equal(0, Allocation.Create(() => text.ReplaceIgnoreCase("b", "c")));
        Assert.Equal(0, Allocation.Create(() => text.TryReplaceIgnoreCase("b", "c", out _)));
    }

    [Fact]
    public void Allocates_nothing_where_nothing_remains()
    {
        string text = new('a', 1_000);
        Assert.Equal(0, Allocation.Create(() => text.ReplaceIgnoreCase("A", null)));
    }

    [Theory]
    [InlineData("ab", "xy")]
    [InlineData("ab", "xyz")]
    [InlineData("привет", "x")]
    [InlineData("ρς", "x")]
    public void A_prepared_pattern_allocates_the_new_string_and_nothing_else(string oldValue, string newValue)
    {
        string text = string.Concat(Enumerable.Repeat(oldValue.ToUpperInvariant() + ".", 300));
        var replacer = new IgnoreCaseReplacer(oldValue);
        string result = replacer.Replace(text, newValue);

        Assert.NotSame(text, result);
        Assert.Equal(
            Allocation.Create(() => _ = new string('x', result.Length)),
            Allocation.Create(() => replacer.Replace(text, newValue))
        );
    }

    [Fact]
    public void The_forms_for_spans_allocate_nothing()
    {
        string text = string.Concat(Enumerable.Repeat("aB.", 1_000));
        string pattern = new('a', 1_000);
        char[] room = new char[10_000];
        var writer = new ArrayBufferWriter<char>(10_000);
        var replacer = new IgnoreCaseReplacer("ab");

        Assert.Equal(0, Allocation.Create(() => text.AsSpan().TryReplaceIgnoreCase("AB", "ccc", room, out _)));
        Assert.Equal(0, Allocation.Create(() => text.AsSpan().TryReplaceIgnoreCase(pattern, "ccc", room, out _)));
        Assert.Equal(0, Allocation.Create(() => replacer.TryReplace(text, "ccc", room, out _)));
        Assert.Equal(
            0,
            Allocation.Create(() =>
            {
                writer.ResetWrittenCount();
                replacer.Replace(text, "ccc", writer);
            })
        );
    }
}
