using System.Diagnostics;
using BenchmarkDotNet.Attributes;

namespace Fixture;

/// <summary>A benchmark that never returns, of a class whose set-up has started a program that never ends.</summary>
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
