using System.Text.Json.Serialization;

namespace Bench.Runner;

/// <summary>What the cache knows of a program that it keeps.</summary>
/// <param name="Parts">What the key was made of, for people who wonder why a build was made again.</param>
/// <param name="SourceRoot">The top folder that the sources had when it was built.</param>
/// <param name="OutputPath">The folder of the program below that.</param>
/// <param name="File">The name of the file that is started.</param>
/// <param name="Folders">The folders in the program's own, of which some may be empty.</param>
/// <param name="Others">The files of other programs that were built with it: it may look for them among the sources.</param>
internal sealed record CacheEntry(
    string Key,
    SortedDictionary<string, string> Parts,
    string SourceRoot,
    string OutputPath,
    string File,
    bool IsExecutable,
    IReadOnlyList<string> Folders,
    IReadOnlyList<CachedFile> Files,
    IReadOnlyList<OtherFile> Others
)
{
    /// <summary>Whether it has all that this version of the program needs; another version may have written it.</summary>
    [JsonIgnore]
    public bool IsComplete =>
        new object?[] { Key, Parts, SourceRoot, OutputPath, File, Folders, Files, Others }.All(part => part is not null);
}
