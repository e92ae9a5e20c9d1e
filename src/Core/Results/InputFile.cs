namespace Bench.Results;

// A file that a user named. It must be a regular file of limited size, because a pipe or device may have no end. Name is for messages.
internal readonly record struct InputFile(string Name, string Path)
{
    // For files that are read into memory completely.
    public const int MaxMegabytes = 100;

    // For runs of BenchmarkDotNet, which are streamed.
    public const int MaxMegabytesOfRun = 1000;

    private const int BufferSize = 1 << 16;

    public static implicit operator InputFile(string path) => new(path, path);

    public override string ToString() => Name;

    public FileStream Open(int maxMegabytes = MaxMegabytes)
    {
        // Opening a pipe without a writer would block. Opening a folder fails.
        if (!FolderFiles.IsRegular(Path) && !Directory.Exists(Path))
            throw NotRegular();
        try
        {
            var stream = new FileStream(Path, new FileStreamOptions { BufferSize = 0, Options = FileOptions.SequentialScan });
            if (stream.Length <= (long)maxMegabytes << 20)
                return stream;
            stream.Dispose();
        }
        catch (NotSupportedException)
        {
            // Devices on Windows.
            throw NotRegular();
        }

        throw TooLarge(Name, maxMegabytes);
    }

    public byte[] ReadBytes(int maxMegabytes = MaxMegabytes)
    {
        using var stream = OpenLimited(maxMegabytes);
        using var bytes = new MemoryStream();
        stream.CopyTo(bytes);
        return bytes.ToArray();
    }

    public string ReadText(int maxMegabytes = MaxMegabytes)
    {
        using var reader = new StreamReader(OpenLimited(maxMegabytes), bufferSize: BufferSize);
        return reader.ReadToEnd();
    }

    public IReadOnlyList<string> ReadLines()
    {
        using var reader = new StreamReader(OpenLimited(MaxMegabytes), bufferSize: BufferSize);
        var lines = new List<string>();
        while (reader.ReadLine() is { } line)
            lines.Add(line);
        return lines;
    }

    // Files in /proc have length 0, and some never end.
    private LimitedStream OpenLimited(int maxMegabytes)
    {
        var name = Name;
        return new LimitedStream(Open(maxMegabytes), (long)maxMegabytes << 20, () => TooLarge(name, maxMegabytes));
    }

    private ResultsException NotRegular() => new(Name, "is a pipe or a device. Name a regular file.");

    public static ResultsException TooLarge(string name, int maxMegabytes) =>
        new(name, FormattableString.Invariant($"is larger than {maxMegabytes} MB. Name a smaller file."));
}
