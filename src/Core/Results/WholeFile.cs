namespace Bench.Results;

/// <summary>
/// Files that are written whole or not at all: a disk that fills up meanwhile must not cost the figures that were there before.
/// </summary>
internal static class WholeFile
{
    public static void Write(string path, Action<Stream> write)
    {
        var part = path + ".part";
        using (var stream = File.Create(part))
            write(stream);
        File.Move(part, path, overwrite: true);
    }

    public static void Write(string path, string text) =>
        Write(
            path,
            stream =>
            {
                using var writer = new StreamWriter(stream, leaveOpen: true);
                writer.Write(text);
            }
        );
}
