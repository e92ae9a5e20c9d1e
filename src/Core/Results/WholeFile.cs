namespace Bench.Results;

/// <summary>
/// Files that are written whole or not at all: a disk that fills up meanwhile must not cost the figures that were there before.
/// </summary>
internal static class WholeFile
{
    public static void Write(string path, Action<Stream> write)
    {
        var part = path + ".part";
        // What a killed process left there; a link would be written through.
        File.Delete(part);
        try
        {
            using (var stream = new FileStream(part, FileMode.CreateNew))
                write(stream);
            File.Move(part, path, overwrite: true);
        }
        catch
        {
            File.Delete(part);
            throw;
        }
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
