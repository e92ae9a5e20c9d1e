namespace Bench.Load.Tests;

public sealed class CrankDiffTests : FolderTests
{
    private static readonly double[] Rates = [10_000, 10_050, 9_960, 10_010, 10_020];

    [Fact]
    public void Throughput_and_response_times_are_measures_of_the_job()
    {
        var diff = Diff(Files("a", 1, 1), Files("b", 1.001, 1));

        Assert.Equal(ExitCode.Passed, diff.Outcome.ExitCode);
        var page = diff.Render("a", "b");
        Assert.Matches(@"\| load \| requests/s \| 5, 5 \| 10008 \| 10018 \| 1\.001x \(0\.9\d\d-1\.0\d\d\) \| Equivalent \|", page);
        Assert.Contains("| load | mean, ms | 5, 5 | 6.40 | 6.40 | 1.000x", page);
        Assert.Contains("| load | p50, ms | 5, 5 | 6.00 | 6.00 | 1.000x", page);
        Assert.Contains("| load | p99, ms | 5, 5 | 12.00 | 12.00 | 1.000x", page);
        Assert.Contains("| load | max, ms | 5, 5 | 24.00 | 24.00 | 1.000x", page);
    }

    [Fact]
    public void Less_throughput_is_a_regression_below_one()
    {
        var diff = Diff(Files("a", 1, 1), Files("b", 0.8, 1));
        Assert.Equal(ExitCode.Regressed, diff.Outcome.ExitCode);
        Assert.Matches(@"\| requests/s \| 5, 5 \| 10008 \| 8006 \| 0\.800x \(0\.7\d\d-0\.8\d\d\) \| Regressed \|", diff.Render("a", "b"));
    }

    [Fact]
    public void Longer_response_times_are_a_regression_above_one()
    {
        var diff = Diff(Files("a", 1, 1), Files("b", 1, 1.5));
        Assert.Equal(ExitCode.Regressed, diff.Outcome.ExitCode);
        Assert.Matches(@"\| p99, ms \| 5, 5 \| 12\.00 \| 18\.00 \| 1\.500x \(1\.\d+-1\.\d+\) \| Regressed \|", diff.Render("a", "b"));
    }

    [Fact]
    public void The_same_files_twice_are_no_comparison()
    {
        var files = Files("a", 1, 1);
        Assert.Contains("| load | requests/s | 5, 5 |  | | | Not compared | identical files |", Diff(files, files).Render("a", "a"));
    }

    [Fact]
    public void One_file_a_side_decides_nothing()
    {
        var (a, b) = (Files("a", 1, 1).Split(',')[0], Files("b", 0.8, 1).Split(',')[0]);
        var diff = Diff(a, b);
        Assert.Equal(ExitCode.Inconclusive, diff.Outcome.ExitCode);
        Assert.All(diff.Comparison.Benchmarks, benchmark => Assert.Equal(Verdict.Inconclusive, benchmark.Time!.Verdict));
    }

    [Theory]
    [InlineData(0.2, 3, "The throughput of load is Inconclusive, and it is the most important measure.")]
    [InlineData(1, 0, "No regression shown.")]
    public void Throughput_that_is_open_leaves_all_open(double maxInconclusive, int expected, string reason)
    {
        double[] noisy = [0.8, 1.2, 1, 0.9, 1.1];
        string Noisy(string name, double times) =>
            string.Join(
                ',',
                noisy.Select(
                    (factor, i) => folder.Write($"{name}{i}.json", CrankFile.Create(factor * Rates[i], times * 12 * Rates[i] / Rates[0]))
                )
            );

        var diff = CrankDiff.Read(
            Noisy("a", 1),
            Noisy("b", 1.001),
            folder.Root,
            new ComparisonOptions { Settings = new Settings() },
            new Strictness(MaxInconclusive: maxInconclusive)
        );

        var open = Assert.Single(diff.Comparison.Benchmarks, benchmark => benchmark.Time?.Verdict == Verdict.Inconclusive);
        Assert.True(open.IsThroughput);
        Assert.Equal((expected, reason), ((int)diff.Outcome.ExitCode, diff.Outcome.Reason));
    }

    [Fact]
    public void Bad_answers_are_named_and_no_speed()
    {
        var bad = folder.Write("bad.json", CrankFile.Create(50_000, 1, bad: 3));
        var diff = Diff(Files("a", 1, 1), bad);
        Assert.Equal(ExitCode.Regressed, diff.Outcome.ExitCode);
        Assert.Contains("bad.json: http/requests/badresponses is 3", diff.Render("a", "bad"));
    }

    [Fact]
    public void What_is_of_another_version_is_crank_s_and_refused()
    {
        var other = folder.Write("other.json", """{"ReturnCode":0,"JobResults":{"Jobs":{}}}""");
        Assert.True(CrankDiff.IsCrank(other, folder.Root));
        Assert.Contains("not a file of crank's --json", Assert.Throws<ResultsException>(() => Diff(other, other)).Message);
    }

    [Fact]
    public void A_sweep_is_not_crank_s()
    {
        var sweep = folder.Write("sweep.json", LoadFiles.Json(LoadRuns.Create("sweep", LoadRuns.Level(200, 1, 1000))));
        Assert.False(CrankDiff.IsCrank(sweep, folder.Root));
        Assert.False(CrankDiff.IsCrank(Path.Combine(folder.Root, "missing.json"), folder.Root));
        Assert.False(CrankDiff.IsCrank("", folder.Root));
    }

    private string Files(string name, double rate, double time) =>
        string.Join(',', Rates.Select((one, i) => folder.Write($"{name}{i}.json", CrankFile.Create(rate * one, time * 12))));

    private static CrankDiff Diff(string baseline, string candidate) =>
        CrankDiff.Read(baseline, candidate, "/", new ComparisonOptions { Settings = new Settings() }, new Strictness());
}
