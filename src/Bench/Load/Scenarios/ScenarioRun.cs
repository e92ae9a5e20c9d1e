using System.Diagnostics;
using System.Globalization;

namespace Bench.Load;

/// <param name="Value">In ms, as a share from 0 to 1, or in requests/s.</param>
internal sealed record JudgedThreshold(Threshold Threshold, double Value, bool IsKept);

// Runs a scenario with wrk. Each virtual user is a thread with one connection. Its script decides when the next request is due, times each
// answer, checks it and logs it. At a constant rate of arrivals, the time starts when a request was due.
internal sealed class ScenarioRun(Scenario scenario, string folder)
{
    private const int MicrosecondsOfSecond = 1_000_000;

    // With fewer answers, a share is meaningless.
    private const int EnoughToAbort = 20;

    private const int AnswersOfALook = 250_000;

    private static readonly TimeSpan BetweenLooks = TimeSpan.FromSeconds(1);

    private static readonly TimeSpan BetweenProbes = TimeSpan.FromSeconds(5);

    // A server without answers for this long hangs, unless its answers usually take as long.
    private static readonly TimeSpan Hanging = TimeSpan.FromSeconds(5);

    private const double HangingOfLongest = 3;

    private readonly ScenarioLog log = new(folder, scenario);
    private readonly Threshold[] thresholds = [.. scenario.Thresholds.Select(Threshold.Parse)];
    private readonly Stopwatch clock = new();

    /// <param name="hasEnded">Returns true if the process of the server has ended; null if the server is the user's own.</param>
    public ScenarioResult Run(Uri address, Func<bool>? hasEnded, CancellationToken cancellationToken)
    {
        var script = Path.Combine(folder, "scenario.lua");
        File.WriteAllText(script, scenario.ToLua(folder) + Resource.Text("summary.lua") + Resource.Text("scenario.lua"));
        var users = scenario.MaxVirtualUsers.ToString(CultureInfo.InvariantCulture);
        // One second more for the last answers.
        var duration = TimeSpan.FromSeconds(Math.Ceiling(scenario.TotalSeconds) + 1);
        var seconds = string.Create(CultureInfo.InvariantCulture, $"{duration.TotalSeconds}s");
        Threshold? aborted = null;
        var (looked, probed) = (TimeSpan.Zero, TimeSpan.Zero);
        clock.Restart();
        var run = Generator.Run(
            Tool.Wrk,
            [
                ["-t", users, "-c", users, "-d", seconds, "-s", script, address.AbsoluteUri],
            ],
            duration,
            cancellationToken,
            MustStop
        );
        EnsureListens(address);
        return aborted is null ? Complete(run.Outputs[0]) : Aborted(aborted, looked.TotalSeconds);

        bool MustStop(TimeSpan elapsed)
        {
            // wrk would try to connect until its time is over.
            if (hasEnded?.Invoke() == true)
                throw new LoadException("the server has ended.");
            // A server whose host has stopped no longer listens, although its process may live.
            if (elapsed - probed >= BetweenProbes)
            {
                probed = elapsed;
                EnsureListens(address);
            }

            // Percentiles of a million answers take a while, and compete with the measured server.
            if (elapsed - looked < BetweenLooks * (1 + (log.Count / AnswersOfALook)) || !thresholds.Any(threshold => threshold.Aborts))
                return false;
            looked = elapsed;
            log.ReadOn();
            var figures = log.Figures(elapsed.TotalSeconds - scenario.WarmUpSeconds, log.Lost);
            aborted = thresholds.FirstOrDefault(threshold => threshold.Aborts && IsCrossed(threshold, figures, log.Lost));
            return aborted is not null;
        }
    }

