using MathNet.Numerics.Distributions;

namespace Bench.Load.Tests;

public sealed class LoadLookTests
{
    private const int Rounds = 9;
    private const int Checks = 1000;

    [Theory]
    [InlineData(1, "1 2")]
    [InlineData(4, "4 8")]
    [InlineData(5, "4 5 10")]
    [InlineData(6, "4 6 12")]
    [InlineData(9, "6 9 18")]
    [InlineData(10, "7 10 20")]
    public void A_check_is_looked_at_after_two_thirds_of_its_rounds_after_all_and_after_twice_as_many(int rounds, string expected)
    {
        var looks = LoadLook.Of(rounds);
        Assert.Equal(expected, string.Join(' ', looks.Select(look => look.Rounds)));
        Assert.Equal(looks.Select(look => look.Rounds < rounds), looks.Select(look => look.IsEarly));
    }

    /// <summary>The worst case: a measure at its margin, so that both failing and passing are wrong.</summary>
    [Fact]
    public void Looks_at_a_measure_at_its_margin_rarely_fail_and_rarely_pass()
    {
        var ends = Simulate(1.05, spread: 0.02);

        // The aims are 1% for failing and 10% for passing; 18 and 122 of 1,000 are their upper 99% limits.
        Assert.True(ends.Count(end => end.Outcome == ExitCode.Regressed) <= 18, Text(ends));
        Assert.True(ends.Count(end => end.IsClear) <= 122, Text(ends));
        Assert.True(ends.Count(end => end.Rounds == 18) > 0.7 * Checks, Text(ends));
    }

    /// <summary>A check has five measures, and failures are corrected for all of them.</summary>
    [Fact]
    public void Looks_at_five_measures_at_their_margins_rarely_fail()
    {
        var ends = Simulate(1.05, spread: 0.02, areAllAtTheirMargins: true);
        Assert.True(ends.Count(end => end.Outcome == ExitCode.Regressed) <= 18, Text(ends));
    }

    [Fact]
    public void What_costs_the_same_mostly_passes_after_two_thirds_of_the_rounds()
    {
        var ends = Simulate(1, spread: 0.015);
        Assert.All(ends, end => Assert.NotEqual(ExitCode.Regressed, end.Outcome));
        Assert.True(ends.Count(end => end.Rounds == 6) > 0.8 * Checks, Text(ends));
        Assert.True(ends.Count(end => end.Outcome == ExitCode.Passed) > 0.99 * Checks, Text(ends));
    }

    [Theory]
    [InlineData(1.1, 0.01, 0.97, 0.3)]
    [InlineData(1.2, 0.01, 0.99, 0.9)]
    public void What_costs_more_fails(double ratio, double spread, double found, double early)
    {
        var ends = Simulate(ratio, spread);
        Assert.True(ends.Count(end => end.Outcome == ExitCode.Regressed) >= found * Checks, Text(ends));
        Assert.True(ends.Count(end => end.Rounds == 6) > early * Checks, Text(ends));
    }

    [Fact]
    public void An_early_end_waits_for_what_is_undecided_and_not_for_what_is_accepted()
    {
        var early = new LoadLook(6, IsEarly: true);
        var before = Interleaved("before");
        var worse = Result(before, Interleaved("after", 1, processor: 1.5, 1));
        var open = Result(before, Interleaved("after", p99: 1.2, processor: 1.5, 1));
        var accepts = Settings.Parse(
            """{"accepted":[{"benchmark":"m.Processor","metric":"time","reason":"r","until":"2999-01-31"}]}""",
            "bench.json"
        );

        Assert.True(Ends(worse, new Settings()));
        Assert.True(Ends(worse, accepts));
        Assert.False(Ends(open, new Settings()));
        Assert.False(Ends(open, accepts));
        Assert.True(new LoadLook(6).Ends(Judge(open), new Strictness()));

        bool Ends(MatrixResult result, Settings settings) => early.Ends(new JudgedMatrix(result, settings), new Strictness());
    }

    [Fact]
    public void What_refuses_more_is_measured_to_the_end_though_its_measures_are_clear()
    {
        var before = Interleaved("before");
        var refusing = before
            .As("after")
            .Each(round => round with { Peak = round.Peak with { Errors = new LoadErrors(0, 0, 0, round.Peak.Requests / 50, 0) } });
        var judged = Judge(Result(before, refusing));
        Assert.All(judged.Check.Benchmarks, measure => Assert.Equal(Verdict.Equivalent, measure.Time!.Verdict));
        Assert.Equal(ExitCode.Regressed, judged.Decide().ExitCode);
        Assert.False(new LoadLook(6, IsEarly: true).Ends(judged, new Strictness()));
        Assert.True(new LoadLook(6).Ends(judged, new Strictness()));
    }

    private static string Text(IReadOnlyList<End> ends) =>
        string.Join(
            ", ",
            ends.CountBy(end => (end.Rounds, end.Outcome, end.IsClear)).Select(group => $"{group.Value} {group.Key}").Order()
        );

    // Processor time per request with this ratio; the other measures hardly differ.
    private static End[] Simulate(double ratio, double spread, bool areAllAtTheirMargins = false)
    {
        var random = new Random(20261127);
        return [.. Enumerable.Range(0, Checks).Select(_ => Simulate(random, ratio, spread, areAllAtTheirMargins))];
    }

    private static End Simulate(Random random, double ratio, double spread, bool areAllAtTheirMargins)
    {
        VariantRound[] before = [.. Enumerable.Repeat(Interleaved("before").Rounds[0], 2 * Rounds)];
        VariantRound[] after =
        [
            .. before.Select(round =>
                round with
                {
                    ProcessorMicroseconds = round.ProcessorMicroseconds * ratio * Noise(spread),
                    Peak = round.Peak with
                    {
                        Requests = (long)(round.Peak.Requests / (areAllAtTheirMargins ? 1.05 * Noise(spread) : Noise(0.003))),
                    },
                    Paced = areAllAtTheirMargins
                        ? round.Paced! with
                        {
                            P50 = round.Paced.P50 * 1.1 * Noise(2 * spread),
                            P99 = round.Paced.P99 * 1.2 * Noise(4 * spread),
                        }
                        : round.Paced,
                    Counters = areAllAtTheirMargins
                        ? round.Counters with
                        {
                            AllocatedBytesPerSecond = round.Counters.AllocatedBytesPerSecond * 1.02 * Noise(spread / 2),
                        }
                        : round.Counters,
                }
            ),
        ];
        foreach (var look in LoadLook.Of(Rounds))
        {
            var result = Result(
                new MeasuredVariant(new LoadVariant { Name = "before" }, before[..look.Rounds]),
                new MeasuredVariant(new LoadVariant { Name = "after" }, after[..look.Rounds])
            );
            var judged = Judge(result);
            var measures = judged.Check;
            if (!look.Ends(judged, new Strictness()) && look.Rounds < 2 * Rounds)
                continue;
            var processor = measures.Benchmarks[3].Time!.Verdict;
            return new End(look.Rounds, judged.Decide().ExitCode, processor is Verdict.Equivalent or Verdict.NotWorse or Verdict.Improved);
        }

        throw new InvalidOperationException("The last look ends it.");

        double Noise(double deviation) => Math.Exp(Normal.Sample(random, 0, deviation));
    }

    /// <param name="IsClear">True if the check has decided that processor time is within its margin or lower.</param>
    private sealed record End(int Rounds, ExitCode Outcome, bool IsClear);
}
