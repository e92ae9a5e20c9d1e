using System.Diagnostics;
using Bench.Host;

namespace Bench.Runner;

/// <summary>The code that ran for a benchmark: set-up, some invocations, clean-up.</summary>
/// <param name="Methods">Methods of the framework are included only if they were not compiled ahead.</param>
/// <param name="Modules">The files of all loaded assemblies.</param>
internal sealed record Recording(IReadOnlyList<RecordedMethod> Methods, IReadOnlyList<string> Modules)
{
    // Loaded types, in the form of RuntimeTypeName; empty if the runtime does not report them.
    public IReadOnlySet<string> Types { get; init; } = new HashSet<string>();

    public IReadOnlyList<RecordedMethod> Own { get; init; } = [];

    public Recording With(Recording? other) =>
        other is null
            ? this
            : new Recording([.. Methods.Union(other.Methods)], [.. Modules.Union(other.Modules)])
            {
                Types = Types.Union(other.Types).ToHashSet(),
                Own = [.. Own.Union(other.Own)],
            };

    private const long MaxInvocations = 1_000;
    private static readonly TimeSpan Enough = TimeSpan.FromMilliseconds(100);

    // A benchmark that takes longer is measured, because waiting would cost as much.
    private static readonly TimeSpan MaxPatience = TimeSpan.FromSeconds(30);

    // Without inlining and tiering, each method that runs is compiled exactly once and raises an event.
    private static readonly string[] Variables = [$"{HostProtocol.RecordVariable}=1", "DOTNET_JITMinOpts=1", "DOTNET_TieredCompilation=0"];

    // Runs benchmarks one after the other in a new process. All need the same environment variables. "found" is called after the process
    // has loaded the program and before a benchmark runs. Throws MeasurementException if one cannot run or the recording is incomplete.
    public static Recording Make(
        BenchmarkProgram program,
        IReadOnlyList<HostedBenchmark> benchmarks,
        Action found,
        TimeSpan benchmarkTimeout,
        CancellationToken cancellationToken
    )
    {
        using var process = HostedProcess.Start(program, [.. program.VariablesOf(benchmarks[0]), .. Variables], cancellationToken);
        process.Patience = benchmarkTimeout < MaxPatience ? benchmarkTimeout : MaxPatience;
        var places = benchmarks
            .Select(benchmark => process.Find(benchmark) ?? throw new MeasurementException("the benchmark no longer exists"))
            .ToArray();
        found();
        foreach (var (benchmark, place) in benchmarks.Zip(places))
        {
            process.Open(place);
            Run(process, benchmark);
            process.Close();
        }

        var recording = process.Recorded();
        var ran = recording.Methods.Select(method => method.Name).ToHashSet(StringComparer.Ordinal);
        return benchmarks.All(benchmark => ran.Contains(benchmark.Method))
            ? recording with
            {
                Own = [.. benchmarks.SelectMany(benchmark => OwnOf(benchmark, recording.Methods)).Distinct()],
            }
            : throw new MeasurementException("the runtime does not report that it ran");
    }

    // The benchmark's own method. If its declaring type is unknown because it is inherited, all methods with its name.
    internal static IReadOnlyList<RecordedMethod> OwnOf(HostedBenchmark benchmark, IReadOnlyList<RecordedMethod> ran)
    {
        RecordedMethod[] named = [.. ran.Where(method => method.Name == benchmark.Method)];
        RecordedMethod[] own = [.. named.Where(method => RuntimeTypeName.Common(method.Type) == RuntimeTypeName.Common(benchmark.Type))];
        return own.Length > 0 ? own : named;
    }

    // Several invocations, to also see code that runs only occasionally.
    private static void Run(HostedProcess process, HostedBenchmark benchmark)
    {
        if (benchmark.Mode != RunMode.Slices)
        {
            process.Run(benchmark.InvocationCount);
            process.Run(benchmark.InvocationCount);
            return;
        }

        var clock = Stopwatch.StartNew();
        for (long done = 0, next = 1; done < MaxInvocations && clock.Elapsed < Enough; next = Math.Min(next * 2, MaxInvocations - done))
        {
            process.Run(next);
            done += next;
        }
    }
}
