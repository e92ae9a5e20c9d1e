namespace Bench.Runner;

/// <summary>The reason why a build is not taken from the cache or not kept in it.</summary>
internal sealed class BuildCacheException(string message) : BenchException(message);
