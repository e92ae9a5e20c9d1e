using BenchmarkDotNet.Characteristics;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains;
using BenchmarkDotNet.Toolchains.Parameters;
using BenchmarkDotNet.Toolchains.Results;
using BenchmarkDotNet.Validators;

namespace Bench.Harness.Interleaving;

/// <summary>
/// A toolchain that generates, builds and runs as another does, in another order: when BenchmarkDotNet asks for the first result of a run,
/// the session measures all of it, and gives BenchmarkDotNet each result when it asks for that.
/// </summary>
internal sealed class InterleavedToolchain(IToolchain inner, InterleavedSession session)
    : Toolchain($"{inner.Name} interleaved", inner.Generator, new RecordingBuilder(inner, session), new SessionExecutor(session)),
        IEquatable<InterleavedToolchain>
{
    public override IEnumerable<ValidationError> Validate(BenchmarkCase benchmarkCase, IResolver resolver) =>
        inner.Validate(benchmarkCase, resolver);

    // BenchmarkDotNet builds what has the same toolchain as one program.
    public bool Equals(InterleavedToolchain? other) => other is not null && inner.Equals(other.Inner);

    public override bool Equals(object? obj) => Equals(obj as InterleavedToolchain);

    public override int GetHashCode() => inner.GetHashCode();

    private IToolchain Inner => inner;

    /// <summary>Everything is built before anything runs: what there is to measure is known then.</summary>
    private sealed class RecordingBuilder(IToolchain inner, InterleavedSession session) : IBuilder
    {
        public BuildResult Build(GenerateResult generateResult, BuildPartition buildPartition, ILogger logger)
        {
            var result = inner.Builder.Build(generateResult, buildPartition, logger);
            session.Add(buildPartition, result, inner.Executor);
            return result;
        }
    }

    private sealed class SessionExecutor(InterleavedSession session) : IExecutor
    {
        public ExecuteResult Execute(ExecuteParameters executeParameters) => session.Execute(executeParameters);
    }
}
