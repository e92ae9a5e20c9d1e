using System.Runtime.InteropServices;
using Bench.Comparison;
using Bench.Explaining;
using Bench.Gating;
using Bench.LoadTesting;
using Bench.Results;
using Bench.Tandem;

namespace Bench;

/// <summary>What every verb that measures does with Ctrl-C and with what goes wrong: one line, and the documented exit code.</summary>
internal static class Verb
{
    /// <summary>Why a result is partial that Ctrl-C ended.</summary>
    public const string WasInterrupted = "it was interrupted";

    /// <summary>Runs one.</summary>
    /// <param name="verb">Is told when to end; returns the exit code.</param>
    /// <param name="done">What was not done when it ends before it began.</param>
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
            return interruption.Token.IsCancellationRequested ? Interrupted(done) : UserError.Report(e.Message);
        }
    }

    /// <summary>Runs one that only reads: there is nothing to clean up, so a request to end ends it at once.</summary>
    public static int Read(Func<int> verb)
    {
        PosixSignalRegistration[] registrations = [.. new[] { PosixSignal.SIGINT, PosixSignal.SIGTERM, PosixSignal.SIGHUP }.Select(signal => PosixSignalRegistration.Create(signal, _ => Environment.Exit(Interrupted("read"))))];
        try
        {
            return verb();
        }
        catch (Exception e) when (IsReported(e))
        {
            return UserError.Report(e.Message);
        }
        finally
        {
            foreach (var registration in registrations)
                registration.Dispose();
        }
    }

    // What a user can mend; anything else is a fault of ours.
    private static bool IsReported(Exception e) =>
        e is UserError or ResultsException or GatingException or TandemException or ExplainingException or LoadException or IOException or UnauthorizedAccessException;

    private static int Interrupted(string done)
    {
        Screen.Error($"interrupted before anything was {done}.");
        return (int)ExitCode.Interrupted;
    }
}
