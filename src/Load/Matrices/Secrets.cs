using System.Text.RegularExpressions;

namespace Bench.Load;

/// <summary>
/// What no file of results says, because files are uploaded and committed: passwords and keys, known by the names of settings.
/// </summary>
internal static partial class Secrets
{
    /// <summary>What stands for a value.</summary>
    public const string Hidden = "(hidden)";

    public static LoadMatrix Hide(LoadMatrix matrix) =>
        matrix with
        {
            Headers = Hide(matrix.Headers),
            Start = Hide(matrix.Start),
            Arms = [.. matrix.Arms.Select(Hide)],
        };

    public static LoadArm Hide(LoadArm arm) => arm with { Environment = Hide(arm.Environment), Switches = Hide(arm.Switches) };

    /// <summary>Words of a command line, or variables: <c>--ApiKey abc</c>, <c>--ApiKey=abc</c>, <c>ApiKey=abc</c>.</summary>
    public static string[] Hide(IReadOnlyList<string> words) =>
        [
            .. words.Select(
                (word, i) =>
                    i > 0 && IsSwitch(words[i - 1]) && IsSecret(words[i - 1]) && !word.StartsWith('-') ? Hidden
                    : word.Split('=', 2) is [var name, _] && IsSecret(name) ? $"{name}={Hidden}"
                    : word
            ),
        ];

    private static Dictionary<string, string> Hide(IReadOnlyDictionary<string, string> values) =>
        values.ToDictionary(value => value.Key, value => IsSecret(value.Key) ? Hidden : value.Value);

    private static bool IsSwitch(string word) => word.StartsWith('-') && !word.Contains('=', StringComparison.Ordinal);

    private static bool IsSecret(string name) => Names().IsMatch(name);

    // A setting is called after what it is at its end: KeyVault:Url is none, and MaxKeys neither.
    [GeneratedRegex(
        "(?:authorization|cookie|credentials?|key|password|passwd|pwd|secret|signature|token)$|connectionstring",
        RegexOptions.CultureInvariant | RegexOptions.IgnoreCase
    )]
    private static partial Regex Names();
}
