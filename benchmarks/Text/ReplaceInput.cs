using System.Text;

namespace Benchmarks.Text;

/// <summary>A text, what is replaced in it and by what. Named, because the name is the row's identity.</summary>
public sealed record ReplaceInput(string Name, string Text, string OldValue, string NewValue)
{
    private const string Pattern = "core";
    private const string Replacement = "CORE";
    private const string UriPattern = "{ID}";

    public static IReadOnlyList<ReplaceInput> All { get; } =
    [
        new("59 characters", "WebApiClientCore.Benchmarks.StringReplaces.WebApiClientCore", Pattern, Replacement),
        new("URI template", "http://webapiclient.com/benchmarks/{id}", UriPattern, "id001"),
        Prose("4 KB, no match", 4 * 1024, matches: 0),
        Prose("4 KB, few matches", 4 * 1024, matches: 2),
        Prose("4 KB, many matches", 4 * 1024, matches: 256),
        Prose("64 KB, no match", 64 * 1024, matches: 0),
        Prose("64 KB, few matches", 64 * 1024, matches: 32),
        Prose("64 KB, many matches", 64 * 1024, matches: 4096),
    ];

    public bool IsUriTemplate => OldValue == UriPattern;

    public override string ToString() => Name;

    // Words of a fixed seed with all letters of the pattern in them, and matches in mixed case spread evenly over the text.
    private static ReplaceInput Prose(string name, int length, int matches)
    {
        const string letters = "abcdefghijklmnopqrstuvwxyz";
        string[] cases = ["core", "Core", "CORE", "cOrE"];
        var random = new Random(17);
        var text = new StringBuilder(length);
        while (text.Length < length)
        {
            for (var letter = random.Next(2, 10); letter > 0; letter--)
                text.Append(letters[random.Next(letters.Length)]);
            text.Append(' ');
        }

        text.Length = length;
        text.Replace(Pattern, "care");
        for (var match = 0; match < matches; match++)
        {
            var at = (int)((long)match * length / matches);
            var word = cases[match % cases.Length];
            for (var i = 0; i < word.Length; i++)
                text[at + i] = word[i];
        }

        return new ReplaceInput(name, text.ToString(), Pattern, Replacement);
    }
}