    private ScenarioResult Complete(string output)
    {
        var summary = Wrk.Read(output);
        log.ReadOn();
        log.EnsureIsWhole(summary[0]);
        // The log lacks requests without an answer, and a request whose connection broke is sent again.
        var silent = log.LostAtTheEnd;
        foreach (var (due, waited, request) in Unsent(output))
            log.AddUnanswered(due, waited, request);
        foreach (var (sent, waited, request) in Waiting(output))
        {
            log.AddUnanswered(sent, waited, request);
            silent = Math.Max(silent, sent + waited - Math.Max(sent, log.LastAnswer));
        }

        var hanging = Math.Max(Hanging.TotalMilliseconds, HangingOfLongest * log.LongestAnswer);
        return Result(
            Math.Min(summary[1] / (double)MicrosecondsOfSecond, scenario.TotalSeconds),
            new LoadErrors(summary[2], summary[3], summary[4], summary[5], summary[6]),
            Lost(output)
        ) with
        {
            Silent = silent >= hanging ? TimeSpan.FromMilliseconds(silent) : TimeSpan.Zero,
        };
    }

    // If wrk is stopped from outside, it prints no summary.
    private ScenarioResult Aborted(Threshold by, double seconds)
    {
        log.ReadOn();
        return Result(seconds, new LoadErrors(0, 0, 0, 0, 0), log.Lost) with { Aborted = by };
    }

    /// <param name="seconds">Including the warm-up.</param>
    private ScenarioResult Result(double seconds, LoadErrors errors, long lost)
    {
        var figures = log.Figures(seconds - scenario.WarmUpSeconds, errors.Connect + lost);
        return new ScenarioResult(
            scenario,
            figures,
            errors,
            [.. thresholds.Select(threshold => Judge(threshold, figures))],
            null,
            lost,
            Requests: log.FiguresOfRequests(seconds - scenario.WarmUpSeconds)
        );
    }

    /// <summary>Results so far of a run that failed or was interrupted; null before the first figures.</summary>
    /// <param name="why">Why the run ended.</param>
    public ScenarioResult? Part(string why)
    {
        log.ReadOn();
        var result = Result(Math.Min(clock.Elapsed.TotalSeconds, scenario.TotalSeconds), new LoadErrors(0, 0, 0, 0, 0), log.Lost);
        return result.Figures is null ? null : result with { Partial = why };
    }

    // The figures are null if all requests are lost.
    private static bool IsCrossed(Threshold threshold, ScenarioFigures? figures, long lost) =>
        (figures?.Requests ?? 0) + (threshold.Metric.CountsLost ? lost : 0) >= EnoughToAbort
        && !(figures is null ? threshold.IsKept(1) : threshold.IsKept(figures));

    private static void EnsureListens(Uri address)
    {
        if (Probe.IsRefused(address))
            throw new LoadException($"{address} refuses connections. The server has ended.");
    }

    private static JudgedThreshold Judge(Threshold threshold, ScenarioFigures? figures) =>
        figures is null
            ? new JudgedThreshold(threshold, double.NaN, false)
            : new JudgedThreshold(threshold, threshold.Metric.Of(figures), threshold.IsKept(figures));

    // Requests whose connection broke. wrk's own count includes connections that a server closes while no request waits.
    private static long Lost(string output) =>
        Lines(output, "bench-lost").Sum(fields => long.Parse(fields[1], CultureInfo.InvariantCulture));

    // Requests under way at the end.
    private static IEnumerable<(double Sent, double Waited, int Request)> Waiting(string output) =>
        Numbers(output, "bench-waiting").Select(line => (line[0], line[1], (int)line[2]));

    // Requests that were due at a rate and never sent. A line has the first due time, the interval, the number, the end and the request;
    // times are in ms.
    private static IEnumerable<(double Due, double Waited, int Request)> Unsent(string output) =>
        Numbers(output, "bench-unsent")
            .SelectMany(line =>
                Enumerable.Range(0, (int)line[2]).Select(i => line[0] + (i * line[1])).Select(due => (due, line[3] - due, (int)line[4]))
            );

    private static IEnumerable<double[]> Numbers(string output, string mark) =>
        Lines(output, mark)
            .Select(fields => (double[])[.. fields.Skip(1).Select(field => double.Parse(field, CultureInfo.InvariantCulture))]);

    private static IEnumerable<string[]> Lines(string output, string mark) =>
        output.Split('\n').Select(line => line.Split('\t')).Where(fields => fields[0] == mark);
}
