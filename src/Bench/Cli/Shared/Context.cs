using System.Collections;
using System.Runtime.InteropServices;
using Bench.Cli.Doctor;
using Bench.Cli.Explain;
using Bench.Cli.Load;
using Bench.Results;
using Bench.Runner;

namespace Bench.Cli;

/// <summary>
/// Everything that a verb uses besides its options. The command passes the context of the process; tests pass their own, so that a
/// verb runs inside a test.
/// </summary>
internal sealed record Context
{
    private IProgramBuilder? builder;

    public required TextReader Input { get; init; }

    public required Screen Screen { get; init; }

    /// <summary>The base of relative paths.</summary>
    public required string Folder { get; init; }

    /// <summary>The value of an environment variable; null if it is not set.</summary>
    public required Func<string, string?> Variable { get; init; }

    /// <summary>All environment variables, which builds depend on.</summary>
    public Func<IReadOnlyDictionary<string, string>> Variables { get; init; } = static () => new Dictionary<string, string>();

    public IProgramBuilder Builder
    {
        get => builder ??= new ProgramBuilder(Variables(), Progress().Step);
        init => builder = value;
    }

    public IMeasurements Measurements { get; init; } = ProcessMeasurements.Instance;

    public AllocationSampling Samples { get; init; } = AllocationSampler.Sampling;

    public ObservedMachine Machine { get; init; } = ObservedMachine.This;

    public LoadMeasurements Load { get; init; } = LoadMeasurements.OfThisMachine;

    public TimeProvider Clock { get; init; } = TimeProvider.System;

    /// <summary>The machine that measures, as reports describe it.</summary>
    public RunEnvironment ReportedMachine { get; init; } =
        RunEnvironment.OfThisMachine() with
        {
            Runtime = RuntimeInformation.FrameworkDescription,
        };

    /// <summary>Cancelled by Ctrl-C and by a termination signal.</summary>
    public CancellationToken Cancellation { get; init; }

    /// <summary>Ends the process at once with an exit code. For verbs that only read and have nothing to clean up.</summary>
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

    /// <summary>For a check: builds, and the programs that they run, use the temporary folder of the check.</summary>
    public Context In(Workspace workspace) => this with { Builder = Builder.In(workspace.Temporary) };

    public InputFile File(string name) => new(name, FullPath(name));

    public string FullPath(string path) => Path.GetFullPath(path, Folder);

    public ProgressLine Progress() => new(Screen.Error, Screen.ErrorColumns, Clock);
}
