using Lab.Claims;

namespace Bench.Tests;

public sealed class JudgedClaimTests : FolderTests
{
    private static readonly ClaimSource Source = new() { Name = "somebody", Page = "somebody.md" };
    private static readonly Claim Claimed = new()
    {
        Says = "so much",
        Benchmark = "N.T.M",
        Against = "B",
    };

    // A claim of 1.5 is an effect of 50%. A tolerance of 20% accepts 1.4 to 1.6.
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
        var claim = Claimed with { Time = 1.5 };
        var judged = JudgedClaim.Create(Source, claim, 0.2, [Of("Zen 5", lower, upper)]);
        Assert.Equal(expected, judged.Verdict);
        Assert.Equal((lower, upper), (judged.Measured!.Lower, judged.Measured.Upper));
    }

    // "No effect" does not confirm a small effect.
    [Theory]
    [InlineData(1.06, 0.96, 1.04, ClaimVerdict.NoEffect)]
    [InlineData(0.1368, 0.63, 0.68, ClaimVerdict.SmallerEffect)]
    [InlineData(0.75, 0.73, 0.76, ClaimVerdict.Confirmed)]
    [InlineData(0.75, 0.5, 0.55, ClaimVerdict.LargerEffect)]
    internal void Small_effects_and_ratios_below_one_are_judged_alike(double claimed, double lower, double upper, ClaimVerdict expected)
    {
        var claim = Claimed with { Throughput = claimed };
        Assert.Equal(expected, JudgedClaim.Create(Source, claim, 0.2, [Of("Zen 5", 1 / upper, 1 / lower)]).Verdict);
    }

    [Fact]
    public void Each_machine_class_is_judged_by_itself()
    {
        var claim = Claimed with { Time = 1.5 };

        var agreed = JudgedClaim.Create(Source, claim, 0.2, [Of("Zen 1", 1.45, 1.6), Of("Zen 4", 1.41, 1.43)]);
        var open = JudgedClaim.Create(Source, claim, 0.2, [Of("Zen 1", 1.45, 1.6), Of("Zen 4", 1.2, 1.25), Of("Zen 5", 1.2, 1.3)]);

        Assert.Equal(ClaimVerdict.Confirmed, agreed.Verdict);
        // The interval over all classes contains the claim, but two of three classes do not confirm it.
        Assert.Equal(ClaimVerdict.DependsOnMachine, open.Verdict);
        Assert.Equal((1.2, 1.6), (open.Measured!.Lower, open.Measured.Upper));
        Assert.Equal("confirmed on Zen 1; smaller effect on Zen 4, Zen 5", ClaimText.Verdict(open));
    }

    private static ClassFigure Of(string machine, double lower, double upper) =>
        new(machine, new MeasuredRatio(Math.Sqrt(lower * upper), lower, upper));

    /// <summary>Readers refuse a file that has a benchmark twice.</summary>
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
        var claim = Claimed with { Throughput = 2 };
        var judged = JudgedClaim.Create(Source, claim, 0.2, [new ClassFigure("Zen 5", new MeasuredRatio(0.5, 0.45, 0.55))]);
        Assert.Equal(ClaimVerdict.Confirmed, judged.Verdict);
        Assert.Equal(2, judged.Measured!.Ratio, 9);
        Assert.Equal(1 / 0.55, judged.Measured.Lower!.Value, 9);
        Assert.Equal(1 / 0.45, judged.Measured.Upper!.Value, 9);
    }

    [Fact]
    public void Without_a_figure_or_an_interval_nothing_is_decided()
    {
        var claim = Claimed with { Time = 2 };
        Assert.Equal(ClaimVerdict.NotMeasured, JudgedClaim.Create(Source, claim, 0.2, []).Verdict);
        Assert.Equal(
            ClaimVerdict.Inconclusive,
            JudgedClaim.Create(Source, claim, 0.2, [new ClassFigure("Zen 5", new MeasuredRatio(2, null, null))]).Verdict
        );
    }

    [Theory]
    [InlineData("N.T.M(A: 1.5, B: x.y)", "Other", "N.T.Other(A: 1.5, B: x.y)")]
    [InlineData("N.T.M", "Other", "N.T.Other")]
    [InlineData("N.T.M(A: 1)", "N.T.M(A: 2)", "N.T.M(A: 2)")]
    public void What_a_benchmark_is_compared_with_has_its_class_and_parameters(string benchmark, string against, string expected) =>
        Assert.Equal((benchmark, expected), ClaimFigures.Names(new Claim { Benchmark = benchmark, Against = against }));

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
                Baseline = 2,
                Candidate = 1,
                Ratio = 0.5,
                Lower = 0.4,
                Upper = 0.625,
            },
        };
        var figures = new ClaimFigures([("Zen 5", benchmark)], []);

        Assert.Equal(
            new ClassFigure("Zen 5", new MeasuredRatio(2, 1.6, 2.5)),
            Assert.Single(figures.Of(new Claim { Benchmark = "N.T.M", Against = "B" }))
        );
        Assert.Equal(
            new ClassFigure("Zen 5", new MeasuredRatio(0.5, 0.4, 0.625)),
            Assert.Single(figures.Of(new Claim { Benchmark = "N.T.B", Against = "M" }))
        );
        Assert.Empty(figures.Of(new Claim { Benchmark = "N.T.M", Against = "C" }));
    }

    [Theory]
    [InlineData("""{"tolerance":0}""", "tolerance")]
    [InlineData("""{"sources":[{"name":""}]}""", "each source has a name")]
    [InlineData("""{"sources":[{"name":"x","claims":[]}]}""", "'x' has no page")]
    [InlineData("""SOURCE[{"says":"","time":1}]X""", "a claim has no says")]
    [InlineData("""SOURCE[{"says":"a"}]X""", "expected one of time")]
    [InlineData("""SOURCE[{"says":"a","time":2,"throughput":2}]X""", "expected one of time")]
    [InlineData("""SOURCE[{"says":"a","time":-2}]X""", "expected a ratio above 0")]
    [InlineData("""SOURCE[{"says":"a","queue":[1]}]X""", "expected two numbers")]
    [InlineData("""SOURCE[{"says":"a","queue":[0,-1]}]X""", "expected two numbers")]
    [InlineData("""SOURCE[{"says":"a","allocated":2,"against":"B","benchmark":"T.M"}]X""", "Name a matrix")]
    [InlineData("""SOURCE[{"says":"a","time":2}]X""", "expected against")]
    [InlineData("""SOURCE[{"says":"a","time":2,"against":"B"}]X""", "expected one of benchmark, matrix and sweep")]
    [InlineData(
        """SOURCE[{"says":"a","time":2,"against":"B","benchmark":"N.M","sweep":"s"}]X""",
        "expected one of benchmark, matrix and sweep"
    )]
    [InlineData("""SOURCE[{"says":"a","time":2,"against":"B","benchmark":"M"}]X""", "invalid benchmark")]
    [InlineData("""SOURCE[{"says":"a","time":2,"against":"B","matrix":"m.json"}]X""", "expected variant beside matrix")]
    [InlineData("""SOURCE[{"says":"a","time":2,"unmeasured":"no","benchmark":"N.M"}]X""", "unmeasured excludes")]
    [InlineData("""SOURCE[{"says":"a","time":2,"against":"B","benchmark":"N.M","request":"r"}]X""", "expected request beside matrix")]
    [InlineData(
        """SOURCE[{"says":"a","workingSet":2,"against":"B","variant":"A","matrix":"m.json","request":"r"}]X""",
        "a server's working set is that of all requests"
    )]
    [InlineData(
        """SOURCE[{"says":"a","throughput":2,"variant":"async","against":"sync","matrix":"samples/matrices/awaiting-mix.json","request":"r"}]X""",
        "has no request 'r': there are order, orders"
    )]
    [InlineData("""SOURCE[{"says":"a","tmie":2}]X""", "tmie")]
    [InlineData("""SOURCE[null]X""", "")]
    [InlineData("null", "")]
    [InlineData("[", "")]
    public void A_mistake_in_the_file_is_one_line(string json, string cause)
    {
        var whole = json.Replace("SOURCE[", "{\"sources\":[{\"name\":\"x\",\"page\":\"x.md\",\"claims\":[").Replace("]X", "]}]}");
        var run = BenchProgram.Run(Checkout.Root, "lab claims", folder.Write("claims.json", whole));
        Assert.Equal(2, run.ExitCode);
        Assert.Contains(cause, Assert.Single(run.Error.TrimEnd().Split('\n')));
    }

    [Fact]
    public void The_claims_of_this_repository_name_variants_that_there_are()
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
            Assert.Contains(claim.Variant, matrix.Variants.Select(variant => variant.Name));
            Assert.Contains(claim.Against, matrix.Variants.Select(variant => variant.Name));
            if (claim.Request is not null)
                Assert.Contains(claim.Request, matrix.Requests.Select(request => request.Name));
        }
    }

    [Fact]
    public void An_interleaved_run_has_the_figures_of_its_ratios()
    {
        var interleaved = new InterleavedRun();
        interleaved.Add(3, ("Base", [100, 170, 100]), ("Slow", [150, 255.5, 150.3]), ("Slower", [300, 511, 300.6]));
        folder.Write("results/N.T-report-full-compressed.json", interleaved.ToJson());
        folder.Write(
            "claims.json",
            """{"tolerance":0.2,"sources":[{"name":"somebody","page":"somebody.md","claims":[{"says":"half as slow again","time":1.5,"benchmark":"N.T.Slow(Size: 3)","against":"Base"},{"says":"half of the other","time":0.5,"benchmark":"N.T.Slow(Size: 3)","against":"Slower"}]}]}"""
        );

        var run = BenchProgram.Run(folder.Root, "lab claims claims.json --from results");

        Assert.True(run.ExitCode == 0, run.Error);
        Assert.Matches(@"half as slow again \| 1\.50x time \| 1\.50x \(1\.\d\dx to 1\.\d\dx\) \| confirmed", run.Output);
        // Neither benchmark is the baseline, but both were measured in the same rounds.
        Assert.Matches(@"half of the other \| 0\.50x time \| 0\.50x \(0\.\d\dx to 0\.\d\dx\) \| confirmed", run.Output);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void A_matrix_that_was_interrupted_is_told_of_where_no_other_file_has_it_whole(bool isWholeElsewhere)
    {
        var whole = MatrixResult.Read(Path.Combine(Checkout.Root, "docs", "load", "text.json"));
        folder.Write("part/text.json", (whole with { Partial = "interrupted" }).ToJson());
        folder.Write("whole/text.json", whole.ToJson());
        var matrix = Path.Combine(Checkout.Root, "samples", "matrices", "text.json").Replace('\\', '/');
        folder.Write(
            "claims.json",
            $$"""{"tolerance":0.2,"sources":[{"name":"somebody","page":"somebody.md","claims":[{"says":"less","throughput":0.9,"matrix":"{{matrix}}","variant":"{{whole.Variants[1].Variant.Name}}","against":"{{whole.Variants[0].Variant.Name}}"}]}]}"""
        );

        string[] elsewhere = isWholeElsewhere ? ["whole"] : [];
        var run = BenchProgram.Run(folder.Root, ["lab claims claims.json --from part", .. elsewhere]);

        Assert.True(run.ExitCode == 0, run.Error);
        Assert.Equal(!isWholeElsewhere, run.Error.Contains("its measurement was interrupted", StringComparison.Ordinal));
    }

    /// <summary>Two machine classes that loaded the same matrix each have a figure.</summary>
    [Fact]
    public void Variants_are_compared_by_what_a_claim_is_about_on_each_machine_class()
    {
        var (plain, layered) = (LoadMatrices.Interleaved("plain"), LoadMatrices.Interleaved("layered", 1, 1, 2));
        var larger = layered.Each(round =>
            round with
            {
                Counters = round.Counters with { WorkingSetBytes = 2e8, Threads = 9, QueueLength = 70 },
            }
        );
        var matrix = folder.Write("m.json", """{"name":"m","sample":"S","variants":[{"name":"plain"},{"name":"layered"}]}""");
        var figures = new ClaimFigures(
            [],
            [On("a processor", layered), On("another", layered) with { Partial = "interrupted" }, On("another", larger)]
        );

        Assert.Equal(
            [("a processor", 2), ("another", 2)],
            figures.Of(About(new Claim { Allocated = 2 })).Select(figure => (figure.Machine, Math.Round(figure.Ratio!.Ratio, 3)))
        );
        Assert.Equal([1, 4], figures.Of(About(new Claim { WorkingSet = 2 })).Select(figure => Math.Round(figure.Ratio!.Ratio, 3)));
        Assert.Equal(
            [new VariantCounts(4, 4), new VariantCounts(9, 4)],
            figures.Of(About(new Claim { Threads = [8, 4] })).Select(figure => figure.Counts)
        );
        var queue = JudgedClaim.Create(Source, new Claim { Queue = [50, 0] }, 0.2, figures.Of(About(new Claim { Queue = [50, 0] })));
        Assert.Equal(ClaimVerdict.Shown, queue.Verdict);
        Assert.Equal(["0 and 0", "70 and 0"], queue.Classes.Select(one => ClaimText.Measured(one.Figure)));
        Assert.Null(queue.Measured);

        MatrixResult On(string processor, MeasuredVariant variant) =>
            LoadMatrices.Result(plain, variant) with
            {
                Environment = new RunEnvironment(processor, 2),
            };

        Claim About(Claim claim) => claim with { Matrix = matrix, Variant = "layered", Against = "plain" };
    }

    [Fact]
    public void One_source_can_be_chosen()
    {
        var chosen = BenchProgram.Run(Checkout.Root, "lab claims docs/claims/claims.json --source", "HTTP CLIENT");
        Assert.True(chosen.ExitCode == 0, chosen.Error);
        Assert.Equal("## Tuning an HTTP client library", Assert.Single(chosen.Output.Split('\n'), line => line.StartsWith("## ")));
        var unknown = BenchProgram.Run(Checkout.Root, "lab claims docs/claims/claims.json --source", "a talk");
        Assert.Equal(2, unknown.ExitCode);
        Assert.Contains("no source has 'a talk' in its name. There are: Minimal APIs against controllers; ", unknown.Message);
    }

    // Every claim of the sources has a line, with a measurement or the reason for its absence.
    [Fact]
    public void A_page_of_a_source_is_what_the_command_makes_of_committed_figures()
    {
        var claims = ClaimsFile.Read(Path.Combine(Checkout.Root, "docs", "claims", "claims.json"));
        string[] pages = [.. claims.Sources.Select(source => source.Page!)];
        Copy("docs/claims/claims.json", text => text);
        foreach (var matrix in claims.Measurable.Select(claim => claim.Matrix).OfType<string>().Distinct())
            Copy(matrix, text => text);
        foreach (var page in pages)
            Copy(page, WithoutResults);

        var run = BenchProgram.Run(
            folder.Root,
            ["lab claims docs/claims/claims.json --pages --from", .. CommittedFigures.Select(path => Path.Combine(Checkout.Root, path))]
        );

        Assert.True(run.ExitCode == 0, run.Error);
        Assert.Equal(4, pages.Length);
        Assert.All(pages, page => Assert.Equal(Committed(page), File.ReadAllText(Path.Combine(folder.Root, page))));
        Assert.All(claims.Sources, source =>
            Assert.All(source.Claims, claim => Assert.Contains($" | {claim.Says} | ", Committed(source.Page!)))
        );

        void Copy(string path, Func<string, string> change) => folder.Write(path, change(Committed(path)));

        static string Committed(string path) => File.ReadAllText(Path.Combine(Checkout.Root, path)).ReplaceLineEndings("\n");

        static string WithoutResults(string page)
        {
            const string Begin = "<!-- measured claims -->\n";
            var start = page.IndexOf(Begin, StringComparison.Ordinal) + Begin.Length;
            return page[..start] + page[page.IndexOf("<!-- end of measured claims -->", start, StringComparison.Ordinal)..];
        }
    }

    [Theory]
    [InlineData("no marks")]
    [InlineData("<!-- end of measured claims -->\n<!-- measured claims -->\n")]
    public void A_page_without_a_place_for_the_results_is_an_error_and_stays(string page)
    {
        var path = folder.Write("page.md", page);
        folder.Write("claims.json", """{"sources":[{"name":"somebody","page":"page.md","claims":[]}]}""");

        var run = BenchProgram.Run(folder.Root, "lab claims claims.json --pages");

        Assert.Equal(2, run.ExitCode);
        Assert.Contains("page.md has no place for the results", run.Message);
        Assert.Equal(page, File.ReadAllText(path));

        File.Delete(path);
        Assert.StartsWith("lab: page.md cannot be read: ", BenchProgram.Run(folder.Root, "lab claims claims.json --pages").Message);
    }

    private static readonly string[] CommittedFigures = ["BenchmarkDotNet.Artifacts/reference", "docs/load", "docs/claims/measured"];

    [Fact]
    public void A_sweep_is_judged_at_the_highest_level_that_both_carried()
    {
        LoadFiles.Write(Sweep("bare", 2000, 4000, 4000), folder.Root);
        LoadFiles.Write(Sweep("api", 1900, 3000), folder.Root);
        folder.Write(
            "claims.json",
            """{"sources":[{"name":"somebody","page":"somebody.md","claims":[{"says":"three quarters","throughput":0.75,"sweep":"api","against":"bare"},{"says":"half","throughput":0.5,"sweep":"none","against":"bare"}]}]}"""
        );

        var run = BenchProgram.Run(folder.Root, "lab claims claims.json --from .");

        Assert.Equal((0, ""), (run.ExitCode, run.Error));
        Assert.Matches(
            @"three quarters \| 0\.75x throughput \| 0\.75x \(.*\) at 500 connections \| confirmed \| `load sweep api` against `bare` \|",
            run.Output
        );
        Assert.Matches(@"half \| 0\.50x throughput \|  \| not measured \| `load sweep none` against `bare` \|", run.Output);
        // It is measured by another verb.
        var measured = BenchProgram.Run(folder.Root, "lab claims claims.json --from . --measure figures");
        Assert.Equal(2, measured.ExitCode);
        Assert.Contains("the sweep none is not measured here: use bench load sweep", measured.Error);

        static LoadRun Sweep(string name, params double[] rates) =>
            LoadRuns.Create(
                name,
                [
                    .. rates.Zip([200, 500, 1000], (rate, level) =>
                        LoadRuns.Level(level, 1, rate, 1.01 * rate, 0.99 * rate, 1.005 * rate, 0.995 * rate)
                    ),
                    .. rates.Length < 3 ? [LoadRuns.Unreached(1000)] : Array.Empty<LoadLevel>(),
                ]
            );
    }

    [Fact]
    public void A_claim_is_about_a_request_of_a_mix_or_all_of_them_or_what_their_server_needs()
    {
        folder.Write(
            "m.json",
            """{"name":"m","sample":"S","alone":"a test","requests":[{"name":"order","connections":50},{"name":"orders","connections":50}],"variants":[{"name":"sync"},{"name":"async"}]}"""
        );
        var matrix = LoadMatrix.Read(Path.Combine(folder.Root, "m.json"));
        MeasuredVariant[] variants = [Variant(1000, 400, 4e8, 34, 50), Variant(2000, 356, 3e8, 31, 0)];
        folder.Write(
            "measured/m.json",
            new MatrixResult(
                matrix,
                new RunEnvironment(Cores: 2),
                ["h2load"],
                500,
                [.. variants.Zip(matrix.Variants, (variant, named) => variant with { Variant = named })],
                null,
                Shares: [0.7, 0.3]
            ).ToJson()
        );
        string[] claims =
        [
            Claim("all", "throughput", "1.68"),
            Claim("orders inside the mix", "throughput", "0.89", ""","request":"orders" """),
            Claim("bytes", "allocated", "0.75"),
            Claim("working set", "workingSet", "0.75"),
            Claim("threads", "threads", "[31,34]"),
            Claim("queue", "queue", "[0,50]"),
        ];
        folder.Write(
            "claims.json",
            $$"""{"tolerance":0.2,"sources":[{"name":"somebody","page":"somebody.md","claims":[{{string.Join(',', claims)}}]}]}"""
        );

        var run = BenchProgram.Run(folder.Root, "lab claims claims.json --from measured");

        Assert.True(run.ExitCode == 0, run.Error);
        Assert.Matches(@"\| all \| 1\.68x throughput \| 1\.68x \(.*\) \| confirmed \|", run.Output);
        Assert.Matches(@"\| orders inside the mix \| 0\.89x throughput \| 0\.89x \(.*\) \| confirmed \| .* of `orders` \|", run.Output);
        Assert.Matches(@"\| bytes \| 0\.75x allocated bytes \| 0\.75x \(.*\) \| confirmed \|", run.Output);
        Assert.Matches(@"\| working set \| 0\.75x working set \| 0\.75x \(.*\) \| confirmed \|", run.Output);
        Assert.Matches(@"\| threads \| 31 and 34 pool threads \| 31 and 34 \| shown, not judged", run.Output);
        Assert.Matches(@"\| queue \| 0 and 50 pool queue \| 0 and 50 \| shown, not judged", run.Output);

        static string Claim(string says, string what, string claimed, string more = "") =>
            FormattableString.Invariant(
                $$"""{"says":"{{says}}","{{what}}":{{claimed}},"matrix":"m.json","variant":"async","against":"sync"{{more}}}"""
            );

        static MeasuredVariant Variant(double order, double orders, double bytes, double threads, double queue) =>
            new(
                new LoadVariant(),
                [
                    .. new[] { 1, 1.01, 0.99, 1.005, 0.995 }.Select(noise => new VariantRound(
                        Peak(noise * (order + orders)),
                        Times(5000),
                        10,
                        new CounterFigures(noise * bytes, bytes, threads, queue, 0),
                        80,
                        Mix: new MixRound(null, [Request(noise * order, 350), Request(noise * orders, 150)]),
                        FullSpeedPool: new PoolFigures(threads, queue)
                    )),
                ]
            );

        static RequestRound Request(double rate, double pace) => new(Peak(rate), Times(10 * rate), Times(10 * pace));

        static Throughput Peak(double rate) => new((long)(100 * rate), 100, new LoadErrors(0, 0, 0, 0, 0), 0.5, 1);

        static ResponseTimes Times(double requests) => new((long)requests, 0, 1.25, 1.5, 2, 2.75, 3, 4, 5, 0.2, 2.5);
    }

    // Uses committed figures and the command that the page names.
    [Fact]
    public void The_command_finds_committed_figures()
    {
        var run = BenchProgram.Run(Checkout.Root, ["lab claims docs/claims/claims.json --from", .. CommittedFigures]);

        Assert.True(run.ExitCode == 0, run.Error);
        Assert.Equal(File.ReadAllText(Path.Combine(Checkout.Root, "docs", "claims", "results.md")), run.Output);
        Assert.Contains("Newtonsoft.Json to System.Text.Json: 334.4 to 408.4 requests/s | 1.22x throughput | 1.", run.Output);
        Assert.Matches(
            @"GET: Refit 43\.503 µs, HttpClient 3\.945 µs \| 11\.0x time \| \d+\.\dx \(\d+\.\dx to \d+\.\dx\) \| larger effect, different conditions",
            run.Output
        );
        Assert.Contains("| not measured |", run.Output);
        Assert.Equal(2, BenchProgram.Run(Checkout.Root, "lab claims docs/claims/claims.json --from nowhere").ExitCode);
    }
}
