using System.Diagnostics;
using BenchmarkDotNet.Attributes;

namespace Fixture;

/// <summary>A benchmark that never returns, in a class whose setup has started a process that never ends.</summary>
public class StartingRows
{
    [GlobalSetup]
    public void Start() => Process.Start("sleep", "86399")!.Dispose();

    [Benchmark]
    public int Spins()
    {
        while (true) { }
    }
}
