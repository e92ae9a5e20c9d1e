using Bench.Published;
using Bench.Results;

namespace Bench.Reports;

// Published comparison groups with the range of each ratio over machine classes.
internal static class PublishedCategories
{
    // `tables` is the folder that the runs were read from.
    public static IEnumerable<ReportedCategory> Create(IEnumerable<MergedTopic> topics, string tables) =>
        from topic in topics
        from category in topic.Categories
        where category.Baseline is not null
        select Create(topic, category, $"{tables}/{PublishedRuns.Folder}/{topic.Runs[0].Name}.json");

    private static ReportedCategory Create(MergedTopic topic, MergedCategory category, string source)
    {
        var baseline = category.Baseline!;
        var type = baseline.Type;
        var machines = topic.Machines.Count;
        var isOnOne = machines == 1;
        return new ReportedCategory(
            Topic.NameOf(type),
            QuestionOf(category.Record, baseline.FullName, type),
            baseline.Name,
            [
                .. category
                    .Alternatives.Where(alternative => alternative.Ratio is not null)
                    .Select(alternative => new ReportedAlternative(
                        alternative.Name,
                        Time(alternative.Record),
                        alternative.Ratio!.Ratio,
                        (alternative.Ratio.Lower, alternative.Ratio.Upper),
                        alternative.Ratio.Lower > 1 ? "slower"
                            : alternative.Ratio.Upper < 1 ? "faster"
                            : "not significant",
                        null,
                        alternative.Record.Bytes,
                        alternative.Machines == machines ? "" : $"measured on {alternative.Machines} of {machines} machine classes"
                    ))
                    .Append(new ReportedAlternative(baseline.Name, Time(baseline), 1, null, "baseline", null, baseline.Bytes, ""))
                    .OrderBy(alternative => alternative.Ratio),
                .. category
                    .Alternatives.Where(alternative => alternative.Ratio is null)
                    .Select(alternative => new ReportedAlternative(
                        alternative.Name,
                        null,
                        null,
                        null,
                        "",
                        null,
                        alternative.Record.Bytes,
                        "it was not measured"
                    )),
            ],
            false,
            $"interleaved; times on {topic.Runs[0].MachineName}, ratios with the 95% interval for the next run {(isOnOne ? "there" : $"on {string.Join(", ", topic.Machines.Select(machine => machine.Name))}")}",
            source,
            type
        )
        {
            Benchmarks =
            [
                .. category.Record.Benchmarks.Select(benchmark => new BenchmarkId(benchmark.FullName, JobTraits.FromDisplayInfo("", ""))),
            ],
        };
    }

    // Times are those of the newest run.
    private static string? Time(BenchmarkRecord benchmark) =>
        benchmark.Times.Count == 0 ? null : Figures.Time(Math.Exp(benchmark.Times.Average(Math.Log)));

    // With the names of the parameters, for which a title is too short, followed by the job.
    private static string QuestionOf(CategoryRecord category, string fullName, string type)
    {
        var (open, close) = (fullName.IndexOf('(', type.Length), fullName.LastIndexOf(')'));
        var parameters = open >= 0 && close > open ? fullName[(open + 1)..close] + fullName[(close + 1)..] : "";
        // If jobs are the variants, their method is a condition.
        var method = category.Parameters.FirstOrDefault(first => fullName.StartsWith($"{type}.{first} [", StringComparison.Ordinal)) ?? "";
        return string.Join(", ", new[] { category.Type, method, parameters, category.Name }.Where(part => part.Length > 0));
    }
}
