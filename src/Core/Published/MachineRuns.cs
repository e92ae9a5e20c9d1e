using Bench.Comparison;

namespace Bench.Published;

/// <summary>The runs of one machine class, of the same code and measured by the same method.</summary>
/// <param name="Runs">The newest first.</param>
internal sealed record MachineRuns(IReadOnlyList<RunRecord> Runs)
{
    public RunRecord Newest => Runs[0];

    public string Name => Newest.MachineName;

    /// <summary>Whether a run was measured on this machine class.</summary>
    public bool IsOf(RunRecord run) =>
        Newest.Machine is { } machine && run.Machine is { } other
            ? MachineMeeting.Of(machine, other) is null
            : Newest.Machine is null && run.Machine is null;
}
