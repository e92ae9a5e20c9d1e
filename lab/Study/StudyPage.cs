using System.Globalization;
using System.Text;
using Bench.Reports;
using MathNet.Numerics.Statistics;

namespace Lab.Study;

internal static class StudyPage
{
    /// <param name="calibration">The project that was measured for it; null if unknown.</param>
    public static string Render(StudyResult result, string command, string picture, string? calibration = null)
    {
        var page = new StringBuilder();
        var hasChanges = HasChanges(result);
        page.Append(
            hasChanges
                ? "# Error rates of the check\n\nThis page shows how often checks of identical code failed, and how often checks found a slowdown of known size. Checks were replayed from recorded process pairs, with the rules of `bench gate`. Some pairs were recorded on an idle machine, others next to programs that disturb it.\n\n"
                : "# What other programs on the machine change\n\nThis page shows how much ratios of identical code spread next to other programs, and how often checks failed. Checks were replayed from recorded process pairs, with the rules of `bench gate`.\n\n"
        );
        page.Line($"`{command}` made this page. Every figure comes from the records next to it.\n");
        page.Line(
            $"{result.Environment.OperatingSystem}, {result.Environment.Cores} cores, {result.Environment.Runtime}. {result.Benchmarks} benchmarks, {result.Pairs} process pairs, {result.SecondsOfPair:0.0} s per pair. Intervals are 95% intervals of Wilson.\n"
        );
        if (result.LeftOut is { } leftOut)
            page.Line(
                $"Left out, because they have fewer than two process pairs of identical code on an idle machine: {string.Join(", ", leftOut.Select(MarkdownText.Code))}.\n"
            );

        page.Append("## False positives\n\n");
        page.Append(
            "A check of identical code compares two builds of one commit, from two folders. One of the builds has an unused class in addition. Each check replays recorded replicates in the order of time. All checks share these replicates, so the intervals cover only the replaying. Few replicates per benchmark show little about rare errors.\n\n"
        );
        page.Append(
            "| machine | checks that failed | benchmarks that failed | Inconclusive benchmarks | process pairs per benchmark | s per benchmark | recorded replicates per benchmark |\n| --- | --- | --- | --- | ---: | ---: | ---: |\n"
        );
        foreach (var alarms in result.FalsePositives)
            page.Line(
                $"| {Name(alarms.Condition)} | {alarms.Checks} | {alarms.Benchmarks} | {alarms.Undecided} | {alarms.PairsOfBenchmark:0.0} | {alarms.PairsOfBenchmark * result.SecondsOfPair:0.0} | {alarms.Replicates} |"
            );

        page.Append('\n');
        if (hasChanges)
        {
            Detections(page, result, picture);
            Canary(page, result);
        }

        Spreads(page, result);
        if (hasChanges)
            OtherRules(page, result);
        Calibration(page, result, calibration);
        return page.ToString();
    }

    // A recording without changes of known size only shows what other programs change.
    public static bool HasChanges(StudyResult result) => result.Power.Any(detection => detection.Share > 0);

    private static void Detections(StringBuilder page, StudyResult result, string picture)
    {
        page.Append("## Detection\n\n");
        page.Append(
            "To slow a benchmark down by 10%, its body is called twice in a tenth of the invocations. The effect is measured on each benchmark, and shrunk towards the mean of all benchmarks (empirical Bayes). A check replays replicates of identical code, and shifts those of one benchmark in twenty (at least one) by this effect. If a benchmark has fewer recorded replicates than a check would measure, the check uses these, and finds less than a real check.\n\n"
        );
        page.Line($"![Power curve]({picture})\n");
        page.Append("| slower by | measured, median benchmark | margin | called Regressed |\n| ---: | ---: | ---: | --- |\n");
        foreach (var detection in result.Power)
            page.Line($"| {detection.Share:0.#%} | {detection.Measured:0.0%} | {detection.Margin:0.#%} | {detection.Found} |");
        page.Line($"\nBenchmarks whose allocation repeats exactly, with 8 more bytes per operation: found in {result.Allocation}.\n");
    }

