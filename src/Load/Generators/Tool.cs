using Bench.Processes;

namespace Bench.Load;

/// <summary>A program of somebody else's that a load test runs: found on PATH, never brought along.</summary>
/// <param name="Package">The package of Debian that has it.</param>
internal sealed record Tool(string Name, string Package)
{
    public static readonly Tool Wrk = new("wrk", "wrk");

    public static readonly Tool H2Load = new("h2load", "nghttp2-client");

    public static readonly Tool Taskset = new("taskset", "util-linux");

    /// <summary>Why it can't be used, in one line with the command that installs it; null where it is there.</summary>
    public string? UnsupportedReason => ReasonWith(Environment.GetEnvironmentVariable("PATH"));

    public void EnsureInstalled() => EnsureInstalled(Environment.GetEnvironmentVariable("PATH"));

    /// <param name="path">The folders that programs are looked for in, as <c>PATH</c> lists them.</param>
    public void EnsureInstalled(string? path)
    {
        if (ReasonWith(path) is { } reason)
            throw new LoadException(reason);
    }

    public string Version(string option)
    {
        var answer = ChildProcess.Run(Name, ".", CancellationToken.None, option);
        return (answer.Output + answer.Error).Split('\n')[0].Trim();
    }

    private string? ReasonWith(string? path) =>
        (path ?? "").Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries).Any(folder => File.Exists(Path.Combine(folder, Name)))
            ? null
            : $"{Name} is not on PATH: sudo apt-get install {Package}";
}
