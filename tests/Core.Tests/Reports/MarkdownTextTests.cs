namespace Bench.Core.Tests;

public sealed class MarkdownTextTests
{
    [Theory]
    [InlineData("`List<int>` and <b>", "`List<int>` and &lt;b>")]
    [InlineData("`#if` @name", "`#if` @<!-- -->name")]
    [InlineData("`a|b`", "`a\\|b`")]
    [InlineData("`a\\|b`", "`a\\ \\|b`")]
    [InlineData("`a\\` <b> `c`", "`a\\` &lt;b> `c`")]
    // Unpaired single backticks may not make code.
    [InlineData("`<b>", "\\`&lt;b>")]
    [InlineData("`` ` <b> ``` x", "`` ` &lt;b> ``` x")]
    public void Code_of_a_sentence_stays_as_it_is_and_nothing_else_becomes_markup(string text, string expected) =>
        Assert.Equal(expected, MarkdownText.Cell(text));

    [Fact]
    public void A_sentence_keeps_an_end_that_a_name_may_lose()
    {
        var sentence = $"{new string('a', 300)}<b> until 2999-01-31";
        Assert.EndsWith("until 2999-01-31`", MarkdownText.CodeOfSentence(sentence));
        Assert.EndsWith("until 2999-01-31`", MarkdownText.Plain(sentence));
        Assert.EndsWith("…`", MarkdownText.Code(sentence));
        Assert.InRange(MarkdownText.CodeOfSentence(new string('a', 5000)).Length, 350, 450);
    }
}
