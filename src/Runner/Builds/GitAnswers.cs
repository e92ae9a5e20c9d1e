using Bench.Processes;

namespace Bench.Runner;

/// <summary>What git says of a command that failed.</summary>
internal static class GitAnswers
{
    public static void EnsureSucceeded(ChildProcess answer, string what)
    {
        if (answer.ExitCode != 0)
            throw new RunnerException($"git can't {what}: {Reason(answer.Error)}");
    }

    // What was fatal first is the reason; what git says after it is what became of it.
    internal static string Reason(string text)
    {
        var lines = text.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        return lines.FirstOrDefault(line => line.StartsWith("fatal:", StringComparison.Ordinal))
            ?? lines.LastOrDefault()
            ?? "it does not say why";
    }
}
