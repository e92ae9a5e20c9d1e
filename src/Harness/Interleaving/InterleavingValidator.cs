using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Running;
using BenchmarkDotNet.Toolchains;
using BenchmarkDotNet.Validators;

namespace Bench.Harness.Interleaving;

// Puts the interleaved toolchain into the jobs of a run. Validation is the first step in which an extension sees the final jobs of all
// cases, from attributes, configurations and arguments. Nothing has been built then. A mutator job would replace the toolchain that a job
// sets.
internal sealed class InterleavingValidator(InterleavingOptions options) : IValidator
{
    private const string TestAdapter = "BenchmarkDotNet.TestAdapter";

    public bool TreatsWarningsAsErrors => false;

    public IEnumerable<ValidationError> Validate(ValidationParameters validationParameters)
    {
        if (validationParameters.Benchmarks is not BenchmarkCase[] cases)
            return
            [
                new ValidationError(
                    true,
                    $"This version of BenchmarkDotNet ({typeof(BenchmarkCase).Assembly.GetName().Version}) is not supported for interleaving: its validators see no array of benchmarks."
                ),
            ];
        // BenchmarkDotNet validates again after the run.
        if (cases.Length == 0 || cases.Any(benchmark => benchmark.Job.Infrastructure.Toolchain is InterleavedToolchain))
            return [];

        // The test adapter looks up each case by the name of its job.
        if (validationParameters.Config.GetEventProcessors().Any(processor => processor.GetType().Assembly.GetName().Name == TestAdapter))
            return
            [
                new ValidationError(
                    false,
                    $"Nothing is interleaved under {TestAdapter}, the runner of dotnet test. Run the program itself."
                ),
            ];

        var notes = new List<string>();
        var session = InterleavedSession.ForNextRun(options);
        for (var i = 0; i < cases.Length; i++)
        {
            if (InnerToolchain.Find(cases[i], out var inner) is { } reason)
                notes.Add($"{cases[i].Descriptor.Type.Name} ({cases[i].Job.ResolvedId}) is measured without interleaving: {reason}.");
            else
            {
                var isCountOwn = cases[i].Job.HasValue(RunMode.LaunchCountCharacteristic);
                cases[i] = BenchmarkCase.Create(
                    cases[i].Descriptor,
                    Interleaved(cases[i].Job, session.Around(inner!)),
                    cases[i].Parameters,
                    cases[i].Config
                );
                if (!isCountOwn)
                    session.MayLaunchAgain(cases[i]);
            }
        }

        session.Announce(cases);
        return [.. notes.Distinct(StringComparer.Ordinal).Select(note => new ValidationError(false, note))];
    }

    private Job Interleaved(Job job, IToolchain toolchain)
    {
        // Without its own name, the job would change its identity with the toolchain.
        var changed = job.WithToolchain(toolchain).WithEngineFactory(new InterleavedEngineFactory());
        if (!job.HasValue(RunMode.LaunchCountCharacteristic))
            changed = changed.WithLaunchCount(options.LaunchCount);
        // A collection that BenchmarkDotNet forces after an iteration would run in the slice of another. The engine forces collections in
        // its own slice.
        if (job.HasValue(GcMode.ForceCharacteristic) && !job.Environment.Gc.Force)
            changed = changed.WithEnvironmentVariables([
                .. job.Environment.EnvironmentVariables ?? [],
                new EnvironmentVariable(InterleavedEngineFactory.NoForcedCollectionsVariable, "1"),
            ]);
        changed = changed.WithGcForce(false);
        return changed.Freeze();
    }
}
