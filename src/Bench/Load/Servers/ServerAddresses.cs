using System.Text.RegularExpressions;

namespace Bench.Load;

// Finds the addresses of a server in its output.
internal static partial class ServerAddresses
{
    // Lines about the address that a server listens on, and not about what it listens for.
    public static bool AreIn(string line) => line.Contains("listen", StringComparison.OrdinalIgnoreCase) && !ListensFor().IsMatch(line);

    // Local addresses only: a line may name other servers as well.
    public static IEnumerable<Uri> In(string line) =>
        Address()
            .Matches(line)
            .Select(match =>
                Uri.TryCreate(
                    match
                        .Value.Replace("//0.0.0.0:", "//127.0.0.1:", StringComparison.Ordinal)
                        .Replace("//[::]:", "//127.0.0.1:", StringComparison.Ordinal),
                    UriKind.Absolute,
                    out var url
                )
                    ? url
                    : null
            )
            .OfType<Uri>()
            .Where(url => url.IsLoopback);

    [GeneratedRegex(@"\blisten\w*\s+(?:for|to)\b(?!.*\bon\b)", RegexOptions.CultureInvariant | RegexOptions.IgnoreCase)]
    private static partial Regex ListensFor();

    [GeneratedRegex("""http://[^\s;,"'<>()]+""")]
    private static partial Regex Address();
}
