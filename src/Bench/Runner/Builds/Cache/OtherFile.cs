namespace Bench.Runner;

/// <summary>A file of another program from the same build.</summary>
/// <param name="Name">Relative to the top folder of the sources.</param>
/// <param name="Source">
/// The stored file, relative to the entry's folder. The main program often has the same file, which is then stored once.
/// </param>
internal sealed record OtherFile(string Name, string Source, long Size, string Hash)
{
    public bool IsAt(string root) => File.Exists(Path.Combine(root, Name)) && Matches(CachedFile.Of(root, Name));

    public bool Matches(CachedFile file) => file.Size == Size && file.Hash == Hash;
}
