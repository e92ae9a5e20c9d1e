using BenchmarkDotNet.Attributes;

namespace Library;

public class LibraryRows
{
    [Benchmark]
    public int Here() => 1;
}
