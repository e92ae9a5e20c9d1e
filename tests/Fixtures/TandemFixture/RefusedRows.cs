using BenchmarkDotNet.Attributes;

namespace Fixture;

// BenchmarkDotNet passes over all of these without a word; the analyzer of 0.15.8 does not let a static class be built.
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
