using System.Text.Json.Serialization;

namespace Bench.Load;

/// <summary>What was answered since the warm-up: to all requests of a scenario, or to one of them.</summary>
internal sealed class ScenarioAnswers
{
    private readonly List<double> times = [];
    private long failed;
    private long unanswered;

    public int Count => times.Count;

    /// <summary>What the slowest answer took, ms; 0 before the first.</summary>
    public double Longest { get; private set; }

    /// <summary>How many answers came within the time, whenever they were asked for.</summary>
    public long Arrived { get; set; }

    /// <summary>How many requests got no answer because their connection broke.</summary>
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

    /// <param name="lost">How many requests were lost, which have failed.</param>
    /// <param name="isAtRate">Whether requests were due at a rate.</param>
    public ScenarioFigures? Figures(double seconds, long lost, bool isAtRate)
    {
        if (times.Count == 0)
            return null;
        var sorted = new SortedTimes(times);
        return new ScenarioFigures(
            sorted.Count - unanswered,
            (failed + lost) / (double)(sorted.Count + lost),
            // At a rate requests count from when they were due: what a slow server answers after the end is no rate of its own.
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

/// <summary>The figures of one request of a scenario.</summary>
/// <param name="VirtualUsers">How many send it and no other; null where it is drawn.</param>
/// <param name="Figures">Null where it was never sent, or never answered.</param>
internal sealed record RequestFigures(string Name, int? VirtualUsers, ScenarioFigures? Figures)
{
    /// <summary>Whether it was sent, and no answer was a good one.</summary>
    [JsonIgnore]
    public bool IsNeverGood => Figures is { FailedChecks: >= 1 } or { Requests: 0 } || (Figures is null && VirtualUsers is not null);
}
