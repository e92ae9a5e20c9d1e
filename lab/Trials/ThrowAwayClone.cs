using System.Diagnostics;
using Bench.Processes;

namespace Lab.Trials;

/// <summary>A clone of this repository's HEAD in a temporary folder: changes are made in it and measured there.</summary>
internal sealed class ThrowAwayClone : IDisposable
{
    private readonly CancellationToken cancellationToken;

    public ThrowAwayClone(Context context)
    {
        cancellationToken = context.Cancellation;
        Folder = Directory.CreateTempSubdirectory("lab-").FullName;
        RunGit(Folder, "clone", "--quiet", context.Folder, Root);
        Commit = Git("rev-parse", "HEAD")[..12];
    }

    /// <summary>Contains the clone. Everything in this folder is deleted with it.</summary>
    public string Folder { get; }

    public string Root => Path.Combine(Folder, "clone");

    /// <summary>The commit that it was cloned at.</summary>
    public string Commit { get; }

    public void CommitAll(string subject) => Git("commit", "--quiet", "-am", subject);

    public string Git(params IEnumerable<string> arguments) => RunGit(Root, arguments);

    /// <summary>Runs the command that was built with this program, in its own process.</summary>
    public BenchRun Bench(params IEnumerable<string> arguments)
    {
        var clock = Stopwatch.StartNew();
        var run = ChildProcess.Run("dotnet", Root, cancellationToken, [DataFile.PathOf("bench.dll"), .. arguments]);
        return new BenchRun(run.ExitCode, run.Output, run.Error, Math.Round(clock.Elapsed.TotalSeconds));
    }

    public void Dispose() => Directory.Delete(Folder, recursive: true);

    private string RunGit(string folder, params IEnumerable<string> arguments)
    {
        var run = GitProcess.Run(folder, cancellationToken, ["-c", "user.name=bench", "-c", "user.email=bench@localhost", .. arguments]);
        return run.ExitCode == 0 ? run.Output : throw new BenchException($"git {string.Join(' ', arguments)}: {run.Error}");
    }
}

/// <param name="Seconds">From the start of the command to its end, builds included.</param>
internal sealed record BenchRun(int ExitCode, string Output, string Error, double Seconds)
{
    /// <param name="what">The name of the measurement.</param>
    /// <exception cref="BenchException">The command ended with another exit code.</exception>
    public BenchRun Ensure(string what, params IEnumerable<int> exitCodes) =>
        exitCodes.Contains(ExitCode) ? this : throw new BenchException($"{what}: exit code {ExitCode}: {Error}");
}
