using BenchmarkDotNet.Loggers;

namespace Bench.Harness.Interleaving;

/// <summary>What a process's executor logs, from several threads, to be written when BenchmarkDotNet asks for its result.</summary>
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

    private void Add(LogKind kind, string? text, bool endsLine)
    {
        lock (gate)
            lines.Add((kind, text, endsLine));
    }
}
