namespace Bench.Results;

/// <summary>A file that a user named. It must be a regular file of limited size: a pipe or a device may have no end.</summary>
/// <param name="Name">As the user named it, for messages.</param>
/// <param name="Path">Its full path.</param>
internal readonly record struct InputFile(string Name, string Path)
{
    /// <summary>For files that are read into memory as a whole.</summary>
    public const int MaxMegabytes = 100;

    /// <summary>For runs of BenchmarkDotNet, which are read piece by piece.</summary>
    public const int MaxMegabytesOfRun = 1000;

    private const int BufferSize = 1 << 16;

    public static implicit operator InputFile(string path) => new(path, path);

    public override string ToString() => Name;

    /// <summary>Opens the file.</summary>
    /// <exception cref="ResultsException">It is no regular file, or too large.</exception>
    public FileStream Open(int maxMegabytes = MaxMegabytes)
    {
        // Opening a pipe without a writer would block; opening a folder fails.
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
            // The devices of Windows.
            throw NotRegular();
        }

        throw TooLarge(Name, maxMegabytes);
    }

    /// <summary>Reads the whole file.</summary>
    /// <exception cref="ResultsException">It is no regular file, or too large.</exception>
    public byte[] ReadBytes(int maxMegabytes = MaxMegabytes)
    {
        using var stream = OpenLimited(maxMegabytes);
        using var bytes = new MemoryStream();
        stream.CopyTo(bytes);
        return bytes.ToArray();
    }

    /// <inheritdoc cref="ReadBytes"/>
    public string ReadText(int maxMegabytes = MaxMegabytes)
    {
        using var reader = new StreamReader(OpenLimited(maxMegabytes), bufferSize: BufferSize);
        return reader.ReadToEnd();
    }

    /// <inheritdoc cref="ReadBytes"/>
    public IReadOnlyList<string> ReadLines()
    {
        using var reader = new StreamReader(OpenLimited(MaxMegabytes), bufferSize: BufferSize);
        var lines = new List<string>();
        while (reader.ReadLine() is { } line)
            lines.Add(line);
        return lines;
    }

    // The files of /proc have no length, and some of them no end.
    private LimitedStream OpenLimited(int maxMegabytes)
    {
        var name = Name;
        return new LimitedStream(Open(maxMegabytes), (long)maxMegabytes << 20, () => TooLarge(name, maxMegabytes));
    }

    private ResultsException NotRegular() => new(Name, "is a pipe or a device. Name a regular file.");

    public static ResultsException TooLarge(string name, int maxMegabytes) =>
        new(name, FormattableString.Invariant($"is larger than {maxMegabytes} MB. Name a smaller file."));
}
