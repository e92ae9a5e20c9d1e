namespace Bench.Runner;

/// <summary>Why a benchmark must be measured.</summary>
/// <param name="Calls">Number of calls from the benchmark to the change; <see cref="Unknown"/> without a known chain of calls.</param>
internal sealed record CodeEffect(string Reason, EffectKind Kind, int Calls = CodeEffect.Unknown)
{
    public const int Unknown = int.MaxValue;

    // The benchmark starts another process. That matters only if the process may run changed code.
    public bool IsOfOtherProcess { get; init; }

    // The changed code. Null unless it is known.
    public CodeKey? Key { get; init; }

    // The same with its lines. Null in a proof that does not compare builds.
    public ChangedCode? Code { get; init; }

    // The code is the same, except that another process may still run changed code.
    public static bool IsOpen(CodeEffect? effect) => effect is null or { IsOfOtherProcess: true };

    public static CodeEffect Unproven(string reason) => new(reason, EffectKind.Unproven);
}
