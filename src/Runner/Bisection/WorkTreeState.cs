using System.Security.Cryptography;
using System.Text;

namespace Bench.Runner;

/// <summary>What a work tree is, so that a change of it is noticed.</summary>
internal static class WorkTreeState
{
    /// <summary>A hash of its commit and of all files that differ from it.</summary>
    /// <param name="except">A folder whose files don't count.</param>
    public static string Hash(Repository repository, string except)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        var commit = repository.Commit("HEAD");
        Add(Encoding.UTF8.GetBytes(commit));
        foreach (var file in repository.FilesChangedSince(commit).Order(StringComparer.Ordinal))
        {
            var path = Path.GetFullPath(file, repository.Root);
            if (path.StartsWith(except + Path.DirectorySeparatorChar, StringComparison.Ordinal))
                continue;
            Add(Encoding.UTF8.GetBytes(file));
            Add(File.Exists(path) ? File.ReadAllBytes(path) : []);
        }

        return Convert.ToHexStringLower(hash.GetHashAndReset());

        // With its length, so that no two lists of files are one.
        void Add(byte[] bytes)
        {
            hash.AppendData(BitConverter.GetBytes(bytes.LongLength));
            hash.AppendData(bytes);
        }
    }
}
