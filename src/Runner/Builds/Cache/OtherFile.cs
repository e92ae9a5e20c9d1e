namespace Bench.Runner;

/// <summary>A file of a program that was built along with another one.</summary>
/// <param name="Name">Its place below the top folder of the sources.</param>
/// <param name="Source">Where the cache has it, in the folder of the entry: most of its files the main program has as well.</param>
internal sealed record OtherFile(string Name, string Source, long Size, string Hash)
{
    /// <summary>Whether the file is among the sources already.</summary>
    public bool IsAt(string root) => File.Exists(Path.Combine(root, Name)) && Matches(CachedFile.Of(root, Name));

    public bool Matches(CachedFile file) => file.Size == Size && file.Hash == Hash;
}
