using BenchmarkDotNet.Characteristics;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains;
using BenchmarkDotNet.Toolchains.Parameters;
using BenchmarkDotNet.Toolchains.Results;
using BenchmarkDotNet.Validators;

namespace Bench.Harness.Interleaving;

// Generates, builds and runs like another toolchain, but in another order. When BenchmarkDotNet requests the first result of a run, the
// session measures everything, and hands out each result on request.
internal sealed class InterleavedToolchain(IToolchain inner, InterleavedSession session)
    : Toolchain($"{inner.Name} interleaved", inner.Generator, new RecordingBuilder(inner, session), new SessionExecutor(session)),
        IEquatable<InterleavedToolchain>
{
    public override IEnumerable<ValidationError> Validate(BenchmarkCase benchmarkCase, IResolver resolver) =>
        inner.Validate(benchmarkCase, resolver);

    // BenchmarkDotNet builds cases with equal toolchains as one program.
    public bool Equals(InterleavedToolchain? other) => other is not null && inner.Equals(other.Inner);

    public override bool Equals(object? obj) => Equals(obj as InterleavedToolchain);

    public override int GetHashCode() => inner.GetHashCode();

    private IToolchain Inner => inner;

    // Everything is built before anything runs, so the session then knows all cases.
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
