namespace Bench.Load;

/// <param name="Milliseconds">Response times that count: all except those that the generator's start disturbs.</param>
/// <param name="Failed">Requests with an unexpected status or no answer.</param>
/// <param name="GeneratorCores">Cores that the generator kept busy.</param>
internal sealed record RequestTimes(IReadOnlyList<double> Milliseconds, long Failed, double GeneratorCores)
{
    /// <summary>All requests, answered or failed, including those whose times do not count.</summary>
    public long Requests { get; init; } = Milliseconds.Count;

    public static RequestTimes Join(IReadOnlyCollection<RequestTimes> parts) =>
        new([.. parts.SelectMany(part => part.Milliseconds)], parts.Sum(part => part.Failed), parts.Average(part => part.GeneratorCores))
        {
            Requests = parts.Sum(part => part.Requests),
        };

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