    public static string PowerCurve(StudyResult result) =>
        PowerPicture.Draw(
            [
                .. result
                    .Power.GroupBy(detection => detection.Margin)
                    .Select(margin => new PowerPicture.Curve(
                        FormattableString.Invariant($"margin {margin.Key:0.#%}"),
                        [.. margin.Select(detection => (detection.Share, detection.Found))]
                    )),
            ],
            "Share of slowed benchmarks called Regressed, against how much slower they are"
        );

    private static void Canary(StringBuilder page, StudyResult result)
    {
        if (result is not { Canary: { Count: > 0 } idle })
            return;
        page.Append("## The canary\n\n");
        page.Append(
            "A check also measures one benchmark with the same code, its canary, and withholds all times if the canary's 99% interval lies outside the margin. Here, the canary and the measured benchmarks of each check are drawn from the benchmarks below. A change of the machine makes all candidates slower, the canary's too.\n\n"
        );
        page.Append(
            "| machine | benchmarks besides the canary | change of the machine | times withheld | checks that fail without a canary | checks that fail | process pairs of the canary |\n| --- | ---: | ---: | --- | --- | --- | ---: |\n"
        );
        foreach (
            var (condition, canary) in idle.Select(canary => (Condition.Idle, canary))
                .Concat((result.BusyCanary ?? []).Select(canary => (Condition.OneCoreBusy, canary)))
        )
            page.Line(
                $"| {Name(condition)} | {canary.Measured} | {canary.Change:0%} | {canary.Withheld} | {canary.FailWithout} | {canary.Fail} | {canary.Pairs:0.0} |"
            );
        page.Append('\n');
    }

    private static void Spreads(StringBuilder page, StudyResult result)
    {
        page.Append("## Spread\n\n");
        page.Append(
            "The spread is the standard deviation of a benchmark's log ratio between replicates of identical code. A replicate is two process pairs in opposite order. The last line compares the same processes one after the other: the baseline of one pair with the candidate of the next.\n\n"
        );
        var conditions = Enum.GetValues<Condition>()
            .Where(condition => result.Spreads.Any(benchmark => benchmark.Interleaved.ContainsKey(condition)))
            .ToArray();
        page.Append("| | median benchmark | nine benchmarks in ten | \n| --- | ---: | ---: |\n");
        var clocks = result.Spreads.ToLookup(benchmark => benchmark.ByProcessor);
        foreach (var condition in conditions)
        {
            foreach (var clock in clocks.OrderBy(clock => clock.Key is false))
                Row($"interleaved, {Name(condition)}{ClockOf(clock.Key)}", clock.Select(benchmark => Of(benchmark, condition)));
        }

        Row("one after the other, idle", result.Spreads.Select(benchmark => benchmark.OneAfterTheOther));

        page.Line($"\n<details><summary>Each benchmark</summary>\n");
        page.Line($"| benchmark | time when recorded | replicates | {string.Join(" | ", conditions.Select(Name))} | one after the other |");
        page.Line($"| --- | ---: | ---: |{string.Concat(conditions.Select(_ => " ---: |"))} ---: |");
        foreach (var benchmark in result.Spreads)
            page.Line(
                $"| {MarkdownText.Code(benchmark.Benchmark)} | {benchmark.Nanoseconds:0.#} ns{ClockOf(benchmark.ByProcessor)} | {benchmark.Replicates} | {string.Join(" | ", conditions.Select(condition => Percent(Of(benchmark, condition))))} | {Percent(benchmark.OneAfterTheOther)} |"
            );
        page.Append("\n</details>\n\n");

        void Row(string name, IEnumerable<double?> spreads)
        {
            double[] values = [.. spreads.OfType<double>()];
            if (values.Length == 0)
                return;
            page.Line($"| {name} | {Percent(values.Median())} | {Percent(values.Quantile(0.9))} |");
        }

        static string ClockOf(bool? byProcessor) =>
            byProcessor switch
            {
                true => ", CPU time",
                false => ", wall clock",
                null => "",
            };

        static double? Of(BenchmarkSpread benchmark, Condition condition) =>
            benchmark.Interleaved.TryGetValue(condition, out var spread) ? spread : null;
    }

