namespace Bench.Results;

// Changed code that a benchmark runs. Text names it and the kind of change. File is relative to the root of the sources, and Line counts
// from 1. Both are null without debug symbols.
internal sealed record CodeChange(string Text, string? File = null, int? Line = null);
