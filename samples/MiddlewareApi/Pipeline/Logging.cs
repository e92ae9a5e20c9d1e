using Microsoft.Extensions.Logging;

namespace Samples.MiddlewareApi.Pipeline;

/// <summary>Formats each line of log as a file or a console would need it, and throws it away: the disk is not what is measured.</summary>
internal sealed class FormattingLoggerProvider : ILoggerProvider, ILogger
{
    private long characters;

    /// <summary>How much was logged.</summary>
    public long Characters => Interlocked.Read(ref characters);

    public ILogger CreateLogger(string categoryName) => this;

    public IDisposable? BeginScope<TState>(TState state)
        where TState : notnull => null;

    public bool IsEnabled(LogLevel logLevel) => true;

    public void Log<TState>(
        LogLevel logLevel,
        EventId eventId,
        TState state,
        Exception? exception,
        Func<TState, Exception?, string> formatter
    ) => Interlocked.Add(ref characters, formatter(state, exception).Length);

    public void Dispose() { }
}
