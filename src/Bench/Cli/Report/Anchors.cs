namespace Bench.Cli.Report;

/// <summary>
/// Unique names that are safe in URLs and file names. They derive from what they name, so links survive when the page is made again
/// from other results.
/// </summary>
internal sealed class Anchors
{
    private const int MaxLength = 100;

    private readonly HashSet<string> taken = new(StringComparer.Ordinal)
    {
        // Used by the page itself.
        "about",
        "all",
        "count",
        "how-to-read-it",
        "load-curves",
        "overview",
        "text",
        "tools",
    };

    public string Take(string text)
    {
        var name = string.Join(
            '-',
            new string([.. text.Select(letter => char.IsAsciiLetterOrDigit(letter) ? char.ToLowerInvariant(letter) : ' ')]).Split(
                ' ',
                StringSplitOptions.RemoveEmptyEntries
            )
        );
        name =
            name.Length > MaxLength ? name[..MaxLength]
            : name.Length > 0 ? name
            : "unnamed";
        var free = name;
        for (var i = 2; !taken.Add(free); i++)
            free = FormattableString.Invariant($"{name}-{i}");
        return free;
    }
}
