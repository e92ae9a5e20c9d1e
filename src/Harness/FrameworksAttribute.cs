namespace Bench.Harness;

/// <summary>
/// The frameworks that a class is measured on, such as <c>net8.0</c>; the first is the baseline. Its library builds for the one in the
/// MSBuild property <c>BenchmarkFramework</c>. Not public: a measured process on an older framework needs the engine built for that, which
/// the package does not have.
/// </summary>
[AttributeUsage(AttributeTargets.Class)]
internal sealed class FrameworksAttribute(params string[] monikers) : Attribute
{
    public IReadOnlyList<string> Monikers => monikers;
}
