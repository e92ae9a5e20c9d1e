using System.Globalization;
using System.Text;
using Bench.Comparison;
using Bench.Reports;
using Bench.Statistics;

namespace Bench.Load;

internal static class LoadReport
{
    private const string PercentFormat = "0.###";

    private const string ByBlocks = "are compared in blocks of two slices, and the ratio of a round is the median over its blocks.";

    private const string NotJudged =
        "**Not judged** (exit code 0): a verdict needs several rounds in both sweeps. With --margin or --max-inconclusive, this fails.";

    public static string Render(LoadRun run)
    {
        var page = new StringBuilder();
        page.Line($"# {MarkdownText.Cell(run.Name)}\n");
        page.Line(
            $"`{Code(run)}` on {Machine(run.Environment)}. {Rounds(run)} rounds, {(run.Target.Sample is null ? "with one server process" : "each with a new process")}, levels in random order, {run.Settings.DurationSeconds:0.#} s per level and generator, after {run.Settings.WarmUpSeconds:0.#} s of warm-up{(run.Target.Sample is null || !ServerWarmUp.Waits(run.Settings.WarmUpSeconds) ? "" : " or more, until the JIT compiler was quiet")}.{(run.Settings.Pin ? " Server and generator each had half of the cores." : "")}"
        );
        if (run.Partial is { } partial)
            page.Line($"\n**Partial:** {MarkdownText.Cell(partial)}.");
        page.Line(
            $"\n| connections | requests/s (wrk) | spread | mean, ms | p50, ms (h2load) | p90 | p99 | p99.9 | success | generator, server cores | |"
        );
        page.Line($"| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |");
        foreach (var level in run.Levels)
            page.Line($"| {level.Concurrency} | {Benchmark(level)} |");
        if (run.Levels.Any(level => level.Rounds.Any(round => round.Counters is not null)))
        {
            page.Line(
                $"\n| connections | allocated per second, MB | working set, MB | pool threads | pool queue | GC pause |\n| ---: | ---: | ---: | ---: | ---: | ---: |"
            );
            foreach (var level in run.Levels.Where(level => level.Rounds.Count > 0))
                page.Line(
                    $"| {level.Concurrency} | {Number(level.Median(round => round.Counters?.AllocatedBytesPerSecond) / 1e6, "0.0")} | {Number(level.Median(round => round.Counters?.WorkingSetBytes) / 1e6, "0")} | {Number(level.Median(round => round.Counters?.Threads), "0")} | {Number(level.Median(round => round.Counters?.QueueLength), "0")} | {Percent(level.Median(round => round.Counters?.PauseShare))} |"
                );
        }

        page.Line(
            $"\nRequests/s are the median over rounds; the spread is (highest - lowest) / median. The mean is connections / requests/s (Little's law in a closed loop). Percentiles come from h2load's log of every request, and are the median over rounds. Success is the share of all requests in all rounds that got a status below 400 within {run.Settings.TimeoutSeconds:0.#} s."
        );
        page.Line($"\nMade with {MarkdownText.Cell(string.Join(", ", run.Tools))}.");
        return page.ToString();
    }

    public static string Render(LoadDiff diff)
    {
        var page = new StringBuilder();
        page.Line($"# {MarkdownText.Cell(diff.Baseline.Name)} and {MarkdownText.Cell(diff.Candidate.Name)}\n");
        page.Line($"A: `{Code(diff.Baseline)}`  ");
        page.Line($"B: `{Code(diff.Candidate)}`\n");
        foreach (var warning in diff.Warnings)
            page.Line($"> {MarkdownText.Cell(warning)}\n");
        page.Line($"| connections | good requests/s, A | B | B / A | verdict | p50, ms, A | B | p99, ms, A | B | success, A | B | |");
        page.Line($"| ---: | ---: | ---: | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |");
        foreach (var level in diff.Levels)
            page.Line(
                $"| {level.Baseline.Concurrency} | {Both(level, side => Rate(side.GoodQueriesPerSecond))} | {Change(level)} | {Both(level, side => Time(side, times => times.P50))} | {Both(level, side => Time(side, times => times.P99))} | {Both(level, side => Percent(side.Success))} | {Notes(level)} |"
            );
        Only("A", diff.OnlyBaseline);
        Only("B", diff.OnlyCandidate);
        page.Line(
            $"\nB / A above 1 is better; the 95% interval is over rounds. Verdicts are those of `bench compare`: a level is Regressed if its good requests/s, however late, are lower by significantly more than the margin."
        );
        page.Line($"\n{(diff.IsJudged ? Conclusion(diff.Outcome) : NotJudged)}");
        return page.ToString();

        void Only(string side, IReadOnlyList<int> levels)
        {
            if (levels.Count > 0)
                page.Line(
                    $"\nOnly {side} has {string.Join(", ", levels.Select(level => level.ToString(CultureInfo.InvariantCulture)))} connections."
                );
        }
    }

