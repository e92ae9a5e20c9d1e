using System.CommandLine;
using Bench.Comparison;

namespace Bench;

/// <summary>
/// How a verb runs: its options are read, its handler is called, and what goes wrong is one line and the documented exit code.
/// </summary>
internal static class Verb
{
    /// <summary>Why a result is partial that Ctrl-C ended.</summary>
    public const string WasInterrupted = "it was interrupted";

    /// <summary>A verb that measures: it cleans up when it is interrupted.</summary>
    /// <param name="done">What an interruption came before.</param>
    public static void Measures<T>(
        this Command command,
        Func<ParseResult, T> options,
        Func<T, Context, int> handler,
        string done = "measured"
    ) => command.SetAction(arguments => Measure(Invocation.ContextOf(arguments), context => handler(options(arguments), context), done));

    /// <summary>A verb that only reads: there is nothing to clean up, so a request to end ends it at once.</summary>
    public static void Reads<T>(this Command command, Func<ParseResult, T> options, Func<T, Context, int> handler) =>
        command.SetAction(arguments =>
        {
            var context = Invocation.ContextOf(arguments);
            using var registration = context.Cancellation.Register(() => context.End(Interrupted(context, "read")));
            return Guarded(context, () => handler(options(arguments), context), e => context.Screen.Fail(e));
        });

    private static int Measure(Context context, Func<Context, int> verb, string done)
    {
        try
        {
            return Guarded(
                context,
                () => verb(context),
                // An interruption makes other things fail as well.
                e => context.Cancellation.IsCancellationRequested ? Interrupted(context, done) : context.Screen.Fail(e)
            );
        }
        catch (OperationCanceledException)
        {
            return Interrupted(context, done);
        }
    }

    private static int Guarded(Context context, Func<int> verb, Func<Exception, int> fail)
    {
        try
        {
            return verb();
        }
        // What a user can correct. Everything else is a mistake of the program.
        catch (Exception e) when (e is BenchException or IOException or UnauthorizedAccessException)
        {
            return fail(e);
        }
    }

    private static int Interrupted(Context context, string done)
    {
        context.Screen.Complain($"interrupted before anything was {done}.");
        return (int)ExitCode.Interrupted;
    }
}
