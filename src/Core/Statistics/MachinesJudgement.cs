namespace Bench.Statistics;

/// <summary>What several machines say of a benchmark.</summary>
/// <param name="Together">The verdict; its interval is that of <see cref="MachineEffect"/>, or, where only that decides, from the lowest to
/// the highest end of the machines' own intervals.</param>
/// <param name="Each">The judgement of each machine's own check; null where it has none.</param>
internal sealed record MachinesJudgement(TimeJudgement Together, IReadOnlyList<TimeJudgement?> Each, MachineAgreement Agreement);

/// <summary>Whether machines tell the same of a benchmark.</summary>
internal enum MachineAgreement
{
    /// <summary>No machine alone would fail it, or all say the same together.</summary>
    NoneStandsOut,

    /// <summary>
    /// One machine alone would fail it, and the others do not confirm that, nor rule it out; or each alone would, and not all together.
    /// </summary>
    ShownOnSome,

    /// <summary>It is slower on one machine, and is not on another: the change depends on the machine.</summary>
    Interaction,

    /// <summary>All machines that have figures confirm it, and they are half of the machines or fewer.</summary>
    OnTooFew,

    /// <summary>Only one machine has figures.</summary>
    OneMachine,
}
