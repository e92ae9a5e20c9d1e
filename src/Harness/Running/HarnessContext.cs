using Bench.Reports;
using BenchmarkDotNet.Loggers;

namespace Bench.Harness.Running;

/// <summary>Console and current directory of a program as parameters, so that tests need no process.</summary>
/// <param name="Output">Standard output.</param>
/// <param name="Error">Standard error.</param>
/// <param name="Logger">For BenchmarkDotNet's lists, help and full log.</param>
/// <param name="WorkingDirectory">Start of relative paths.</param>
internal sealed record HarnessContext(TextWriter Output, TextWriter Error, ILogger Logger, string WorkingDirectory)
{
    public bool HasColours { get; init; }

    /// <summary>The width of the last screen.</summary>
    public int Columns { get; init; } = 120;

    public static HarnessContext OfProcess()
    {
        var context = new HarnessContext(Console.Out, Console.Error, ConsoleLogger.Default, Environment.CurrentDirectory);
        return Console.IsOutputRedirected || Console.WindowWidth == 0
            ? context
            : context with
            {
                HasColours = TextPage.AllowsColours(Environment.GetEnvironmentVariable),
                Columns = Math.Max(40, Console.WindowWidth),
            };
    }
}
