using System.Globalization;
using Bench.Host;
using Bench.Statistics;

namespace Bench.Harness.Interleaving;

/// <summary>What the process that measures and the one that gives slices say to each other: a line for a line over a named pipe.</summary>
internal static class SliceProtocol
{
    /// <summary>The environment variable with the name of the pipe; not set where nothing is interleaved.</summary>
    public const string PipeVariable = "BENCH_INTERLEAVED_PIPE";

    /// <summary>From the child: it is there.</summary>
    public const string Hello = "hello";

    /// <summary>
    /// From the child: warm, and waiting for a slice in which it finds out how long an invocation takes when nobody else is at work.
    /// </summary>
    public const string Calibrate = "calibrate";

    /// <summary>
    /// From the child: that slice is over. The time of an invocation and the length of an iteration follow, in ns, and how many iterations
    /// there are.
    /// </summary>
    public const string Calibrated = "calibrated";

    /// <summary>To the child: take a slice that only shows how noisy slices are here; its length in ns follows.</summary>
    public const string Trial = "trial";

    /// <summary>To the child: make each iteration of so many slices, which follows, of such a length in ns.</summary>
    public const string Plan = "plan";

    /// <summary>From the child: waiting for a slice of its main run.</summary>
    public const string Ready = "ready";

    /// <summary>
    /// From the child: the slice is over. How many operations it had follows, its time and how long the garbage collector stopped the
    /// process in it, in ns; and its processor time where that is known.
    /// </summary>
    public const string Over = "over";

    private const string Unknown = "-";

    /// <summary>From the child: it takes no more slices, and waits until all others are done.</summary>
    public const string Done = "done";

    /// <summary>To the child: take a slice, or, after <see cref="Done"/>, end.</summary>
    public const string Go = "go";

    /// <summary>A slice as words after <see cref="Over"/>, a blank before each.</summary>
    public static string FieldsOf(TimedSlice slice)
    {
        var text = string.Create(CultureInfo.InvariantCulture, $" {slice.Operations} {slice.Nanoseconds:R} {slice.PausedNanoseconds:R}");
        return slice.Cores is not { } cores
            ? text
            : string.Create(
                CultureInfo.InvariantCulture,
                $"{text} {cores.Nanoseconds:R} {cores.WaitNanoseconds?.ToString("R", CultureInfo.InvariantCulture) ?? Unknown} {cores.OtherNanoseconds:R}"
            );
    }

    /// <exception cref="FormatException">They are no slice.</exception>
    public static TimedSlice SliceOf(string[] fields) =>
        fields switch
        {
            [var operations, var time, var paused] => new(Whole(operations), Number(time), Number(paused)),
            [var operations, var time, var paused, var processor, var wait, var others] => new(
                Whole(operations),
                Number(time),
                Number(paused),
                new CoreTime(Number(processor), wait == Unknown ? null : Number(wait), Number(others))
            ),
            _ => throw new FormatException($"A slice has no {fields.Length} fields."),
        };

    private static long Whole(string text) => long.Parse(text, CultureInfo.InvariantCulture);

    private static double Number(string text) => double.Parse(text, CultureInfo.InvariantCulture);
}
