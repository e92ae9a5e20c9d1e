using System.Text.Json.Serialization;

namespace Bench.Load;

// Answers since the warm-up to one request of a scenario, or to all.
internal sealed class ScenarioAnswers
{
    private readonly List<double> times = [];
    private long failed;
    private long unanswered;

    public int Count => times.Count;

    /// <summary>Slowest answer in ms; 0 before the first.</summary>
    public double Longest { get; private set; }

    /// <summary>Number of answers that arrived within the measured time, whenever their requests were sent.</summary>
    public long Arrived { get; set; }

    /// <summary>Number of requests without an answer because their connection broke.</summary>
    public long Lost { get; set; }

    public void Add(double took, bool hasFailed)
    {
        Longest = Math.Max(Longest, took);
        times.Add(took);
        failed += hasFailed ? 1 : 0;
    }

    public void AddUnanswered(double waited, bool hasFailed)
    {
        times.Add(waited);
        failed += hasFailed ? 1 : 0;
        unanswered++;
    }

    /// <param name="lost">Number of lost requests. They count as failed.</param>
    /// <param name="isAtRate">True if requests were due at a rate.</param>
    public ScenarioFigures? Figures(double seconds, long lost, bool isAtRate)
    {
        if (times.Count == 0)
            return null;
        var sorted = new SortedTimes(times);
        return new ScenarioFigures(
            sorted.Count - unanswered,
            (failed + lost) / (double)(sorted.Count + lost),
            // At a rate, a request counts from its due time. Answers of a slow server after the end would overstate the rate.
            (isAtRate ? Arrived : sorted.Count - unanswered) / Math.Max(0.001, seconds),
            sorted.Mean,
            sorted.At(0.5),
            sorted.At(0.75),
            sorted.At(0.9),
            sorted.At(0.95),
            sorted.At(0.99),
            sorted.At(0.999),
            sorted.Longest
        );
    }
}

/// <param name="VirtualUsers">Number of virtual users that send only this request; null if it is drawn.</param>
/// <param name="Figures">Null if it was never sent, or never answered.</param>
internal sealed record RequestFigures(string Name, int? VirtualUsers, ScenarioFigures? Figures)
{
    /// <summary>True if it was sent and got no good answer.</summary>
    [JsonIgnore]
    public bool IsNeverGood => Figures is { FailedChecks: >= 1 } or { Requests: 0 } || (Figures is null && VirtualUsers is not null);
}
