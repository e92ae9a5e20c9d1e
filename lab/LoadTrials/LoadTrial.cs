using System.Diagnostics;
using Bench.Eng;
using Bench.Runner;

namespace LoadTrials;

/// <summary>A check of a known change under load. It runs the command in a separate process.</summary>
/// <param name="Options">Additional arguments of <c>bench load gate</c>.</param>
internal sealed record Trial(Change Change, bool IsBusy, IReadOnlyList<string> Options)
{
    private string[] Arguments => ["load", "gate", "--baseline", "HEAD", "--sample", Change.Sample, "--path", Change.Path, .. Options];

    public bool IsOf(TrialRecord record) =>
        record.Change == Change.Name && record.IsBusy == IsBusy && record.Command == TrialRecord.CommandOf(Arguments);

    public TrialRecord Run(CancellationToken cancellationToken)
    {
        using var clone = new ThrowAwayClone("load-trial-", cancellationToken);
        Change.Make(clone);
        using var neighbour = IsBusy ? new BusyCore() : null;
        var clock = Stopwatch.StartNew();
        var report = Path.Combine(clone.Folder, "report.json");
        var gate = clone.Bench([.. Arguments, "--directory", Path.Combine(clone.Folder, "results"), "--output", report]);
        return gate.ExitCode is 0 or 1 or 3
            ? TrialRecord.Read(Change, IsBusy, gate.ExitCode, clock.Elapsed, report, Arguments, clone.Commit)
            : throw new InvalidOperationException($"{Change.Name}: exit code {gate.ExitCode}: {gate.Error}");
    }
}
