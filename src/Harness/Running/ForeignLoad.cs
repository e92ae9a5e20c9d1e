using Bench.Processes;

namespace Bench.Harness.Running;

// Detects other programs that use the processor before a run.
internal static class ForeignLoad
{
    // In cores. Less foreign load does not affect figures.
    private const double WorthALine = 0.3;

    // Only permanent load counts: the build servers of this program finish in a moment.
    private const int Looks = 6;
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(500);

    /// <summary>A warning; null if the machine is quiet, or its system does not report load.</summary>
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
            ? FormattableString.Invariant($"Other programs keep {busy:0.0} of {cores} cores busy, so figures spread more ")
                + "and intervals are wider. The figures are valid. Close these programs for narrower intervals."
            : null;
}
