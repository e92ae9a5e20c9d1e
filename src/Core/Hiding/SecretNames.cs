using System.Text.RegularExpressions;

namespace Bench.Hiding;

// Decides from names whether values may be shown. Only known variables and headers are harmless.
internal static partial class SecretNames
{
    // A name may have several words, and any of them can mark a secret.
    public static bool IsSecret(string name) => Anywhere().IsMatch(name) || Words().IsMatch(WordBreak().Replace(name, "_"));

    // The .NET host also reads an application's settings from variables with these prefixes. Therefore names with "__" are only harmless
    // for log levels.
    public static bool IsHarmlessVariable(string name) =>
        Variables().IsMatch(name) && !IsSecret(name) && (!name.Contains("__", StringComparison.Ordinal) || LogLevel().IsMatch(name));

    public static bool IsHarmlessHeader(string name) => Headers().IsMatch(name);

    [GeneratedRegex(
        "pass|pwd|secret|token|key|auth|cred|cookie|session|signature|dsn|conn|jwt|bearer|webhook",
        RegexOptions.CultureInvariant | RegexOptions.IgnoreCase
    )]
    private static partial Regex Anywhere();

    // These are so short that they also occur inside other words.
    [GeneratedRegex("(?<![A-Za-z])(?:pat|sas|sig|pin|otp|pw)(?![A-Za-z])", RegexOptions.CultureInvariant | RegexOptions.IgnoreCase)]
    private static partial Regex Words();

    [GeneratedRegex("(?<=[a-z0-9])(?=[A-Z])", RegexOptions.CultureInvariant)]
    private static partial Regex WordBreak();

    [GeneratedRegex(
        "^(?:(?:DOTNET|COMPlus)_\\w+|ASPNETCORE_(?:ENVIRONMENT|URLS|HTTPS?_PORTS)|TZ|LANG|LANGUAGE|LC_\\w+|NO_COLOR|Logging__LogLevel__[\\w.]+)$",
        RegexOptions.CultureInvariant
    )]
    private static partial Regex Variables();

    [GeneratedRegex("^Logging__LogLevel__", RegexOptions.CultureInvariant)]
    private static partial Regex LogLevel();

    [GeneratedRegex(
        "^(?:Accept(?:-[a-z]+)?|Content-(?:Type|Encoding|Length|Language)|User-Agent|Cache-Control|Pragma|Connection|Keep-Alive|Host|Range|TE|Expect|Prefer|DNT|Priority|Upgrade-Insecure-Requests|If-Modified-Since)$",
        RegexOptions.CultureInvariant | RegexOptions.IgnoreCase
    )]
    private static partial Regex Headers();
}
