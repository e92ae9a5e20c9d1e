using Bench.Comparison;

namespace Bench.Published;

// Runs of one machine class with the same code and measuring method, newest first.
internal sealed record MachineRuns(IReadOnlyList<RunRecord> Runs)
{
    public RunRecord Newest => Runs[0];

    public string Name => Newest.MachineName;

    public bool IsOf(RunRecord run) =>
        Newest.Machine is { } machine && run.Machine is { } other
            ? MachineMeeting.Of(machine, other) is null
            : Newest.Machine is null && run.Machine is null;
}
