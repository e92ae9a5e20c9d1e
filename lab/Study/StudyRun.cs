using System.Diagnostics;
using Bench.Host;
using Bench.Runner;
using Lab.Trials;

namespace Lab.Study;

/// <summary>
/// Records process pairs of two builds of the same code: unchanged, next to other programs, and with injected changes of known size.
/// </summary>
/// <param name="records">The file that records are added to.</param>
internal sealed class StudyRun(BenchmarkProgram baseline, BenchmarkProgram candidate, string records, Action<GateProgress> report)
{
    private const int Iterations = 15;

    // The weights of the recorded conditions. Most are identical code: a check takes up to 2 replicates of it to screen and 24 to
    // confirm. A replay with fewer uses what there is, and detects less than a check would.
    private static readonly (Condition Condition, Effect Effect, int Weight)[] Cells =
    [
        (Condition.Idle, Effect.None, 26),
        (Condition.OneCoreBusy, Effect.None, 6),
        (Condition.TwoLoops, Effect.None, 6),
        (Condition.FourLoops, Effect.None, 6),
        (Condition.SixLoops, Effect.None, 6),
        (Condition.MemoryCopies, Effect.None, 6),
        (Condition.SecondCheck, Effect.None, 6),
        (Condition.CoresAwake, Effect.None, 6),
        (Condition.WithoutProfiles, Effect.None, 6),
        (Condition.Idle, new Effect(0.03, 0), 1),
        (Condition.Idle, new Effect(0.05, 0), 1),
        (Condition.Idle, new Effect(0.10, 0), 2),
        (Condition.Idle, new Effect(0.25, 0), 1),
        (Condition.Idle, new Effect(0, 8), 4),
    ];

    public void Record(BenchmarkFilter filter, IReadOnlyList<Condition> conditions, TimeSpan time, CancellationToken cancellationToken)
    {
        var cells = Cells.Where(cell => conditions.Contains(cell.Condition)).ToArray();
        var pairings = Pairings(filter, cancellationToken);
        var names = pairings.Select(pairing => pairing.Candidate.Id.ToString()).ToHashSet(StringComparer.Ordinal);
        var counts = cells.ToDictionary(cell => (cell.Condition, cell.Effect), _ => 0);
        foreach (
            var record in StudyRecords
                .Open(records)
                .Where(record => names.Contains(record.Benchmark) && counts.ContainsKey((record.Condition, record.Effect)))
        )
            counts[(record.Condition, record.Effect)]++;

        var clock = Stopwatch.StartNew();
        while (clock.Elapsed < time)
        {
            // Takes the condition furthest behind its share. Whole replicates of every benchmark keep benchmarks and orders balanced.
            var (condition, effect, _) = cells.MinBy(cell => (double)counts[(cell.Condition, cell.Effect)] / cell.Weight);
            using var neighbours = new Neighbours(condition, token =>
                Pairs(Effect.None, Condition.Idle).Measure(Random.Shared.GetItems(pairings, 1)[0], true, token)
            );
            foreach (var baselineFirst in new[] { true, false })
            {
                var pairs = Pairs(effect, condition);
                foreach (var pairing in pairings.OrderBy(_ => Random.Shared.Next()))
                {
                    var benchmark = pairing.Candidate.Id.ToString();
                    Keep(benchmark, pairs.Measure(pairing, baselineFirst, cancellationToken), condition, effect, baselineFirst);
                    counts[(condition, effect)]++;
                    report(
                        new GateProgress(
                            FormattableString.Invariant(
                                $"{condition}, {effect}: {counts[(condition, effect)]} of {counts.Values.Sum()} process pairs so far"
                            ),
                            benchmark,
                            time - clock.Elapsed
                        )
                    );
                }
            }
        }
    }

    private BenchmarkPairing[] Pairings(BenchmarkFilter filter, CancellationToken cancellationToken)
    {
        var benchmarks = MeasuredBenchmark
            .Join(
                ProgramListing.List(baseline, filter, cancellationToken).Benchmarks,
                ProgramListing.List(candidate, filter, cancellationToken).Benchmarks
            )
            .ToArray();
        var name = filter.Patterns.Count == 0 ? "the project" : string.Join(", ", filter.Patterns);
        if (benchmarks.Length == 0)
            throw new UsageException($"{name} has no benchmark in either build. {MeasurementOptions.HowToList}.");
        BenchmarkPairing[] pairings =
        [
            .. benchmarks
                .Where(benchmark => benchmark.IsOpen && benchmark.Pairing!.Candidate.Mode == RunMode.Slices)
                .Select(benchmark => benchmark.Pairing!),
        ];
        return pairings.Length > 0 ? pairings : throw new RunnerException($"{name} has no benchmark that can be measured in slices.");
    }

    private ProcessPairs Pairs(Effect effect, Condition condition) =>
        new(
            baseline,
            candidate,
            new MeasurementSettings
            {
                Injection = effect == Effect.None ? null : new InjectedChange(effect.Share, effect.Bytes),
                Variables = condition == Condition.WithoutProfiles ? ["DOTNET_TieredPGO=0"] : [],
            },
            TimeSpan.FromMinutes(2),
            new Random()
        );

    private void Keep(string benchmark, PairOutcome outcome, Condition condition, Effect effect, bool baselineFirst)
    {
        if (outcome.Result is not { } result)
            throw new RunnerException($"{benchmark} failed: {outcome.CandidateFailure ?? outcome.BaselineFailure}");
        StudyRecords.Append(
            records,
            new StudyRecord(
                benchmark,
                condition,
                effect,
                DateTime.UtcNow,
                baselineFirst,
                result.LogRatio,
                result.BaselineNanoseconds,
                result.CandidateNanoseconds,
                result.BaselineBytes,
                result.CandidateBytes,
                Math.Round(outcome.Time.TotalSeconds, 3),
                Join(result.BaselineSlices),
                Join(result.CandidateSlices),
                result.Timing?.IsByProcessor
            )
        );
    }

    private static double[] Join(IReadOnlyList<double> slices) =>
        slices.Count < Iterations
            ? [.. slices]
            :
            [
                .. Enumerable
                    .Range(0, Iterations)
                    .Select(i => slices.Take((i * slices.Count / Iterations)..((i + 1) * slices.Count / Iterations)).Average())
                    .Select(time => Math.Round(time, 4)),
            ];
}
