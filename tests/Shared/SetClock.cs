namespace Bench.Tests;

/// <summary>A clock that only moves when a test moves it.</summary>
internal sealed class SetClock : TimeProvider
{
    private readonly DateTimeOffset start = new(2026, 1, 1, 0, 0, 0, TimeSpan.Zero);
    private long ticks;

    public override long TimestampFrequency => TimeSpan.TicksPerSecond;

    public void Advance(TimeSpan time) => Interlocked.Add(ref ticks, time.Ticks);

    public override long GetTimestamp() => Interlocked.Read(ref ticks);

    public override DateTimeOffset GetUtcNow() => start + TimeSpan.FromTicks(GetTimestamp());
}
