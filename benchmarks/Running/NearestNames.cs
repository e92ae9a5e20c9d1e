namespace Benchmarks.Running;

/// <summary>The names a mistyped filter may have meant.</summary>
internal static class NearestNames
{
    private const int Count = 3;

    public static IEnumerable<string> Of(IEnumerable<string> patterns, IEnumerable<string> names)
    {
        var words = patterns
            .Where(pattern => !pattern.StartsWith('-'))
            .SelectMany(pattern => pattern.Split('*', '?', '.'))
            .Where(word => word.Length > 0)
            .ToArray();
        return names.OrderBy(name => Distance(words, name)).ThenBy(name => name, StringComparer.Ordinal).Take(Count);
    }

    // Each word counts by the part of the name it is nearest to: the topic, the class or the method.
    private static int Distance(string[] words, string name)
    {
        var parts = name.Split('.');
        return words.Sum(word => parts.Min(part => Math.Min(Edits(word, part), Edits(word, part.Replace("Benchmarks", "", StringComparison.Ordinal)))));
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
