using Bench.Processes;

namespace Bench.Harness.Running;

/// <summary>What other programs take of the processor before a run.</summary>
internal static class ForeignLoad
{
    /// <summary>Beside less than this, in cores, figures are what they are alone.</summary>
    private const double WorthALine = 0.3;

    // What is busy all the time disturbs: the servers that built this program are done in a moment.
    private const int Looks = 6;
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(500);

    /// <summary>A warning; null where the machine is quiet, or its system does not tell.</summary>
    public static string? Line()
    {
        string? line = null;
        var before = ProcessorTime.Read();
        for (var i = 0; i < Looks; i++)
        {
            if (before is null)
                return null;
            Thread.Sleep(Look);
            var after = ProcessorTime.Read();
            line = Line(before, after, Environment.ProcessorCount);
            if (line is null)
                return null;
            before = after;
        }

        return line;
    }

    internal static string? Line(ProcessorTime? before, ProcessorTime? after, int cores) =>
        before is not null && after?.ShareOfOthersSince(before) * cores is >= WorthALine and var busy
            ? FormattableString.Invariant($"Other programs keep {busy:0.0} of {cores} cores busy: figures spread more beside them, ")
                + "and intervals get wider. They count all the same; close the programs for narrower ones."
            : null;
}
