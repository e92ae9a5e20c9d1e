using Bench.Comparison;
using Bench.Results;
using Bench.Statistics;

namespace Bench.Load;

// The verdicts of a matrix by the rules of `bench compare`: each variant against the first, each measure with its own margin. Each
// is judged once, when it is needed.
internal sealed class JudgedMatrix(MatrixResult result, Settings settings)
{
    private readonly MeasuredVariant first = result.Variants[0];
    private readonly MatrixDoubts doubts = new(result);
    private readonly Dictionary<LoadMeasure, IReadOnlyList<ComparedBenchmark>> judged = [];
    private IReadOnlyList<JudgedMatrix>? requests;
    private RunComparison? check;

    public MatrixResult Result => result;

    public Settings Settings => settings;

    /// <summary>Each request of a mix as a matrix of its own, in the order of the plan; empty without a mix.</summary>
    public IReadOnlyList<JudgedMatrix> Requests =>
        requests ??= [.. result.Matrix.Requests.Select((_, i) => new JudgedMatrix(result.OfRequest(i), settings))];

    /// <summary>The variants after the first, in their order.</summary>
    public IReadOnlyList<ComparedBenchmark> Of(LoadMeasure measure)
    {
        if (!judged.TryGetValue(measure, out var known))
            judged.Add(measure, known = Judge(measure));
        return known;
    }

    /// <param name="variant">The place of a variant. The first has no verdict.</param>
    public ComparedBenchmark? Of(int variant, LoadMeasure measure) => variant == 0 ? null : Of(measure)[variant - 1];

    /// <summary>For a measure that is shown and not judged. Null if a round of either variant lacks it.</summary>
    public TimeJudgement? Show(MeasuredVariant variant, LoadMeasure measure) =>
        result.Sample(variant, measure, settings.Margin) is { Replicates.Count: > 0 and var known } sample && known == variant.Rounds.Count
            ? TimeVerdicts.Judge([sample])[0]
            : null;

    /// <summary>Different margins of the variants, the smallest first.</summary>
    public IEnumerable<double> MarginsOf(LoadMeasure measure) =>
        Of(measure)
            .Select(variant => variant.Margin.Relative)
            .DefaultIfEmpty(measure.MarginOf(settings.Margin).Relative)
            .Distinct()
            .Order();

    /// <summary>A check of two builds: each measure of the second variant.</summary>
    public RunComparison Check => check ??= CheckOf(result.Variants[1]);

    private RunComparison CheckOf(MeasuredVariant second)
    {
        var about = (result.Check ?? new CheckInfo(first.Variant.Name, second.Variant.Name)) with { Partial = result.Partial };
        var today = ComparisonOptions.ForToday(settings).Today;
        return new RunComparison
        {
            BaselineSources = [about.Baseline],
            CandidateSources = [about.Candidate],
            Margin = settings.Margin,
            Project = settings.Project,
            GivenOptions = settings.GivenOptions,
            Check = about.WithoutSecrets(),
            Notices = settings.Notices,
            Environment = result.Environment,
            EnvironmentDifferences = [],
            ControlMoved = false,
            LoadRounds = second.Rounds.Count,
            Warnings = [.. new MatrixWarnings(result, settings, today).All().Distinct()],
            Benchmarks = OfOneCheck([
                .. LoadMeasure.All.Select(measure =>
                    Of(1, measure)! with
                    {
                        Id = result.IdOf(measure.Id),
                        Name = result.IdOf(measure.Id).FullName,
                        Method = measure.Id,
                        Against = null,
                        IsThroughput = measure == LoadMeasure.FullSpeed,
                        AcceptedTime = settings.Accepted.FirstOrDefault(one =>
                            one.Metric == measure.AcceptedBy && one.Until >= today && one.Benchmark.Fits(result.IdOf(measure.Id))
                        ),
                    }
                ),
            ]),
        };
    }

    // Each measure has its own margin and its own verdict. The p-values that fail a check are corrected for all tested measures (Holm).
    private static IReadOnlyList<ComparedBenchmark> OfOneCheck(IReadOnlyList<ComparedBenchmark> measures)
    {
        ComparedBenchmark[] tested = [.. measures.Where(measure => measure.Time is { PFails: not null })];
        var together = tested
            .Zip(MultipleTesting.Holm([.. tested.Select(measure => measure.Time!.PFails!.Value)]))
            .ToDictionary(measure => measure.First.Method, measure => measure.Second);
        return
        [
            .. measures.Select(measure =>
                together.TryGetValue(measure.Method, out var p)
                    ? measure with
                    {
                        Time = measure.Time! with { PFails = p, FailsCheck = measure.Time.FailsCheck && p <= TimeVerdicts.LevelOfFailing },
                    }
                    : measure
            ),
        ];
    }

    private IReadOnlyList<ComparedBenchmark> Judge(LoadMeasure measure)
    {
        MeasuredVariant[] others = [.. result.Variants.Skip(1)];
        BenchmarkSample[] samples = [.. others.Select(variant => result.Sample(variant, measure, MarginOf(variant, measure)))];
        var times = new Queue<TimeJudgement>(TimeVerdicts.Judge([.. samples.Where(sample => sample.Replicates.Count > 0)]));
        return [.. others.Zip(samples, (variant, sample) =>
            {
                var rounds = sample.Replicates.Count;
                var time =
                    result.HasSameCode is true ? null
                    : rounds == 0 ? NotMeasured(measure)
                    : times.Dequeue();
                return Benchmark(variant, measure, sample.Margin, rounds, time is null ? null : WithDoubts(time, variant, measure, sample));
            })];
    }

    private ComparedBenchmark Benchmark(MeasuredVariant variant, LoadMeasure measure, Margin margin, int rounds, TimeJudgement? time) =>
        new()
        {
            Id = result.IdOf(variant.Variant.Name),
            Name = result.IdOf(variant.Variant.Name).FullName,
            Type = result.Matrix.Name,
            Method = variant.Variant.Name,
            Parameters = "",
            Unit = measure.Unit,
            Against = result.IdOf(first.Variant.Name).FullName,
            Presence = Presence.Both,
            BaselineLaunches = rounds,
            CandidateLaunches = rounds,
            HasSameCode = result.HasSameCode is true,
            Time = time,
            Margin = margin,
            HasOwnMargin = margin != settings.Margin,
            IsPaired = true,
        };

    private TimeJudgement NotMeasured(LoadMeasure measure) =>
        TimeJudgement.NotMeasured(result.Partial ?? (measure.IsLatency ? result.WhyNoPercentiles : null) ?? "no round had a good response");

    // A measure with any ratio is inconclusive if a round lacks it, answers were refused, or the loads differed.
    private TimeJudgement WithDoubts(TimeJudgement time, MeasuredVariant variant, LoadMeasure measure, BenchmarkSample sample) =>
        doubts.Of(variant, measure, time, sample) is var (by, reason)
            ? time with
            {
                Verdict = Verdict.Inconclusive,
                FailsCheck = false,
                Reason = reason,
                OpenBy = by,
                LaunchesToDecide = null,
            }
            : time;

    // With two builds, a rule applies to a measure, whatever the builds are called.
    private Margin MarginOf(MeasuredVariant variant, LoadMeasure measure) =>
        measure.MarginOf(settings.MarginOf(result.IdOf(result.Check is null ? variant.Variant.Name : measure.Id)));
}
