using System.Text.Json.Serialization;

namespace Bench.Runner;

/// <summary>The cache's record of a program.</summary>
/// <param name="Parts">The inputs of the key, for people who want to know why a program was built again.</param>
/// <param name="SourceRoot">The top folder of the sources at the time of the build.</param>
/// <param name="OutputPath">The folder of the program, relative to SourceRoot.</param>
/// <param name="File">The name of the file that starts the program.</param>
/// <param name="Folders">Folders in the program's folder; some may be empty.</param>
/// <param name="Others">Files of other programs from the same build. The program may look for them among the sources.</param>
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
    // False for an entry that another version of bench wrote.
    [JsonIgnore]
    public bool IsComplete =>
        new object?[] { Key, Parts, SourceRoot, OutputPath, File, Folders, Files, Others }.All(part => part is not null);
}
