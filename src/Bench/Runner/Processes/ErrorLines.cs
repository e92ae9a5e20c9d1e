namespace Bench.Runner;

/// <summary>The last lines of a program's standard error, because they show why it ended.</summary>
internal sealed class ErrorLines
{
    private const int MaxLines = 50;
    private const string MissingRuntime = "You must install or update .NET to run this application.";
    private const string Framework = "Framework: ";

    private readonly Queue<string> lines = new();

    public void Keep(string? line)
    {
        if (string.IsNullOrWhiteSpace(line))
            return;

        lock (lines)
        {
            lines.Enqueue(line.Trim());
            if (lines.Count > MaxLines)
                lines.Dequeue();
        }
    }

    // The most informative line; null for none. A crash begins with "Unhandled exception." or "Process terminated.". The message is
    // on the same line or the next, and a stack trace follows.
    public string? Last()
    {
        string[] kept;
        lock (lines)
            kept = [.. lines.Where(line => !line.StartsWith("at ", StringComparison.Ordinal))];
        var framework = kept.FirstOrDefault(line => line.StartsWith(Framework, StringComparison.Ordinal));
        if (framework is not null && kept.Contains(MissingRuntime))
            return $"{framework[Framework.Length..]} is not installed. Install it, or use a newer one with --env DOTNET_ROLL_FORWARD=Major";
        var crash = Array.FindLastIndex(kept, line =>
            line.StartsWith("Unhandled exception", StringComparison.Ordinal)
            || line.StartsWith("Process terminated", StringComparison.Ordinal)
        );
        return crash < 0 ? kept.FirstOrDefault()
            : kept[crash] == "Process terminated." && crash + 1 < kept.Length ? $"{kept[crash]} {kept[crash + 1]}"
            : kept[crash];
    }
}
