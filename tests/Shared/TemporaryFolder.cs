namespace Bench.Tests;

internal sealed class TemporaryFolder : IDisposable
{
    public string Path { get; } = Directory.CreateTempSubdirectory("bench-tests-").FullName;

    public void Dispose() => Directory.Delete(Path, recursive: true);
}

/// <summary>Tests with a folder of their own.</summary>
public abstract class TemporaryFolderTests : IDisposable
{
    private protected readonly TemporaryFolder folder = new();

    public void Dispose()
    {
        folder.Dispose();
        GC.SuppressFinalize(this);
    }
}
