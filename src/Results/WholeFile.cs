namespace Bench.Results;

/// <summary>Files that are written whole or not at all: a disk that fills up meanwhile must not cost the figures that were there before.</summary>
public static class WholeFile
{
    /// <summary>Writes one.</summary>
    /// <param name="path">Which; replaced where it exists.</param>
    /// <param name="write">Writes what is to stand in it.</param>
    /// <exception cref="IOException">It can't be written; what was there before still is.</exception>
    /// <exception cref="UnauthorizedAccessException">The same.</exception>
    public static void Write(string path, Action<Stream> write)
    {
        ArgumentNullException.ThrowIfNull(write);
        var part = path + ".part";
        using (var stream = File.Create(part))
            write(stream);
        File.Move(part, path, overwrite: true);
    }

    /// <summary>Writes a text.</summary>
    /// <param name="path">Which; replaced where it exists.</param>
    /// <param name="text">What is to stand in it.</param>
    /// <exception cref="IOException">It can't be written; what was there before still is.</exception>
    /// <exception cref="UnauthorizedAccessException">The same.</exception>
    public static void Write(string path, string text) => Write(path, stream =>
    {
        using var writer = new StreamWriter(stream, leaveOpen: true);
        writer.Write(text);
    });
}
