using System.Text.RegularExpressions;

namespace Bench.Hiding;

/// <summary>What secrets look like in a text, whoever wrote it. Each expression reads a text once, however hostile it is.</summary>
internal static partial class SecretShapes
{
    /// <summary>Parameters of an address or a path.</summary>
    [GeneratedRegex("(?<=/[^\\s\"'<>?]*\\?)[^\\s\"'<>#]*[^\\s\"'<>#:.,;]", RegexOptions.CultureInvariant)]
    public static partial Regex Query();

    /// <summary>The user of an address, with the password.</summary>
    [GeneratedRegex("(?<=[A-Za-z]://)[^\\s\"'<>]{1,500}(?=@)", RegexOptions.CultureInvariant)]
    public static partial Regex User();

    /// <summary><c>Password=</c>, as in connection strings.</summary>
    [GeneratedRegex("(?<![\\w.:-])(?<name>(?>[\\w.:-]+))(?>\\s{0,3})=(?>\\s{0,3})", RegexOptions.CultureInvariant)]
    public static partial Regex Assignment();

    /// <summary>What is assigned: it may have blanks.</summary>
    [GeneratedRegex("\\G(?:\"[^\"]*\"|'[^']*'|[^;\"\\r\\n]*)", RegexOptions.CultureInvariant)]
    public static partial Regex Assigned();

    /// <summary><c>"password": "value"</c>, as in JSON.</summary>
    [GeneratedRegex(
        "\"(?<name>[\\w.:-]{1,100})\"(?>\\s{0,9}):(?>\\s{0,9})\"(?<value>(?:[^\"\\\\]|\\\\.)*)\"",
        RegexOptions.CultureInvariant | RegexOptions.Singleline
    )]
    public static partial Regex JsonProperty();

    /// <summary>A header on a line, or what follows the scheme of one.</summary>
    [GeneratedRegex(
        "(?<=\\b(?:authorization|cookie|api-?key|token|secret|password|passwd|pwd)\\s?:\\s?)[^\\s\"'][^\"'\\r\\n]*|(?<=\\b(?:Bearer|Basic|Negotiate)\\s)[\\w+/=.~-]{6,}",
        RegexOptions.CultureInvariant | RegexOptions.IgnoreCase
    )]
    public static partial Regex Header();

    /// <summary>Tokens that begin like those of a known maker.</summary>
    [GeneratedRegex(
        "\\b(?:eyJ[\\w-]{8,}(?:\\.[\\w-]*)*|gh[a-z]_\\w{10,}|github_pat_\\w{10,}|glpat-[\\w-]{10,}|(?:AKIA|ASIA)[A-Z0-9]{12,}|xox[a-z]-[\\w-]{8,}|sk[-_][\\w-]{16,}|npm_\\w{20,}|AIza[\\w-]{20,}|ya29\\.[\\w.-]{10,}|hvs\\.[\\w-]{10,})",
        RegexOptions.CultureInvariant
    )]
    public static partial Regex Token();

    [GeneratedRegex("-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]*", RegexOptions.CultureInvariant)]
    public static partial Regex PrivateKey();

    /// <summary>A part of a path that nobody would write by hand.</summary>
    [GeneratedRegex("(?<=/)(?=[^/]*[0-9])(?=[^/]*[a-z])(?=[^/]*[A-Z])[\\w~.:+=-]{20,}(?=/|$)", RegexOptions.CultureInvariant)]
    public static partial Regex Segment();

    /// <summary>What is too little to be a secret, and says what was asked for.</summary>
    [GeneratedRegex(
        @"^(?:true|false|-?[0-9]{1,4}(?:\.[0-9]{1,3})?|(?:\{[a-z]+\})+)$",
        RegexOptions.CultureInvariant | RegexOptions.IgnoreCase
    )]
    public static partial Regex Harmless();

    /// <summary>A word that says what the next one is.</summary>
    [GeneratedRegex(@"^(?:--?|/)[A-Za-z][\w:.-]*$", RegexOptions.CultureInvariant)]
    public static partial Regex Switch();

    /// <summary>A word that is no value of the switch before it.</summary>
    [GeneratedRegex(@"^(?:--[A-Za-z][\w:.-]*(?:=.*)?|-[A-Za-z])$", RegexOptions.CultureInvariant | RegexOptions.Singleline)]
    public static partial Regex NextSwitch();

    /// <summary><c>NAME=VALUE</c> as a word, with what a shell or a switch has before the name.</summary>
    [GeneratedRegex(
        @"^(?<before>[^\w""']{0,9})(?<name>[A-Za-z_][\w:.-]*)=(?<value>.*)$",
        RegexOptions.CultureInvariant | RegexOptions.Singleline
    )]
    public static partial Regex Word();

    /// <summary>The words of a command in one text, each with its quotes.</summary>
    [GeneratedRegex("(?:\"[^\"]*\"|'[^']*'|[^\\s\"'])+|[\"']", RegexOptions.CultureInvariant)]
    public static partial Regex Words();
}
