using Bench.Cli.History;
using Bench.Comparison;
using Bench.Results;
using Bench.Statistics;

namespace Bench.Tests;

public sealed class HistoryLineTests
{
    [Fact]
    public void A_level_that_holds_is_a_change_at_its_first_run()
    {
        var line = Assert.Single(
            HistoryLine.Create([.. Enumerable.Range(0, 20).Select(i => Run(i, i < 12 ? 100 + (i % 3) : 130 + (i % 3)))], new Settings())
        );

        var change = Assert.Single(line.Changes);
        Assert.Equal(12, change.Index);
        Assert.Equal(1.3, change.Ratio, 2);
        Assert.Equal(20, line.Points.Count);
    }

    [Theory]
    [InlineData(1000, 501)]
    [InlineData(1601, 1587)]
    [InlineData(802, 8)]
    public void A_long_line_is_no_less_exact(int runs, int at)
    {
        var random = new Random(runs);

        var change = Assert.Single(
            HistoryLine.ChangesOf(
                [.. Enumerable.Range(0, runs).Select(i => (0.01 * Normal(random)) + (i < at ? 0 : 0.2))],
                new Margin(0.05, 0)
            )
        );

        Assert.Equal(at, change.Index);
        Assert.Equal(Math.Exp(0.2), change.Ratio, 1);
    }

    [Fact]
    public void Down_and_up_again_are_two_changes()
    {
        var line = Assert.Single(
            HistoryLine.Create([.. Enumerable.Range(0, 30).Select(i => Run(i, (i is >= 10 and < 20 ? 80 : 100) + (i % 2)))], new Settings())
        );

        Assert.Equal([10, 20], line.Changes.Select(change => change.Index));
        Assert.True(line.Changes[0].Ratio < 0.85 && line.Changes[1].Ratio > 1.2);
    }

    [Fact]
    public void One_disturbed_run_noise_and_less_than_the_margin_are_none()
    {
        var random = new Random(5);
        Assert.Empty(Of(i => i == 20 ? 200 : 100 + (i % 3)));
        Assert.Empty(Of(i => (i < 20 ? 100 : 103) + (i % 2)));
        Assert.Empty(Of(_ => 100));
        Assert.Empty(Assert.Single(HistoryLine.Create([Run(0, 100), Run(1, 200)], new Settings())).Changes);
        // Noise of 3%: few changes beyond the margin in 100 series of 50 runs.
        var found = Enumerable
            .Range(0, 100)
            .Sum(_ => HistoryLine.ChangesOf([.. Enumerable.Range(0, 50).Select(_ => 0.03 * Normal(random))], new Margin(0.05, 0)).Count);
        Assert.InRange(found, 0, 5);

        static IReadOnlyList<HistoryChange> Of(Func<int, double> nanoseconds) =>
            Assert.Single(HistoryLine.Create([.. Enumerable.Range(0, 40).Select(i => Run(i, nanoseconds(i)))], new Settings())).Changes;
    }

    /// <summary>As in a check, a rule has its own margin, and a difference below the noise floor is not a change.</summary>
    [Theory]
    [InlineData(100, 108, 1)]
    [InlineData(0.3, 0.4, 0)]
    [InlineData(0.4, 0.3, 0)]
    [InlineData(0.3, 0.9, 1)]
    public void A_change_is_beyond_the_margin_of_its_benchmark_and_the_noise_floor(double before, double after, int changes)
    {
        HistoryRun[] runs = [.. Enumerable.Range(0, 40).Select(i => Run(i, (i < 20 ? before : after) * (1 + (0.001 * (i % 3)))))];
        var rule = new Settings { Rules = [new BenchmarkRule(new BenchmarkPattern("*"), 0.2, null)] };

        Assert.Equal(changes, Assert.Single(HistoryLine.Create(runs, new Settings())).Changes.Count);
        Assert.Equal(after > 2 * before ? 1 : 0, Assert.Single(HistoryLine.Create(runs, rule)).Changes.Count);
    }

    [Fact]
    public void Other_machines_and_versions_are_other_lines_and_a_new_runtime_is_not()
    {
        var here = new RunEnvironment("AMD EPYC", 2, "Debian 12", "X64", ".NET 10.0.1", "0.14.0");
        var lines = HistoryLine.Create(
            [
                Run(0, 100, here),
                Run(1, 50, here with { Processor = "Xeon" }),
                Run(2, 101, here with { Runtime = ".NET 10.0.2" }),
                Run(3, 102, here with { BenchmarkDotNet = "0.15.0" }),
                Run(4, 100, here with { Cores = 4 }),
            ],
            new Settings()
        );

        Assert.Equal([1, 1, 2, 1], lines.Select(line => line.Points.Count));
        Assert.Equal(4, lines.Select(line => line.Machine).Distinct().Count());
        Assert.Equal(["c0", "c2"], lines[2].Points.Select(point => point.Run.Name));
    }

    // An update of the system changes its text, and machines with the same model name have different speeds.
    [Fact]
    public void A_line_is_of_one_machine_class_and_one_method()
    {
        var here = new RunEnvironment("AMD EPYC", 2, "Debian 12", "X64", ProcessorModel: "AuthenticAMD family 26 model 2 stepping 1")
        {
            Method = 3,
        };
        var lines = HistoryLine.Create(
            [
                Run(0, 100, here),
                Run(1, 101, here with { OperatingSystem = "Debian 12.1", Processor = "AMD EPYC 2.60GHz" }),
                Run(2, 400, here with { ProcessorModel = "AuthenticAMD family 23 model 1 stepping 2" }),
                Run(3, 200, here with { Method = 4 }),
            ],
            new Settings()
        );

        Assert.Equal([1, 1, 2], lines.Select(line => line.Points.Count));
        Assert.Equal("AMD EPYC (family 26 model 2), 2 cores, Linux X64, method 3", lines[2].Machine);
    }

