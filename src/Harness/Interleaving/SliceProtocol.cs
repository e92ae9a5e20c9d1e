using System.Globalization;
using Bench.Host;
using Bench.Statistics;

namespace Bench.Harness.Interleaving;

// Messages between the process that measures (the child) and the one that gives slices: one line each, over a named pipe.
internal static class SliceProtocol
{
    // Environment variable with the name of the pipe. It is not set without interleaving.
    public const string PipeVariable = "BENCH_INTERLEAVED_PIPE";

    // From the child: it has connected.
    public const string Hello = "hello";

    // From the child: warm, and waiting for a slice in which it measures an invocation while no other process works.
    public const string Calibrate = "calibrate";

    // From the child: the end of that slice. The time of an invocation and the length of an iteration follow in ns, and then the number of
    // iterations.
    public const string Calibrated = "calibrated";

    // To the child: take a slice that only shows the noise of slices. Its length in ns follows.
    public const string Trial = "trial";

    // To the child: the plan of an iteration. The number of slices and their length in ns follow.
    public const string Plan = "plan";

    // From the child: waiting for a slice of its main run.
    public const string Ready = "ready";

    // From the child: the end of a slice. The number of operations, the time and the collector's pauses follow, in ns, and the CPU times if
    // they are known.
    public const string Over = "over";

    private const string Unknown = "-";

    // From the child: it takes no more slices, and waits until all others are done.
    public const string Done = "done";

    // To the child: take a slice or, after Done, end.
    public const string Go = "go";

    // The words after Over, each with a blank before it.
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
