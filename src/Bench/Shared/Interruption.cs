using System.Diagnostics;
using System.Runtime.InteropServices;

namespace Bench;

/// <summary>
/// Ctrl-C, and a polite end by another program: the first time what runs is cancelled and cleans up, the second time, two seconds later or
/// more, the process ends.
/// </summary>
internal sealed class Interruption : IDisposable
{
    /// <summary>Whoever signals a process and its group is heard twice.</summary>
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
        // Handlers run one at a time, but not on one thread.
        lock (sinceFirst)
        {
            context.Cancel = sinceFirst.Elapsed < SameWish;
            sinceFirst.Start();
        }

        source.Cancel();
    }
}
