using Bench.Harness.Interleaving;
using BenchmarkDotNet.Loggers;

namespace Bench.Harness.Running;

/// <summary>Prints progress and errors. Everything else is in the log file next to the tables.</summary>
/// <param name="output">Receives the lines.</param>
/// <param name="isInterleaved">
/// True to ignore BenchmarkDotNet's own progress. With interleaving everything is measured when it begins with the first case.
/// </param>
internal sealed class TerseConsole(TextWriter output, bool isInterleaved) : ILogger
{
    public string Id => nameof(TerseConsole);

    public int Priority => 0;

    public void Write(LogKind logKind, string text) { }

    public void WriteLine() { }

    public void WriteLine(LogKind logKind, string text)
    {
        if (text.StartsWith(InterleavedSession.ProgressPrefix, StringComparison.Ordinal))
            output.WriteLine(text[InterleavedSession.ProgressPrefix.Length..]);
        // After an interruption, each benchmark that was not measured would print three lines.
        else if (logKind == LogKind.Error && !InterleavedSession.WasInterrupted && !string.IsNullOrWhiteSpace(text))
            output.WriteLine(text.TrimStart('/', ' '));
        else if (!isInterleaved && text.StartsWith("// ** Remained", StringComparison.Ordinal))
            output.WriteLine(text.Trim('/', '*', ' '));
        else if (
            text.StartsWith("// ***** Building", StringComparison.Ordinal)
            || text.StartsWith("// ***** Done, took", StringComparison.Ordinal)
        )
            output.WriteLine(text.Trim('/', '*', ' '));
    }

    public void Flush() { }
}
