namespace Bench.Runner;

/// <summary>Why a benchmark has to be measured.</summary>
/// <param name="Calls">Over how many calls it gets to what changed; <see cref="Unknown"/> where no chain of calls is known.</param>
internal sealed record CodeEffect(string Reason, EffectKind Kind, int Calls = CodeEffect.Unknown)
{
    public const int Unknown = int.MaxValue;

    /// <summary>It starts another process, which matters only where that one may run what changed.</summary>
    public bool IsOfOtherProcess { get; init; }

    /// <summary>Whether that no other process runs what changed is enough for a benchmark not to be measured.</summary>
    public static bool IsOpen(CodeEffect? effect) => effect is null or { IsOfOtherProcess: true };

    /// <summary>It may be anything that matters to the benchmark, or nothing.</summary>
    public static CodeEffect Unproven(string reason) => new(reason, EffectKind.Unproven);
}
