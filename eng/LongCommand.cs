using System.CommandLine;

namespace Bench.Eng;

/// <summary>A command that measures for hours: interrupted, it ends what it has started and keeps its records.</summary>
internal static class LongCommand
{
    // A check that is cancelled ends its processes first.
    private static readonly TimeSpan TimeToEnd = TimeSpan.FromMinutes(1);

    public static Task<int> Run(RootCommand command, string[] arguments, Action<ParseResult, CancellationToken> measure)
    {
        command.SetAction((parsed, cancellationToken) => Task.Run(() => measure(parsed, cancellationToken), CancellationToken.None));
        return command.Parse(arguments).InvokeAsync(new InvocationConfiguration { ProcessTerminationTimeout = TimeToEnd });
    }
}
