using System.Text;

namespace Benchmarks.Text;

/// <summary>A text, what is replaced in it and by what. Named, because the name is part of the benchmark's identity.</summary>
public sealed record ReplaceInput(string Name, string Text, string OldValue, string NewValue)
{
    /// <summary>
    /// Set to 1, all inputs of the grid are measured instead of the named ones: hours instead of minutes. The suite's <c>--grid</c> sets
    /// it; before <c>bench versus</c> it is set by hand.
    /// </summary>
    public const string GridVariable = "BENCH_GRID";

    public const string UriPattern = "{ID}";
    public const string AsciiPattern = "core";
    public const string AsciiLetter = "q";
    public const string AsciiPhrase = "microsoft.aspnetcore.diagnostics";
    public const string MixedPattern = "ядро";
    public const string MixedLetter = "ж";
    public const string MixedPhrase = "ядро.компонент.aspnetcore.данные";

    public const string EnglishWord = "seat";
    public const string EnglishPhrase = "in the end";
    public const string RussianWord = "сон";
    public const string RussianRoot = "рост";

    /// <summary>
    /// Words that are met often: in prose, unlike in random letters, the same letters stand beside each other over and over.
    /// </summary>
    private const string EnglishWords =
        "the of and to in is that it was for on are as with his they at be this from have or by one had not but what all were when we there can an your which their said if do "
        + "will each about how up out them then she many some so these would other into has more her two like him see time could no make than first been its who now people my made "
        + "over did down only way find use may water long little very after words called just where most know";

    private const string RussianWords =
        "и в не на я быть он с что а по это она этот к но они мы весь который из у то за свой о от так для же все год мочь человек сказать такой тот один наш говорить где как "
        + "время если уже только себя когда даже другой вот день дело жизнь рука можно первый очень новый мир хотеть место слово стать работа потом самый вопрос дом ничто каждый "
        + "сторона думать последний жить понимать";

    private const string AsciiLetters = "abcdefghijklmnopqrstuvwxyz";
    private const string MixedLetters = "abcdefghijklmnoprstuvwxyzабвгдеийклмнопрстуфхцчшщъыьэюяαβγδεζηθικλμνξοπρστυφχψω日本語文字";
    private const int Few = 2048;
    private const int Many = 16;

    /// <summary>The inputs that stand in the suite.</summary>
    public static IReadOnlyList<ReplaceInput> Named { get; } =
    [
        new("59 characters", "WebApiClientCore.Benchmarks.StringReplaces.WebApiClientCore", AsciiPattern, "CORE"),
        new("URI template", "http://webapiclient.com/benchmarks/{id}", UriPattern, "id001"),
        Prose("4 KB, no match", 4 * 1024, 0, AsciiPattern, "CORE"),
        Prose("4 KB, few matches", 4 * 1024, 2, AsciiPattern, "CORE"),
        Prose("4 KB, many matches", 4 * 1024, 256, AsciiPattern, "CORE"),
        Prose("64 KB, no match", 64 * 1024, 0, AsciiPattern, "CORE"),
        Prose("64 KB, few matches", 64 * 1024, 32, AsciiPattern, "CORE"),
        Prose("64 KB, many matches", 64 * 1024, 4096, AsciiPattern, "CORE"),
        Prose("4 KB, few matches, mixed script", 4 * 1024, 2, MixedPattern, "ЯДРО"),
    ];

    /// <summary>
    /// Length, script, number of matches, length of the pattern and of what takes its place, each with each; and texts of common words.
    /// </summary>
    public static IEnumerable<ReplaceInput> Grid() => RandomLetters().Concat(CommonWords());

