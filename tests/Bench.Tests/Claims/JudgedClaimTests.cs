using Bench.Claims;
using Bench.Comparison;
using Bench.Load;
using Bench.Results;
using Bench.Statistics;

namespace Bench.Tests;

public sealed class JudgedClaimTests
{
    private static readonly ClaimSource Source = new() { Name = "somebody" };

    // A claim of 1.5 is an effect of 50 %: with a tolerance of 20 % from 1.4 to 1.6.
    [Theory]
    [InlineData(1.30, 1.55, ClaimVerdict.Confirmed)]
    [InlineData(1.41, 1.43, ClaimVerdict.Confirmed)]
    [InlineData(1.57, 1.59, ClaimVerdict.Confirmed)]
    [InlineData(1.20, 1.30, ClaimVerdict.SmallerEffect)]
    [InlineData(1.80, 1.90, ClaimVerdict.LargerEffect)]
    [InlineData(0.97, 1.20, ClaimVerdict.NoEffect)]
    [InlineData(0.80, 0.90, ClaimVerdict.OppositeEffect)]
    [InlineData(0.90, 1.60, ClaimVerdict.Inconclusive)]
    internal void The_effect_decides(double lower, double upper, ClaimVerdict expected)
    {
        var claim = new Claim
        {
            Says = "half as long again",
            Time = 1.5,
            Row = "N.T.M",
            Against = "B",
        };

        var judged = JudgedClaim.Create(Source, claim, 0.2, new MeasuredRatio(Math.Sqrt(lower * upper), lower, upper));

        Assert.Equal(expected, judged.Verdict);
        Assert.Equal((lower, upper), (judged.Lower, judged.Upper));
    }

    // "No effect" is no confirmation of a small one.
    [Theory]
    [InlineData(1.06, 0.96, 1.04, ClaimVerdict.NoEffect)]
    [InlineData(0.1368, 0.63, 0.68, ClaimVerdict.SmallerEffect)]
    [InlineData(0.75, 0.73, 0.76, ClaimVerdict.Confirmed)]
    [InlineData(0.75, 0.5, 0.55, ClaimVerdict.LargerEffect)]
    internal void Small_effects_and_ratios_below_one_are_judged_alike(double claimed, double lower, double upper, ClaimVerdict expected)
    {
        var claim = new Claim
        {
            Says = "so much",
            Throughput = claimed,
            Row = "N.T.M",
            Against = "B",
        };
        var time = new MeasuredRatio(1 / Math.Sqrt(lower * upper), 1 / upper, 1 / lower);

        Assert.Equal(expected, JudgedClaim.Create(Source, claim, 0.2, time).Verdict);
    }

    /// <summary>A file that has a benchmark twice is refused by whoever reads it.</summary>
    [Fact]
    public void A_benchmark_that_two_claims_compare_stands_in_a_file_for_each()
    {
        BenchmarkResult[] measured = [One("A", "X"), One("B", "X"), One("A", "Y")];

        var files = ClaimsMeasurement.FilesFor(measured).Select(file => file.Select(one => one.Method + one.Against).ToArray()).ToArray();

        Assert.Equal(["AX", "BX"], files[0]);
        Assert.Equal(["AY"], files[1]);
        Assert.Equal(2, files.Length);
        Assert.Empty(ClaimsMeasurement.FilesFor([]));

        static BenchmarkResult One(string method, string against) =>
            new()
            {
                Id = new BenchmarkId($"T.{method}()", JobTraits.Default),
                Type = "T",
                Method = method,
                Parameters = "",
                Places = [],
                Against = against,
            };
    }

    [Fact]
    public void Throughput_is_time_the_other_way_round()
    {
        var claim = new Claim
        {
            Says = "half the time",
            Throughput = 2,
            Row = "N.T.M",
            Against = "B",
        };

        var judged = JudgedClaim.Create(Source, claim, 0.2, new MeasuredRatio(0.5, 0.45, 0.55));

        Assert.Equal(ClaimVerdict.Confirmed, judged.Verdict);
        Assert.Equal(2, judged.Measured!.Value, 9);
        Assert.Equal(1 / 0.55, judged.Lower!.Value, 9);
        Assert.Equal(1 / 0.45, judged.Upper!.Value, 9);
    }

