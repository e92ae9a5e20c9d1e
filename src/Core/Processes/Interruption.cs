using System.Diagnostics;
using System.Runtime.InteropServices;

namespace Bench.Processes;

/// <summary>
/// Ctrl-C and termination signals. The first cancels the current work, which then cleans up. A second one, at least two seconds
/// later, ends the process.
/// </summary>
internal sealed class Interruption : IDisposable
{
    // A signal to both a process and its group arrives twice.
    private static readonly TimeSpan SameWish = TimeSpan.FromSeconds(2);

    private readonly CancellationTokenSource source = new();
    private readonly Stopwatch sinceFirst = new();
    private readonly PosixSignalRegistration[] registrations;

    public Interruption() =>
        registrations = [
            .. new[] { PosixSignal.SIGINT, PosixSignal.SIGTERM, PosixSignal.SIGHUP, PosixSignal.SIGQUIT }.Select(signal =>
                PosixSignalRegistration.Create(signal, Cancel)
            ),
        ];

    public CancellationToken Token => source.Token;

    public void Dispose()
    {
        foreach (var registration in registrations)
            registration.Dispose();
        source.Dispose();
    }

    private void Cancel(PosixSignalContext context)
    {
        // Handlers run one at a time, but on different threads.
        lock (sinceFirst)
        {
            context.Cancel = sinceFirst.Elapsed < SameWish;
            sinceFirst.Start();
        }

        source.Cancel();
    }
}
