using System.Text.RegularExpressions;

namespace Bench.Runner;

/// <summary>A package and the version that a build uses of it, whatever its projects say.</summary>
/// <param name="Version">As NuGet writes it, such as 10.0.3 or 11.0.0-rc.1.</param>
internal sealed partial record PackageVersion(string Name, string Version)
{
    // Reads Npgsql@10.0.3, as `dotnet package add` does. Null for any other text.
    public static PackageVersion? Parse(string text) =>
        Spelling().Match(text) is { Success: true, Groups: var parts }
            ? new PackageVersion(parts["name"].Value, parts["version"].Value)
            : null;

    public override string ToString() => $"{Name}@{Version}";

    // NuGet writes 1.0, 1.0.0 and 1.0.0.0 as 1.0.0, and ignores what follows a plus sign.
    public bool IsVersion(string other) => Normal(Version).Equals(Normal(other), StringComparison.OrdinalIgnoreCase);

    private static string Normal(string version)
    {
        var text = version.Split('+')[0];
        var number = text.Split('-')[0];
        var parts = number.Split('.').Select(part => part.TrimStart('0') is { Length: > 0 } digits ? digits : "0").ToList();
        while (parts.Count < 3)
            parts.Add("0");
        if (parts is [_, _, _, "0"])
            parts.RemoveAt(3);
        return string.Join('.', parts) + text[number.Length..];
    }

    [GeneratedRegex(
        @"^(?<name>[A-Za-z0-9_][A-Za-z0-9_.-]*)@(?<version>\d+(?:\.\d+){0,3}(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?)$",
        RegexOptions.CultureInvariant
    )]
    private static partial Regex Spelling();
}
