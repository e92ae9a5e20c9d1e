using System.Security.Cryptography;
using System.Text;
using Bench.Results;

namespace Bench.Runner;

/// <summary>What a work tree is, so that a change of it is noticed.</summary>
internal static class WorkTreeState
{
    /// <summary>A hash of its commit and of all files that differ from it.</summary>
    /// <param name="isResult">Whether a file, by its full path, is what is written meanwhile and does not count.</param>
    public static string Hash(Repository repository, Func<string, bool> isResult)
    {
        var commit = repository.Commit("HEAD");
        return Hash(
            repository,
            commit,
            repository.FilesChangedSince(commit).Where(file => !isResult(Path.GetFullPath(file, repository.Root)))
        );
    }

    /// <summary>What makes the work tree another build than its commit, in a few digits.</summary>
    /// <returns>The same for the same changes of the same commit, in any clone; null where there are none.</returns>
    public static string? OfChanges(Repository repository) =>
        repository.ChangedSources() is { Count: > 0 } files ? Hash(repository, repository.Commit("HEAD"), files)[..12] : null;

    private static string Hash(Repository repository, string commit, IEnumerable<string> files)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        Add(Encoding.UTF8.GetBytes(commit));
        foreach (var file in files.Order(StringComparer.Ordinal))
        {
            Add(Encoding.UTF8.GetBytes(file));
            Add(Content(Path.GetFullPath(file, repository.Root)));
        }

        return Convert.ToHexStringLower(hash.GetHashAndReset());

        // One that is gone is no empty one, and one may be larger than an array can be. A link may lead to a device without an end.
        static byte[] Content(string path)
        {
            if (!File.Exists(path) || !FolderFiles.IsRegular(path))
                return [];
            using var stream = File.OpenRead(path);
            return SHA256.HashData(stream);
        }

        // With its length, so that no two lists of files are one.
        void Add(byte[] bytes)
        {
            hash.AppendData(BitConverter.GetBytes(bytes.LongLength));
            hash.AppendData(bytes);
        }
    }
}
