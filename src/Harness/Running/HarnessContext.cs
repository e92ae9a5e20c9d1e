using BenchmarkDotNet.Loggers;

namespace Bench.Harness.Running;

/// <summary>The console and the current directory of a program: parameters, so that tests need no process.</summary>
/// <param name="Output">Standard output.</param>
/// <param name="Error">Standard error.</param>
/// <param name="Logger">Where BenchmarkDotNet writes lists, help and its whole log.</param>
/// <param name="WorkingDirectory">Where relative paths begin.</param>
internal sealed record HarnessContext(TextWriter Output, TextWriter Error, ILogger Logger, string WorkingDirectory)
{
    public static HarnessContext OfProcess() => new(Console.Out, Console.Error, ConsoleLogger.Default, Environment.CurrentDirectory);
}
