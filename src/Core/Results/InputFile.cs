namespace Bench.Results;

/// <summary>A file that a user named.</summary>
/// <param name="Name">As the user named it, for messages.</param>
/// <param name="Path">Its full path.</param>
internal readonly record struct InputFile(string Name, string Path)
{
    public static implicit operator InputFile(string path) => new(path, path);

    public override string ToString() => Name;
}
