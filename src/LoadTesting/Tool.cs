using Bench.Gating;

namespace Bench.LoadTesting;

/// <summary>A program of somebody else's that a load test runs: found on PATH, never brought along.</summary>
/// <param name="Name">Its name on PATH.</param>
/// <param name="Package">The package of Debian that has it.</param>
public sealed record Tool(string Name, string Package)
{
    /// <summary>Throughput.</summary>
    public static readonly Tool Wrk = new("wrk", "wrk");

    /// <summary>Response times, a line a request.</summary>
    public static readonly Tool H2Load = new("h2load", "nghttp2-client");

    /// <summary>Pictures.</summary>
    public static readonly Tool Gnuplot = new("gnuplot", "gnuplot-nox");

    /// <summary>Keeps a process to some cores.</summary>
    public static readonly Tool Taskset = new("taskset", "util-linux");

    /// <summary>Why it can't be used, in one line with the command that installs it; null where it is there.</summary>
    public string? WhyNot => Find() is null ? $"{Name} is not on PATH: sudo apt-get install {Package}" : null;

    /// <summary>Refuses to go on without it.</summary>
    /// <exception cref="LoadException">It is missing.</exception>
    public void MustBeThere()
    {
        if (WhyNot is { } reason)
            throw new LoadException(reason);
    }

    /// <summary>Its version, as it says itself.</summary>
    /// <param name="option">What asks it.</param>
    /// <returns>The first line that it prints.</returns>
    public string Version(string option)
    {
        var answer = ChildProcess.Run(Name, ".", CancellationToken.None, option);
        return (answer.Output + answer.Error).Split('\n')[0].Trim();
    }

    private string? Find() => (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries)
        .Select(folder => Path.Combine(folder, Name)).FirstOrDefault(File.Exists);
}
