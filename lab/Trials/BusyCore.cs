namespace Lab.Trials;

/// <summary>Occupies a core until disposed, like a busy neighbour.</summary>
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
