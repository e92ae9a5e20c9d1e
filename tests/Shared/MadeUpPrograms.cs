using System.Collections.Concurrent;
using System.Text.RegularExpressions;
using Bench.Host;
using Bench.Results;
using Bench.Runner;

namespace Bench.Tests;

/// <summary>
/// Builds and starts nothing: the sources of the programs contain what a check measures. The same sources have the same figures in
/// each run of a test.
/// </summary>
internal sealed class MadeUpPrograms : IProgramBuilder, IMeasurements
{
    private readonly ConcurrentDictionary<string, MadeUpProgram> programs = new(StringComparer.Ordinal);
    private readonly Random random = new(1);

    /// <summary>Builds and process pairs advance this clock.</summary>
    public SetClock Clock { get; } = new();

    public TimeSpan TimeOfBuild { get; init; } = TimeSpan.FromSeconds(10);

    public TimeSpan TimeOfPair { get; init; } = TimeSpan.FromSeconds(3);

    /// <summary>The noise of the logarithms of ratios.</summary>
    public double Noise { get; init; } = 0.002;

    /// <summary>The logarithm by which the machine slows the candidate's benchmark of this name.</summary>
    public Func<string, double> Shift { get; set; } = _ => 0;

    /// <summary>Called before each process pair, with its number from 1.</summary>
    public Action<int> OnPair { get; set; } = _ => { };

    /// <summary>Called during a build, with the name of the build.</summary>
    public Action<string, CancellationToken> OnBuild { get; set; } = (_, _) => { };

    /// <summary>The descriptions of the builds.</summary>
    public ConcurrentQueue<string> Built { get; } = new();

    public int MeasuredPairs { get; private set; }

    public EvaluatedProjects Evaluate(string folder, IReadOnlyList<string> projects, CancellationToken cancellationToken) =>
        new(
            [
                .. projects.Select(project => new EvaluatedProject(
                    project,
                    [
                        Framework(project, 10),
                        .. File.ReadAllText(project).Contains("net9.0", StringComparison.Ordinal)
                            ? [Framework(project, 9)]
                            : Array.Empty<EvaluatedFramework>(),
                    ]
                )),
            ],
            null
        );

    private static EvaluatedFramework Framework(string project, int version) =>
        new(
            $"net{version}.0",
            new Version(version, 0),
            new Version(10, 0),
            null,
            "Exe",
            File.ReadAllText(project).Contains("BenchmarkDotNet", StringComparison.Ordinal) ? ["BenchmarkDotNet"] : [],
            []
        );

    public BuiltProgram Build(ProgramRequest request, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        Built.Enqueue($"Building {request.Description}");
        OnBuild(request.Side, cancellationToken);
        Clock.Advance(TimeOfBuild);
        var program = MadeUpProgram.Read(request);
        var path = Path.Combine(Directory.CreateDirectory(request.Destination).FullName, "Program.dll");
        programs[path] = program;
        return new BuiltProgram(
            new BenchmarkProgram(path, Variables: request.Variables),
            new BuildOutput(request.Destination, Path.GetDirectoryName(request.Project.Path)!) { Framework = request.TargetFramework }
        );
    }

    public BenchmarkProgram Add(params string[] benchmarks)
    {
        var path = $"{programs.Count}.dll";
        programs[path] = new MadeUpProgram([.. benchmarks.Select(line => MadeUpBenchmark.Parse(line)!)]);
        return new BenchmarkProgram(path);
    }

    public IProgramListing List(BenchmarkProgram program, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        var own = programs[program.Path];
        return own.StartFailure is { } failure ? throw new MeasurementException(failure) : new Listing(own);
    }

    public (IProgramListing One, IProgramListing Other) List(
        BenchmarkProgram one,
        BenchmarkProgram other,
        CancellationToken cancellationToken
    ) => (List(one, cancellationToken), List(other, cancellationToken));

    public ISameCodeProof Prove(
        Func<BuildComparison> compare,
        BenchmarkProgram baseline,
        BenchmarkProgram candidate,
        TimeSpan benchmarkTimeout,
        CancellationToken cancellationToken
    ) =>
        new Proof(
            programs[baseline.Path],
            programs[candidate.Path],
            Directory.Exists(Path.GetDirectoryName(candidate.Path)) ? LostIn(compare()) : null
        );

    // Changed files that are in neither tree, because the trees are not those of the builds, or different target frameworks.
    private static string? LostIn(BuildComparison comparison) =>
        comparison.ReasonForAll is { } reason
        && (
            reason.EndsWith("cannot be observed", StringComparison.Ordinal)
            || reason.StartsWith("the target framework is", StringComparison.Ordinal)
        )
            ? reason
            : null;

