using Bench.Comparison;
using Bench.Results;
using Bench.Statistics;

namespace Bench.Reports;

// Figure has the unit. Figure and Ratio are null if nothing was measured. Interval is null for the baseline or if no spread is known.
// Word is a verdict, and empty if no spread is known. Spread is the relative standard deviation between processes. Note is a limitation
// of the figure, or the reason why there is none.
internal sealed record ReportedAlternative(
    string Name,
    string? Figure,
    double? Ratio,
    (double Lower, double Upper)? Interval,
    string Word,
    double? Spread,
    double? AllocatedBytes,
    string Note
)
{
    // With the unit.
    public string? Allocated => AllocatedBytes is { } bytes ? Figures.Bytes(bytes) : null;
}

// Variants that do the same work and answer one question. Question is the class with its parameters, or that of a load matrix. Ratios are
// relative to Reference. Alternatives are sorted best first, with those without a figure last. IsMoreBetter means ratios of throughputs.
// How includes the level of the intervals. Type is used to find the source, and empty for a load matrix.
internal sealed record ReportedCategory(
    string Topic,
    string Question,
    string Reference,
    IReadOnlyList<ReportedAlternative> Alternatives,
    bool IsMoreBetter,
    string How,
    string Source,
    string Type
)
{
    // Empty for a load matrix.
    public IReadOnlyList<BenchmarkId> Benchmarks { get; init; } = [];

    // For tables of an ordinary run.
    internal const string Unpaired = "one after the other; 99% over launches, with drift between benchmarks";

    internal const string Interleaved = "interleaved; 95% over launches, which are spread over the run";

    private const string InterleavedPairs = "interleaved; 95% over replicates of two process pairs";

    // The difference from the best variant is significant and large enough to matter.
    internal bool IsSignificantlyDifferent(ReportedAlternative alternative)
    {
        var best = Alternatives[0];
        return alternative.Name == Reference ? IsOffReference(best)
            : best.Name == Reference ? IsOffReference(alternative)
            : best.Interval is { } one && alternative.Interval is { } other && (one.Upper < other.Lower || other.Upper < one.Lower);
    }

    // False if a difference from the best variant cannot be judged, because too few launches give no interval.
    internal bool IsJudged(ReportedAlternative alternative) =>
        (Alternatives[0].Name == Reference || Alternatives[0].Interval is not null)
        && (alternative.Name == Reference || alternative.Interval is not null);

    private static bool IsOffReference(ReportedAlternative alternative) =>
        alternative.Interval is var (lower, upper) && (lower > 1 || upper < 1) && alternative.Word != "equal";

    // For a run of BenchmarkDotNet. Its files lack the baseline unless it was interleaved, so the fastest variant is the reference.
    internal static IEnumerable<ReportedCategory> FromTable(Run run)
    {
        var ratios = InterleavedRatios.Create(run);
        var baselines = new InterleavedBaselines(run.Benchmarks);
        foreach (var category in OfInterleaved(run, ratios, baselines))
            yield return category;
        var references = ratios.Keys.Select(benchmark => baselines.Of(benchmark)?.Id).ToHashSet();
        var benchmarks = run
            .Benchmarks.Where(benchmark => !ratios.ContainsKey(benchmark) && !references.Contains(benchmark.Id))
            .Select(benchmark => (Benchmark: benchmark, Means: Means(benchmark)))
            .ToArray();
        var drift = LaunchMeans.Drift(benchmarks.Select(benchmark => benchmark.Means));
        foreach (
            var category in benchmarks.GroupBy(one => (one.Benchmark.Type, Parameters: Parameters(one.Benchmark), one.Benchmark.Id.Section))
        )
        {
            var nameOf = Names(category.Select(benchmark => benchmark.Benchmark));
            var measured = category
                .Where(benchmark => IsMeasured(benchmark.Means))
                .OrderBy(benchmark => GeometricMean(benchmark.Means))
                .ToArray();
            var fastest = measured.FirstOrDefault();
            yield return new ReportedCategory(
                Reports.Topic.NameOf(category.Key.Type),
                QuestionOf(category.Key.Type, category.Key.Parameters, category.Key.Section),
                fastest.Benchmark is null ? "" : nameOf(fastest.Benchmark),
                [
                    .. measured.Select(benchmark =>
                        Alternative(
                            nameOf(benchmark.Benchmark),
                            benchmark.Benchmark,
                            benchmark.Means,
                            benchmark.Benchmark == fastest.Benchmark ? null : fastest.Means,
                            drift
                        )
                    ),
                    .. category
                        .Where(benchmark => !IsMeasured(benchmark.Means))
                        .Select(benchmark => Alternative(nameOf(benchmark.Benchmark), benchmark.Benchmark, benchmark.Means, null, drift)),
                ],
                false,
                Unpaired,
                run.Sources[0],
                category.Key.Type
            )
            {
                Benchmarks = [.. category.Select(benchmark => benchmark.Benchmark.Id)],
            };
        }
    }

    // The group was measured together, so the baseline's time and a ratio give a variant's time.
    private static IEnumerable<ReportedCategory> OfInterleaved(
        Run run,
        IReadOnlyDictionary<BenchmarkResult, LaunchRatio> ratios,
        InterleavedBaselines baselines
    )
    {
        var categories = ratios.GroupBy(one => baselines.CategoryOf(one.Key)).ToArray();
        BenchmarkResult[] All(IEnumerable<KeyValuePair<BenchmarkResult, LaunchRatio>> category)
        {
            BenchmarkResult[] compared = [.. category.Select(one => one.Key)];
            return baselines.Of(compared[0]) is { } baseline ? [.. compared, baseline] : compared;
        }

        var questions = categories.CountBy(category => TitleOf(All(category)), StringComparer.Ordinal).ToDictionary();
        foreach (var category in categories)
        {
            var any = category.First().Key;
            var all = All(category);
            var question = TitleOf(all);
            var baseline = baselines.Of(any);
            Func<BenchmarkResult, string> nameOf = IsOfNamedJobs(all) ? benchmark => benchmark.Id.Job.Name! : Names(all);
            var name = baseline is null ? category.Key.Name : nameOf(baseline);
            yield return new ReportedCategory(
                Reports.Topic.NameOf(any.Type),
                // If several jobs have the same question, the job is added.
                questions[question] == 1
                    ? question
                    : $"{question} [{any.Id.Job}]",
                name,
                OfCategory(category, baseline, name, nameOf),
                false,
                Interleaved,
                run.Sources[0],
                any.Type
            )
            {
                Benchmarks = [.. category.Select(one => one.Key.Id)],
            };
        }
    }

    private static IReadOnlyList<ReportedAlternative> OfCategory(
        IEnumerable<KeyValuePair<BenchmarkResult, LaunchRatio>> category,
        BenchmarkResult? baseline,
        string nameOfBaseline,
        Func<BenchmarkResult, string> nameOf
    )
    {
        var means = baseline is null ? [] : Means(baseline);
        double? time = IsMeasured(means) ? GeometricMean(means) : null;
        return
        [
            .. category
                .Select(one => new ReportedAlternative(
                    nameOf(one.Key),
                    time is { } baselineTime ? Figures.Time(baselineTime * one.Value.Ratio) : null,
                    one.Value.Ratio,
                    (one.Value.Lower, one.Value.Upper),
                    one.Value.Lower > 1 ? "slower"
                        : one.Value.Upper < 1 ? "faster"
                        : "not significant",
                    double.IsNaN(one.Value.Spread) ? null : one.Value.Spread,
                    Allocated(one.Key),
                    one.Key.FailureInSome ?? ""
                ))
                .Append(
                    new ReportedAlternative(
                        nameOfBaseline,
                        time is { } known ? Figures.Time(known) : null,
                        1,
                        null,
                        "baseline",
                        Spread(means),
                        Allocated(baseline),
                        ""
                    )
                )
                .OrderBy(alternative => alternative.Ratio),
        ];
    }

    // The job is part of the name only if a method has several.
    private static Func<BenchmarkResult, string> Names(IEnumerable<BenchmarkResult> category)
    {
        var methods = category.CountBy(benchmark => benchmark.Method, StringComparer.Ordinal).ToDictionary(StringComparer.Ordinal);
        return benchmark => methods[benchmark.Method] == 1 ? benchmark.Method : $"{benchmark.Method} [{benchmark.Id.Job.Title}]";
    }

    private static string TitleOf(IReadOnlyList<BenchmarkResult> category)
    {
        var question = QuestionOf(category[0].Type, Parameters(category[0]), category[0].Id.Section);
        return IsOfNamedJobs(category) ? $"{question}, {category[0].Method}" : question;
    }

    // Then the method is part of the question, and the job's name identifies the variant.
    private static bool IsOfNamedJobs(IReadOnlyCollection<BenchmarkResult> category) =>
        category.Count > 1
        && category.DistinctBy(benchmark => benchmark.Method).Count() == 1
        && category.DistinctBy(benchmark => benchmark.Id.Job.Name).Count() == category.Count
        && category.All(benchmark => benchmark.Id.Job.Name is not null);

    private static double? Allocated(BenchmarkResult? benchmark) => benchmark is { AllocatedBytes: { Count: > 0 } bytes } ? bytes[0] : null;

    private static double? Spread(double[] means) => LaunchMeans.Spread(means) is var known && double.IsNaN(known) ? null : known;

    // For a judged file of `bench versus`.
    internal static IEnumerable<ReportedCategory> FromPairs(RunComparison comparison, string source)
    {
        var how = $"{InterleavedPairs}, equal within {Figures.Percent(comparison.Margin.Relative)}";
        foreach (var category in RankedCategory.Create(comparison))
        {
            var (time, bytes) = (category.BaselineNanoseconds, category.BaselineBytes);
            var baseline = new ReportedAlternative(
                category.Baseline,
                time is { } known ? Figures.Time(known) : null,
                time is null ? null : 1,
                null,
                "baseline",
                null,
                bytes,
                ""
            );
            yield return new ReportedCategory(
                Reports.Topic.NameOf(category.Type),
                QuestionOf(category.Type, category.Parameters) + (category.Job.Length == 0 ? "" : $" [{category.Job}]"),
                category.Baseline,
                [
                    .. category
                        .Benchmarks.Select(benchmark => Alternative(benchmark, time, comparison.ControlMoved))
                        .Append(baseline)
                        .OrderBy(alternative => alternative.Ratio ?? double.PositiveInfinity),
                ],
                false,
                how,
                source,
                category.Type
            )
            {
                Benchmarks = [.. category.Benchmarks.Select(benchmark => benchmark.Id)],
            };
        }
    }

    // Pairs of different variants ran at different times, and a machine's speed changes. Their ratios can be compared, but their times only
    // for one speed of the baseline.
    private static ReportedAlternative Alternative(ComparedBenchmark benchmark, double? baselineNanoseconds, bool isControlMoved)
    {
        var time = benchmark.Time is { Ratio: > 0 } judged && double.IsFinite(judged.Ratio) ? judged : null;
        return new ReportedAlternative(
            benchmark.Method,
            time is null ? null : Figures.Time(baselineNanoseconds is { } baseline ? baseline * time.Ratio : time.Candidate),
            time?.Ratio,
            time is { Lower: { } lower, Upper: { } upper } && !isControlMoved ? (lower, upper) : null,
            time is null ? "" : RankingReport.Word(benchmark),
            null,
            benchmark.Allocation?.CandidateBytes,
            Figures.Limits(benchmark)
        );
    }

    private static ReportedAlternative Alternative(string name, BenchmarkResult benchmark, double[] means, double[]? fastest, double drift)
    {
        var allocated = Allocated(benchmark);
        if (!IsMeasured(means))
            return new ReportedAlternative(
                name,
                null,
                null,
                null,
                "",
                null,
                allocated,
                means.Length > 0 ? "too short to measure" : benchmark.Failure ?? benchmark.Unmeasured ?? "it was not measured"
            );
        var figure = Figures.Time(GeometricMean(means));
        var spread = Spread(means);
        if (fastest is null)
            return new ReportedAlternative(name, figure, 1, null, "fastest", spread, allocated, benchmark.FailureInSome ?? "");
        return LaunchMeans.Compare(fastest, means, drift) is { } ratio
            ? new ReportedAlternative(
                name,
                figure,
                ratio.Ratio,
                (ratio.Lower, ratio.Upper),
                ratio.Lower > 1 ? "slower"
                    : ratio.Upper < 1 ? "faster"
                    : "no significant difference",
                spread,
                allocated,
                benchmark.FailureInSome ?? ""
            )
            : new ReportedAlternative(
                name,
                figure,
                GeometricMean(means) / GeometricMean(fastest),
                null,
                "",
                spread,
                allocated,
                benchmark.FailureInSome ?? "too few launches for an interval"
            );
    }

    private static double[] Means(BenchmarkResult benchmark) =>
        benchmark.Failure is not null
            ? []
            :
            [
                .. (
                    benchmark.HasTimes
                        ? benchmark.TimesOfLaunches.Select(launch => launch.Average())
                        : benchmark.Summaries.Select(summary => summary.MeanNanoseconds)
                ),
            ];

    // For an empty method nothing remains after the empty loop is subtracted.
    private static bool IsMeasured(double[] means) => means.Length > 0 && means.All(mean => mean > 0 && double.IsFinite(mean));

    private static double GeometricMean(double[] means) => Math.Exp(means.Average(Math.Log));

    // `section` is the table on a page with several.
    private static string QuestionOf(string type, string parameters, string? section = null)
    {
        const string Suffix = "Benchmarks";
        var topic = Reports.Topic.NameOf(type) + ".";
        var name = type.StartsWith(topic, StringComparison.Ordinal) ? type[topic.Length..] : type;
        name = name.EndsWith(Suffix, StringComparison.Ordinal) && name.Length > Suffix.Length ? name[..^Suffix.Length] : name;
        name = name.Length > 0 ? name : "(no class)";
        return string.Join(", ", new[] { name, parameters, section }.Where(part => !string.IsNullOrEmpty(part)));
    }

    // With full values if the file has them, because tables shorten long ones.
    private static string Parameters(BenchmarkResult benchmark) =>
        (benchmark.IsFromTable ? null : benchmark.Id.Parameters(benchmark.Type))
        ?? benchmark.Parameters.Replace("&", ", ", StringComparison.Ordinal);
}
