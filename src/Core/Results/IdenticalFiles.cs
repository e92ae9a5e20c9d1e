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
        var hashes = new Dictionary<string, string>(StringComparer.Ordinal);
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

        string Hash(ResultFile file)
        {
            if (!hashes.TryGetValue(file.Key, out var hash))
            {
                using var stream = file.Open();
                hashes.Add(file.Key, hash = Convert.ToHexString(SHA256.HashData(stream)));
            }

            return hash;
        }
    }
}
