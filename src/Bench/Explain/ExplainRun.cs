using Bench.Runner;

namespace Bench.Explain;

/// <summary>Explains a row: one pair of processes for the ratio, then a process of each build for the sample, and one for the code.</summary>
/// <param name="folder">An existing folder for traces and listings.</param>
/// <param name="rowLimit">How long the benchmark may take to answer before its row has failed.</param>
internal sealed class ExplainRun(BenchmarkProgram baseline, BenchmarkProgram candidate, string folder, TimeSpan rowLimit, Action<string> step)
{
    private const int HotMethods = 5;

    /// <summary>What a method needs to be worth showing.</summary>
    private const double LeastShare = 0.01;

    /// <summary>A hot method of a generic type may have code for each of its arguments.</summary>
    private const int MostListings = 12;

    private static readonly TimeSpan SampleTime = TimeSpan.FromSeconds(3);

    public Explanation Explain(string pattern, CancellationToken cancellation)
    {
        var row = RowChoice.Of(pattern, Rows(baseline, pattern, cancellation), Rows(candidate, pattern, cancellation));
        step($"Measuring {row.Candidate.Id}, in turns");
        var pair = Measure(row, cancellation);
        step("Sampling the baseline");
        var before = Profile(baseline, row.Baseline, "0", cancellation);
        step("Sampling the candidate");
        var after = Profile(candidate, row.Candidate, "1", cancellation);

        // What changed most comes first.
        string[] hot = [.. new[] { before.Profile, after.Profile }.SelectMany(Hottest).Distinct(StringComparer.Ordinal).OrderByDescending(method =>
            Math.Abs((Share(after.Profile, method) * pair.CandidateNanoseconds) - (Share(before.Profile, method) * pair.BaselineNanoseconds)))];
        string[] compiled = [.. before.Compiled.Concat(after.Compiled).Distinct(StringComparer.Ordinal)];
        var wanted = Wanted(row.Candidate, hot, compiled);
        step("Reading the machine code of the baseline");
        var codeBefore = Code(baseline, row.Baseline, wanted, "0", cancellation);
        step("Reading the machine code of the candidate");
        var codeAfter = Code(candidate, row.Candidate, wanted, "1", cancellation);
        return new Explanation(row, pair, before.Profile, after.Profile, Methods(row.Candidate, hot, codeBefore, codeAfter));
    }

    private static (IReadOnlyList<HostedBenchmark> All, IReadOnlyList<HostedBenchmark> Fitting) Rows(BenchmarkProgram program, string pattern, CancellationToken cancellation)
    {
        using var side = Side.Start(program, [], cancellation);
        return (side.List(RowFilter.All).Rows, side.List(new RowFilter([pattern], [])).Rows);
    }

    private PairResult Measure(RowPairing row, CancellationToken cancellation)
    {
        var outcome = new TandemSweep(baseline, candidate, new MeasurementSettings(), rowLimit, new Random()).Run([row], baselineFirst: true, isWanted: null, cancellation).Single();
        return outcome.Result ?? throw new BenchException(
            $"{row.Candidate.Id} fails: {(outcome.BaselineFailure is { } before ? $"the baseline: {before}" : $"the candidate: {outcome.CandidateFailure}")}");
    }

    private (CpuProfile Profile, IReadOnlyList<string> Compiled) Profile(BenchmarkProgram program, HostedBenchmark row, string name, CancellationToken cancellation)
    {
        var summary = Path.Combine(folder, $"compiled{name}.txt");
        using var side = WarmSide.Start(program, row, [$"DOTNET_JitStdOutFile={summary}", "DOTNET_JitDisasmSummary=1"], rowLimit, cancellation);
        var stacks = Sampler.Sample(side, SampleTime, Path.Combine(folder, $"sample{name}.nettrace"), cancellation);
        side.Leave();
        return (CpuProfile.Of(stacks), File.Exists(summary) ? JitListing.CompiledMethods(File.ReadLines(summary)) : []);
    }

    private IReadOnlyList<MethodCode> Code(BenchmarkProgram program, HostedBenchmark row, string patterns, string name, CancellationToken cancellation)
    {
        var listing = Path.Combine(folder, $"code{name}.txt");
        using var side = WarmSide.Start(program, row, [$"DOTNET_JitStdOutFile={listing}", $"DOTNET_JitDisasm={patterns}"], rowLimit, cancellation);
        side.Leave();
        return File.Exists(listing) ? [.. JitListing.Final(JitListing.Read(File.ReadLines(listing))).Where(code => !code.Method.Contains(SampledStack.Host, StringComparison.Ordinal))] : [];
    }

    private static IEnumerable<string> Hottest(CpuProfile profile) =>
        profile.Methods.Where(method => method.Exclusive >= LeastShare && method.Method != SampledStack.Loop).Take(HotMethods).Select(method => method.Method);

    private static double Share(CpuProfile profile, string method) => profile.Methods.FirstOrDefault(share => share.Method == method)?.Exclusive ?? 0;

    /// <summary>The benchmark itself, its state machine where it is asynchronous, and the hot methods, as the compiler wants to be told.</summary>
    private static string Wanted(HostedBenchmark row, IEnumerable<string> hot, IEnumerable<string> compiled)
    {
        var names = hot.Select(MethodName.OfFrame).ToHashSet();
        return string.Join(' ', compiled.Where(method => names.Contains(MethodName.OfCompiled(method))).Select(MethodName.Pattern)
            .Append($"{row.Type}:{row.Method}").Append($"{row.Type}+<{row.Method}>d__*:MoveNext")
            .Where(pattern => !pattern.Contains(' ', StringComparison.Ordinal)).Distinct(StringComparer.Ordinal));
    }

    private static ExplainedMethod[] Methods(HostedBenchmark row, IReadOnlyList<string> hot, IReadOnlyList<MethodCode> before, IReadOnlyList<MethodCode> after)
    {
        var found = new List<ExplainedMethod>();
        foreach (var method in hot)
        {
            var name = MethodName.OfFrame(method);
            var own = Joined(before.Where(code => code.Name == name), after.Where(code => code.Name == name));
            found.AddRange(own.Count > 0 ? own : [new ExplainedMethod(method, null, null)]);
        }

        string[] benchmark = [MethodName.OfCompiled($"{row.Type}:{row.Method}()").Name, MethodName.OfFrame($"{row.Type}+<{row.Method}>d__0.MoveNext()").Name];
        found.AddRange(Joined(before.Where(code => benchmark.Contains(code.Name.Name)), after.Where(code => benchmark.Contains(code.Name.Name))));
        return [.. found.DistinctBy(method => method.Name).Take(MostListings)];
    }

    // Code for other type arguments than the hot ones was never optimised: only the most optimised is shown.
    private static List<ExplainedMethod> Joined(IEnumerable<MethodCode> before, IEnumerable<MethodCode> after)
    {
        var (left, right) = (Best(before), Best(after));
        return [.. left.Keys.Union(right.Keys, StringComparer.Ordinal).Select(key => new ExplainedMethod(
            (right.GetValueOrDefault(key) ?? left[key]).Method, left.GetValueOrDefault(key), right.GetValueOrDefault(key)))];
    }

    private static Dictionary<string, MethodCode> Best(IEnumerable<MethodCode> codes)
    {
        var all = codes.ToArray();
        var rank = all.Select(code => code.Rank).DefaultIfEmpty().Max();
        return all.Where(code => code.Rank == rank).DistinctBy(code => MethodName.WithoutOrdinals(code.Method)).ToDictionary(code => MethodName.WithoutOrdinals(code.Method), StringComparer.Ordinal);
    }
}