    [Fact]
    public void Without_a_figure_or_an_interval_nothing_is_decided()
    {
        var claim = new Claim
        {
            Says = "twice",
            Time = 2,
            Row = "N.T.M",
            Against = "B",
        };
        Assert.Equal(ClaimVerdict.NotMeasured, JudgedClaim.Create(Source, claim, 0.2, null).Verdict);
        Assert.Equal(ClaimVerdict.Inconclusive, JudgedClaim.Create(Source, claim, 0.2, new MeasuredRatio(2, null, null)).Verdict);
    }

    [Theory]
    [InlineData("N.T.M(A: 1.5, B: x.y)", "Other", "N.T.Other(A: 1.5, B: x.y)")]
    [InlineData("N.T.M", "Other", "N.T.Other")]
    [InlineData("N.T.M(A: 1)", "N.T.M(A: 2)", "N.T.M(A: 2)")]
    public void What_a_benchmark_is_compared_with_has_its_class_and_parameters(string benchmark, string against, string expected) =>
        Assert.Equal((benchmark, expected), ClaimFigures.Names(new Claim { Row = benchmark, Against = against }));

    [Fact]
    public void A_benchmark_that_was_measured_the_other_way_round_serves_as_well()
    {
        var benchmark = new ComparedBenchmark
        {
            Id = new BenchmarkId("N.T.B", JobTraits.Default),
            Name = "N.T.B",
            Type = "N.T",
            Method = "B",
            Parameters = "",
            Presence = Presence.Both,
            Against = "N.T.M",
            Margin = new Margin(0.05, 0.5),
            Time = new TimeJudgement
            {
                BaselineNanoseconds = 2,
                CandidateNanoseconds = 1,
                Ratio = 0.5,
                Lower = 0.4,
                Upper = 0.625,
            },
        };
        var figures = new ClaimFigures([benchmark], []);

        Assert.Equal(new MeasuredRatio(2, 1.6, 2.5), figures.Of(new Claim { Row = "N.T.M", Against = "B" }));
        Assert.Equal(new MeasuredRatio(0.5, 0.4, 0.625), figures.Of(new Claim { Row = "N.T.B", Against = "M" }));
        Assert.Null(figures.Of(new Claim { Row = "N.T.M", Against = "C" }));
    }

    [Theory]
    [InlineData("""{"tolerance":0}""", "tolerance")]
    [InlineData("""{"sources":[{"name":""}]}""", "each source has a name")]
    [InlineData("""{"sources":[{"name":"x","claims":[{"says":"","time":1}]}]}""", "a claim has no says")]
    [InlineData("""{"sources":[{"name":"x","claims":[{"says":"a"}]}]}""", "expected one ratio")]
    [InlineData("""{"sources":[{"name":"x","claims":[{"says":"a","time":2,"throughput":2}]}]}""", "expected one ratio")]
    [InlineData("""{"sources":[{"name":"x","claims":[{"says":"a","time":-2}]}]}""", "expected one ratio")]
    [InlineData("""{"sources":[{"name":"x","claims":[{"says":"a","time":2}]}]}""", "expected against")]
    [InlineData("""{"sources":[{"name":"x","claims":[{"says":"a","time":2,"against":"B"}]}]}""", "expected one of row and matrix")]
    [InlineData("""{"sources":[{"name":"x","claims":[{"says":"a","time":2,"against":"B","row":"M"}]}]}""", "invalid row")]
    [InlineData(
        """{"sources":[{"name":"x","claims":[{"says":"a","time":2,"against":"B","matrix":"m.json"}]}]}""",
        "expected arm beside matrix"
    )]
    [InlineData("""{"sources":[{"name":"x","claims":[{"says":"a","time":2,"unmeasured":"no","row":"N.M"}]}]}""", "unmeasured excludes")]
    [InlineData("""{"sources":[{"name":"x","claims":[{"says":"a","tmie":2}]}]}""", "tmie")]
    [InlineData("""{"sources":[{"name":"x","claims":[null]}]}""", "")]
    [InlineData("null", "")]
    [InlineData("[", "")]
    public void A_mistake_in_the_file_is_one_line(string json, string cause)
    {
        var file = Path.GetTempFileName();
        try
        {
            File.WriteAllText(file, json);
            var run = BenchProgram.Run(Checkout.Root, "claims", file);
            Assert.Equal(2, run.ExitCode);
            Assert.Contains(cause, Assert.Single(run.Error.TrimEnd().Split('\n')));
        }
        finally
        {
            File.Delete(file);
        }
    }

