using Bench.Host;
using Bench.Statistics;

namespace Bench.Runner;

internal static class SliceExtensions
{
    public static TimedSlice Timed(this Slice slice) => new(slice.Invocations, slice.Nanoseconds, slice.PausedNanoseconds, slice.Cores);

    public static WarmUpSlice ToWarmUp(this Slice slice) =>
        new(slice.Invocations, slice.Timed().UndisturbedNanoseconds, slice.CompiledMethods, slice.CompilationTime);
}
