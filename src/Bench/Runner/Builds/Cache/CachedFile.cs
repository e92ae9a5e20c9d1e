using System.Security.Cryptography;

namespace Bench.Runner;

/// <param name="Name">Relative to the program's folder.</param>
/// <param name="Hash">SHA-256 of the content.</param>
internal sealed record CachedFile(string Name, long Size, string Hash)
{
    public static CachedFile Of(string folder, string name)
    {
        using var stream = File.OpenRead(Path.Combine(folder, name));
        return new CachedFile(name, stream.Length, Convert.ToHexStringLower(SHA256.HashData(stream)));
    }
}
