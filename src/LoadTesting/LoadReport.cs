using System.Globalization;
using System.Text;

namespace Bench.LoadTesting;

/// <summary>A sweep as a Markdown page.</summary>
internal static class LoadReport
{
    public static string Of(LoadRun run)
    {
        var page = new StringBuilder();
        Line(page, $"# {Cell(run.Name)}\n");
        Line(page, $"`{run.Target.ToString().Replace('`', '\'')}` on {run.Environment.OperatingSystem}, {run.Environment.Cores} cores. {run.Settings.Repeats} rounds, levels in random order, {run.Settings.DurationSeconds:0.#} s by each generator, after {run.Settings.WarmUpSeconds:0.#} s of warm-up.");
        if (run.Partial is { } partial)
            Line(page, $"\n**Partial:** {Cell(partial)}.");
        Line(page, $"\n| connections | answers a second (wrk) | spread | mean, ms | p50, ms (h2load) | p90 | p99 | p99.9 | success | generator, server cores | |");
        Line(page, $"| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |");
        foreach (var level in run.Levels)
            Line(page, $"| {level.Concurrency} | {Row(level)} |");
        Line(page, $"\nAnswers a second: the median over rounds; spread: (highest - lowest) / median. Mean: connections / answers a second (Little's law in a closed loop). Percentiles: counted from h2load's log of every request, the median over rounds. Success: answers below 400 within 2 s among all that was tried.");
        Line(page, $"\nMade with {string.Join(", ", run.Tools)}.");
        return page.ToString();
    }

    private static string Row(LoadLevel level)
    {
        if (level.MeanMilliseconds is not { } mean)
            return $" |  |  |  |  |  |  |  |  | not reached: {Cell(level.Unreached ?? string.Join("; ", level.Marks))}";
        double[] rates = [.. level.Rounds.Select(round => round.Throughput.QueriesPerSecond)];
        var spread = rates.Length > 1 ? ((rates.Max() - rates.Min()) / level.QueriesPerSecond!.Value).ToString("0.0%", CultureInfo.InvariantCulture) : "";
        var cores = $"{Number(level.Median(round => round.Throughput.GeneratorCores), "0.00")}, {Number(level.Median(round => round.Throughput.ServerCores), "0.00")}";
        return string.Join(" | ",
            Number(level.QueriesPerSecond, "0"), spread, Number(mean, "0.##"), Time(level, times => times.P50), Time(level, times => times.P90), Time(level, times => times.P99), Time(level, times => times.P999),
            Number(100 * level.Success, "0.###") + "%", cores, Cell(string.Join("; ", level.Unreached is { } failure ? [.. level.Marks, failure] : level.Marks)));
    }

    private static string Time(LoadLevel level, Func<ResponseTimes, double> figure) => Number(level.Median(round => round.ResponseTimes is { } times ? figure(times) : null), "0.##");

    private static string Number(double? value, string format) => value?.ToString(format, CultureInfo.InvariantCulture) ?? "";

    private static string Cell(string text) => text.ReplaceLineEndings(" ").Replace("|", "\\|", StringComparison.Ordinal).Replace("<", "&lt;", StringComparison.Ordinal);

    private static void Line(StringBuilder page, FormattableString text) => page.Append(text.ToString(CultureInfo.InvariantCulture)).Append('\n');
}
