using System.CommandLine;

namespace Bench.Eng;

/// <summary>Runs a command that measures for hours. If interrupted, it ends the processes it started and keeps its records.</summary>
internal static class LongCommand
{
    // A cancelled check ends its processes first.
    private static readonly TimeSpan TimeToEnd = TimeSpan.FromMinutes(1);

    public static Task<int> Run(RootCommand command, string[] arguments, Action<ParseResult, CancellationToken> measure)
    {
        command.SetAction((parsed, cancellationToken) => Task.Run(() => measure(parsed, cancellationToken), CancellationToken.None));
        return command.Parse(arguments).InvokeAsync(new InvocationConfiguration { ProcessTerminationTimeout = TimeToEnd });
    }
}
