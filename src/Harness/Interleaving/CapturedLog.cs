using BenchmarkDotNet.Loggers;

namespace Bench.Harness.Interleaving;

// Keeps the log of a process's executor, from several threads, until BenchmarkDotNet requests the result.
internal sealed class CapturedLog : ILogger
{
    private readonly Lock gate = new();
    private readonly List<(LogKind Kind, string? Text, bool EndsLine)> lines = [];

    public string Id => nameof(CapturedLog);

    public int Priority => 0;

    public void Write(LogKind logKind, string text) => Add(logKind, text, false);

    public void WriteLine() => Add(LogKind.Default, null, true);

    public void WriteLine(LogKind logKind, string text) => Add(logKind, text, true);

    public void Flush() { }

    /// <summary>One line on why the process failed: the exception, or the harness's own message; null if there is neither.</summary>
    public string? Cause
    {
        get
        {
            lock (gate)
            {
                var texts = lines
                    .SelectMany(line => (line.Text ?? "").Split('\n'))
                    .Select(text => text.Trim().TrimStart('/', ' '))
                    .ToArray();
                return texts.FirstOrDefault(text =>
                    text.Contains(" within ", StringComparison.Ordinal)
                    && text.StartsWith("The benchmark did not", StringComparison.Ordinal)
                )
                    // The innermost exception: those that BenchmarkDotNet wraps around it carry no information.
                    ?? texts
                        .Where(IsException)
                        .Select(text => text[(text.LastIndexOf("---> ", StringComparison.Ordinal) is >= 0 and var inner ? inner + 5 : 0)..])
                        .LastOrDefault();
            }
        }
    }

    public void WriteTo(ILogger logger)
    {
        lock (gate)
        {
            foreach (var (kind, text, endsLine) in lines)
            {
                if (text is not null && endsLine)
                    logger.WriteLine(kind, text);
                else if (text is not null)
                    logger.Write(kind, text);
                else
                    logger.WriteLine();
            }

            lines.Clear();
        }
    }

    private static bool IsException(string text) =>
        text.IndexOf("Exception: ", StringComparison.Ordinal) is > 0 and var end && !text[..end].Contains(' ', StringComparison.Ordinal)
        || text.Contains("---> ", StringComparison.Ordinal);

    private void Add(LogKind kind, string? text, bool endsLine)
    {
        lock (gate)
            lines.Add((kind, text, endsLine));
    }
}
