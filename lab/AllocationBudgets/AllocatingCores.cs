namespace Lab.AllocationBudgets;

/// <summary>Occupies all cores with threads of this process that allocate, until disposed.</summary>
internal sealed class AllocatingCores : IDisposable
{
    private readonly Thread[] threads;
    private volatile bool isOver;

    public AllocatingCores()
    {
        threads = [.. Enumerable.Range(0, Environment.ProcessorCount).Select(_ => new Thread(Allocate) { IsBackground = true })];
        foreach (var thread in threads)
            thread.Start();
    }

    public void Dispose()
    {
        isOver = true;
        foreach (var thread in threads)
            thread.Join();
    }

    private void Allocate()
    {
        while (!isOver)
            GC.KeepAlive(new byte[1000]);
    }
}
