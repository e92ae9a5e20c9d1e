using System.Diagnostics;
using System.Globalization;
using Bench.Reports;
using BenchmarkDotNet.Exporters;

namespace Bench.Harness.Interleaving;

// The line before each launch of a group, with the time that is left.
internal sealed class SessionProgress
{
    private readonly Stopwatch clock = Stopwatch.StartNew();
    private readonly IReadOnlyList<Category> categories;
    private readonly int launches;
    private readonly double?[] before;
    private readonly double?[] now;

    public SessionProgress(IReadOnlyList<Category> categories, int launches, IReadOnlyDictionary<string, double> secondsBefore)
    {
        (this.categories, this.launches) = (categories, launches);
        before =
        [
            .. categories.Select(category =>
                category.Cases.Select(benchmark => FullNameProvider.GetBenchmarkName(benchmark.Benchmark)).ToArray() is var names
                && names.All(secondsBefore.ContainsKey)
                    ? names.Sum(name => secondsBefore[name])
                    : (double?)null
            ),
        ];
        now = new double?[categories.Count];
    }

    public string Line(int launch, int index, int cases)
    {
        var category = categories[index];
        var left = Left(launch, index) is { } time ? $", about {ClockText.Of(time)} left" : ", estimating";
        return string.Create(
            CultureInfo.InvariantCulture,
            $"launch {launch} of {launches}, {index + 1} of {categories.Count}: {category.Name}{(cases > 1 ? $", {cases} alternatives" : "")} ({ClockText.Of(clock.Elapsed)}{left})"
        );
    }

    public void Done(int index, TimeSpan time) => now[index] = time.TotalSeconds;

    // A group takes as long as it did before. One that was not measured yet takes as long as in an earlier run, scaled to today's
    // speed. Without an earlier run, each of its cases takes as long as those of the others.
    private TimeSpan? Left(int launch, int index)
    {
        int[] all = [.. Enumerable.Range(0, categories.Count)];
        int[] done = [.. all.Where(i => now[i] is not null)];
        int[] both = [.. done.Where(i => before[i] is not null)];
        var speed = both.Length == 0 ? 1 : both.Sum(i => now[i]!.Value) / both.Sum(i => before[i]!.Value);
        int[] known = [.. all.Where(i => Known(i) is not null)];
        if (known.Length == 0)
            return null;
        var perCase = known.Sum(i => Known(i)!.Value) / known.Sum(i => categories[i].Cases.Count);
        return TimeSpan.FromSeconds(all[index..].Sum(Seconds) + ((launches - launch) * all.Sum(Seconds)));

        double? Known(int i) => now[i] ?? (before[i] * speed);
        double Seconds(int i) => Known(i) ?? (perCase * categories[i].Cases.Count);
    }
}
