using System.Collections;
using System.Runtime.InteropServices;
using Bench.Doctor;
using Bench.Explain;
using Bench.Load;
using Bench.Results;
using Bench.Runner;

namespace Bench;

/// <summary>
/// Everything that a verb uses besides its options. The command passes the process's own; tests pass theirs, so that a verb runs inside a
/// test.
/// </summary>
internal sealed record Context
{
    private IProgramBuilder? builder;

    public required TextReader Input { get; init; }

    public required Screen Screen { get; init; }

    /// <summary>The folder that relative paths start from.</summary>
    public required string Folder { get; init; }

    /// <summary>The value of an environment variable; null if it is not set.</summary>
    public required Func<string, string?> Variable { get; init; }

    /// <summary>All environment variables: what is built depends on them.</summary>
    public Func<IReadOnlyDictionary<string, string>> Variables { get; init; } = static () => new Dictionary<string, string>();

    /// <summary>What programs are built with.</summary>
    public IProgramBuilder Builder
    {
        get => builder ??= new ProgramBuilder(Variables(), Progress().Step);
        init => builder = value;
    }

    /// <summary>What is known about built programs.</summary>
    public IMeasurements Measurements { get; init; } = ProcessMeasurements.Instance;

    /// <summary>Samples which objects benchmarks allocate.</summary>
    public AllocationSampling Samples { get; init; } = AllocationSampler.Sampling;

    /// <summary>The machine that a user asks about.</summary>
    public ObservedMachine Machine { get; init; } = ObservedMachine.This;

    /// <summary>What servers are loaded with.</summary>
    public LoadMeasurements Load { get; init; } = LoadMeasurements.OfThisMachine;

    public TimeProvider Clock { get; init; } = TimeProvider.System;

    /// <summary>The machine that measures, as a report names it.</summary>
    public RunEnvironment ReportedMachine { get; init; } =
        RunEnvironment.OfThisMachine() with
        {
            Runtime = RuntimeInformation.FrameworkDescription,
        };

    /// <summary>Is cancelled by Ctrl-C and by a request to end.</summary>
    public CancellationToken Cancellation { get; init; }

    /// <summary>Ends the process at once, with an exit code. A verb that only reads has nothing to clean up.</summary>
    public Action<int> End { get; init; } = static _ => { };

    public static Context OfProcess(CancellationToken cancellation) =>
        new()
        {
            Input = Console.In,
            Screen = Screen.OfProcess(),
            Folder = Directory.GetCurrentDirectory(),
            Variable = Environment.GetEnvironmentVariable,
            Variables = VariablesOfProcess,
            Cancellation = cancellation,
            End = Environment.Exit,
        };

    private static Dictionary<string, string> VariablesOfProcess() =>
        Environment
            .GetEnvironmentVariables()
            .Cast<DictionaryEntry>()
            .ToDictionary(variable => (string)variable.Key, variable => (string?)variable.Value ?? "", StringComparer.Ordinal);

    /// <summary>The same for a check: its builds and what they build have their temporary files in its folder.</summary>
    public Context In(Workspace workspace) => this with { Builder = Builder.In(workspace.Temporary) };

    public InputFile File(string name) => new(name, FullPath(name));

    public string FullPath(string path) => Path.GetFullPath(path, Folder);

    public ProgressLine Progress() => new(Screen.Error, Screen.ErrorColumns, Clock);
}
