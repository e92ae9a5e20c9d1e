using System.Text.RegularExpressions;

namespace Benchmarks.Frameworks;

/// <summary>About 12 KB of words, and the expression that is counted in them.</summary>
internal static partial class Prose
{
    private const int Repetitions = 100;

    private const string Sentence =
        "While measuring one framework, another was compiling; the slower of both kept waiting for a sign of something happening again. ";

    /// <summary>Words of the text that end in "ing".</summary>
    public const int WordsInIng = 5 * Repetitions;

    public static string Create() => string.Concat(Enumerable.Repeat(Sentence, Repetitions));

    [GeneratedRegex(@"\b\w+ing\b")]
    public static partial Regex InIng();
}
