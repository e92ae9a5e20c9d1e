namespace Bench.Statistics;

// The interval of Together is that of MachineEffect. If only the machines' own intervals decide, it spans all of them.
// Each has null for a machine without a judgement.
internal sealed record MachinesJudgement(TimeJudgement Together, IReadOnlyList<TimeJudgement?> Each, MachineAgreement Agreement);

internal enum MachineAgreement
{
    // No machine alone would fail it, or all fail it together.
    NoneStandsOut,

    // One machine alone would fail it, and the others neither confirm it nor rule it out. Or each alone would, but not all together.
    ShownOnSome,

    // It is slower on one machine and not on another: the change depends on the machine.
    Interaction,

    // All machines with figures confirm it, but they are half of the machines or fewer.
    OnTooFew,

    OneMachine,
}
