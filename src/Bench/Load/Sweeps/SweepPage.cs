using System.Globalization;
using System.Text;
using Bench.Reports;

namespace Bench.Load;

internal static class SweepPage
{
    public static string Render(LoadRun run)
    {
        var page = new StringBuilder();
        page.Line($"# {MarkdownText.Cell(run.Name)}\n");
        page.Line(
            $"`{LoadReport.Plain(run.Target.ToString())}` on {LoadReport.Machine(run.Environment)}. {Rounds(run)} rounds, {(run.Target.Sample is null ? "with one server process" : "each with a new process")}, levels in random order, {run.Settings.DurationSeconds:0.#} s per level and generator, after {run.Settings.WarmUpSeconds:0.#} s of warm-up{(run.Target.Sample is null || !ServerWarmUp.Waits(run.Settings.WarmUpSeconds) ? "" : " or more, until the JIT compiler was quiet")}.{(run.Settings.Pin ? " Server and generator each had half of the cores." : "")}"
        );
        if (run.Partial is { } partial)
            page.Line($"\n**Partial:** {MarkdownText.Cell(partial)}.");
        page.Line(
            $"\n| connections | requests/s (wrk) | spread | mean, ms | p50, ms (h2load) | p90 | p99 | p99.9 | success | generator, server cores | |"
        );
        page.Line($"| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |");
        foreach (var level in run.Levels)
            page.Line($"| {level.Connections} | {Figures(level)} |");
        if (run.Levels.Any(level => level.Rounds.Any(round => round.Counters is not null)))
            Counters(page, run);
        page.Line(
            $"\nRequests/s are the median over rounds; the spread is (highest - lowest) / median. The mean is connections / requests/s (Little's law in a closed loop). Percentiles come from h2load's log of every request, and are the median over rounds. Success is the share of all requests in all rounds that got a status below 400 within {run.Settings.TimeoutSeconds:0.#} s."
        );
        page.Line($"\nMade with {MarkdownText.Cell(string.Join(", ", run.Tools))}.");
        return page.ToString();
    }

    /// <summary>The median over rounds of a figure in ms.</summary>
    public static string Time(LoadLevel level, Func<ResponseTimes, double> figure) =>
        LoadReport.Number(level.Median(round => round.ResponseTimes is { } times ? figure(times) : null), "0.##");

    private static void Counters(StringBuilder page, LoadRun run)
    {
        page.Line(
            $"\n| connections | allocated per second, MB | working set, MB | pool threads | pool queue | GC pause |\n| ---: | ---: | ---: | ---: | ---: | ---: |"
        );
        foreach (var level in run.Levels.Where(level => level.Rounds.Count > 0))
            page.Line(
                $"| {level.Connections} | {LoadReport.Number(level.Median(round => round.Counters?.AllocatedBytesPerSecond) / 1e6, "0.0")} | {LoadReport.Number(level.Median(round => round.Counters?.WorkingSetBytes) / 1e6, "0")} | {LoadReport.Number(level.Median(round => round.Counters?.Threads), "0")} | {LoadReport.Number(level.Median(round => round.Counters?.QueueLength), "0")} | {LoadReport.Percent(level.Median(round => round.Counters?.PauseShare))} |"
            );
    }

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

    private static string Figures(LoadLevel level)
    {
        if (level.MeanMilliseconds is not { } mean)
            return $" |  |  |  |  |  |  |  |  | {MarkdownText.Cell(level.Failure!)}";
        double[] rates = [.. level.Rounds.Select(round => round.Throughput.RequestsPerSecond)];
        var spread =
            rates.Length > 1
                ? ((rates.Max() - rates.Min()) / level.RequestsPerSecond!.Value).ToString("0.0%", CultureInfo.InvariantCulture)
                : "";
        return string.Join(
            " | ",
            LoadReport.Rate(level.RequestsPerSecond),
            spread,
            LoadReport.Number(mean, "0.##"),
            Time(level, times => times.P50),
            Time(level, times => times.P90),
            Time(level, times => times.P99),
            Time(level, times => times.P999),
            LoadReport.Percent(level.Success),
            $"{Cores(round => round.Throughput.GeneratorCores)}, {Cores(round => round.Throughput.ServerCores)}",
            MarkdownText.Cell(string.Join("; ", level.Notes))
        );

        // The cores of the user's own server are not known.
        string Cores(Func<LoadRound, double?> figure) => level.Median(figure) is { } cores ? LoadReport.Number(cores, "0.00") : "-";
    }
}
