using System.Text.RegularExpressions;
using Bench.Results;

namespace Bench.Runner;

// Records what runs with these benchmarks, in this order and in one process. "found" is called after the process has loaded the program and
// before a benchmark runs. Throws MeasurementException if one cannot run or the recording is incomplete.
internal delegate Recording Recorder(IReadOnlyList<HostedBenchmark> benchmarks, Action found);

// Proves that both builds run the same code for a benchmark. Such a benchmark cannot have changed and is not measured. Others are measured,
// with the reason.
internal sealed partial class SameCodeProof(BuildComparison comparison, Recorder baseline, Recorder candidate) : ISameCodeProof
{
    // Each process keeps one core busy.
    private static readonly int Processes = Environment.ProcessorCount;

    // Code that runs only occasionally has probably run in both builds after so many attempts.
    private const int MaxAttempts = 3;

    // A single benchmark cannot be divided further. With 5 attempts, code that runs in half of all processes seems to belong to one build
    // in 1 of 512 cases.
    private const int MaxAttemptsOfOne = 5;

    public static SameCodeProof Of(
        BuildComparison comparison,
        BenchmarkProgram baseline,
        BenchmarkProgram candidate,
        TimeSpan benchmarkTimeout,
        CancellationToken cancellationToken
    )
    {
        return new SameCodeProof(comparison, RecorderOf(baseline), RecorderOf(candidate));

        Recorder RecorderOf(BenchmarkProgram program) =>
            (benchmarks, found) => Recording.Make(program, benchmarks, found, benchmarkTimeout, cancellationToken);
    }

    public IReadOnlyList<CodeEffect?> EffectsOn(IReadOnlyList<BenchmarkPairing> pairings, Func<bool>? isOver = null)
    {
        var effects = new Dictionary<BenchmarkPairing, CodeEffect?>(ReferenceEqualityComparer.Instance);
        foreach (var pairing in pairings)
            effects.Add(pairing, Difference(pairing));
        if (!comparison.IsSame)
        {
            comparison.Forget();
            CompareCode(effects, isOver ?? (() => false));
            CompareFiles(effects, areRead: comparison.EffectOfReading is not null);
        }

        return [.. pairings.Select(pairing => effects[pairing])];
    }

    public IReadOnlyList<ChangedCode> ChangesThatRan(BenchmarkPairing pairing)
    {
        try
        {
            var (before, after) = RecordBoth([pairing]);
            return comparison.ChangesThatRan(before, after);
        }
        catch (MeasurementException)
        {
            return [];
        }
    }

    // If the code is the same, recording one build is enough, unless the baseline may read a file that the candidate lacks.
    private bool IsOneSideEnough => comparison is { IsSameCode: true, HasFilesOfBaselineAlone: false };

    private static CodeEffect? Difference(BenchmarkPairing pairing) =>
        WithoutVersions(pairing.Baseline).ToFields().SequenceEqual(WithoutVersions(pairing.Candidate).ToFields())
            ? null
            : new CodeEffect("its job, its parameters or its name changed", EffectKind.Ran, 0);

    // The code comparison covers assembly versions. Names of type arguments contain their assemblies. A job without a name gets a random
    // one in each process.
    private static HostedBenchmark WithoutVersions(HostedBenchmark benchmark) =>
        benchmark with
        {
            Type = Version().Replace(benchmark.Type, ""),
            QualifiedType = Version().Replace(benchmark.QualifiedType, ""),
            Group = RandomJob().Replace(Version().Replace(benchmark.Group, ""), "Job"),
            DisplayInfo = RandomJob().Replace(benchmark.DisplayInfo, "Job"),
        };

    [GeneratedRegex($@"\b{JobTraits.RandomIdPattern}\b")]
    private static partial Regex RandomJob();

    [GeneratedRegex(@", Version=[\d.]+")]
    private static partial Regex Version();

    // Begins with whole classes. If no changed code runs with any benchmark of a class, the class is done.
    private void CompareCode(Dictionary<BenchmarkPairing, CodeEffect?> effects, Func<bool> isOver)
    {
        if (comparison.ReasonForAll is { } reason)
        {
            foreach (var pairing in Unaffected(effects))
                effects[pairing] = CodeEffect.Unproven(reason);
            return;
        }

        for (IReadOnlyList<BenchmarkPairing[]> groups = Classes(Unaffected(effects)); groups.Count > 0;)
        {
            var found = new CodeEffect?[groups.Count];
            var options = new ParallelOptions
            {
                MaxDegreeOfParallelism = groups.All(group => group.Length == 1) ? Processes : Math.Max(1, Processes / 2),
            };
            Parallel
                .ForAsync(0, groups.Count, options, (i, _) =>
                {
                    found[i] = isOver() ? CodeEffect.Unproven("the time for comparing code ended") : CodeEffectOn(groups[i]);
                    return ValueTask.CompletedTask;
                })
                .GetAwaiter()
                .GetResult();
            var judged = groups.Zip(found).ToLookup(pair => pair.First.Length == 1 || CodeEffect.IsOpen(pair.Second));
            foreach (var (group, effect) in judged[true])
            {
                foreach (var pairing in group)
                    effects[pairing] = effect;
            }

            groups = [.. judged[false].SelectMany(pair => Parts(pair.First))];
        }
    }

