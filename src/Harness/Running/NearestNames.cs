namespace Bench.Harness.Running;

// Suggests names for a mistyped filter.
internal static class NearestNames
{
    private const int Count = 3;

    /// <summary>A sentence with the nearest names, or with the option that lists all.</summary>
    public static string Hint(IEnumerable<string> patterns, IEnumerable<string> names)
    {
        var nearest = Of(patterns, names).ToArray();
        return nearest.Length > 0 ? $"Nearest: {string.Join(", ", nearest)}." : "Use --list flat to list all benchmarks.";
    }

    public static IEnumerable<string> Of(IEnumerable<string> patterns, IEnumerable<string> names)
    {
        var words = patterns
            .Where(pattern => !pattern.StartsWith('-'))
            .SelectMany(pattern => pattern.Split('*', '?', '.'))
            .Where(word => word.Length is > 0 and <= 100)
            .ToArray();
        // Up to half of the typed characters may be wrong.
        var limit = words.Sum(word => word.Length) / 2;
        return names
            .Select(name => (Name: name, Distance: Distance(words, name)))
            .Where(candidate => words.Length > 0 && candidate.Distance <= limit)
            .OrderBy(candidate => candidate.Distance)
            .ThenBy(candidate => candidate.Name, StringComparer.Ordinal)
            .Select(candidate => candidate.Name)
            .Take(Count);
    }

    // Each word is compared with the nearest part of the name: topic, class or method.
    private static int Distance(string[] words, string name)
    {
        var parts = name.Split('.');
        return words.Sum(word =>
            parts.Min(part => Math.Min(Edits(word, part), Edits(word, part.Replace("Benchmarks", "", StringComparison.Ordinal))))
        );
    }

    // Levenshtein (1966), ignoring case.
    private static int Edits(string a, string b)
    {
        var row = Enumerable.Range(0, b.Length + 1).ToArray();
        for (var i = 1; i <= a.Length; i++)
        {
            var diagonal = row[0];
            row[0] = i;
            for (var j = 1; j <= b.Length; j++)
            {
                var substitution = diagonal + (char.ToUpperInvariant(a[i - 1]) == char.ToUpperInvariant(b[j - 1]) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.Min(substitution, Math.Min(row[j], row[j - 1]) + 1);
            }
        }

        return row[^1];
    }
}
