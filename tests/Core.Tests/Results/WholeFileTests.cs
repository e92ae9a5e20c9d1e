namespace Bench.Core.Tests;

public sealed class WholeFileTests : FolderTests
{
    [Fact]
    public void A_write_that_fails_leaves_the_file_as_it_was_and_nothing_beside_it()
    {
        var file = folder.Write("results.json", "before");

        var write = (Stream stream) =>
        {
            stream.WriteByte(1);
            throw new IOException("no space left on device");
        };

        Assert.Throws<IOException>(() => WholeFile.Write(file, write));
        Assert.Equal("before", File.ReadAllText(file));
        Assert.Equal([file], Directory.EnumerateFileSystemEntries(folder.Root));
    }

    [Fact]
    public void Nothing_is_written_through_a_link()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "links need rights");
        var other = folder.Write("other.txt", "before");
        var file = Path.Combine(folder.Root, "results.json");
        foreach (var link in new[] { file, file + ".part" })
            File.CreateSymbolicLink(link, other);

        WholeFile.Write(file, "results");

        Assert.Equal("before", File.ReadAllText(other));
        Assert.Equal("results", File.ReadAllText(file));
        Assert.Null(new FileInfo(file).LinkTarget);
    }
}
