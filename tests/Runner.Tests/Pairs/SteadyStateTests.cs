namespace Bench.Runner.Tests;

public class SteadyStateTests
{
    private static readonly MeasurementSettings Settings = new();

    [Theory]
    [InlineData("warm-up-idle.txt", 8, 9.5)]
    [InlineData("warm-up-busy.txt", 14.9, 17)]
    public void A_recorded_warm_up_of_a_web_benchmark_ends_when_the_compiler_is_done(string file, double compiled, double latest)
    {
        // The application compiles in waves: in its second second it compiles nothing for 0.7 s.
        var ends = Walk(Recorded(file)).Where(step => step.IsReached).Select(step => step.Time.TotalSeconds).ToList();

        Assert.NotEmpty(ends);
        Assert.InRange(ends[0], compiled, latest);
    }

    [Theory]
    [InlineData("warm-up-at-once-web.txt", 2.9, 3.5)]
    [InlineData("warm-up-at-once-client.txt", 1.5, 2.2)]
    public void Where_calls_are_counted_at_once_no_pause_is_waited_for(string file, double compiled, double latest)
    {
        var end = Walk(Recorded(file), Settings.WithoutPauses()).First(step => step.IsReached);

        Assert.InRange(end.Time.TotalSeconds, compiled, latest);
        // If pauses count, it ends a second later.
        Assert.True(Walk(Recorded(file)).First(step => step.IsReached).Time - end.Time > TimeSpan.FromSeconds(0.5));
    }

    [Theory]
    [InlineData(2, false)]
    [InlineData(1, true)]
    public void On_one_processor_the_longer_pause_of_the_runtime_is_waited_for(int processors, bool waits)
    {
        // Nothing is compiled from the first second on, until the runtime compiles the hot methods again after 2.1 seconds.
        var slices = Enumerable.Range(1, 600).Select(i => At(i * 0.01, i < 210 ? 5e6 : 1e6, i < 210 ? Math.Min(i * 7, 700) : 750, 200));

        var end = Walk(slices, Settings.On(processors)).First(step => step.IsReached).Time.TotalSeconds;

        Assert.Equal(waits, end > 2.1);
    }

    [Theory]
    [InlineData("warm-up-busy.txt", 14.5)]
    [InlineData("warm-up-very-busy.txt", 17)]
    public void A_busy_machine_may_take_longer_than_the_most_for_others(string file, double until)
    {
        var late = Walk(Recorded(file)).Where(step => step.Time >= Settings.MaxWarmUp && step.Time.TotalSeconds < until).ToList();
        Assert.True(late.Count > 50);
        Assert.All(late, step => Assert.True(step.IsNear && !step.IsReached, $"{step}"));
    }

    [Fact]
    public void A_benchmark_that_makes_new_code_in_each_call_is_not_waited_for()
    {
        var random = new Random(1);
        var slices = Enumerable.Range(1, 2000).Select(i => At(i * 0.01, 5e6 * (1 + (0.1 * random.NextDouble())), 1000 + (2 * i), i * 3));
        var steps = Walk(slices).ToList();
        Assert.DoesNotContain(steps, step => step.IsReached);
        Assert.DoesNotContain(steps, step => step.IsNear && step.Time >= Settings.MaxWarmUp);
    }

    [Fact]
    public void A_benchmark_without_compilation_ends_as_soon_as_it_falls_no_more()
    {
        // Down to a tenth within a second, then constant, except that the machine changes its speed by half every two seconds.
        var slices = Enumerable
            .Range(1, 600)
            .Select(i => At(i * 0.01, 1e6 * Math.Max(1, 10 - (i * 0.09)) * (i / 200 % 2 == 0 ? 1 : 1.5), 700, 200));

        Assert.InRange(Walk(slices).Where(step => step.IsReached).ToList()[0].Time.TotalSeconds, 1.0, 1.6);
        Assert.All(Walk(slices), step => Assert.False(step.IsNear && step.Time >= Settings.Quiet * 2));
    }

    [Theory]
    [InlineData(2, false)]
    [InlineData(4, true)]
    public void A_straggler_is_let_pass_once_the_bulk_is_done(double from, bool passes)
    {
        // One method in each quiet period, which takes 1 ms to compile, in a program of 2,000 methods.
        var slices = Enumerable.Range(0, 600).Select(i => At(i * 0.01, 5e6, 2000 + (i / 25), i / 25));

        var ends = Walk(slices).Where(step => step.IsReached && step.Time.TotalSeconds >= from - 1 && step.Time.TotalSeconds < from);

        Assert.Equal(passes, ends.Any());
    }

    [Fact]
    public void Few_methods_that_take_all_the_time_are_no_stragglers()
    {
        // A machine so slow that a method takes 100 ms to compile.
        var slices = Enumerable.Range(0, 900).Select(i => At(i * 0.01, 5e6, 4000 + (i / 10), i * 10));

        Assert.DoesNotContain(Walk(slices), step => step.IsReached);
    }

    [Fact]
    public void Slow_calls_are_waited_for_by_number_and_not_by_time_alone()
    {
        // Each call takes a second, so the first 300 ms without a compiled method show nothing.
        var slices = Enumerable.Range(1, 12).Select(i => At(i, 1e9, 700, 200));

        Assert.InRange(Walk(slices).First(step => step.IsReached).Time.TotalSeconds, 7, 9);
    }

    [Fact]
    public void Nothing_is_said_before_the_first_slice()
    {
        var state = new SteadyState(Settings);
        Assert.False(state.IsReached);
        Assert.False(state.IsNear);
    }

    private static IEnumerable<(TimeSpan Time, WarmUpSlice Slice)> Recorded(string file) =>
        from line in File.ReadLines(Path.Combine(AppContext.BaseDirectory, "Corpus", file))
        where !line.StartsWith('#')
        let fields = line.Split(' ').Select(field => double.Parse(field, CultureInfo.InvariantCulture)).ToArray()
        select (
            TimeSpan.FromSeconds(fields[0]),
            new WarmUpSlice(1, fields[3] * 1000, (long)fields[1], TimeSpan.FromMilliseconds(fields[2]))
        );

    private static (TimeSpan Time, WarmUpSlice Slice) At(double seconds, double nanoseconds, long methods, double compiling) =>
        (TimeSpan.FromSeconds(seconds), new WarmUpSlice(1, nanoseconds, methods, TimeSpan.FromMilliseconds(compiling)));

    private static IEnumerable<(TimeSpan Time, bool IsReached, bool IsNear)> Walk(
        IEnumerable<(TimeSpan Time, WarmUpSlice Slice)> slices,
        WarmUpRule? rule = null
    )
    {
        var state = new SteadyState(rule ?? Settings);
        foreach (var (time, slice) in slices)
        {
            state.Add(time, slice);
            yield return (time, state.IsReached, state.IsNear);
        }
    }
}
