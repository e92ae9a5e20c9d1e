using Bench.Cli.Explain;

namespace Bench.Tests;

public class CodeDiffTests
{
    private static readonly string[] Before = ["IG01:", " push rbp", "IG02:", " cmp eax, 3", " jne SHORT IG02", "IG03:", " ret"];

    [Fact]
    public void A_block_more_changes_no_line_that_only_jumps_past_it()
    {
        string[] after = ["IG01:", " push rbp", "IG02:", " inc ecx", "IG03:", " cmp eax, 3", " jne SHORT IG03", "IG04:", " ret"];
        var diff = CodeDiff.Create(Before, after);
        Assert.DoesNotContain(diff, line => line[0] == '-');
        Assert.Equal(2, diff.Count(line => line[0] == '+'));
        Assert.Contains("+ inc ecx", diff);
    }

    [Fact]
    public void A_jump_to_another_place_is_a_change_though_only_its_label_differs()
    {
        string[] after = ["IG01:", " push rbp", "IG02:", " cmp eax, 3", " jne SHORT IG03", "IG03:", " ret"];
        Assert.False(CodeDiff.AreSame(Before, after));
        Assert.Equal(["- jne SHORT IG02", "+ jne SHORT IG03"], CodeDiff.Create(Before, after).Where(line => line[0] is '+' or '-'));
    }

    [Fact]
    public void What_is_far_from_a_change_is_folded()
    {
        string[] many = [.. Enumerable.Range(0, 50).Select(i => $" mov eax, {i}")];
        var diff = CodeDiff.Create(many, [.. many, " ret"]);
        Assert.Equal("@@ … @@", diff[0]);
        Assert.Equal("+ ret", diff[^1]);
        Assert.Equal(6, diff.Count);
    }

    [Fact]
    public void Any_diff_turns_the_one_listing_into_the_other()
    {
        var random = new Random(1);
        for (var i = 0; i < 200; i++)
        {
            string[] before = Lines(random),
                after = Lines(random);
            var diff = CodeDiff.Create(before, after).Where(line => line[0] != '@').ToArray();
            if (before.SequenceEqual(after))
                Assert.Empty(diff);
            else
                Assert.Equal([before, after], new[] { Side(diff, '-'), Side(diff, '+') });
        }

        // The listings are too short for any line to be folded.
        static string[] Side(string[] diff, char sign) =>
            [.. diff.Where(line => line[0] == ' ' || line[0] == sign).Select(line => line[1..])];
        static string[] Lines(Random random) => [.. Enumerable.Range(0, random.Next(5)).Select(_ => $" op{random.Next(3)}")];
    }
}
