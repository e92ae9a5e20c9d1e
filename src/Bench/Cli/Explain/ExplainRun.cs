using Bench.Results;
using Bench.Runner;

namespace Bench.Cli.Explain;

/// <summary>
/// Explains a benchmark: one process pair measures the ratio, then one process of each build is sampled, and another lists its code.
/// </summary>
/// <param name="folder">An existing folder for traces and listings.</param>
/// <param name="benchmarkTimeout">A benchmark fails if it does not respond within this time.</param>
internal sealed class ExplainRun(
    BenchmarkProgram baseline,
    BenchmarkProgram candidate,
    Func<BuildComparison> compare,
    string folder,
    TimeSpan benchmarkTimeout,
    Action<string> step,
    IMeasurements measurements
)
{
    private const int HotMethods = 5;

    // The share of the samples from which on a method is shown.
    private const double MinShare = 0.01;

    // A hot method of a generic type may have code for each type argument.
    private const int MaxListings = 12;

    private static readonly TimeSpan SampleTime = TimeSpan.FromSeconds(3);

    public Explanation Explain(string pattern, CancellationToken cancellationToken)
    {
        var benchmark = Choose(pattern, cancellationToken);
        step("Comparing the code");
        var changed = measurements.Prove(compare, baseline, candidate, benchmarkTimeout, cancellationToken).ChangesThatRan(benchmark);
        step($"Measuring {benchmark.Candidate.Id}, interleaved");
        var pair = Measure(benchmark, cancellationToken);
        var origins = MethodOrigins.Create(baseline, candidate);
        step("Sampling the baseline");
        var before = Profile(baseline, benchmark.Baseline, "0", origins, cancellationToken);
        step("Sampling the candidate");
        var after = Profile(candidate, benchmark.Candidate, "1", origins, cancellationToken);

        // The program's own methods come first, and among them those that changed most.
        string[] hot =
        [
            .. new[] { before.Profile, after.Profile }
                .SelectMany(Hottest)
                .Distinct(StringComparer.Ordinal)
                .OrderBy(origins.Of)
                .ThenByDescending(method =>
                    Math.Abs(
                        (Share(after.Profile, method) * pair.CandidateNanoseconds)
                            - (Share(before.Profile, method) * pair.BaselineNanoseconds)
                    )
                ),
        ];
        string[] compiled = [.. before.Compiled.Concat(after.Compiled).Distinct(StringComparer.Ordinal)];
        var wanted = Wanted(benchmark.Candidate, hot, compiled);
        step("Reading the machine code of the baseline");
        var codeBefore = Code(baseline, benchmark.Baseline, wanted, "0", cancellationToken);
        step("Reading the machine code of the candidate");
        var codeAfter = Code(candidate, benchmark.Candidate, wanted, "1", cancellationToken);
        var methods = hot.Select(method => MethodName.FromFrame(method).Name).Concat(NamesOf(benchmark.Candidate)).ToHashSet();
        return new Explanation(
            benchmark,
            pair,
            before.Profile,
            after.Profile,
            Methods(benchmark.Candidate, hot, codeBefore.Methods, codeAfter.Methods)
        )
        {
            OriginOf = origins.Of,
            BaselineAllocations = before.Allocations,
            CandidateAllocations = after.Allocations,
            ChangedCode = [.. changed.Select(ExplainedChange.Create)],
            LostInlinings = codeBefore.Inlining.LostIn(codeAfter.Inlining, methods),
        };
    }

    private BenchmarkPairing Choose(string pattern, CancellationToken cancellationToken)
    {
        var (one, other) = measurements.List(baseline, candidate, cancellationToken);
        using var before = one;
        using var after = other;
        if (ProgramListing.UnreadOf(before, after) is { } unread)
            step($"warning: Configuration: {unread}.");
        return BenchmarkChoice.Choose(pattern, Benchmarks(before), Benchmarks(after));

        (IReadOnlyList<HostedBenchmark> All, IReadOnlyList<HostedBenchmark> Fitting) Benchmarks(IProgramListing side) =>
            (side.List(BenchmarkFilter.All).Benchmarks, side.List(new BenchmarkFilter([pattern], [])).Benchmarks);
    }

    private ProcessPair Measure(BenchmarkPairing benchmark, CancellationToken cancellationToken)
    {
        var measure = measurements.Pairs(baseline, candidate, new MeasurementSettings(), benchmarkTimeout, new Random());
        var outcome = measure(benchmark, baselineFirst: true, cancellationToken);
        return outcome.Result
            ?? throw new BenchException(
                $"{benchmark.Candidate.Id} fails: {(outcome.BaselineFailure is { } before ? $"the baseline: {before}" : $"the candidate: {outcome.CandidateFailure}")}"
            );
    }

    private SampledBenchmark Profile(
        BenchmarkProgram program,
        HostedBenchmark benchmark,
        string name,
        MethodOrigins origins,
        CancellationToken cancellationToken
    )
    {
        var summary = Path.Combine(folder, $"compiled{name}.txt");
        using var side = WarmProcess.Start(
            program,
            benchmark,
            [$"DOTNET_JitStdOutFile={summary}", "DOTNET_JitDisasmSummary=1"],
            benchmarkTimeout,
            cancellationToken
        );
        var samples = Sampler.Sample(side, SampleTime, Path.Combine(folder, $"sample{name}.nettrace"), cancellationToken);
        side.Leave();
        return new SampledBenchmark(
            CpuProfile.Create(samples.Stacks, origins.IsOwn),
            AllocatedType.Shares(samples.Allocations, origins.IsOwn),
            File.Exists(summary) ? JitListing.CompiledMethods(File.ReadLines(summary)) : []
        );
    }

    private (IReadOnlyList<MethodCode> Methods, InliningLog Inlining) Code(
        BenchmarkProgram program,
        HostedBenchmark benchmark,
        string patterns,
        string name,
        CancellationToken cancellationToken
    )
    {
        var listing = Path.Combine(folder, $"code{name}.txt");
        var inlining = Path.Combine(folder, $"inlining{name}.nettrace");
        using var side = WarmProcess.Start(
            program,
            benchmark,
            [$"DOTNET_JitStdOutFile={listing}", $"DOTNET_JitDisasm={patterns}", .. InliningLog.Variables(inlining)],
            benchmarkTimeout,
            cancellationToken
        );
        side.Leave();
        MethodCode[] methods =
        [
            .. JitListing
                .Final(JitListing.Read(File.Exists(listing) ? File.ReadLines(listing) : []))
                .Where(code => !code.Method.Contains(SampledStack.Host, StringComparison.Ordinal)),
        ];
        return (methods, InliningLog.Read(inlining));
    }

    private static IEnumerable<string> Hottest(CpuProfile profile) =>
        profile
            .Methods.Where(method => method.Exclusive >= MinShare && method.Method != SampledStack.Loop)
            .Take(HotMethods)
            .Select(method => method.Method);

    private static double Share(CpuProfile profile, string method) =>
        profile.Methods.FirstOrDefault(share => share.Method == method)?.Exclusive ?? 0;

    // The benchmark, its state machine if it is asynchronous, and the hot methods, in the syntax of DOTNET_JitDisasm.
    private static string Wanted(HostedBenchmark benchmark, IEnumerable<string> hot, IEnumerable<string> compiled)
    {
        var names = hot.Select(MethodName.FromFrame).ToHashSet();
        return string.Join(
            ' ',
            compiled
                .Where(method => names.Contains(MethodName.FromCompiled(method)))
                .Select(MethodName.Pattern)
                .Append($"{benchmark.Type}:{benchmark.Method}")
                .Append($"{benchmark.Type}+<{benchmark.Method}>d__*:MoveNext")
                .Where(pattern => !pattern.Contains(' ', StringComparison.Ordinal))
                .Distinct(StringComparer.Ordinal)
        );
    }

    private static ExplainedMethod[] Methods(
        HostedBenchmark benchmark,
        IReadOnlyList<string> hot,
        IReadOnlyList<MethodCode> before,
        IReadOnlyList<MethodCode> after
    )
    {
        var found = new List<ExplainedMethod>();
        foreach (var method in hot)
        {
            var name = MethodName.FromFrame(method);
            var own = Joined(before.Where(code => code.Name == name), after.Where(code => code.Name == name));
            found.AddRange(own.Count > 0 ? own : [new ExplainedMethod(method, null, null)]);
        }

        var itself = NamesOf(benchmark);
        found.AddRange(Joined(before.Where(code => itself.Contains(code.Name.Name)), after.Where(code => itself.Contains(code.Name.Name))));
        return [.. found.DistinctBy(method => method.Name).Take(MaxListings)];
    }

    // Includes the state machine of an asynchronous benchmark.
    private static string[] NamesOf(HostedBenchmark benchmark) =>
        [
            MethodName.FromCompiled($"{benchmark.Type}:{benchmark.Method}()").Name,
            MethodName.FromFrame($"{benchmark.Type}+<{benchmark.Method}>d__0.MoveNext()").Name,
        ];

    // Code for type arguments that are not hot was never optimised, so only the most optimised code is shown.
    private static List<ExplainedMethod> Joined(IEnumerable<MethodCode> before, IEnumerable<MethodCode> after)
    {
        var (left, right) = (Best(before), Best(after));
        return
        [
            .. left
                .Keys.Union(right.Keys, StringComparer.Ordinal)
                .Select(key => new ExplainedMethod(
                    (right.GetValueOrDefault(key) ?? left[key]).Method,
                    left.GetValueOrDefault(key),
                    right.GetValueOrDefault(key)
                )),
        ];
    }

    private static Dictionary<string, MethodCode> Best(IEnumerable<MethodCode> codes)
    {
        var all = codes.ToArray();
        var rank = all.Select(code => code.Rank).DefaultIfEmpty().Max();
        return all.Where(code => code.Rank == rank)
            .DistinctBy(code => MethodName.WithoutOrdinals(code.Method))
            .ToDictionary(code => MethodName.WithoutOrdinals(code.Method), StringComparer.Ordinal);
    }

    private sealed record SampledBenchmark(
        CpuProfile Profile,
        IReadOnlyDictionary<AllocatedType, double> Allocations,
        IReadOnlyList<string> Compiled
    );
}
