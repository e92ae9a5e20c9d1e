namespace Bench;

/// <summary>Texts as lines of a screen that has 80 columns; no word is broken.</summary>
internal static class Paragraph
{
    private const int Width = 80;

    /// <param name="first">What the first line begins with; the others are indented as far.</param>
    public static IEnumerable<string> Lines(string text, string first = "")
    {
        var line = first;
        var isEmpty = true;
        foreach (var word in text.Split(' '))
        {
            if (!isEmpty && line.Length + 1 + word.Length > Width)
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
