namespace Bench.Host;

/// <summary>A number that only grows, such as a time or allocated bytes. Reading it allocates nothing.</summary>
internal abstract class Counter
{
    public abstract long Read();
}
