using Bench.Cli.Doctor;

namespace Bench.Tests;

/// <summary>The files in which a made-up Linux describes itself.</summary>
internal sealed class FakeSystem : FolderTests
{
    public SystemFiles Files => new(folder.Root);

    public FakeSystem With(string path, string text)
    {
        folder.Write(path, text + "\n");
        return this;
    }
}
