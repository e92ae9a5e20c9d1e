using BenchmarkDotNet.Attributes;

namespace Fixture;

// BenchmarkDotNet silently ignores all of these. The analyzer of 0.15.8 refuses to build a static class.
#pragma warning disable BDN1105
public static class StaticClassRows
{
    [Benchmark]
    public static int InStaticClass() => 1;
}
#pragma warning restore BDN1105

public abstract class AbstractRows
{
    [Benchmark]
    public int OfAnAbstractClass() => 1;
}

internal class HiddenRows
{
    [Benchmark]
    public int OfAHiddenClass() => 1;
}
