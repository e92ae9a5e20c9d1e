namespace Bench.Cli.Explain;

internal sealed record MethodCode(string Method, string Tier, IReadOnlyList<string> Notes, IReadOnlyList<string> Lines, int? Bytes)
{
    internal MethodName Name => MethodName.FromCompiled(Method);

    // 3 is code that the compiler never recompiles.
    internal int Rank =>
        Tier switch
        {
            _ when Tier.Contains("OSR", StringComparison.Ordinal) => 2,
            _ when Tier.Contains("Instrumented Tier1", StringComparison.Ordinal) => 1,
            _ when Tier.StartsWith("Tier1", StringComparison.Ordinal) || Tier.Contains("FullOpts", StringComparison.Ordinal) => 3,
            _ => 0,
        };
}
