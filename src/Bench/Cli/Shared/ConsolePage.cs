using Spectre.Console;

namespace Bench.Reports;

/// <summary>Lines for a terminal. They break between words; a word longer than a line stays whole.</summary>
internal sealed class ConsolePage
{
    // A name without spaces may break after these characters.
    private const string EndsOfPart = ".,(:/";

    private readonly IAnsiConsole console;
    private readonly int width;

    public ConsolePage(TextWriter output, bool hasColours, int width)
    {
        this.width = width;
        console = AnsiConsole.Create(
            new AnsiConsoleSettings
            {
                Out = new AnsiConsoleOutput(output),
                Ansi = hasColours ? AnsiSupport.Detect : AnsiSupport.No,
                ColorSystem = hasColours ? ColorSystemSupport.Detect : ColorSystemSupport.NoColors,
                Interactive = InteractionSupport.No,
            }
        );
        // This class breaks the lines itself.
        console.Profile.Width = int.MaxValue;
    }

    public void Empty() => console.WriteLine();

    /// <summary>If the text needs several lines, those after the first are indented by two more columns.</summary>
    public void Write(string text, int indent = 0, Style? style = null)
    {
        foreach (var line in Fold(Visible.Render(text), width, indent))
            WriteLine(line, style);
    }

    /// <summary>Stays on one line, so that it can be copied.</summary>
    public void WriteWhole(string text, int indent) => WriteLine(new string(' ', indent) + Visible.Render(text), null);

    internal static IEnumerable<string> Fold(string text, int width, int indent)
    {
        var line = new string(' ', indent);
        var isEmpty = true;
        foreach (var word in text.Split(' ').SelectMany(word => Parts(word, width - indent - 2)))
        {
            var space = isEmpty || !word.IsNew ? "" : " ";
            if (!isEmpty && line.Length + space.Length + word.Text.Length > width)
            {
                yield return line.TrimEnd();
                line = new string(' ', indent + 2) + word.Text;
            }
            else
            {
                line += space + word.Text;
            }

            isEmpty = false;
        }

        yield return line.TrimEnd();
    }

    private static IEnumerable<(string Text, bool IsNew)> Parts(string word, int width)
    {
        if (word.Length <= width)
            return [(word, true)];
        var parts = new List<(string, bool)>();
        var start = 0;
        for (var i = 0; i < word.Length; i++)
        {
            if (!EndsOfPart.Contains(word[i]) && i + 1 < word.Length)
                continue;
            parts.Add((word[start..(i + 1)], start == 0));
            start = i + 1;
        }

        return parts;
    }

    private void WriteLine(string line, Style? style) => console.Write(new Text(line + "\n", style));
}
