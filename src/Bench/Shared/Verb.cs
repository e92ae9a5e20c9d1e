using System.Runtime.InteropServices;
using Bench.Comparison;

namespace Bench;

/// <summary>What every verb that measures does with Ctrl-C and with what goes wrong: one line, and the documented exit code.</summary>
internal static class Verb
{
    /// <summary>Why a result is partial that Ctrl-C ended.</summary>
    public const string WasInterrupted = "it was interrupted";

    public static int Run(Func<CancellationToken, int> verb, string done = "measured")
    {
        using var interruption = new Interruption();
        try
        {
            return verb(interruption.Token);
        }
        catch (OperationCanceledException)
        {
            return Interrupted(done);
        }
        catch (Exception e) when (IsReported(e))
        {
            // What Ctrl-C has ended as well complains of it.
            return interruption.Token.IsCancellationRequested ? Interrupted(done) : Screen.Fail(e);
        }
    }

    /// <summary>Runs one that only reads: there is nothing to clean up, so a request to end ends it at once.</summary>
    public static int Read(Func<int> verb)
    {
        PosixSignalRegistration[] registrations =
        [
            .. new[] { PosixSignal.SIGINT, PosixSignal.SIGTERM, PosixSignal.SIGHUP }.Select(signal =>
                PosixSignalRegistration.Create(signal, _ => Environment.Exit(Interrupted("read")))
            ),
        ];
        try
        {
            return verb();
        }
        catch (Exception e) when (IsReported(e))
        {
            return Screen.Fail(e);
        }
        finally
        {
            foreach (var registration in registrations)
                registration.Dispose();
        }
    }

    // What a user can mend; anything else is a fault of ours.
    private static bool IsReported(Exception e) => e is BenchException or IOException or UnauthorizedAccessException;

    private static int Interrupted(string done)
    {
        Screen.Error($"interrupted before anything was {done}.");
        return (int)ExitCode.Interrupted;
    }
}
