namespace Bench.Tests;

internal sealed class TemporaryFolder : IDisposable
{
    public string Path { get; } = Directory.CreateTempSubdirectory("bench-tests-").FullName;

    public void Dispose() => Directory.Delete(Path, recursive: true);
}
