using Bench.Processes;

namespace Bench.Eng;

/// <summary>A clone of this repository's HEAD in a temporary folder, for changing and measuring.</summary>
internal sealed class ThrowAwayClone : IDisposable
{
    private readonly CancellationToken cancellationToken;

    public ThrowAwayClone(string prefix, CancellationToken cancellationToken)
    {
        this.cancellationToken = cancellationToken;
        Folder = Directory.CreateTempSubdirectory(prefix).FullName;
        Run("git", Folder, "clone", "--quiet", Directory.GetCurrentDirectory(), Root);
        Commit = Run("git", Root, "rev-parse", "HEAD")[..12];
    }

    /// <summary>The folder of the clone and of other temporary files. Deleted at the end.</summary>
    public string Folder { get; }

    public string Root => Path.Combine(Folder, "clone");

    public string Commit { get; }

    public void CommitAll(string subject) =>
        Run("git", Root, "-c", "user.name=bench", "-c", "user.email=bench@localhost", "commit", "--quiet", "-am", subject);

    public ChildProcess Bench(params IEnumerable<string> arguments) =>
        ChildProcess.Run("dotnet", Root, cancellationToken, [Path.Combine(AppContext.BaseDirectory, "bench.dll"), .. arguments]);

    public void Dispose() => Directory.Delete(Folder, recursive: true);

    private string Run(string program, string folder, params string[] arguments)
    {
        var run = ChildProcess.Run(program, folder, cancellationToken, arguments);
        return run.ExitCode == 0
            ? run.Output
            : throw new InvalidOperationException($"{program} {string.Join(' ', arguments)}: {run.Error}");
    }
}
