using Bench.Processes;

namespace Bench.Load;

/// <summary>An external program that a load test finds on PATH.</summary>
/// <param name="Package">Its Debian package.</param>
internal sealed record Tool(string Name, string Package)
{
    public static readonly Tool Wrk = new("wrk", "wrk");

    public static readonly Tool H2Load = new("h2load", "nghttp2-client");

    public static readonly Tool Taskset = new("taskset", "util-linux");

    public string? UnsupportedReason => ReasonWith(Environment.GetEnvironmentVariable("PATH"));

    public void EnsureInstalled() => EnsureInstalled(Environment.GetEnvironmentVariable("PATH"));

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
            : $"{Name} is not on PATH. Install it with sudo apt-get install {Package}";
}
