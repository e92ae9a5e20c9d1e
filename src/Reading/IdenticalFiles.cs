using System.Security.Cryptography;

namespace Bench.Results;

/// <summary>Files that both sides have with the same bytes: measured once, they say nothing of a change.</summary>
internal sealed class IdenticalFiles
{
    private readonly Dictionary<string, string> hashes = new(StringComparer.Ordinal);

    /// <summary>The files of one side that another side has as well.</summary>
    /// <param name="first">The files of one side, with the number of bytes that were read from each.</param>
    public IReadOnlyList<string> Find(
        IEnumerable<(ResultFile File, long Length)> first,
        IEnumerable<(ResultFile File, long Length)> second
    )
    {
        var all = first.ToArray();
        return
        [
            .. second
                .Where(file =>
                    all.Any(other =>
                        other.File.Key == file.File.Key
                        || (file.Length > 0 && other.Length == file.Length && Hash(other.File) == Hash(file.File))
                    )
                )
                .Select(file => file.File.Place),
        ];
    }

    /// <summary>A file of a side, and another of the same bytes: the same measurements are no launch more.</summary>
    /// <returns>Both; null where all differ.</returns>
    public (ResultFile First, ResultFile Second)? Twice(IEnumerable<(ResultFile File, long Length)> side)
    {
        foreach (var same in side.Where(file => file.Length > 0).GroupBy(file => file.Length).Where(same => same.Count() > 1))
        {
            foreach (var copies in same.Select(file => file.File).GroupBy(Hash, StringComparer.Ordinal))
            {
                if (copies.ElementAtOrDefault(1) is { } second)
                    return (copies.First(), second);
            }
        }

        return null;
    }

    private string Hash(ResultFile file)
    {
        if (!hashes.TryGetValue(file.Key, out var hash))
        {
            using var stream = file.Open();
            hashes.Add(file.Key, hash = Convert.ToHexString(SHA256.HashData(stream)));
        }

        return hash;
    }
}
