using MathNet.Numerics.Statistics;

namespace Bench.Load;

/// <summary>What a runtime says of itself; in an interval what has grown since the reading before, as a rate.</summary>
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

/// <summary>A value of a counter. Two may arrive together.</summary>
/// <param name="Time">When it arrived.</param>
/// <param name="Said">When the process said it.</param>
internal readonly record struct CounterReading(TimeSpan Time, DateTime Said, RuntimeCounter Counter, string Tags, double Value);

/// <summary>What a runtime has said of itself so far, about once a second, and what follows of spans of time.</summary>
internal sealed class CounterReadings
{
    private readonly List<CounterReading> readings = [];

    public void Add(CounterReading reading)
    {
        lock (readings)
            readings.Add(reading);
    }

    /// <summary>What was said in a span of time.</summary>
    /// <returns>The figures; null for what it did not say.</returns>
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

    /// <summary>What was said in a span of time in which it was loaded now and then.</summary>
    /// <param name="loaded">How long it was loaded: what grows is that much a second of it.</param>
    /// <param name="idle">
    /// How long it was not at the begin of the span, and at its end: what says nothing in either, because it has ended or begun in
    /// between, has not told all that it grew by, and counts for nothing.
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

    /// <summary>What was typical of the thread pool in a span of time.</summary>
    public PoolFigures PoolBetween(TimeSpan from, TimeSpan to)
    {
        var within = Within(from, to);
        return new PoolFigures(Median(within, RuntimeCounter.Threads), Median(within, RuntimeCounter.QueueLength));
    }

    /// <summary>How much the compiler worked in a span of time.</summary>
    /// <returns>Seconds a second, of all threads together; null where the runtime did not say.</returns>
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

    // What only grows: its growth a second, from the first reading to the last.
    private static double? Rate(CounterReading[] readings, RuntimeCounter counter) =>
        Total(readings, counter, (first, last) => (last.Value - first.Value) / (last.Said - first.Said).TotalSeconds);

    // The same, its whole growth.
    private static double? Growth(CounterReading[] readings, RuntimeCounter counter) =>
        Total(readings, counter, (first, last) => last.Value - first.Value);

    // Generations, for instance, are added up.
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

    // The count of bytes falls where Server GC gives a heap back (dotnet/runtime#131069).
    private static double? Grown(double? value) => value >= 0 ? value : null;

    // Of an interval of a second each, as a rate; the first began before.
    private static double? Sum(CounterReading[] readings, RuntimeCounter counter)
    {
        double[] known = [.. readings.Where(reading => reading.Counter == counter).Skip(1).Select(reading => reading.Value)];
        return known.Length == 0 ? null : Grown(known.Sum());
    }

    // Of an interval each; the first began before.
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
