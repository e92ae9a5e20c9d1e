namespace Bench.Explain;

/// <summary>A method that the baseline's code of another has in it, and the candidate's calls.</summary>
/// <param name="Reason">What the compiler says.</param>
internal sealed record LostInlining(string Method, string Inlinee, string Reason);
