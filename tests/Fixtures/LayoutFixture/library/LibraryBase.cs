using BenchmarkDotNet.Attributes;

namespace Library;

public abstract class LibraryBase
{
    [Params(1, 2)]
    public int Size { get; set; }

    protected int Filled { get; private set; }

    [GlobalSetup]
    public void Fill() => Filled = Size;

    [Benchmark]
    public int OfTheBase() => Filled == Size ? Size : throw new InvalidOperationException("not set up");
}

internal static class Hidden
{
    public static int Value => 1;
}
