using Bench.Comparison;

namespace Bench.Tests;

internal static class Decisions
{
    public static Outcome Decide(this RunComparison comparison, Strictness? strictness = null) =>
        Outcome.Create(comparison, strictness ?? new Strictness());
}
