namespace Suite.Tests.Suite;

internal sealed class TemporaryFolder : IDisposable
{
    public string Path { get; } = Directory.CreateTempSubdirectory("suite-tests-").FullName;

    public void Dispose() => Directory.Delete(Path, recursive: true);
}
