using Bench.Processes;

namespace Bench.Runner;

internal static class GitAnswers
{
    public static void EnsureSucceeded(ChildProcess answer, string what)
    {
        if (answer.ExitCode != 0)
            throw new RunnerException($"git cannot {what}: {Reason(answer.Error)}");
    }

    // The first fatal line has the reason. Later lines describe its consequences.
    internal static string Reason(string text)
    {
        var lines = text.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        return lines.FirstOrDefault(line => line.StartsWith("fatal:", StringComparison.Ordinal))
            ?? lines.LastOrDefault()
            ?? "it gave no reason";
    }
}
