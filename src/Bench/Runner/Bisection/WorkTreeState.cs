using System.Security.Cryptography;
using System.Text;
using Bench.Results;

namespace Bench.Runner;

internal static class WorkTreeState
{
    // Hashes the commit and all files that differ from it. isResult gets a full path; files that bench itself writes meanwhile do not
    // count.
    public static string Hash(Repository repository, Func<string, bool> isResult)
    {
        var commit = repository.Commit("HEAD");
        return Hash(
            repository,
            commit,
            repository.FilesChangedSince(commit).Where(file => !isResult(Path.GetFullPath(file, repository.Root)))
        );
    }

    // A short hash that is the same for the same changes of the same commit, in any clone; null without changes.
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

        // A deleted file differs from an empty one. A file may be too large for an array. A link may lead to an endless device.
        static byte[] Content(string path)
        {
            if (!File.Exists(path) || !FolderFiles.IsRegular(path))
                return [];
            using var stream = File.OpenRead(path);
            return SHA256.HashData(stream);
        }

        // Adds the length too, so that different lists of files give different bytes.
        void Add(byte[] bytes)
        {
            hash.AppendData(BitConverter.GetBytes(bytes.LongLength));
            hash.AppendData(bytes);
        }
    }
}
