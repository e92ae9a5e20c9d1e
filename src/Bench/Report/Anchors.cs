namespace Bench.Report;

/// <summary>
/// Names that are safe in an address and as a file's name, each once. They follow what they name, so that a link to a question stays good
/// when the page is made again from other results.
/// </summary>
internal sealed class Anchors
{
    private const int MaxLength = 100;

    private readonly HashSet<string> taken = new(StringComparer.Ordinal)
    {
        // Those of the page itself.
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
