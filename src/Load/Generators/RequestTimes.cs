namespace Bench.Load;

/// <summary>The time of each request, as a generator's log has them.</summary>
/// <param name="Milliseconds">Of those whose time counts: all, but for what a generator's start disturbs.</param>
/// <param name="Failed">How many were answered with another status than 2xx, or not at all.</param>
/// <param name="GeneratorCores">How many cores the generator kept busy.</param>
internal sealed record RequestTimes(IReadOnlyList<double> Milliseconds, long Failed, double GeneratorCores)
{
    /// <summary>How many were answered, or failed, in all.</summary>
    public long Requests { get; init; } = Milliseconds.Count;

    /// <summary>Those of several stretches of the same load as of one.</summary>
    public static RequestTimes Join(IReadOnlyCollection<RequestTimes> parts) =>
        new([.. parts.SelectMany(part => part.Milliseconds)], parts.Sum(part => part.Failed), parts.Average(part => part.GeneratorCores))
        {
            Requests = parts.Sum(part => part.Requests),
        };

    /// <summary>Counted percentiles; null where nothing was answered.</summary>
    public ResponseTimes? Percentiles()
    {
        if (Milliseconds.Count == 0)
            return null;
        var sorted = new SortedTimes(Milliseconds);
        return new ResponseTimes(
            Requests,
            Failed,
            sorted.At(0.5),
            sorted.At(0.75),
            sorted.At(0.9),
            sorted.At(0.95),
            sorted.At(0.99),
            sorted.At(0.999),
            sorted.Longest,
            GeneratorCores,
            sorted.Mean
        );
    }
}
