using System.Text.RegularExpressions;

namespace Bench.Hiding;

// Patterns of secrets in any text. Each expression must read a text only once, even a hostile one.
internal static partial class SecretShapes
{
    // Parameters of an address or a path.
    [GeneratedRegex("(?<=/[^\\s\"'<>?]*\\?)[^\\s\"'<>#]*[^\\s\"'<>#:.,;]", RegexOptions.CultureInvariant)]
    public static partial Regex Query();

    // The user of an address, with the password.
    [GeneratedRegex("(?<=[A-Za-z]://)[^\\s\"'<>]{1,500}(?=@)", RegexOptions.CultureInvariant)]
    public static partial Regex User();

    // `Password=`, as in connection strings.
    [GeneratedRegex("(?<![\\w.:-])(?<name>(?>[\\w.:-]+))(?>\\s{0,3})=(?>\\s{0,3})", RegexOptions.CultureInvariant)]
    public static partial Regex Assignment();

    // The assigned value, which may contain spaces.
    [GeneratedRegex("\\G(?:\"[^\"]*\"|'[^']*'|[^;\"\\r\\n]*)", RegexOptions.CultureInvariant)]
    public static partial Regex Assigned();

    // `"password": "value"`, as in JSON.
    [GeneratedRegex(
        "\"(?<name>[\\w.:-]{1,100})\"(?>\\s{0,9}):(?>\\s{0,9})\"(?<value>(?:[^\"\\\\]|\\\\.)*)\"",
        RegexOptions.CultureInvariant | RegexOptions.Singleline
    )]
    public static partial Regex JsonProperty();

    // A header on a line, or the part after a scheme such as Bearer.
    [GeneratedRegex(
        "(?<=\\b(?:authorization|cookie|api-?key|token|secret|password|passwd|pwd)\\s?:\\s?)[^\\s\"'][^\"'\\r\\n]*|(?<=\\b(?:Bearer|Basic|Negotiate)\\s)[\\w+/=.~-]{6,}",
        RegexOptions.CultureInvariant | RegexOptions.IgnoreCase
    )]
    public static partial Regex Header();

    // Tokens with the prefix of a known issuer.
    [GeneratedRegex(
        "\\b(?:eyJ[\\w-]{8,}(?:\\.[\\w-]*)*|gh[a-z]_\\w{10,}|github_pat_\\w{10,}|glpat-[\\w-]{10,}|(?:AKIA|ASIA)[A-Z0-9]{12,}|xox[a-z]-[\\w-]{8,}|sk[-_][\\w-]{16,}|npm_\\w{20,}|AIza[\\w-]{20,}|ya29\\.[\\w.-]{10,}|hvs\\.[\\w-]{10,})",
        RegexOptions.CultureInvariant
    )]
    public static partial Regex Token();

    [GeneratedRegex("-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]*", RegexOptions.CultureInvariant)]
    public static partial Regex PrivateKey();

    // A part of a path that looks random.
    [GeneratedRegex("(?<=/)(?=[^/]*[0-9])(?=[^/]*[a-z])(?=[^/]*[A-Z])[\\w~.:+=-]{20,}(?=/|$)", RegexOptions.CultureInvariant)]
    public static partial Regex Segment();

    // Values too short to be a secret. They show which request was sent.
    [GeneratedRegex(
        @"^(?:true|false|-?[0-9]{1,4}(?:\.[0-9]{1,3})?|(?:\{[a-z]+\})+)$",
        RegexOptions.CultureInvariant | RegexOptions.IgnoreCase
    )]
    public static partial Regex Harmless();

    // A word that names the next one.
    [GeneratedRegex(@"^(?:--?|/)[A-Za-z][\w:.-]*$", RegexOptions.CultureInvariant)]
    public static partial Regex Switch();

    // A word that is not the value of the switch before it.
    [GeneratedRegex(@"^(?:--[A-Za-z][\w:.-]*(?:=.*)?|-[A-Za-z])$", RegexOptions.CultureInvariant | RegexOptions.Singleline)]
    public static partial Regex NextSwitch();

    // `NAME=VALUE` as a word, with the prefix from a shell or a switch.
    [GeneratedRegex(
        @"^(?<before>[^\w""']{0,9})(?<name>[A-Za-z_][\w:.-]*)=(?<value>.*)$",
        RegexOptions.CultureInvariant | RegexOptions.Singleline
    )]
    public static partial Regex Word();

    // The words of a command in one text, with their quotes.
    [GeneratedRegex("(?:\"[^\"]*\"|'[^']*'|[^\\s\"'])+|[\"']", RegexOptions.CultureInvariant)]
    public static partial Regex Words();
}
