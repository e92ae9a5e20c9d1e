using System.CommandLine;

namespace Bench.Reference;

/// <summary>What <c>bench reference</c> is to do.</summary>
/// <param name="IsCheck">Whether command lines are checked, or the page is written.</param>
/// <param name="Root">The command whose help it is.</param>
internal sealed record ReferenceOptions(bool IsCheck, RootCommand Root);
