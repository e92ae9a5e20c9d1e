using System.Diagnostics;
using Lab.Trials;

namespace Lab.Study;

/// <summary>The programs that run next to a recorded process pair. They end when this is disposed.</summary>
internal sealed class Neighbours : IDisposable
{
    private const int CopiedBytes = 64 << 20;

    private readonly CancellationTokenSource end = new();
    private readonly List<BusyCore> loops = [];
    private readonly List<Process> idle = [];
    private readonly Task other = Task.CompletedTask;

    /// <param name="measurePair">Measures one process pair, as a second check does.</param>
    public Neighbours(Condition condition, Action<CancellationToken> measurePair)
    {
        var count = condition switch
        {
            Condition.OneCoreBusy => 1,
            Condition.TwoLoops => 2,
            Condition.FourLoops => 4,
            Condition.SixLoops => 6,
            _ => 0,
        };
        for (var i = 0; i < count; i++)
            loops.Add(new BusyCore());
        switch (condition)
        {
            case Condition.MemoryCopies:
                var (from, to) = (new byte[CopiedBytes], new byte[CopiedBytes]);
                other = Again(_ => from.CopyTo(to, 0));
                break;
            case Condition.SecondCheck:
                other = Again(measurePair);
                break;
            case Condition.CoresAwake:
                for (var i = 0; i < Environment.ProcessorCount; i++)
                    idle.Add(Process.Start("chrt", ["--idle", "0", "sh", "-c", "while :; do :; done"]));
                break;
        }
    }

    public void Dispose()
    {
        end.Cancel();
        foreach (var loop in loops)
            loop.Dispose();
        foreach (var process in idle)
        {
            process.Kill();
            process.WaitForExit();
            process.Dispose();
        }

        // A pair that is cut off fails in one of several ways.
        ((IAsyncResult)other).AsyncWaitHandle.WaitOne();
        end.Dispose();
    }

    private Task Again(Action<CancellationToken> act) =>
        Task.Factory.StartNew(
            () =>
            {
                while (!end.IsCancellationRequested)
                    act(end.Token);
            },
            TaskCreationOptions.LongRunning
        );
}