    public PairMeasurer Pairs(
        BenchmarkProgram baseline,
        BenchmarkProgram candidate,
        MeasurementSettings settings,
        TimeSpan benchmarkTimeout,
        Random random
    ) =>
        (pairing, _, cancellationToken) =>
            Measure(pairing, programs[baseline.Path], programs[candidate.Path], settings.CountsAllocation, cancellationToken);

    private PairOutcome Measure(
        BenchmarkPairing pairing,
        MadeUpProgram baseline,
        MadeUpProgram candidate,
        bool countsAllocation,
        CancellationToken cancellationToken
    )
    {
        OnPair(++MeasuredPairs);
        cancellationToken.ThrowIfCancellationRequested();
        var (before, after) = (Find(baseline, pairing.Baseline), Find(candidate, pairing.Candidate));
        var time = after.TimeOfPair ?? TimeOfPair;
        Clock.Advance(time);
        return new PairOutcome(
            before.Failure is null && after.Failure is null ? Result(before, after, countsAllocation) : null,
            before.Failure,
            after.Failure,
            time
        );
    }

    private static MadeUpBenchmark Find(MadeUpProgram program, HostedBenchmark benchmark) =>
        program.Benchmarks.Single(own => own.FullName == benchmark.FullName);

    private ProcessPair Result(MadeUpBenchmark before, MadeUpBenchmark after, bool countsAllocation)
    {
        if (before.Mode == RunMode.FirstCall)
            return new ProcessPair(before.Nanoseconds, after.Nanoseconds, Ratio(before, after));
        return countsAllocation
            ? new ProcessPair(0, 0, 0, before.Bytes, after.Bytes)
            {
                BaselineCounts = [.. Enumerable.Repeat(before.Bytes, 5)],
                CandidateCounts = [.. Enumerable.Repeat(after.Bytes, 5)],
            }
            : new ProcessPair(before.Nanoseconds, after.Nanoseconds, Ratio(before, after), before.Bytes, after.Bytes) { Blocks = 10 };
    }

    private double Ratio(MadeUpBenchmark before, MadeUpBenchmark after) =>
        Math.Log(after.Nanoseconds / before.Nanoseconds) + Shift(after.FullName) + (Noise * ((2 * random.NextDouble()) - 1));

    private sealed class Listing(MadeUpProgram program) : IProgramListing
    {
        public string? Unread => program.Unread;

        public HostedProgram List(BenchmarkFilter filter) =>
            new(
                [
                    .. program
                        .Benchmarks.Select((benchmark, i) => benchmark.Listed(i))
                        .Where(benchmark => filter.Patterns.Count == 0 || filter.Patterns.Any(pattern => Fits(pattern, benchmark))),
                ],
                program.Environment
            );

        public void Dispose() { }

        // As BenchmarkDotNet does: matches the name without its parameters, or the whole name.
        private static bool Fits(string pattern, HostedBenchmark benchmark) =>
            new[] { benchmark.FullName.Split('(')[0], benchmark.FullName }.Any(name =>
                Regex.IsMatch(
                    name,
                    $"^{Regex.Escape(pattern).Replace(@"\*", ".*", StringComparison.Ordinal)}$",
                    RegexOptions.IgnoreCase | RegexOptions.CultureInvariant
                )
            );
    }

    private sealed class Proof(MadeUpProgram baseline, MadeUpProgram candidate, string? lost) : ISameCodeProof
    {
        public IReadOnlyList<CodeEffect?> EffectsOn(IReadOnlyList<BenchmarkPairing> pairings, Func<bool>? isOver = null) =>
            [
                .. pairings.Select(pairing =>
                    lost is not null ? CodeEffect.Unproven(lost)
                    : isOver?.Invoke() is true ? CodeEffect.Unproven("the time for comparing code ended")
                    : Find(baseline, pairing.Baseline).Code == Find(candidate, pairing.Candidate).Code ? null
                    : Changed($"{pairing.Candidate.Type.Split('.')[^1]}.{pairing.Candidate.Method} changed")
                ),
            ];

        public IReadOnlyList<ChangedCode> ChangesThatRan(BenchmarkPairing pairing) => [];

        private static CodeEffect Changed(string text) =>
            new(text, EffectKind.Ran, 0) { Code = new ChangedCode(text, null, new SourceRange("App/Rows.cs", "", 12, 14)) };
    }
}
