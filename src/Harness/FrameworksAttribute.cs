namespace Bench.Harness;

/// <summary>
/// Frameworks that a class is measured on, such as <c>net8.0</c>; the first is the baseline. The class's library builds for the framework
/// in the MSBuild property <c>BenchmarkFramework</c>. This type is internal, because an older framework needs an engine that is built for
/// it, and the package has none.
/// </summary>
[AttributeUsage(AttributeTargets.Class)]
internal sealed class FrameworksAttribute(params string[] monikers) : Attribute
{
    public IReadOnlyList<string> Monikers => monikers;
}
