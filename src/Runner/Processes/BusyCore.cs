namespace Bench.Runner;

/// <summary>A neighbour that takes a core, until disposed.</summary>
internal sealed class BusyCore : IDisposable
{
    private readonly Thread thread;
    private volatile bool isOver;

    public BusyCore()
    {
        thread = new Thread(() =>
        {
            while (!isOver)
                Thread.SpinWait(1000);
        })
        {
            IsBackground = true,
        };
        thread.Start();
    }

    public void Dispose()
    {
        isOver = true;
        thread.Join();
    }
}