    [Fact]
    public void The_largest_change_is_the_first_of_the_list()
    {
        HistoryRun[] runs =
        [
            .. Enumerable
                .Range(0, 20)
                .Select(i => History(i, [Benchmark("N.T.A", [i < 10 ? 100 : 130]), Benchmark("N.T.B", [i < 12 ? 100 : 50])])),
        ];

        var lines = HistoryLine.Create(runs, new Settings());

        Assert.Equal(["N.T.B", "N.T.A"], HistoryLine.LargestChanges(lines).Select(change => change.Line.Id.FullName));
        var report = HistoryReport.Render(lines, 0.05, "bench history");
        Assert.Contains("## Largest changes\n\n| change | benchmark | measured on |\n| --- | --- | --- |\n| -50.0% at `c12`", report);
    }

    [Fact]
    public void A_benchmark_has_the_machine_that_measured_it_whatever_others_have()
    {
        var (epyc, xeon) = (new RunEnvironment("AMD EPYC", 2), new RunEnvironment("Xeon", 2));
        var runs = new[] { epyc, xeon }.Select(
            (other, i) =>
                History(
                    i,
                    [Benchmark("N.T.A", [100]) with { Environments = [epyc] }, Benchmark("N.U.B", [50]) with { Environments = [other] }]
                )
        );

        var lines = HistoryLine.Create([.. runs], new Settings()).ToLookup(line => line.Id.FullName);

        Assert.Equal(2, Assert.Single(lines["N.T.A"]).Points.Count);
        Assert.Equal(2, lines["N.U.B"].Count());
    }

    [Fact]
    public void The_interval_is_over_launches_and_benchmarks_come_and_go()
    {
        var runs = new[]
        {
            History(0, [Benchmark("N.T.A", [90], [100], [111.111])]),
            History(1, [Benchmark("N.T.B", [50])]),
            History(
                2,
                [
                    Benchmark("N.T.A", [100]),
                    new BenchmarkResult
                    {
                        Id = new BenchmarkId("N.T.B", JobTraits.Default),
                        Type = "N.T",
                        Method = "B",
                        Parameters = "",
                        Places = [],
                        Failure = "it broke",
                    },
                ]
            ),
        };

        var lines = HistoryLine.Create(runs, new Settings()).ToDictionary(line => line.Id.FullName);

        var first = lines["N.T.A"].Points[0];
        Assert.Equal(100, first.Nanoseconds, 3);
        // Student's t of two degrees of freedom: 4.303 x 0.10536 / sqrt(3).
        Assert.Equal(Math.Exp(Math.Log(100) - 0.26175), first.Lower!.Value, 2);
        Assert.Equal(Math.Exp(Math.Log(100) + 0.26175), first.Upper!.Value, 2);
        Assert.Null(lines["N.T.A"].Points[1].Lower);
        Assert.Equal("c1", Assert.Single(lines["N.T.B"].Points).Run.Name);
    }

    [Fact]
    public void A_table_has_the_interval_of_the_launches_that_it_tells_of()
    {
        BenchmarkResult Table(params Summary[] tables) => Benchmark("N.T.A") with { Summaries = tables };
        var spread = new LaunchSpread(3, 0.10536);
        var lines = HistoryLine.Create(
            [
                History(0, [Table(new Summary(100, 5, 15) { Launches = spread })]),
                History(1, [Table(new Summary(100, 5, 15) { Launches = spread }, new Summary(100, 5, 15) { Launches = spread })]),
                History(2, [Table(new Summary(100, 5, 15))]),
                History(3, [Table(new Summary(100, null, null), new Summary(100, null, null))]),
            ],
            new Settings()
        );

        var points = Assert.Single(lines).Points;
        // Three launches as above; six: 2.571 x 0.10536 x sqrt(4 / 5) / sqrt(6).
        Assert.Equal(Math.Exp(Math.Log(100) - 0.26175), points[0].Lower!.Value, 2);
        Assert.Equal(Math.Exp(Math.Log(100) + 0.098896), points[1].Upper!.Value, 2);
        Assert.Null(points[2].Lower);
        Assert.Equal(100, points[3].Lower!.Value, 6);
        // The run of one launch interrupts the band, and a single point after it has no band.
        Assert.Equal(2, HistoryPage.Draw(lines[0]).Split("class=\"band\"").Length);
    }

    private static double Normal(Random random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());

    private static HistoryRun Run(int i, double nanoseconds, RunEnvironment? environment = null) =>
        History(i, [Benchmark("N.T.M", [nanoseconds])], environment);

    private static HistoryRun History(int i, BenchmarkResult[] benchmarks, RunEnvironment? environment = null) =>
        new(
            FormattableString.Invariant($"c{i}"),
            DateTimeOffset.UnixEpoch.AddDays(i),
            "",
            new Run(benchmarks, [environment ?? new RunEnvironment()], [])
        );

    private static BenchmarkResult Benchmark(string name, params double[][] launches) =>
        new()
        {
            Id = new BenchmarkId(name, JobTraits.Default),
            Type = "N.T",
            Method = "M",
            Parameters = "",
            Places = [],
            Launches = [.. launches.Select(times => new Launch(times))],
        };
}
