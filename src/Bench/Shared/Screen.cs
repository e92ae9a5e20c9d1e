using Bench.Comparison;
using Bench.Reports;

namespace Bench;

/// <summary>
/// The one way to standard output and standard error: whatever a file said in it, nothing moves a cursor, changes a colour or hides.
/// </summary>
internal static class Screen
{
    /// <summary>Only a terminal has colours, and not where NO_COLOR (no-color.org) asks for none.</summary>
    public static bool HasColours => !Console.IsOutputRedirected && string.IsNullOrEmpty(Environment.GetEnvironmentVariable("NO_COLOR"));

    /// <summary>Writes a page as it is, but for what can't be seen.</summary>
    public static void Write(string page)
    {
        Console.Out.Write(string.Join('\n', page.ReplaceLineEndings("\n").Split('\n').Select(line => Visible.Render(line))));
    }

    public static void WriteLine(string line) => Console.Out.WriteLine(Visible.Render(line));

    /// <summary>Writes one line to standard error, with the name of the command.</summary>
    public static void Error(string line) => Console.Error.WriteLine($"bench: {Visible.Render(line.Trim())}");

    /// <summary>Says what went wrong, with what a user can choose from, and gives the exit code of that.</summary>
    public static int Fail(Exception e)
    {
        Error(e.Message);
        foreach (var choice in (e as BenchException)?.Choices ?? [])
            Console.Error.WriteLine($"  {Visible.Render(choice)}");
        return (int)ExitCode.Usage;
    }

    /// <summary>Says what went wrong, and gives the exit code of that.</summary>
    public static int Fail(string line)
    {
        Error(line);
        return (int)ExitCode.Usage;
    }
}
