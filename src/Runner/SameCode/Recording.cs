using System.Diagnostics;
using Bench.Host;

namespace Bench.Runner;

/// <summary>What ran of a program with a benchmark: set-up, some invocations, clean-up.</summary>
/// <param name="Methods">The methods that ran, the framework's among them as far as they were not compiled ahead.</param>
/// <param name="Modules">The files of all assemblies that were loaded.</param>
internal sealed record Recording(IReadOnlyList<RecordedMethod> Methods, IReadOnlyList<string> Modules)
{
    /// <summary>The types that were loaded, as <see cref="RuntimeTypeName"/> has them; none where the runtime does not tell.</summary>
    public IReadOnlySet<string> Types { get; init; } = new HashSet<string>();

    /// <summary>The benchmarks' own methods.</summary>
    public IReadOnlyList<RecordedMethod> Own { get; init; } = [];

    /// <summary>What ran here or there.</summary>
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

    // What takes longer is measured: waiting would cost as much.
    private static readonly TimeSpan MaxPatience = TimeSpan.FromSeconds(30);

    // Nothing is inlined, so that each method that runs is compiled, and says so; none is compiled a second time.
    private static readonly string[] Variables = [$"{HostProtocol.RecordVariable}=1", "DOTNET_JITMinOpts=1", "DOTNET_TieredCompilation=0"];

    /// <summary>Runs benchmarks, one after the other, in a process that others have no part in.</summary>
    /// <param name="benchmarks">At least one; all of them with the same environment variables.</param>
    /// <param name="found">What to do when the process has loaded the program, and before a benchmark runs.</param>
    /// <exception cref="MeasurementException">One can't be run, or what ran is not known.</exception>
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
            .Select(benchmark => process.Find(benchmark) ?? throw new MeasurementException("the benchmark is not there any more"))
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
            : throw new MeasurementException("the runtime does not tell that it ran");
    }

    /// <summary>A benchmark's method among those that ran; where it is inherited, from a type that is not known, all of its name.</summary>
    internal static IReadOnlyList<RecordedMethod> OwnOf(HostedBenchmark benchmark, IReadOnlyList<RecordedMethod> ran)
    {
        RecordedMethod[] named = [.. ran.Where(method => method.Name == benchmark.Method)];
        RecordedMethod[] own = [.. named.Where(method => RuntimeTypeName.Common(method.Type) == RuntimeTypeName.Common(benchmark.Type))];
        return own.Length > 0 ? own : named;
    }

    // What runs only now and then is to be seen as well.
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
