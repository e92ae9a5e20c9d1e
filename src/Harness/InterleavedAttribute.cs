using BenchmarkDotNet.Configs;

namespace Bench.Harness;

/// <summary>
/// Measures the variants of each comparison group of a class, or of all classes of an assembly, interleaved. See <see
/// cref="InterleavingExtensions.WithInterleaving"/>.
/// </summary>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Assembly)]
public sealed class InterleavedAttribute : Attribute, IConfigSource
{
    /// <inheritdoc/>
    public IConfig Config => ManualConfig.CreateEmpty().WithInterleaving();
}
