using Bench.Results;

namespace Bench.Comparison;

// Warnings that follow those of the runs and of the judgement.
internal static class ComparisonWarnings
{
    public static IEnumerable<string> Of(ComparedRuns compared, ComparisonOptions options)
    {
        var pairs = compared.Pairs;
        var studied = options.Study.SelectMany(run => run.Benchmarks).Select(benchmark => benchmark.Id).ToHashSet();
        return
        [
            .. compared.WarningsOfMachines,
            .. compared.Categories.OtherBaselines > 0
                ?
                [
                    $"{compared.Categories.OtherBaselines} benchmarks have ratios to different baselines in the two runs, so their times are compared.",
                ]
                : Array.Empty<string>(),
            .. options.WarnsOfSettings
                ? OfSettings(
                    options.Settings,
                    options.Today,
                    pattern => pairs.Any(pair => pair.Fits(pattern)),
                    pattern => !IsOfLoad(pattern, options.Settings)
                )
                : [],
            .. compared.Baseline == compared.Candidate ? BaselineFailedInSome(compared.Baseline) : FailedInSome(compared.Baseline),
            .. Missing("baseline", compared.Baseline),
            .. Missing("candidate", compared.Candidate),
            .. studied.Count > 0 && !pairs.Any(pair => studied.Contains(pair.Id) || (pair.Candidate is { } own && studied.Contains(own.Id)))
                ? ["The runs of --spread have none of these benchmarks."]
                : Array.Empty<string>(),
            .. compared.WarningsOfChecks,
        ];
    }

    // One of several runs may lack a benchmark although it measured the class.
    private static IEnumerable<string> Missing(string side, Run run)
    {
        foreach (var type in run.Benchmarks.GroupBy(benchmark => benchmark.Type, StringComparer.Ordinal))
        {
            var max = type.Max(benchmark => benchmark.Places.Count);
            var fewer = type.Where(benchmark => benchmark.Places.Count < max).ToArray();
            if (fewer.Length > 0)
                yield return $"Some of {max} files of {type.Key} in the {side} lack {FirstOf(fewer)}.";
        }
    }

    private static string FirstOf(BenchmarkResult[] benchmarks) =>
        benchmarks[0].Id.FullName + (benchmarks.Length > 1 ? $" and {benchmarks.Length - 1} benchmarks more" : "");

    // Only the baseline, because the candidate's failures count as failed.
    private static IEnumerable<string> FailedInSome(Run baseline)
    {
        BenchmarkResult[] failed = [.. baseline.Benchmarks.Where(benchmark => benchmark.FailureInSome is not null)];
        if (failed.Length > 0)
            yield return $"{FirstOf(failed)} failed in some files of the baseline, which are skipped: {failed[0].FailureInSome}.";
    }

    private static IEnumerable<string> BaselineFailedInSome(Run paired)
    {
        BenchmarkResult[] failed = [.. paired.Benchmarks.Where(benchmark => benchmark.BaselineFailureInSome is not null)];
        if (failed.Length > 0)
            yield return $"The baseline of {FirstOf(failed)} failed in some files, which are skipped: {failed[0].BaselineFailureInSome}.";
    }

    private static bool IsOfLoad(BenchmarkPattern pattern, Settings settings) =>
        settings.Load.Any(endpoint => pattern.Text.StartsWith($"{LoadEndpoint.GateOf(endpoint.Name!)}.", StringComparison.Ordinal));

    // Warns about settings that match no benchmark or have expired. `isMeant` is false for a pattern that is for other benchmarks, such as
    // those of a load.
    public static IEnumerable<string> OfSettings(
        Settings settings,
        DateOnly today,
        Func<BenchmarkPattern, bool> fits,
        Func<BenchmarkPattern, bool> isMeant
    )
    {
        foreach (var rule in settings.Rules.Where(rule => !fits(rule.Pattern) && isMeant(rule.Pattern)))
            yield return $"The rule for '{rule.Pattern.Text}' matches no benchmark.";
        foreach (var control in settings.Controls.Where(control => !fits(control) && isMeant(control)))
            yield return $"The control pattern '{control.Text}' matches no benchmark.";
        foreach (var accepted in settings.Accepted)
        {
            var isKnown = fits(accepted.Benchmark);
            if (!isKnown && isMeant(accepted.Benchmark))
                yield return $"The accepted regression of '{accepted.Benchmark.Text}' matches no benchmark.";
            else if (isKnown && accepted.Until < today)
                yield return FormattableString.Invariant(
                    $"The accepted regression of '{accepted.Benchmark.Text}' ({accepted.Reason}) expired on {accepted.Until:yyyy-MM-dd}."
                );
        }
    }
}
