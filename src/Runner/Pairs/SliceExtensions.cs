using Bench.Host;
using Bench.Statistics;

namespace Bench.Runner;

internal static class SliceExtensions
{
    /// <summary>What of a slice tells whether the benchmark is warm.</summary>
    public static WarmUpSlice ToWarmUp(this Slice slice) =>
        new(slice.Invocations, TimedSlice.Of(slice).UndisturbedNanoseconds, slice.CompiledMethods, slice.CompilationTime);
}
