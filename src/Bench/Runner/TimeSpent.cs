namespace Bench.Runner;

/// <summary>A stopwatch that uses the clock of its caller.</summary>
internal sealed class TimeSpent(TimeProvider clock)
{
    private TimeSpan before;
    private long? since;

    public TimeSpan Elapsed => before + (since is { } start ? clock.GetElapsedTime(start) : TimeSpan.Zero);

    public static TimeSpent StartNew(TimeProvider clock)
    {
        var spent = new TimeSpent(clock);
        spent.Start();
        return spent;
    }

    public void Start() => since ??= clock.GetTimestamp();

    public void Stop()
    {
        before = Elapsed;
        since = null;
    }
}
