namespace Bench.Cli.Explain;

/// <summary>A method that the baseline inlined into another, and that the candidate calls.</summary>
/// <param name="Reason">The compiler's reason.</param>
internal sealed record LostInlining(string Method, string Inlinee, string Reason);
