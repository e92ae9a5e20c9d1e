namespace Bench.Runner;

/// <summary>Why a build is neither taken from the cache nor kept in it.</summary>
internal sealed class BuildCacheException(string message) : BenchException(message);
