namespace Bench.Cli;

// Breaks text into lines, never within a word.
internal static class Paragraph
{
    private const int UsualWidth = 80;

    /// <param name="first">The start of the first line; the other lines are indented by its length.</param>
    public static IEnumerable<string> Lines(string text, string first = "", int width = UsualWidth)
    {
        var line = first;
        var isEmpty = true;
        foreach (var word in text.Split(' '))
        {
            if (!isEmpty && line.Length + 1 + word.Length > width)
            {
                yield return line;
                (line, isEmpty) = (new string(' ', first.Length), true);
            }

            line += isEmpty ? word : $" {word}";
            isEmpty = false;
        }

        yield return line;
    }
}
