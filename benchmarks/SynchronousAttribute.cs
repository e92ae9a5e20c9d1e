using BenchmarkDotNet.Attributes;
using BenchmarkDotNet.Jobs;
using Perfolizer.Horology;

namespace Benchmarks;

/// <summary>
/// For a class whose rows await nothing: their code is small, reaches tier 1 early, and needs neither the long warm-up nor
/// the long iterations of an asynchronous row.
/// </summary>
[AttributeUsage(AttributeTargets.Class)]
internal sealed class SynchronousAttribute() : JobMutatorConfigBaseAttribute(
    Job.Default.WithWarmupCount(10).WithIterationTime(TimeInterval.FromMilliseconds(100)));
