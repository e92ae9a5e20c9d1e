using System.CommandLine;
using Bench.Comparison;

namespace Bench.Cli;

/// <summary>
/// Runs a verb: reads its options, calls its handler, and turns expected errors into one line and the documented exit code.
/// </summary>
internal static class Verb
{
    public const string WasInterrupted = "it was interrupted";

    /// <summary>For a verb that measures: it cleans up when it is interrupted.</summary>
    /// <param name="done">The interrupted activity, as a participle.</param>
    public static void Measures<T>(
        this Command command,
        Func<ParseResult, T> options,
        Func<T, Context, int> handler,
        string done = "measured"
    ) => command.SetAction(arguments => Measure(Invocation.ContextOf(arguments), context => handler(options(arguments), context), done));

    /// <summary>For a verb that only reads: it has nothing to clean up, so an interruption ends the process at once.</summary>
    public static void Reads<T>(this Command command, Func<ParseResult, T> options, Func<T, Context, int> handler) =>
        command.SetAction(arguments =>
        {
            var context = Invocation.ContextOf(arguments);
            using var registration = context.Cancellation.Register(() => context.End(Interrupted(context, "read")));
            return Guarded(
                context,
                () => handler(options(arguments), context),
                // An interruption makes other operations fail too, and has already been reported.
                e => context.Cancellation.IsCancellationRequested ? (int)ExitCode.Interrupted : context.Screen.Fail(e)
            );
        });

    /// <summary>False if an interruption ended it. The results so far are kept.</summary>
    public static bool Completes(Action measure)
    {
        try
        {
            measure();
            return true;
        }
        catch (OperationCanceledException)
        {
            return false;
        }
    }

    private static int Measure(Context context, Func<Context, int> verb, string done)
    {
        try
        {
            return Guarded(
                context,
                () => verb(context),
                // An interruption makes other operations fail too.
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
        // Errors that a user can correct. Any other exception is a bug.
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