    private static IEnumerable<ReplaceInput> RandomLetters()
    {
        foreach (var (length, size) in new[] { (59, "59 characters"), (4 * 1024, "4 KB"), (64 * 1024, "64 KB") })
        {
            foreach (
                var (script, patterns) in new[]
                {
                    ("ASCII", new[] { AsciiLetter, AsciiPattern, AsciiPhrase }),
                    ("mixed", [MixedLetter, MixedPattern, MixedPhrase]),
                }
            )
            {
                foreach (var pattern in patterns)
                {
                    yield return Prose($"{size}, {script}, no match of {pattern.Length}", length, 0, pattern, pattern);
                    var (few, many) = (Math.Max(1, length / Few), length / Math.Max(Many, pattern.Length * 3 / 2));
                    foreach (var (often, matches) in new[] { ("few", few), ("many", many) }.Where(one => one.Item1 == "few" || many > few))
                    {
                        yield return Prose(
                            $"{size}, {script}, {often} of {pattern.Length}, shorter",
                            length,
                            matches,
                            pattern,
                            pattern[..(pattern.Length / 2)].ToUpperInvariant()
                        );
                        yield return Prose(
                            $"{size}, {script}, {often} of {pattern.Length}, equal",
                            length,
                            matches,
                            pattern,
                            pattern.ToUpperInvariant()
                        );
                        yield return Prose(
                            $"{size}, {script}, {often} of {pattern.Length}, longer",
                            length,
                            matches,
                            pattern,
                            $"<{pattern.ToUpperInvariant()}>"
                        );
                    }
                }
            }
        }
    }

    private static IEnumerable<ReplaceInput> CommonWords()
    {
        foreach (var (length, size) in new[] { (4 * 1024, "4 KB"), (64 * 1024, "64 KB") })
        {
            foreach (
                var (language, words, pattern) in new[]
                {
                    ("English", EnglishWords, EnglishWord),
                    ("English", EnglishWords, EnglishPhrase),
                    ("Russian", RussianWords, RussianWord),
                    ("Russian", RussianWords, RussianRoot),
                }
            )
            {
                yield return Prose($"{size}, {language}, no match of {pattern.Length}", words.Split(' '), length, 0, pattern, pattern);
                yield return Prose(
                    $"{size}, {language}, few of {pattern.Length}, equal",
                    words.Split(' '),
                    length,
                    length / Few,
                    pattern,
                    pattern.ToUpperInvariant()
                );
            }
        }
    }

    public static IEnumerable<ReplaceInput> Wanted => IsGrid ? Grid() : Named;

    /// <summary>Whether all inputs are wanted.</summary>
    public static bool IsGrid => Environment.GetEnvironmentVariable(GridVariable) == "1";

    public override string ToString() => Name;

    // Words of a fixed seed with all letters of the pattern in them, unless it is only one.
    private static ReplaceInput Prose(string name, int length, int matches, string pattern, string newValue)
    {
        var letters = pattern.All(char.IsAscii) ? AsciiLetters : MixedLetters;
        return Prose(
            name,
            random => string.Concat(Enumerable.Range(0, random.Next(2, 10)).Select(_ => letters[random.Next(letters.Length)])),
            length,
            matches,
            pattern,
            newValue
        );
    }

    private static ReplaceInput Prose(string name, string[] words, int length, int matches, string pattern, string newValue) =>
        Prose(name, random => words[random.Next(words.Length)], length, matches, pattern, newValue);

    // Matches in mixed case are spread evenly over the text.
    private static ReplaceInput Prose(string name, Func<Random, string> word, int length, int matches, string pattern, string newValue)
    {
        string[] cases = [pattern, Capital(pattern), pattern.ToUpperInvariant(), pattern[0] + Capital(pattern[1..])];
        var random = new Random(17);
        var text = new StringBuilder(length);
        while (text.Length < length)
            text.Append(word(random)).Append(' ');

        text.Length = length;
        text.Replace(
            pattern,
            pattern == AsciiPattern ? "care"
                : pattern.Length == 1 ? "k"
                : new string('-', pattern.Length)
        );
        for (var match = 0; match < matches; match++)
        {
            var at = (int)((long)match * length / matches);
            var one = cases[match % cases.Length];
            for (var i = 0; i < one.Length; i++)
                text[at + i] = one[i];
        }

        return new ReplaceInput(name, text.ToString(), pattern, newValue);
    }

    private static string Capital(string word) => word.Length == 0 ? "" : word[..1].ToUpperInvariant() + word[1..];
}
