namespace Bench.Core.Tests;

public sealed class ErrorRateTests
{
    private const double Truth = 1.1;

    public static TheoryData<int, string> Coverages
    {
        get
        {
            var data = new TheoryData<int, string>();
            foreach (var launches in new[] { 5, 15, 50 })
            {
                foreach (var shape in new[] { "normal", "lognormal", "bimodal" })
                    data.Add(launches, shape);
            }

            return data;
        }
    }

    [Theory]
    [MemberData(nameof(Coverages))]
    public void Intervals_hold_the_truth(int launches, string shape)
    {
        var random = new Random(20261121 + launches);
        const int checks = 4000;
        var held = 0;
        for (var i = 0; i < checks; i++)
        {
            var judgement = TimeVerdicts.Judge([Benchmark(random, launches, Truth, () => Draw(random, shape))])[0];
            held += judgement.Lower <= Truth && Truth <= judgement.Upper ? 1 : 0;
        }

        Assert.True(held >= 0.94 * checks, $"{held} of {checks}");
    }

    public static TheoryData<int, string> Families
    {
        get
        {
            var data = new TheoryData<int, string>();
            foreach (var launches in new[] { 2, 3, 5 })
            {
                foreach (var spreads in new[] { "all alike", "from 1 to 10 %", "most quiet", "one in thirty wild" })
                    data.Add(launches, spreads);
            }

            return data;
        }
    }

    /// <summary>
    /// The worst case: every benchmark slowed by exactly the margin, so that each verdict Regressed is wrong. Rules that fail 5% of such
    /// checks pass this test with a probability of 0.5% for each family.
    /// </summary>
    [Theory]
    [MemberData(nameof(Families))]
    public void Checks_of_benchmarks_at_the_margin_rarely_fail(int launches, string spreads)
    {
        var random = new Random(7 + launches);
        const int checks = 400;
        var failed = 0;
        for (var i = 0; i < checks; i++)
        {
            var benchmarks = Enumerable
                .Range(0, 40)
                .Select(_ =>
                {
                    var spread = spreads switch
                    {
                        "all alike" => 0.02,
                        "one in thirty wild" => random.Next(30) == 0 ? 0.3 : 0.01,
                        "from 1 to 10 %" => 0.01 * Math.Pow(10, random.NextDouble()),
                        _ => random.NextDouble() < 0.2 ? 0.1 : 0.02,
                    };
                    return Benchmark(random, launches, 1.05, () => Math.Exp(spread * Normal(random)));
                });
            failed += TimeVerdicts.Judge([.. benchmarks]).Any(benchmark => benchmark.FailsCheck) ? 1 : 0;
        }

        // The aim is 1%; 9 of 400 is its upper 99% limit.
        Assert.True(failed <= 9, $"{failed} of {checks}");
    }

    [Fact]
    public void With_fewer_launches_fewer_benchmarks_are_equivalent_and_no_more_regressed()
    {
        double last = 2,
            lastRegressed = 2;
        foreach (var launches in new[] { 12, 6, 3, 2 })
        {
            var random = new Random(99);
            const int benchmarks = 600;
            var same = TimeVerdicts.Judge([
                .. Enumerable.Range(0, benchmarks).Select(_ => Benchmark(random, launches, 1, () => Math.Exp(0.03 * Normal(random)))),
            ]);
            var slowed = TimeVerdicts.Judge([
                .. Enumerable.Range(0, benchmarks).Select(_ => Benchmark(random, launches, 1.12, () => Math.Exp(0.03 * Normal(random)))),
            ]);
            var equivalent = same.Count(benchmark => benchmark.Verdict == Verdict.Equivalent) / (double)benchmarks;
            var regressed = slowed.Count(benchmark => benchmark.Verdict == Verdict.Regressed) / (double)benchmarks;

            Assert.True(equivalent < last, $"{launches} launches: {equivalent:0.000} equivalent, before {last:0.000}");
            Assert.True(regressed <= lastRegressed, $"{launches} launches: {regressed:0.000} regressed, before {lastRegressed:0.000}");
            (last, lastRegressed) = (equivalent, regressed);
        }
    }

    private static BenchmarkSample Benchmark(Random random, int launches, double ratio, Func<double> draw) =>
        new()
        {
            Baseline = [.. Enumerable.Range(0, launches).Select(_ => 1000 * draw())],
            Candidate = [.. Enumerable.Range(0, launches).Select(_ => 1000 * ratio * draw())],
            Margin = Margin.Default,
        };

    private static double Draw(Random random, string shape) =>
        shape switch
        {
            "normal" => 1 + (0.03 * Normal(random)),
            "lognormal" => Math.Exp(0.3 * Normal(random)),
            _ => (random.Next(2) == 0 ? 0.9 : 1.1) * (1 + (0.01 * Normal(random))),
        };

    private static double Normal(Random random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
}