    private static void OtherRules(StringBuilder page, StudyResult result)
    {
        page.Append("## Other rules on the same records\n\n");
        page.Append(
            "These rules see one process per build, with fifteen iterations each. A check is one process pair of every benchmark.\n\n"
        );
        page.Append(
            "| rule: slower if | identical benchmarks called slower, interleaved | one after the other | checks with such a benchmark, one after the other | slowdowns of 10% called slower, interleaved |\n| --- | --- | --- | --- | --- |\n"
        );
        foreach (var rule in result.OtherRules)
            page.Line(
                $"| {rule.Name} | {rule.Interleaved} | {rule.OneAfterTheOther} | {rule.ChecksOneAfterTheOther} | {rule.FindsTenPercent} |"
            );
        var ours = result.FalsePositives.FirstOrDefault(alarms => alarms.Condition == Condition.Idle);
        var found = result.Power.FirstOrDefault(detection => detection.Share == 0.1 && detection.Margin == result.Margin);
        page.Line(
            $"| `bench gate`, margin {result.Margin:0.#%} | {ours?.Benchmarks} | does not apply | {ours?.Checks} (interleaved) | {found?.Found} |\n"
        );
    }

    private static void Calibration(StringBuilder page, StudyResult result, string? project)
    {
        if (result.Calibration.Count == 0)
            return;

        page.Append("## Does interleaving change the result?\n\n");
        page.Line(
            $"Real changes{(project is null ? "" : $" ({MarkdownText.Code(project)})")} were measured in two ways: with long ordinary runs of BenchmarkDotNet, one after the other, and with interleaved process pairs. Each round has both. The slope of interleaved over ordinary is **{result.Slope:0.000}**. A miss is a difference that is larger than its 95% interval over rounds, and larger than 2%.\n"
        );
        page.Append("| change | ordinary runs | interleaved | interleaved / ordinary | |\n| --- | ---: | ---: | ---: | --- |\n");
        foreach (var change in result.Calibration)
        {
            var difference = change.Interleaved - change.Truth;
            var reach = change.HalfInterval
                ?? 2 * Math.Sqrt((change.TruthError * change.TruthError) + (change.InterleavedError * change.InterleavedError));
            var isMiss = Math.Abs(difference) > Math.Max(0.02, reach);
            page.Line(
                $"| {MarkdownText.Code(change.Benchmark)} | {Math.Exp(change.Truth):0.000}x ± {Percent(change.TruthError)} | {Math.Exp(change.Interleaved):0.000}x ± {Percent(change.InterleavedError)} | {Math.Exp(difference):0.000} | {(isMiss ? "miss" : "")} |"
            );
        }
    }

    private static string Name(Condition condition) =>
        condition switch
        {
            Condition.Idle => "idle",
            Condition.OneCoreBusy => "one core kept busy",
            Condition.TwoLoops => "two busy loops",
            Condition.FourLoops => "four busy loops",
            Condition.SixLoops => "six busy loops",
            Condition.MemoryCopies => "a program that copies 64 MB again and again",
            Condition.SecondCheck => "a second check",
            Condition.CoresAwake => "cores kept awake",
            Condition.WithoutProfiles => "idle, compiled without profiles",
            _ => throw new ArgumentOutOfRangeException(nameof(condition)),
        };

    private static string Percent(double? share) => share is { } value ? value.ToString("0.0%", CultureInfo.InvariantCulture) : "";
}
