using System.Globalization;

namespace Bench.Comparison;

// The regressions that a change accepts in its own check. They are limited, so that a change cannot accept everything for ever.
internal static class ProposedAcceptances
{
    public const int MaxDays = 90;
    public const int MaxCount = 20;

    // `added` are the acceptances that the baseline lacks. Each accepted one is limited to the class that it names. All get a notice.
    public static (IReadOnlyList<AcceptedRegression> Accepted, IReadOnlyList<string> Notices) Limit(
        IReadOnlyList<AcceptedRegression> added,
        DateOnly today
    )
    {
        var accepted = new List<AcceptedRegression>();
        var notices = new List<string>();
        foreach (var one in added.Take(MaxCount))
        {
            var until = string.Create(CultureInfo.InvariantCulture, $"'{one.Benchmark.Text}' until {one.Until:yyyy-MM-dd}");
            if (Mistake(one, today) is { } mistake)
            {
                notices.Add(
                    $"{Settings.FileName}: a regression in {NameOf(one.Metric)} of {until} is not accepted, because {mistake}. It applies after the merge"
                );
                continue;
            }

            notices.Add($"{Settings.FileName}: this change accepts a regression in {NameOf(one.Metric)} of {until}: {one.Reason}");
            accepted.Add(one with { Benchmark = one.Benchmark with { Class = BenchmarkPattern.ClassOf(one.Benchmark.Text) } });
        }

        if (added.Count > MaxCount)
            notices.Add(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{Settings.FileName}: this change accepts {added.Count} regressions, but only the first {MaxCount} count. The others apply after the merge"
                )
            );
        return (accepted, notices);
    }

    public static string NameOf(Metric metric) => metric == Metric.Time ? "time" : "allocation";

    private static string? Mistake(AcceptedRegression accepted, DateOnly today) =>
        BenchmarkPattern.ClassOf(accepted.Benchmark.Text) is var type && (type.Length == 0 || type.AsSpan().ContainsAny('*', '?'))
            ? "it does not name a full class, such as My.Cache.Get*"
        : today.AddDays(MaxDays) is var last && accepted.Until > last
            ? string.Create(CultureInfo.InvariantCulture, $"the last possible day is {last:yyyy-MM-dd}")
        : null;
}
