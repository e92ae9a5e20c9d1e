using System.Security.Cryptography;

namespace Bench.Results;

/// <summary>Files that both sides have with the same bytes: measured once, they say nothing of a change.</summary>
internal static class IdenticalFiles
{
    /// <summary>The files of one side that another side has as well.</summary>
    /// <param name="first">The files of one side, with the number of bytes that were read from each.</param>
    public static IReadOnlyList<string> Find(
        IEnumerable<(ResultFile File, long Length)> first,
        IEnumerable<(ResultFile File, long Length)> second
    )
    {
        var all = first.ToArray();
        var hashes = new Hashes();
        return
        [
            .. second
                .Where(file =>
                    all.Any(other =>
                        other.File.Key == file.File.Key
                        || (file.Length > 0 && other.Length == file.Length && hashes.Of(other.File) == hashes.Of(file.File))
                    )
                )
                .Select(file => file.File.Place),
        ];
    }

    /// <summary>A file of a side, and another of the same bytes: the same measurements are no launch more.</summary>
    /// <returns>Both; null where all differ.</returns>
    public static (ResultFile First, ResultFile Second)? Twice(IEnumerable<(ResultFile File, long Length)> side)
    {
        var hashes = new Hashes();
        foreach (var same in side.Where(file => file.Length > 0).GroupBy(file => file.Length).Where(same => same.Count() > 1))
        {
            foreach (var copies in same.Select(file => file.File).GroupBy(hashes.Of, StringComparer.Ordinal))
            {
                if (copies.ElementAtOrDefault(1) is { } second)
                    return (copies.First(), second);
            }
        }

        return null;
    }

    private sealed class Hashes
    {
        private readonly Dictionary<string, string> known = new(StringComparer.Ordinal);

        public string Of(ResultFile file)
        {
            if (!known.TryGetValue(file.Key, out var hash))
            {
                using var stream = file.Open();
                known.Add(file.Key, hash = Convert.ToHexString(SHA256.HashData(stream)));
            }

            return hash;
        }
    }
}
