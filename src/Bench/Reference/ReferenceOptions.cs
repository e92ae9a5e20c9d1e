namespace Bench.Reference;

/// <summary>What <c>bench reference</c> is to do.</summary>
/// <param name="IsCheck">Whether command lines are checked, or the page is written.</param>
internal sealed record ReferenceOptions(bool IsCheck, CommandPages Pages);
