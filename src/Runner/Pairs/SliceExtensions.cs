using Bench.Host;
using Bench.Statistics;

namespace Bench.Runner;

internal static class SliceExtensions
{
    /// <summary>What of a slice is compared.</summary>
    public static TimedSlice Timed(this Slice slice) => new(slice.Invocations, slice.Nanoseconds, slice.PausedNanoseconds, slice.Cores);

    /// <summary>What of a slice tells whether the benchmark is warm.</summary>
    public static WarmUpSlice ToWarmUp(this Slice slice) =>
        new(slice.Invocations, slice.Timed().UndisturbedNanoseconds, slice.CompiledMethods, slice.CompilationTime);
}