    // A read file can be attributed only to a process that runs alone.
    private void CompareFiles(Dictionary<BenchmarkPairing, CodeEffect?> effects, bool areRead)
    {
        var readers = effects.Where(pair => CodeEffect.IsOpen(pair.Value) && (areRead || pair.Value is not null));
        foreach (var group in readers.GroupBy(pair => pair.Value, pair => pair.Key).ToArray())
        {
            foreach (var type in Classes([.. group]))
            {
                var effect = EffectOfReading(type, group.Key);
                foreach (var pairing in type)
                    effects[pairing] = effect is null || type.Length == 1 ? effect : EffectOfReading([pairing], group.Key);
            }
        }
    }

    // "started" is the effect if another process may run changed code; null if the benchmark starts no process.
    private CodeEffect? EffectOfReading(BenchmarkPairing[] group, CodeEffect? started)
    {
        comparison.Forget();
        try
        {
            if (IsOneSideEnough && started is null)
                Candidate(group);
            else
                RecordBoth(group, watchesPrograms: started is not null);
            return comparison.EffectOfReading ?? (started is not null && comparison.AreProgramsRead ? started : null);
        }
        catch (MeasurementException e)
        {
            return Unrecorded(e);
        }
    }

    private CodeEffect? CodeEffectOn(BenchmarkPairing[] group)
    {
        try
        {
            if (IsOneSideEnough)
                return comparison.EffectOn(Candidate(group));

            return group.Length == 1 ? CodeEffectOnOne(group) : CodeEffectOnAll(group);
        }
        catch (MeasurementException e)
        {
            return Unrecorded(e);
        }
    }

    private CodeEffect? CodeEffectOnAll(BenchmarkPairing[] group)
    {
        Recording? allBefore = null,
            allAfter = null;
        for (var i = 0; i < MaxAttempts; i++)
        {
            var (before, after) = RecordBoth(group);
            (allBefore, allAfter) = (before.With(allBefore), after.With(allAfter));
            var common = comparison.EffectOn(allBefore, allAfter);
            if (!CodeEffect.IsOpen(common) || comparison.RanTheSame(allBefore, allAfter))
                return common;
        }

        return CodeEffect.Unproven("the code that runs depends on earlier runs");
    }

    private CodeEffect? CodeEffectOnOne(BenchmarkPairing[] benchmark)
    {
        var (before, after) = (new List<Recording>(), new List<Recording>());
        CodeEffect? other = null;
        for (var i = 0; i < MaxAttemptsOfOne; i++)
        {
            after.Add(Candidate(benchmark));
            // If the candidate alone gives a reason, the baseline need not run.
            if (comparison.EffectOn(after[^1]) is { } known && !CodeEffect.IsOpen(known))
                return known;
            before.Add(Baseline(benchmark));
            var effect = comparison.EffectOn(All(before), All(after));
            other = comparison.OtherCode(before, after);
            if (!CodeEffect.IsOpen(effect) || other is null)
                return effect;
        }

        return other;

        static Recording All(List<Recording> recordings) => recordings.Aggregate((all, next) => all.With(next));
    }

    // The baseline runs in reverse order. Code that runs only after another benchmark of the process then shows up as a difference.
    private (Recording Baseline, Recording Candidate) RecordBoth(BenchmarkPairing[] group, bool watchesPrograms = false) =>
        BothBuilds.Run(() => Baseline([.. group.Reverse()], watchesPrograms), () => Candidate(group, watchesPrograms));

    private static CodeEffect Unrecorded(MeasurementException e) =>
        CodeEffect.Unproven($"the code that it runs cannot be recorded: {e.Message}");

    private static BenchmarkPairing[] Unaffected(Dictionary<BenchmarkPairing, CodeEffect?> effects) =>
        [.. effects.Where(pair => pair.Value is null).Select(pair => pair.Key)];

    private static BenchmarkPairing[][] Classes(BenchmarkPairing[] pairings) =>
        [
            .. pairings
                .GroupBy(pairing => (pairing.Candidate.Type, string.Join('\n', pairing.Candidate.Variables)))
                .Select(group => group.ToArray()),
        ];

    // First per method if the methods have many cases, then per case.
    private static IEnumerable<BenchmarkPairing[]> Parts(BenchmarkPairing[] group)
    {
        var methods = group.GroupBy(pairing => pairing.Candidate.Method).Select(method => method.ToArray()).ToArray();
        return methods.Length > 1 && methods.Length < group.Length ? methods : group.Select(pairing => new[] { pairing });
    }

    private Recording Baseline(BenchmarkPairing[] group, bool watchesPrograms = false) =>
        baseline([.. group.Select(pairing => pairing.Baseline)], Found(watchesPrograms, isCandidate: false));

    private Recording Candidate(BenchmarkPairing[] group, bool watchesPrograms = false) =>
        candidate([.. group.Select(pairing => pairing.Candidate)], Found(watchesPrograms, isCandidate: true));

    private Action Found(bool watchesPrograms, bool isCandidate) =>
        watchesPrograms ? () => comparison.ForgetPrograms(isCandidate) : () => { };
}