    [Fact]
    public void The_claims_of_this_repository_name_arms_that_there_are()
    {
        var claims = ClaimsFile
            .Read(Path.Combine(Checkout.Root, "docs", "claims", "claims.json"))
            .Sources.SelectMany(source => source.Claims)
            .ToArray();
        Assert.True(claims.Length > 15);
        foreach (var claim in claims.Where(claim => claim.Matrix is not null))
        {
            var matrix = LoadMatrix.Read(Path.Combine(Checkout.Root, claim.Matrix!));
            Assert.Equal(Path.GetFileNameWithoutExtension(claim.Matrix), matrix.Name);
            Assert.Contains(claim.Arm, matrix.Arms.Select(arm => arm.Name));
            Assert.Contains(claim.Against, matrix.Arms.Select(arm => arm.Name));
        }
    }

    [Fact]
    public void An_interleaved_run_has_the_figures_of_its_ratios()
    {
        using var folder = new Folder();
        var interleaved = new InterleavedRun();
        interleaved.Add(3, ("Base", [100, 170, 100]), ("Slow", [150, 255.5, 150.3]), ("Slower", [300, 511, 300.6]));
        folder.Write("results/N.T-report-full-compressed.json", interleaved.ToJson());
        folder.Write(
            "claims.json",
            """{"tolerance":0.2,"sources":[{"name":"somebody","claims":[{"says":"half as slow again","time":1.5,"row":"N.T.Slow(Size: 3)","against":"Base"},{"says":"half of the other","time":0.5,"row":"N.T.Slow(Size: 3)","against":"Slower"}]}]}"""
        );

        var run = BenchProgram.Run(folder.Root, "claims", "claims.json", "--from", "results");

        Assert.True(run.ExitCode == 0, run.Error);
        Assert.Matches(@"half as slow again \| 1\.50x time \| 1\.50x \(1\.\d\dx to 1\.\d\dx\) \| confirmed", run.Output);
        // Neither is the baseline, but both were measured in the same rounds.
        Assert.Matches(@"half of the other \| 0\.50x time \| 0\.50x \(0\.\d\dx to 0\.\d\dx\) \| confirmed", run.Output);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_matrix_that_was_interrupted_is_told_of_where_no_other_file_has_it_whole(bool isWholeElsewhere)
    {
        using var folder = new Folder();
        var whole = MatrixResult.Read(Path.Combine(Checkout.Root, "docs", "load", "text.json"));
        folder.Write("part/text.json", (whole with { Partial = "interrupted" }).ToJson());
        folder.Write("whole/text.json", whole.ToJson());
        var matrix = Path.Combine(Checkout.Root, "samples", "matrices", "text.json").Replace('\\', '/');
        folder.Write(
            "claims.json",
            $$"""{"tolerance":0.2,"sources":[{"name":"somebody","claims":[{"says":"less","throughput":0.9,"matrix":"{{matrix}}","arm":"{{whole.Arms[1].Arm.Name}}","against":"{{whole.Arms[0].Arm.Name}}"}]}]}"""
        );

        string[] elsewhere = isWholeElsewhere ? ["whole"] : [];
        var run = BenchProgram.Run(folder.Root, ["claims", "claims.json", "--from", "part", .. elsewhere]);

        Assert.True(run.ExitCode == 0, run.Error);
        Assert.Equal(!isWholeElsewhere, run.Error.Contains("its measurement was interrupted", StringComparison.Ordinal));
    }

    // The figures that are committed, by the command that the page names.
    [Fact]
    public void The_command_finds_committed_figures()
    {
        var run = BenchProgram.Run(
            Checkout.Root,
            "claims",
            "docs/claims/claims.json",
            "--from",
            "BenchmarkDotNet.Artifacts/reference",
            "docs/load",
            "docs/claims/measured"
        );

        Assert.True(run.ExitCode == 0, run.Error);
        Assert.Equal(File.ReadAllText(Path.Combine(Checkout.Root, "docs", "claims", "results.md")), run.Output);
        Assert.Contains("System.Text.Json answers 1.22 times as many requests as Newtonsoft.Json | 1.22x throughput | 1.", run.Output);
        Assert.Matches(
            @"GET: Refit takes 11\.0 times as long as HttpClient \| 11\.0x time \| \d+\.\dx \(\d+\.\dx to \d+\.\dx\) \| larger effect, different conditions",
            run.Output
        );
        Assert.Contains("not measured here", run.Output);
        Assert.Equal(2, BenchProgram.Run(Checkout.Root, "claims", "docs/claims/claims.json", "--from", "nowhere").ExitCode);
    }
}
