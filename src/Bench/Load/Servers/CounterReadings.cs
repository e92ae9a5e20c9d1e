using MathNet.Numerics.Statistics;

namespace Bench.Load;

// Reported by a runtime. A counter in an interval is the growth since the previous reading, as a rate.
internal enum RuntimeCounter
{
    Allocated,
    AllocatedInInterval,
    WorkingSet,
    Threads,
    QueueLength,
    Pause,
    PauseInInterval,
    Compiling,
    CompilingInInterval,
}

/// <param name="Time">Time of arrival. Two readings may arrive together.</param>
/// <param name="Said">When the process reported it.</param>
internal readonly record struct CounterReading(TimeSpan Time, DateTime Said, RuntimeCounter Counter, string Tags, double Value);

// Readings of a runtime, about one per second.
internal sealed class CounterReadings
{
    private readonly List<CounterReading> readings = [];

    public void Add(CounterReading reading)
    {
        lock (readings)
            readings.Add(reading);
    }

    public CounterFigures Between(TimeSpan from, TimeSpan to)
    {
        var within = Within(from, to);
        return new CounterFigures(
            Rate(within, RuntimeCounter.Allocated) ?? Mean(within, RuntimeCounter.AllocatedInInterval),
            Largest(within, RuntimeCounter.WorkingSet),
            Largest(within, RuntimeCounter.Threads),
            Largest(within, RuntimeCounter.QueueLength),
            Rate(within, RuntimeCounter.Pause) ?? Mean(within, RuntimeCounter.PauseInInterval)
        );
    }

    /// <summary>Figures of a span of time that was loaded in parts.</summary>
    /// <param name="loaded">Total time of load. Growth is given per second of it.</param>
    /// <param name="idle">
    /// Time without load at the begin of the span, and at its end. A counter that reports in only one of them has started or stopped in
    /// between. Its growth is incomplete and does not count.
    /// </param>
    public CounterFigures OfLoad(TimeSpan from, TimeSpan to, TimeSpan loaded, TimeSpan idle)
    {
        var within = Within(from, to);
        return new CounterFigures(
            Growth(RuntimeCounter.Allocated, RuntimeCounter.AllocatedInInterval),
            Largest(within, RuntimeCounter.WorkingSet),
            Largest(within, RuntimeCounter.Threads),
            Largest(within, RuntimeCounter.QueueLength),
            Growth(RuntimeCounter.Pause, RuntimeCounter.PauseInInterval)
        );

        double? Growth(RuntimeCounter total, RuntimeCounter inInterval) =>
            (CounterReadings.Growth(Throughout(total), total) ?? Sum(Throughout(inInterval), inInterval)) / loaded.TotalSeconds;

        CounterReading[] Throughout(RuntimeCounter counter)
        {
            CounterReading[] said = [.. within.Where(reading => reading.Counter == counter)];
            return said.Any(reading => reading.Time <= from + idle) && said.Any(reading => reading.Time >= to - idle) ? said : [];
        }
    }

    public PoolFigures PoolBetween(TimeSpan from, TimeSpan to)
    {
        var within = Within(from, to);
        return new PoolFigures(Median(within, RuntimeCounter.Threads), Median(within, RuntimeCounter.QueueLength));
    }

    /// <returns>Seconds of compilation per second, over all threads; null if the runtime reported nothing.</returns>
    public double? CompilingShare(TimeSpan from, TimeSpan to)
    {
        var within = Within(from, to);
        return Rate(within, RuntimeCounter.Compiling) ?? Mean(within, RuntimeCounter.CompilingInInterval);
    }

    private CounterReading[] Within(TimeSpan from, TimeSpan to)
    {
        lock (readings)
            return [.. readings.Where(reading => reading.Time >= from && reading.Time <= to)];
    }

    // Growth per second of a total, from the first reading to the last.
    private static double? Rate(CounterReading[] readings, RuntimeCounter counter) =>
        Total(readings, counter, (first, last) => (last.Value - first.Value) / (last.Said - first.Said).TotalSeconds);

    private static double? Growth(CounterReading[] readings, RuntimeCounter counter) =>
        Total(readings, counter, (first, last) => last.Value - first.Value);

    // Series with different tags, such as generations, are added up.
    private static double? Total(CounterReading[] readings, RuntimeCounter counter, Func<CounterReading, CounterReading, double> growth)
    {
        var series = readings
            .Where(reading => reading.Counter == counter)
            .GroupBy(reading => reading.Tags)
            .Select(same => same.ToArray())
            .Where(same => same.Length > 1 && same[^1].Said > same[0].Said)
            .ToArray();
        return series.Length == 0 ? null : Grown(series.Sum(same => growth(same[0], same[^1])));
    }

    // The counter of allocated bytes falls if Server GC gives a heap back (dotnet/runtime#131069).
    private static double? Grown(double? value) => value >= 0 ? value : null;

    // Each value is a rate over an interval of a second. The first interval began before the span.
    private static double? Sum(CounterReading[] readings, RuntimeCounter counter)
    {
        double[] known = [.. readings.Where(reading => reading.Counter == counter).Skip(1).Select(reading => reading.Value)];
        return known.Length == 0 ? null : Grown(known.Sum());
    }

    // The first interval began before the span.
    private static double? Mean(CounterReading[] readings, RuntimeCounter counter) =>
        Grown(readings.Where(reading => reading.Counter == counter).Skip(1).Select(reading => (double?)reading.Value).Average());

    private static double? Median(CounterReading[] readings, RuntimeCounter counter)
    {
        double[] values = [.. readings.Where(reading => reading.Counter == counter).Select(reading => reading.Value)];
        return values.Length == 0 ? null : values.Median();
    }

    private static double? Largest(CounterReading[] readings, RuntimeCounter counter) =>
        readings.Where(reading => reading.Counter == counter).Select(reading => (double?)reading.Value).Max();
}
