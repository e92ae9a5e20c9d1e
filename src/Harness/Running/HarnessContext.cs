using BenchmarkDotNet.Loggers;

namespace Bench.Harness.Running;

/// <summary>Console and current directory of a program as parameters, so that tests need no process.</summary>
/// <param name="Output">Standard output.</param>
/// <param name="Error">Standard error.</param>
/// <param name="Logger">For BenchmarkDotNet's lists, help and full log.</param>
/// <param name="WorkingDirectory">Start of relative paths.</param>
internal sealed record HarnessContext(TextWriter Output, TextWriter Error, ILogger Logger, string WorkingDirectory)
{
    public static HarnessContext OfProcess() => new(Console.Out, Console.Error, ConsoleLogger.Default, Environment.CurrentDirectory);
}
