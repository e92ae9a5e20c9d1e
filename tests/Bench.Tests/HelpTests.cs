namespace Bench.Tests;

public sealed partial class HelpTests
{
    private const int LongestPhrase = 80;

    public static IEnumerable<TheoryDataRow<string>> Verbs => CommandPages.Verbs().Select(verb => new TheoryDataRow<string>(verb.Name));

    [Theory]
    [MemberData(nameof(Verbs))]
    public void Each_option_has_one_line(string name)
    {
        var verb = Find(name);
        Assert.All(HelpPage.Render(verb).Split('\n'), line => Assert.InRange(line.Length, 0, HelpPage.Width));
        Assert.All(
            verb.Options.Select(option => option.Description).Concat(verb.Arguments.Select(argument => argument.Description)),
            phrase =>
            {
                Assert.InRange(phrase!.Length, 1, LongestPhrase);
                Assert.EndsWith(".", phrase);
                Assert.Matches(DefaultAtTheEnd(), phrase);
            }
        );
        Assert.Equal(verb.Options.Distinct(), verb.Options);
    }

    [Theory]
    [MemberData(nameof(Verbs))]
    public void Examples_are_understood(string name)
    {
        var verb = Find(name);
        Assert.Equal(2, verb.Examples.Count);
        Assert.All(verb.Examples, example => Assert.StartsWith($"bench {name}", example.Command));
        Assert.Equal("", CommandPages.Mistakes(verb.Examples.Select(example => example.Command["bench ".Length..])));
        Assert.All(verb.Examples, example => Assert.EndsWith(".", example.Effect));
    }

    [Theory]
    [MemberData(nameof(Verbs))]
    public void The_pages_that_are_named_exist_and_agree(string name)
    {
        var verb = Find(name);
        var codes = File.ReadAllText(Path.Combine(Checkout.Root, "docs", "reference", "exit-codes.md"))
            .Replace("`", "", StringComparison.Ordinal);
        Assert.True(File.Exists(Path.Combine(Checkout.Root, verb.Page)), verb.Page);
        Assert.All(verb.Exits.Values.Concat(HelpPage.CommonExits.Values), meaning => Assert.Contains(meaning.TrimEnd('.'), codes));
    }

    [Fact]
    public void Exit_codes_ascend()
    {
        var codes = ExitCodes()
            .Matches(HelpPage.Render(Find("gate")))
            .Select(line => int.Parse(line.Groups[1].Value, CultureInfo.InvariantCulture));
        Assert.Equal([0, 1, 2, 3, 4, 5, 130], codes);
    }

    [Fact]
    public void A_narrow_terminal_breaks_lines_where_the_texts_begin()
    {
        var lines = HelpPage.Render(Find("gate"), 80).Split('\n').SkipWhile(line => line != "What to compare:").ToArray();
        Assert.All(lines, line => Assert.InRange(line.Length, 0, 80));
        Assert.Contains(new string(' ', 30) + "base with HEAD. Required.", lines);
    }

    private static VerbCommand Find(string name) => CommandPages.Verbs().Single(verb => verb.Name == name).Verb;

    // "Default" occurs once at most, and nothing but its value follows.
    [GeneratedRegex(@"^(?:(?!Default:).)*(?:Default: (?:[^.]|\.[^ ])*\.)?$", RegexOptions.CultureInvariant)]
    private static partial Regex DefaultAtTheEnd();

    [GeneratedRegex("^  ([0-9]+) +[A-Z]", RegexOptions.Multiline | RegexOptions.CultureInvariant)]
    private static partial Regex ExitCodes();
}
