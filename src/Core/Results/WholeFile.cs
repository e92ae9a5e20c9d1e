namespace Bench.Results;

// Replaces a file in one step, so that a full disk does not destroy the previous contents.
internal static class WholeFile
{
    public static void Write(string path, Action<Stream> write)
    {
        var part = path + ".part";
        // Removes the remains of a killed process. If it were a link, writing would go to its target.
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

    public static void Write(string path, string text) => Write(path, stream =>
        {
            using var writer = new StreamWriter(stream, leaveOpen: true);
            writer.Write(text);
        });
}
