namespace Benchmarks;

/// <summary>
/// Marks a class whose rows await nothing: their code is small, reaches tier 1 early, and needs neither the long warm-up nor
/// the long iterations of an asynchronous row.
/// </summary>
// Not one of BenchmarkDotNet's job attributes: those would win over the command line and over the quick job.
[AttributeUsage(AttributeTargets.Class)]
internal sealed class SynchronousAttribute : Attribute;
