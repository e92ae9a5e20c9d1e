using System.Globalization;

namespace Bench.LoadTesting;

/// <summary>A threshold and what became of it.</summary>
/// <param name="Threshold">The limit.</param>
/// <param name="Value">The figure: ms, a share from 0 to 1, or requests a second.</param>
/// <param name="IsKept">Whether it is kept.</param>
public sealed record JudgedThreshold(Threshold Threshold, double Value, bool IsKept);

/// <summary>A scenario that was run.</summary>
/// <param name="Scenario">What was to be run.</param>
/// <param name="Figures">What was measured; null where nothing was answered.</param>
/// <param name="Errors">What wrk says went wrong below HTTP.</param>
/// <param name="Thresholds">The limits and what became of them.</param>
/// <param name="Aborted">The limit that ended it; null where none did.</param>
public sealed record ScenarioResult(Scenario Scenario, ScenarioFigures? Figures, LoadErrors Errors, IReadOnlyList<JudgedThreshold> Thresholds, Threshold? Aborted)
{
    /// <summary>Whether every limit is kept.</summary>
    public bool IsPassed => Aborted is null && Figures is not null && Thresholds.All(threshold => threshold.IsKept);
}

/// <summary>
/// Runs a scenario by wrk: each copy is a thread with one connection, whose script decides when the next request is due, takes the time of each
/// answer, checks it, and logs it. At a constant rate of arrivals, the time counts from when a request was due.
/// </summary>
/// <param name="scenario">The scenario.</param>
/// <param name="folder">A temporary folder.</param>
public sealed class ScenarioRun(Scenario scenario, string folder)
{
    private const int MicrosecondsOfSecond = 1_000_000;

    /// <summary>Before so many answers, a share says little.</summary>
    private const int EnoughToAbort = 20;

    private const int AnswersOfALook = 250_000;

    private static readonly TimeSpan BetweenLooks = TimeSpan.FromSeconds(1);

    /// <summary>Runs it.</summary>
    /// <param name="address">Where the server listens.</param>
    /// <param name="cancellation">Ends it.</param>
    /// <returns>What was measured.</returns>
    /// <exception cref="LoadException">wrk fails.</exception>
    public ScenarioResult Run(Uri address, CancellationToken cancellation)
    {
        Threshold[] thresholds = [.. scenario.Thresholds.Select(Threshold.Parse)];
        var script = Path.Combine(folder, "scenario.lua");
        File.WriteAllText(script, scenario.ToLua(folder) + Resource.Text("summary.lua") + Resource.Text("scenario.lua"));
        var copies = scenario.MostCopies.ToString(CultureInfo.InvariantCulture);
        // A second more, so that the last answers come.
        var duration = TimeSpan.FromSeconds(Math.Ceiling(scenario.TotalSeconds) + 1);
        Threshold? aborted = null;
        var looked = TimeSpan.Zero;
        var log = new ScenarioLog(folder, scenario);
        var run = Generator.Run(
            Tool.Wrk, [["-t", copies, "-c", copies, "-d", string.Create(CultureInfo.InvariantCulture, $"{duration.TotalSeconds}s"), "-s", script, address.AbsoluteUri]], duration, cancellation,
            elapsed =>
            {
                // Percentiles of a million answers take a while, beside the server that is measured.
                if (elapsed - looked < BetweenLooks * (1 + (log.Count / AnswersOfALook)) || !thresholds.Any(threshold => threshold.Aborts))
                    return false;
                looked = elapsed;
                log.ReadOn();
                aborted = log.Figures(elapsed.TotalSeconds - scenario.WarmUpSeconds, 0) is { Requests: >= EnoughToAbort } now ? thresholds.FirstOrDefault(threshold => threshold.Aborts && !threshold.IsKept(now)) : null;
                return aborted is not null;
            });
        // Stopped from outside it prints no summary.
        var summary = aborted is null ? Wrk.Read(run.Outputs[0]) : new long[7];
        var errors = new LoadErrors(summary[2], summary[3], summary[4], summary[5], summary[6]);
        var seconds = aborted is null ? Math.Min(summary[1] / (double)MicrosecondsOfSecond, scenario.TotalSeconds) : looked.TotalSeconds;
        log.ReadOn();
        // A request without an answer is in no log.
        var lost = errors.Connect + errors.Read + errors.Write + (aborted is null ? Open(run.Outputs[0]) : 0);
        var figures = log.Figures(seconds - scenario.WarmUpSeconds, lost);
        return new ScenarioResult(scenario, figures, errors, [.. thresholds.Select(threshold => Judge(threshold, figures))], aborted);
    }

    private static JudgedThreshold Judge(Threshold threshold, ScenarioFigures? figures) =>
        figures is null ? new JudgedThreshold(threshold, double.NaN, false) : new JudgedThreshold(threshold, threshold.Metric.Of(figures), threshold.IsKept(figures));

    private static long Open(string output) =>
        output.Split('\n').FirstOrDefault(line => line.StartsWith("bench-open ", StringComparison.Ordinal)) is { } line ? long.Parse(line["bench-open ".Length..], CultureInfo.InvariantCulture) : 0;
}
