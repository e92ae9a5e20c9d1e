using System.Security.Cryptography;

namespace Bench.Results;

// Files with the same bytes on both sides are one measurement, so they show no change.
internal sealed class IdenticalFiles
{
    private readonly Dictionary<string, string> hashes = new(StringComparer.Ordinal);

    // Returns files of the second side. The lengths are the number of bytes read from each file.
    public IReadOnlyList<string> Find(IEnumerable<(ResultFile File, long Length)> first, IEnumerable<(ResultFile File, long Length)> second)
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

    // Two files of one side with the same bytes, because a copy is not another launch. Null if all differ.
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