    public static string Render(ScenarioResult result)
    {
        var (page, scenario) = (new StringBuilder(), result.Scenario);
        page.Line($"# {MarkdownText.Cell(scenario.Name)}\n");
        page.Line(
            $"`{Plain(scenario.Sample ?? scenario.Url!.ToString())}`: {(scenario.Rate is { } rate ? $"{rate.ToString(CultureInfo.InvariantCulture)} requests/s, shared by {scenario.MaxVirtualUsers} virtual users in turn" : $"up to {scenario.MaxVirtualUsers} virtual users")}, {scenario.TotalSeconds:0.#} s, of which {scenario.WarmUpSeconds:0.#} s are warm-up. During the warm-up, only failed connections count.\n"
        );
        if (result.Aborted is { } limit)
            page.Line($"**Ended early:** {MarkdownText.Cell(limit.Text)}.\n");
        if (result.Partial is { } partial)
            page.Line($"**Ended early:** {MarkdownText.Cell(partial)}. Requests that were waiting are not counted.\n");
        if (result.Silent > TimeSpan.Zero)
            page.Line(
                $"**There was no response in the last {result.Silent.TotalSeconds:0} s** although requests were sent. The server hangs or breaks connections.\n"
            );
        if (result.Figures is { } figures)
        {
            page.Line($"| requests | per second | failed checks | mean, ms | p50 | p90 | p95 | p99 | p99.9 | longest |");
            page.Line($"| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
            page.Line(
                $"| {figures.Requests} | {figures.RequestsPerSecond:0.#} | {Percent(figures.FailedChecks)} | {figures.Mean:0.00} | {figures.P50:0.00} | {figures.P90:0.00} | {figures.P95:0.00} | {figures.P99:0.00} | {figures.P999:0.00} | {figures.Longest:0.00} |\n"
            );
        }
        else
        {
            page.Line($"There was no response.\n");
        }

        page.Append(MixReport.OfRequests(result));
        if (result.NeverGood is { Count: > 0 } never)
            page.Line($"**No good response:** {string.Join(", ", never.Select(MarkdownText.Cell))}.\n");
        if (result.Errors.Connect + result.Lost > 0)
            page.Line($"Without a response: {result.Errors.Connect} connections failed, {result.Lost} requests were broken off.\n");
        if (result.Thresholds.Count > 0)
            page.Line($"| threshold | measured | |\n| --- | ---: | --- |");
        foreach (var (threshold, value, isKept) in result.Thresholds)
            page.Line(
                $"| {MarkdownText.Cell(threshold.Text)} | {(threshold.Metric.Unit == "%" ? Percent(value) : $"{Number(value, "0.##")} {threshold.Metric.Unit}".Trim())} | {(isKept ? "kept" : "**not kept**")} |"
            );
        page.Line(
            $"\nMeasured with wrk. Its script measures response times{(scenario.Rate is null ? "" : ", from when each request was due")}. A check fails if the response has another status or body, if the connection broke, or if the wait was longer than that for any response. Requests that wait at the end, or were due and not sent, count with the time that they have waited."
        );
        return page.ToString();
    }

    /// <param name="accepted">Regressions that the change accepts, for the heading.</param>
    public static string Conclusion(Outcome outcome, string accepted = "") =>
        $"**{outcome.Words}{accepted}** (exit code {(int)outcome.ExitCode}): {MarkdownText.Cell(outcome.Reason)}";

    // The page of a check: first each measure, then all figures.
    public static string Render(MatrixResult result, Settings settings, RunComparison measures, Outcome outcome)
    {
        var page = new StringBuilder();
        page.Line($"# {MarkdownText.Cell(result.Matrix.Name)}\n");
        page.Line($"{Conclusion(outcome, Remarks.AcceptedByChange(measures))}\n");
        foreach (var notice in settings.Notices.Concat(result.Partial is null ? measures.Warnings : []))
            page.Line($"> {MarkdownText.Cell(notice)}\n");
        if (result.HasSameCode is true)
        {
            page.Line(
                $"{MarkdownText.Cell(result.Arms[0].Arm.Name)} and {MarkdownText.Cell(result.Arms[1].Arm.Name)} are the same program, with equal code and files, so nothing was loaded.{BuiltFor(result)}"
            );
            return page.ToString();
        }

        page.Line(
            $"| per request | {MarkdownText.Cell(result.Arms[0].Arm.Name)} | {MarkdownText.Cell(result.Arms[1].Arm.Name)} | change | margin |"
        );
        page.Line($"| --- | ---: | ---: | --- | ---: |");
        foreach (var (measure, benchmark) in LoadMeasure.All.Zip(measures.Benchmarks))
            page.Line(
                $"| {measure.Name} | {Amount(measure, result, 0)} | {Amount(measure, result, 1)} | {(benchmark.Time is { } time ? Change(benchmark, time) : MarkdownText.Cell(benchmark.Failure ?? "not measured"))} | {Percent(benchmark.Margin.Relative)} |"
            );
        foreach (var measure in LoadMeasure.Shown)
        {
            if (Shown(result, result.Arms[1], measure, settings) is { Length: > 0 } shown)
                page.Line($"| {measure.Name} | {Amount(measure, result, 0)} | {Amount(measure, result, 1)} | {shown}, not judged | |");
        }

        page.Line($"");
        Figures(page, result, settings);
        return page.ToString();
    }

    private static string Amount(LoadMeasure measure, MatrixResult result, int arm)
    {
        const double Microsecond = 1e3;
        var median = result.Arms[arm].Median(round => measure.Of(result.Matrix, round));
        return median is null ? ""
            : measure == LoadMeasure.Allocated ? $"{Number(median, "0")} B"
            : measure == LoadMeasure.Collections ? Number(median, "0.0")
            : $"{Number(median / Microsecond, "0.0")} µs";
    }

    public static string Render(MatrixResult result, Settings settings)
    {
        var page = new StringBuilder();
        page.Line($"# {MarkdownText.Cell(result.Matrix.Name)}\n");
        if (result.Matrix.Question.Length > 0)
            page.Line($"{MarkdownText.Cell(result.Matrix.Question)}\n");
        Figures(page, result, settings);
        return page.ToString();
    }

    // Only if there was a choice of frameworks.
    private static string BuiltFor(MatrixResult result)
    {
        string[] frameworks = [.. result.Arms.Select(arm => arm.Arm.Framework).OfType<string>().Distinct()];
        return frameworks.Length == 0 ? "" : $" Built for {MarkdownText.Cell(string.Join(" and ", frameworks))}.";
    }

    private static double Typical(MatrixResult result, Func<ArmRound, double> figure)
    {
        double[] values = [.. result.Arms.SelectMany(arm => arm.Rounds).Select(figure)];
        return values.Length == 0 ? 0 : MathNet.Numerics.Statistics.Statistics.Median(values);
    }

    private static double SliceSeconds(MatrixResult result) =>
        result.Arms.SelectMany(arm => arm.Rounds).Where(round => round.Slices > 0).Max(round => round.PacedSeconds / round.Slices!.Value);

    private static void Figures(StringBuilder page, MatrixResult result, Settings settings)
    {
        var (comparison, matrix) = (result.Compare(settings), result.Matrix);
        page.Line(
            $"`{Plain(result.Target)}`, {matrix.Connections} connections, on {Machine(result.Environment)}. {Sharing(matrix)} {result.Arms.Max(arm => arm.Rounds.Count)} rounds, each with a new process per variant, in random order. A process warms up for {WarmUp(result)}. Then it is loaded for {Typical(result, round => round.PacedSeconds):0} s at the common pace (h2load), and for {Typical(result, round => round.Peak.Seconds):0} s at full speed ({(matrix.IsMix ? "h2load" : "wrk")}).{(result.IsInterleaved ? FormattableString.Invariant($" All variants run at the same time, and are loaded alternately in slices of {SliceSeconds(result):0} s.") : "")}{MixReport.Method(result)}{BuiltFor(result)}"
        );
        if (matrix.Alone is { } reason)
            page.Line($"\nEach variant had the machine for itself: {MarkdownText.Cell(reason)}.");
        if (result.Partial is { } partial)
            page.Line($"\n**Partial:** {MarkdownText.Cell(partial)}.");
        page.Line(
            $"\n## At full speed\n\n| variant | good requests/s | against {MarkdownText.Cell(result.Arms[0].Arm.Name)} | verdict | success | generator, server cores |\n| --- | ---: | --- | --- | ---: | ---: |"
        );
        var benchmarks = comparison.Benchmarks.ToDictionary(benchmark => benchmark.Method);
        foreach (var arm in result.Arms)
        {
            var change =
                !benchmarks.TryGetValue(arm.Arm.Name, out var benchmark) ? "1 | "
                : benchmark.Time is { } time ? Throughput(time)
                : $" | {MarkdownText.Cell(benchmark.Failure ?? benchmark.Presence.ToString())}";
            page.Line(
                $"| {MarkdownText.Cell(arm.Arm.Name)} | {Rate(arm.Median(round => round.Peak.GoodQueriesPerSecond))} | {change} | {Percent(arm.GoodShareAtFullSpeed)} | {Number(arm.Median(round => round.Peak.GeneratorCores), "0.00")}, {Number(arm.Median(round => round.Peak.ServerCores), "0.00")} |"
            );
        }

        foreach (var limited in result.Arms.GroupBy(result.LimitOfGenerator).Where(arms => arms.Key is not null))
            page.Line($"{Limit(string.Join(", ", limited.Select(arm => MarkdownText.Cell(arm.Arm.Name))), limited.Key)}");
        page.Append(MixReport.AtFullSpeed(result, settings));

        if (result.Pace is { } pace)
        {
            page.Line(
                $"\n## At the same load, {Paces(result, pace)} requests/s ({matrix.Pace:0%} of the slowest variant's peak in a trial run)\n"
            );
            // Older files have no collections.
            var hasCollections = result.Arms.SelectMany(arm => arm.Rounds).Any(round => round.Counters.CollectionsPerSecond is not null);
            page.Line(
                $"| variant | requests/s | p50, ms | p99, ms | p99.9, ms | allocated per second, MB | working set, MB | pool threads | pool queue | GC pause | CPU time per request, µs |{(hasCollections ? " collections per second | full collections |" : "")}"
            );
            page.Line(
                $"| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |{(hasCollections ? " ---: | ---: |" : "")}"
            );
            foreach (var arm in result.Arms)
            {
                string Of(Func<ArmRound, double?> figure, string format, double scale = 1) => Number(arm.Median(figure) / scale, format);
                page.Line(
                    $"| {MarkdownText.Cell(arm.Arm.Name)} | {Rate(arm.Median(round => round.Paced?.Requests / round.PacedSeconds))} | {Of(round => round.Percentiles?.P50, "0.00")} | {Of(round => round.Percentiles?.P99, "0.00")} | {Of(round => round.Percentiles?.P999, "0.00")} | {Of(round => round.Counters.AllocatedBytesPerSecond, "0.0", 1e6)} | {Of(round => round.Counters.WorkingSetBytes, "0", 1e6)} | {Of(round => round.Counters.Threads, "0")} | {Of(round => round.Counters.QueueLength, "0")} | {Percent(arm.Median(round => round.Counters.PauseShare))} | {Of(round => round.ProcessorMicroseconds, "0.0")} |{(hasCollections ? $" {Of(round => round.Counters.CollectionsPerSecond, "0.0")} | {Of(round => round.Counters.FullCollectionsPerSecond, "0.00")} |" : "")}"
                );
            }

            if (result.WhyNoPercentiles is { } tooFew)
                page.Line($"\n**No percentiles{InSome(result)}:** {MarkdownText.Cell(tooFew)}.");
            if (result.IsInterleaved)
                Compared(page, result, settings);
            page.Append(MixReport.AtThePace(result, settings));
            if (result.Arms.SelectMany(arm => arm.Rounds).Max(round => round.IdleCores) is { } idle)
                page.Line($"\nServers that were not loaded kept at most {idle:0.000} cores busy.");
            page.Append(Leaps([result]));
            page.Append(Behind([result]));
            page.Append(Refusals([result]));
        }

        page.Append(Silences([result]));
        page.Line(
            $"\nEach variant is compared with the first variant of the same round.{BySlices(result)} The 95% intervals are over rounds. A throughput ratio above 1 is higher. {Judged([result], settings)} All other figures are medians over rounds. Made with {MarkdownText.Cell(string.Join(", ", result.Tools))}."
        );
    }

    internal static string Limit(string loaded, string? reason) =>
        $"\n**The generator was the limit:** with {loaded}, {reason}. The servers differ by more than their throughput shows.";

    /// <summary>A paragraph on slices in which the counter of allocated bytes jumped; empty if it never did.</summary>
    internal static string Leaps(IReadOnlyList<MatrixResult> results)
    {
        var arms = results.SelectMany(result => result.Arms).ToArray();
        var slices = arms.Sum(arm => arm.Leaps);
        var ofArms = arms.Where(arm => arm.Leaps > 0)
            .GroupBy(arm => MarkdownText.Cell(arm.Arm.Name), arm => arm.Leaps)
            .Select(leaps => FormattableString.Invariant($"{leaps.Sum()} of {leaps.Key}"));
        return slices == 0
            ? ""
            : FormattableString.Invariant(
                $"\nIn {slices} {(slices == 1 ? "slice" : "slices")} the runtime's byte counter jumped ({string.Join(", ", ofArms)}), as it does when Server GC releases or reuses a heap ([dotnet/runtime#131069](https://github.com/dotnet/runtime/pull/131069)). Only the other slices count.\n"
            );
    }

    /// <summary>A paragraph on variants that could not follow the pace; empty if all could.</summary>
    internal static string Behind(IReadOnlyList<MatrixResult> results)
    {
        var behind = Named(results, result =>
            result.Arms.Where(arm => arm.Median(result.ShareOfPace) < MatrixResult.MinOfPace).Select(arm => MarkdownText.Cell(arm.Arm.Name))
        );
        return behind.Length == 0
            ? ""
            : FormattableString.Invariant(
                $"\n**Not at the same load:** {string.Join(", ", behind)} reached less than {MatrixResult.MinOfPace:0%} of the pace, so these figures cannot be compared with the others.\n"
            );
    }

    /// <summary>A paragraph on variants whose answers at the pace were not all good; empty if all were.</summary>
    internal static string Refusals(IReadOnlyList<MatrixResult> results)
    {
        var refusing = GoodShares(results, arm => arm.GoodShareAtThePace);
        return refusing.Length == 0
            ? ""
            : FormattableString.Invariant(
                $"\n**Not all responses at the pace were good:** {string.Join(", ", refusing)}. Bad responses count as requests. If the shares of two variants differ by more than {MatrixResult.MaxLostShare:0%}, a figure is Inconclusive if the bad responses may explain it.\n"
            );
    }

    /// <summary>A paragraph for full speed, where only good answers count as requests.</summary>
    internal static string RefusalsAtFullSpeed(IReadOnlyList<MatrixResult> results)
    {
        var refusing = GoodShares(results, arm => arm.GoodShareAtFullSpeed);
        return refusing.Length == 0 ? "" : $"\n**Not all responses at full speed were good:** {string.Join(", ", refusing)}.\n";
    }

    private static string[] GoodShares(IReadOnlyList<MatrixResult> results, Func<MeasuredArm, double?> share) =>
        Named(results, result =>
            result.Arms.Where(arm => share(arm) < 1).Select(arm => $"{MarkdownText.Cell(arm.Arm.Name)} {Percent(share(arm))}")
        );

    // Results of several levels get their connections.
    private static string[] Named(IReadOnlyList<MatrixResult> results, Func<MatrixResult, IEnumerable<string>> clauses) =>
        [
            .. results.SelectMany(result =>
                clauses(result)
                    .Select(clause =>
                        results.Count > 1 ? FormattableString.Invariant($"{clause} at {result.Matrix.Connections} connections") : clause
                    )
            ),
        ];

    /// <summary>A paragraph on variants that hung; empty if all answered.</summary>
    internal static string Silences(IReadOnlyList<MatrixResult> results)
    {
        var silences = Named(results, result => result.Silences.Select(MarkdownText.Cell));
        return silences.Length == 0 ? "" : $"\n**No response:** {string.Join("; ", silences)}.\n";
    }

    // If the machine became slower, later rounds had a lower pace.
    private static string Paces(MatrixResult result, double pilot)
    {
        double[] paces = [.. result.Arms.SelectMany(arm => arm.Rounds).Select(result.PaceOf).OfType<double>().DefaultIfEmpty(pilot)];
        var (least, most) = (Rate(paces.Min()), Rate(paces.Max()));
        return least == most ? most : $"{least} to {most}";
    }

    private static void Compared(StringBuilder page, MatrixResult result, Settings settings)
    {
        page.Line(
            $"\n| against {MarkdownText.Cell(result.Arms[0].Arm.Name)} | {string.Join(" | ", LoadMeasure.ComparedAtThePace.Select(measure => measure.Name))} |"
        );
        page.Line($"| --- |{string.Concat(LoadMeasure.ComparedAtThePace.Select(_ => " --- |"))}");
        var compared = LoadMeasure
            .AtThePace.Select(measure => result.Compare(settings, measure).Benchmarks.ToDictionary(benchmark => benchmark.Method))
            .ToArray();
        foreach (var arm in result.Arms.Skip(1))
        {
            var judged = LoadMeasure.AtThePace.Zip(compared, (measure, benchmarks) =>
                Ratio(measure, result, arm, benchmarks.GetValueOrDefault(arm.Arm.Name)?.Time)
            );
            var shown = LoadMeasure.Shown.Select(measure => Shown(result, arm, measure, settings));
            page.Line($"| {MarkdownText.Cell(arm.Arm.Name)} | {string.Join(" | ", judged.Concat(shown))} |");
        }
    }

    internal static string Ratio(LoadMeasure measure, MatrixResult result, MeasuredArm arm, TimeJudgement? time) =>
        time is null ? ""
        : double.IsNaN(time.Ratio) ? MarkdownText.Cell(time.Reason ?? "not measured")
        : $"{BelowNoise(measure, result, arm) ?? Interval(time)}, {Word(time)}{WhyOpen(time)}";

    internal static string Word(TimeJudgement time) => time.Verdict == Verdict.NotWorse ? "Not higher" : time.Verdict.ToString();

    // Below the noise of the counters, a ratio would be one of noise.
    private static string? BelowNoise(LoadMeasure measure, MatrixResult result, MeasuredArm arm)
    {
        var (before, after) = (Median(result.Arms[0]), Median(arm));
        return measure.NoiseFloor is not { } floor || (before >= floor && after >= floor) ? null
            : before < floor && after < floor ? $"both less than {floor} B"
            : $"{Bytes(after)} instead of {Bytes(before)}";

        double? Median(MeasuredArm of) => of.Median(round => measure.Of(result.Matrix, round));
        string Bytes(double? of) => of < floor ? $"less than {floor} B" : $"{Number(of, "0")} B";
    }

    internal static string Shown(MatrixResult result, MeasuredArm arm, LoadMeasure measure, Settings settings) =>
        new MatrixJudge(result, settings).Show(arm, measure) is { } time ? Interval(time)
        : result.RoundsWithNone(arm, measure) is > 0 and var none ? $"none in {none} of {arm.Rounds.Count} rounds"
        : "";

    internal static string Interval(TimeJudgement time) =>
        FormattableString.Invariant(
            $"{time.Ratio:0.000}x{(time.Lower is { } lower ? FormattableString.Invariant($" ({lower:0.000}-{time.Upper:0.000})") : "")}"
        );

    // For a check, in which a regression may pass.
    private static string Change(ComparedBenchmark measure, TimeJudgement time) =>
        double.IsNaN(time.Ratio)
            ? MarkdownText.Cell(time.Reason!)
            : $"{Interval(time)}, {Word(time)}"
                + (
                    time.Verdict == Verdict.Inconclusive ? $": {MarkdownText.Cell(time.Reason!)}"
                    : WhyItPasses(measure) is { } why ? $", {why}"
                    : ""
                );

    /// <summary>Why a regression does not fail the check; null if it does, or without a regression.</summary>
    internal static string? WhyItPasses(ComparedBenchmark measure) =>
        measure.Time is not { Verdict: Verdict.Regressed } time ? null
        : measure.AcceptedTime is not null ? "accepted"
        : time.FailsCheck ? null
        : "not significant enough to fail";

    /// <summary>How measures are judged, for the end of a page.</summary>
    internal static string Judged(IReadOnlyList<MatrixResult> levels, Settings settings)
    {
        var isInterleaved = levels.Any(level => level.IsInterleaved);
        var judged = isInterleaved ? LoadMeasure.All : [LoadMeasure.FullSpeed];
        var margins = judged.Select(measure =>
            $"{Margins([.. levels.SelectMany(level => new MatrixJudge(level, settings).MarginsOf(measure)).Distinct().Order()])}{(measure.NoiseFloor is { } bytes ? $" and {bytes} B" : "")} ({measure.Name})"
        );
        return $"Verdicts are those of `bench compare`, with {(isInterleaved ? "margins" : "a margin")} of {string.Join(", ", margins)}.";
    }

    private static string InSome(MatrixResult result)
    {
        var without = result.Arms.Max(arm => arm.Rounds.Count(round => round.WhyNoPercentiles is not null));
        var rounds = result.Arms.Max(arm => arm.Rounds.Count);
        return without == rounds ? "" : FormattableString.Invariant($" in {without} of {rounds} rounds");
    }

    // Rules may give some variants their own margin.
    private static string Margins(IReadOnlyList<double> margins) =>
        margins is [var only] ? Percent(only) : $"{Percent(margins[0])} to {Percent(margins[^1])}";

    /// <summary>How the ratio of a round is computed from slices; empty if it is the ratio of the round's figures.</summary>
    internal static string BySlices(MatrixResult result) =>
        result.HasDuets ? $" CPU time is compared in slices in which both are loaded at the same time. Throughput and p50 {ByBlocks}"
        : result.HasProcessorOfSlices ? $" CPU time, throughput and p50 {ByBlocks}"
        : result.HasSlices ? $" Throughput and p50 {ByBlocks}"
        : "";

    internal static string Sharing(LoadMatrix matrix) =>
        matrix.Pin
            ? "Half of the cores ran the servers, and the other half the load generator."
            : "Servers and load generator shared the cores.";

    internal static string Machine(Results.RunEnvironment environment) =>
        MarkdownText.Cell(
            string.Join(
                ", ",
                new[]
                {
                    environment.OperatingSystem,
                    environment.Processor,
                    environment.Cores is { } cores ? FormattableString.Invariant($"{cores} cores") : null,
                }.OfType<string>()
            )
        );

    internal static string WarmUp(MatrixResult result)
    {
        double[] took = [.. result.Arms.SelectMany(arm => arm.Rounds).Select(round => round.WarmUpSeconds).OfType<double>()];
        return took.Length == 0 || !ServerWarmUp.Waits(result.Matrix.WarmUpSeconds)
            ? FormattableString.Invariant($"{result.Matrix.WarmUpSeconds:0.#} s")
            : FormattableString.Invariant($"{took.Min():0} to {took.Max():0} s (until the JIT compiler was quiet)");
    }

    private static string Code(LoadRun run) => Plain(run.Target.ToString());

    // For text between back ticks.
    internal static string Plain(string text) => Visible.Render(text).Replace('`', '\'');

    private static string Both(DiffedLevel level, Func<LoadLevel, string> figure) =>
        $"{figure(level.Baseline)} | {figure(level.Candidate)}";

    // The time of a benchmark is the mean response time. Throughput is its inverse.
    private static string Change(DiffedLevel level) =>
        level.Compared.Time is not { } time
            ? $" | {(level.Compared.TimeNotCompared is null ? level.Compared.Presence : "Not compared")}"
            : Throughput(time) + (WhyItPasses(level.Compared) is { } why ? $", {why}" : "");

    internal static string Throughput(TimeJudgement time) =>
        double.IsNaN(time.Ratio)
            ? $"{MarkdownText.Cell(time.Reason ?? "not measured")} |"
            : FormattableString.Invariant(
                $"{1 / time.Ratio:0.000}x{(time.Lower is { } lower ? FormattableString.Invariant($" ({1 / time.Upper:0.000}-{1 / lower:0.000})") : "")} | {(time.Verdict == Verdict.NotWorse ? "Not lower" : time.Verdict)}{WhyOpen(time)}"
            );

    // An open interval needs no further reason.
    private static string WhyOpen(TimeJudgement time) => time.OpenBy == OpenBy.Interval ? "" : $": {MarkdownText.Cell(time.Reason!)}";

    private static string Notes(DiffedLevel level) =>
        MarkdownText.Cell(
            string.Join(
                "; ",
                new[]
                {
                    level.Compared.Failure ?? level.Compared.TimeNotCompared,
                    level.Compared.Time?.Reason?.Replace("launches", "rounds", StringComparison.Ordinal),
                    Marked("A", level.Baseline),
                    Marked("B", level.Candidate),
                }.OfType<string>()
            )
        );

    private static string? Marked(string side, LoadLevel level) =>
        level.Marks.Count == 0 ? null : $"{side}: {string.Join(", ", level.Marks)}";

    // One lost request of a million must not print as 100%.
    internal static string Percent(double? share) =>
        share is not { } value ? ""
        : value < 1 && Number(100 * value, PercentFormat) == "100" ? "> 99.999%"
        : Number(100 * value, PercentFormat) + "%";

    // A slow server has less than one request per second.
    internal static string Rate(double? perSecond) => Number(perSecond, perSecond < 10 ? "0.##" : "0");

    // The levels of an interrupted run differ in their number of rounds.
    private static string Rounds(LoadRun run)
    {
        int[] rounds = [.. run.Levels.Where(level => level.Unreached is null).Select(level => level.Rounds.Count)];
        return rounds.Length == 0 || Array.TrueForAll(rounds, count => count == run.Settings.Repeats)
            ? FormattableString.Invariant($"{run.Settings.Repeats}")
            : FormattableString.Invariant(
                $"{rounds.Min()}{(rounds.Min() == rounds.Max() ? "" : FormattableString.Invariant($" to {rounds.Max()}"))} of {run.Settings.Repeats}"
            );
    }

    private static string Benchmark(LoadLevel level)
    {
        if (level.MeanMilliseconds is not { } mean)
            return $" |  |  |  |  |  |  |  |  | {MarkdownText.Cell(level.Failure!)}";
        double[] rates = [.. level.Rounds.Select(round => round.Throughput.QueriesPerSecond)];
        var spread =
            rates.Length > 1
                ? ((rates.Max() - rates.Min()) / level.QueriesPerSecond!.Value).ToString("0.0%", CultureInfo.InvariantCulture)
                : "";
        var cores =
            $"{Number(level.Median(round => round.Throughput.GeneratorCores), "0.00")}, {Number(level.Median(round => round.Throughput.ServerCores), "0.00")}";
        return string.Join(
            " | ",
            Rate(level.QueriesPerSecond),
            spread,
            Number(mean, "0.##"),
            Time(level, times => times.P50),
            Time(level, times => times.P90),
            Time(level, times => times.P99),
            Time(level, times => times.P999),
            Percent(level.Success),
            cores,
            MarkdownText.Cell(string.Join("; ", level.Notes))
        );
    }

    private static string Time(LoadLevel level, Func<ResponseTimes, double> figure) =>
        Number(level.Median(round => round.ResponseTimes is { } times ? figure(times) : null), "0.##");

    internal static string Number(double? value, string format) => value?.ToString(format, CultureInfo.InvariantCulture) ?? "";
}
