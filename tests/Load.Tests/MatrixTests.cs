using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using Bench.Comparison;
using Bench.Host;
using Bench.Reports;
using Bench.Results;
using Bench.Statistics;
using Bench.Tests;

namespace Bench.Load.Tests;

/// <summary>Arms that differ in one thing: their files, and what is made of their rounds.</summary>
public sealed partial class MatrixTests : IDisposable
{
    private readonly Folder folder = new();

    public static TheoryData<string> Files =>
        [.. Directory.EnumerateFiles(Path.Combine(Checkout.Root, "samples", "matrices")).Select(file => Path.GetFileName(file)!)];

    public void Dispose() => folder.Dispose();

    [Theory]
    [MemberData(nameof(Files))]
    public void Those_of_the_repository_are_right(string file)
    {
        var matrix = LoadMatrix.Read(Path.Combine(Checkout.Root, "samples", "matrices", file));

        Assert.Equal(Path.GetFileNameWithoutExtension(file), matrix.Name);
        Assert.True(File.Exists(Path.Combine(Checkout.Root, "samples", matrix.Sample, matrix.Sample + ".csproj")));
        Assert.Contains($"`{file}`", File.ReadAllText(Path.Combine(Checkout.Root, "docs", "guides", "load-test.md")));
    }

    [Fact]
    public void Their_pages_show_what_was_measured_and_the_overview_quotes_them()
    {
        const string Sweep = "minimal-controller";
        var published = Path.Combine(Checkout.Root, "docs", "load");
        var settings = Settings.Read(Path.Combine(Checkout.Root, Settings.FileName));
        var measured = new HashSet<string>();
        var levels = new List<MatrixResult>();
        foreach (var file in Directory.EnumerateFiles(published, "*.json"))
        {
            var result = MatrixResult.Read(file);
            measured.UnionWith(
                result
                    .Compare(settings)
                    .Benchmarks.Select(benchmark => FormattableString.Invariant($"{1 / benchmark.Time!.Ratio:0.00}x"))
            );
            if (result.Matrix.Name == ComparedSweep.NameOf(Sweep, result.Matrix.Connections))
                levels.Add(result);
            else
                Assert.StartsWith(LoadReport.Render(result, settings), File.ReadAllText(Path.ChangeExtension(file, ".md")));
        }

        var sweep = new ComparedSweep(Sweep, [.. levels.OrderBy(level => level.Matrix.Connections)]);
        Assert.StartsWith(sweep.Render(settings), File.ReadAllText(Path.Combine(published, $"{Sweep}.md")));

        var quoted = Ratio().Matches(File.ReadAllText(Path.Combine(published, "README.md"))).Select(match => match.Value).ToArray();
        Assert.True(quoted.Length > 10);
        Assert.All(quoted, ratio => Assert.Contains(ratio, measured));
    }

    [Fact]
    public void The_guide_shows_all_keys_and_their_defaults()
    {
        var block = JsonBlock().Match(File.ReadAllText(Path.Combine(Checkout.Root, "docs", "guides", "load-test.md"))).Groups["text"].Value;
        var shown = LoadMatrix.Read(folder.Write("m.json", block));
        var defaults = new LoadMatrix
        {
            Name = shown.Name,
            Question = shown.Question,
            Sample = shown.Sample,
            Path = shown.Path,
            Arms = shown.Arms,
        };

        Assert.Equal(Json(defaults).ToJsonString(), Json(shown).ToJsonString());
        using var keys = JsonDocument.Parse(block, new JsonDocumentOptions { CommentHandling = JsonCommentHandling.Skip });
        Assert.Equal(Names(Json(defaults)), keys.RootElement.EnumerateObject().Select(key => key.Name).Order(StringComparer.Ordinal));
        Assert.Equal(
            Names(Json(defaults)["arms"]![0]!).Where(name => name != "sample"),
            keys.RootElement.GetProperty("arms")[1].EnumerateObject().Select(key => key.Name).Order(StringComparer.Ordinal)
        );

        static JsonNode Json(LoadMatrix matrix) => JsonSerializer.SerializeToNode(matrix, LoadMatrixContext.Default.LoadMatrix)!;

        static IEnumerable<string> Names(JsonNode node) => node.AsObject().Select(pair => pair.Key).Order(StringComparer.Ordinal);
    }

    [Theory]
    [InlineData("{", "m.json")]
    [InlineData("""{"name":"m","sample":"S","arms":[{"name":"a"}]}""", "two or more")]
    [InlineData("""{"name":"m","sample":"S","arms":[{"name":"a"},{"name":"a"}]}""", "same name")]
    [InlineData("""{"name":"m","sample":"S","arms":[{"name":"a"},{}]}""", "each arm has a name")]
    [InlineData("""{"name":"m","sample":"S","arms":[{"name":"a"},null]}""", "each arm has a name")]
    [InlineData("""{"name":"m","sample":"S","rounds":4,"arms":[{"name":"a"},{"name":"b"}]}""", "rounds")]
    [InlineData("""{"name":"m","sample":"S","pace":1,"arms":[{"name":"a"},{"name":"b"}]}""", "pace")]
    [InlineData("""{"name":"m","sample":"S","connections":0,"arms":[{"name":"a"},{"name":"b"}]}""", "connections")]
    [InlineData("""{"name":"m","sample":"S","path":"x","arms":[{"name":"a"},{"name":"b"}]}""", "path")]
    [InlineData("""{"name":"../m","sample":"S","arms":[{"name":"a"},{"name":"b"}]}""", "name")]
    [InlineData("""{"name":"m","arms":[{"name":"a"},{"name":"b"}]}""", "sample")]
    [InlineData("""{"name":"m","arms":[{"name":"a","sample":"S"},{"name":"b"}]}""", "sample")]
    [InlineData("""{"name":"m","sample":"S","headers":{"A b":"c"},"arms":[{"name":"a"},{"name":"b"}]}""", "headers")]
    [InlineData("""{"name":"m","sample":"S","headers":{"A":"b\r\nC: d"},"arms":[{"name":"a"},{"name":"b"}]}""", "headers")]
    [InlineData("""{"name":"m","sample":"S","arms":[{"name":"a","expectHeaders":{"A":null}},{"name":"b"}]}""", "header")]
    [InlineData("""{"name":"m","sample":"S","arm":[]}""", "arm")]
    [InlineData("""{"name":"m","sample":"S","durationSeconds":"10s","arms":[]}""", "m.json")]
    public void A_mistake_is_named(string text, string cause)
    {
        var file = folder.Write("m.json", text);

        var message = Assert.Throws<LoadException>(() => LoadMatrix.Read(file)).Message;

        Assert.Contains(cause, message);
        Assert.Contains("m.json", message);
        Assert.DoesNotContain('\n', message);
    }

    [Fact]
    public void Each_arm_is_compared_with_the_first_of_the_same_round()
    {
        // The machine is twice as fast in every other round: only a comparison within rounds sees the 20 %.
        var result = LoadMatrices.Result(Arm("first", 1000, 2000, 1010, 2010, 990), Arm("slower", 800, 1602, 808, 1605, 793));

        var benchmark = Assert.Single(result.Compare(new Settings()).Benchmarks);

        Assert.Equal(Verdict.Regressed, benchmark.Time!.Verdict);
        Assert.Equal(1.25, benchmark.Time.Ratio, 2);
        Assert.Matches(@"\| slower \| 808 \| 0\.80\dx \(0\.79\d-0\.80\d\) \| Regressed \|", LoadReport.Render(result, new Settings()));
    }

    [Fact]
    public void Its_file_is_read_by_compare()
    {
        folder.Write("m.json", LoadMatrices.Result(Arm("first", 1000, 1001, 999), Arm("other", 1000, 1001, 999)).ToJson());

        var benchmark = Assert.Single(
            RunLoader
                .Load(
                    [
                        ["m.json"],
                    ],
                    folder.Root
                )[0]
                .Benchmarks
        );

        Assert.Equal(("m.other", "m.first", 3), (benchmark.Id.FullName, benchmark.Against, benchmark.Replicates.Count));
    }

    [Fact]
    public void Two_builds_are_judged_by_each_measure_with_its_margin()
    {
        // The tail a little longer, within its margin; the processor 15 % more, allocation 4 %, throughput as it was.
        var result = LoadMatrices.Result(
            LoadMatrices.Interleaved("before", 1, 1, 1),
            LoadMatrices.Interleaved("after", p99: 1.02, processor: 1.15, allocated: 1.04)
        );

        var comparison = result.CompareMeasures(new Settings());
        var outcome = LoadVerdict.Create(result, comparison, new Strictness());

        Assert.Equal(
            [Verdict.Equivalent, Verdict.Equivalent, Verdict.Equivalent, Verdict.Regressed, Verdict.Regressed],
            comparison.Benchmarks.Select(benchmark => benchmark.Time!.Verdict)
        );
        Assert.Equal([0.05, 0.1, 0.2, 0.05, 0.02], comparison.Benchmarks.Select(benchmark => Math.Round(benchmark.Margin.Relative, 3)));
        Assert.Equal(
            (ExitCode.Regressed, "processor a request, allocated a request: more by more than the margin."),
            (outcome.ExitCode, outcome.Reason)
        );
        var page = LoadReport.Render(result, new Settings(), comparison, outcome);
        Assert.Matches(@"\| p99 \| 300\d\.\d us \| 306\d\.\d us \| 1\.02\dx \(.*\), Equivalent \| 20% \|", page);
        Assert.Matches(@"\| allocated a request \| 100\d B \| 104\d B \| 1\.04\dx", page);
        // The longest of a round is one request: shown, and no verdict.
        Assert.Matches(@"\| max \| 5000\.0 us \| 5000\.0 us \| 1\.000x \(.*\), not judged \| \|", page);
        Assert.DoesNotContain("collections of a million", page[..page.IndexOf("## At full speed", StringComparison.Ordinal)]);
        // 12 s as measured, where 10 were asked for.
        Assert.Contains("12 s at full speed (wrk), 12 s paced (h2load), in slices of 2 s, interleaved with the other arms", page);
    }

    [Fact]
    public void All_reports_show_bytes_as_bytes_and_each_measure_with_its_margin()
    {
        var result = LoadMatrices.Result(
            LoadMatrices.Interleaved("before", 1, 1, 1),
            LoadMatrices.Interleaved("after", p99: 1.02, processor: 1, allocated: 1.04)
        ) with
        {
            Check = new CheckInfo("before (0123456789ab)", "after"),
        };
        var comparison = result.CompareMeasures(new Settings());
        var outcome = LoadVerdict.Create(result, comparison, new Strictness());

        var html = HtmlReport.Render(comparison, outcome);
        using var json = JsonDocument.Parse(JsonReport.Render(comparison, outcome));
        var rows = json.RootElement.GetProperty("rows").EnumerateArray().ToDictionary(row => row.GetProperty("fullName").GetString()!);

        Assert.Matches("<td class=\"number\">100\\d(\\.\\d+)? B</td><td class=\"number\">104\\d(\\.\\d+)? B</td>", html);
        Assert.Contains("margin 2%, noise floor 16 B", html);
        Assert.Contains("margin 20%, noise floor 0.50 ns", html);
        Assert.Contains("Measured: 6 rounds of load on both<", html);
        Assert.DoesNotContain("replicate", html[html.IndexOf("<body", StringComparison.Ordinal)..html.IndexOf("<script", StringComparison.Ordinal)]);
        var (bytes, time) = (rows["m.Allocated"].GetProperty("time"), rows["m.P99"].GetProperty("time"));
        Assert.InRange(bytes.GetProperty("baselineBytes").GetDouble(), 990, 1010);
        Assert.Equal(0.02, bytes.GetProperty("margin").GetDouble(), 6);
        Assert.False(bytes.TryGetProperty("baselineNanoseconds", out _));
        Assert.Equal(0.2, time.GetProperty("margin").GetDouble());
        Assert.False(time.TryGetProperty("baselineBytes", out _));
        Assert.Equal(6, rows["m.P99"].GetProperty("candidateLaunches").GetInt32());
    }

    [Theory]
    [InlineData("""{"benchmarks":[{"pattern":"*Web*","margin":"10%"}]}""", null)]
    [InlineData("""{"benchmarks":[{"pattern":"m.P99","margin":"10%"}]}""", null)]
    [InlineData("""{"benchmarks":[{"pattern":"m.P9","margin":"10%"}]}""", "The rule for 'm.P9' matches no benchmark.")]
    [InlineData("""{"accepted":[{"benchmark":"My.Cache.Get*","metric":"time","reason":"r","until":"2020-01-31"}]}""", null)]
    [InlineData("""{"accepted":[{"benchmark":"m.P99","metric":"time","reason":"r","until":"2999-01-31"}]}""", null)]
    [InlineData(
        """{"accepted":[{"benchmark":"m.P99","metric":"time","reason":"r","until":"2020-01-31"}]}""",
        "The accepted regression of 'm.P99' (r) expired on 2020-01-31."
    )]
    [InlineData(
        """{"accepted":[{"benchmark":"m.p99","metric":"time","reason":"r","until":"2999-01-31"}]}""",
        "The accepted regression of 'm.p99' matches no benchmark."
    )]
    [InlineData(
        """{"accepted":[{"benchmark":"m.Allocated","metric":"time","reason":"r","until":"2999-01-31"}]}""",
        "The accepted regression of 'm.Allocated' accepts nothing: the metric of allocated bytes is allocation, that of all other measures is time."
    )]
    public void A_page_warns_of_settings_that_fit_none_of_its_measures_and_are_for_them(string text, string? warning)
    {
        var settings = Settings.Parse(text, "bench.json");
        var result = LoadMatrices.Result(LoadMatrices.Interleaved("before", 1, 1, 1), LoadMatrices.Interleaved("after", 1.5, 1, 1)) with
        {
            Check = new CheckInfo("before", "after"),
        };

        var measures = result.CompareMeasures(settings);

        Assert.Equal(warning, measures.Warnings.SingleOrDefault());
        var page = LoadReport.Render(result, settings, measures, new Outcome(ExitCode.Passed, ""));
        Assert.Equal(warning is not null, page.Contains("\n> ", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("m.Allocated", "allocation", "Allocated")]
    [InlineData("m.*", "allocation", "Allocated")]
    [InlineData("m.Processor", "time", "Processor")]
    [InlineData("m.*", "time", "P99 Processor")]
    public void A_regression_is_accepted_by_the_metric_of_its_measure(string pattern, string metric, string expected)
    {
        var settings = Settings.Parse(
            $$"""{"accepted":[{"benchmark":"{{pattern}}","metric":"{{metric}}","reason":"r","until":"2999-01-31"}]}""",
            "bench.json"
        );
        var result = LoadMatrices.Result(
            LoadMatrices.Interleaved("before", 1, 1, 1),
            LoadMatrices.Interleaved("after", p99: 1.5, processor: 1.2, allocated: 1.5)
        );

        var accepted = result.CompareMeasures(settings).Benchmarks.Where(benchmark => benchmark.AcceptedTime is not null);

        Assert.Equal(expected, string.Join(' ', accepted.Where(one => one.Time!.Verdict == Verdict.Regressed).Select(one => one.Method)));
    }

    [Fact]
    public void A_rule_is_for_its_measures_in_proportion_and_the_page_says_what_was_used()
    {
        var settings = Settings.Parse(
            """{"benchmarks":[{"pattern":"m.P*","margin":"10%","noiseFloor":"1us"},{"pattern":"m.All*","noiseFloor":"1us"}]}""",
            "bench.json"
        );
        var result = LoadMatrices.Result(LoadMatrices.Interleaved("before", 1, 1, 1), LoadMatrices.Interleaved("after", 1, 1, 1)) with
        {
            Check = new CheckInfo("before", "after"),
        };

        var measures = result.CompareMeasures(settings);

        Assert.Equal(
            [(0.05, 0.5), (0.2, 1000), (0.4, 1000), (0.1, 1000), (0.02, 16)],
            measures.Benchmarks.Select(benchmark =>
                (Math.Round(benchmark.Margin.Relative, 6), benchmark.Margin.NoiseFloorNanoseconds)
            )
        );
        Assert.Equal([false, true, true, true, true], measures.Benchmarks.Select(benchmark => benchmark.HasOwnMargin));
        Assert.Equal(0.05, measures.Margin.Relative);
        Assert.Contains(
            "with margins of 5% (time at full speed), 20% (p50), 40% (p99), 10% (processor a request), 2% and 16 B (allocated a request).",
            LoadReport.Render(result, settings, measures, new Outcome(ExitCode.Passed, ""))
        );
    }

    [Fact]
    public void Arms_with_margins_of_their_own_are_said_to_have_them()
    {
        var settings = Settings.Parse("""{"benchmarks":[{"pattern":"m.third","margin":"10%"}]}""", "bench.json");
        var result = LoadMatrices.Result(
            LoadMatrices.Interleaved("first", 1, 1, 1),
            LoadMatrices.Interleaved("second", 1, 1, 1),
            LoadMatrices.Interleaved("third", 1, 1, 1)
        );

        Assert.Contains("margins of 5% to 10% (time at full speed), 10% to 20% (p50)", LoadReport.Render(result, settings));
    }

    [Fact]
    public void The_margin_of_a_measure_has_an_end()
    {
        var settings = new Settings { Margin = new Margin(9, 0.5) };
        var result = LoadMatrices.Result(LoadMatrices.Interleaved("before", 1, 1, 1), LoadMatrices.Interleaved("after", 1, 1, 1));

        var margins = result.CompareMeasures(settings).Benchmarks.Select(benchmark => Math.Round(benchmark.Margin.Relative, 6));

        Assert.Equal([9, 9.99, 9.99, 9, 3.6], margins);
    }

    [Fact]
    public void Its_file_says_what_is_in_bytes()
    {
        var result = LoadMatrices.Result(LoadMatrices.Interleaved("before", 1, 1, 1), LoadMatrices.Interleaved("after", 1, 1, 1));
        folder.Write("gate.json", result.ToJson(result.Measures()));

        var compared = RunComparison.CreatePaired(folder.Load("gate.json"), new ComparisonOptions()).Benchmarks;

        Assert.Equal("m.Allocated", Assert.Single(compared, benchmark => benchmark.Unit == FigureUnit.Bytes).Name);
        Assert.EndsWith(" B", Figures.Sides(compared[^1])!.Value.Baseline);
    }

    [Fact]
    public void A_page_tells_what_other_programs_took_and_what_idle_servers_did()
    {
        var arm = LoadMatrices.Interleaved("before", p99: 1, processor: 1, allocated: 1);
        arm = arm with { Rounds = [.. arm.Rounds.Select((round, i) => round with { IdleCores = 0.002 * (i + 1) })] };
        var result = LoadMatrices.Result(arm, arm with { Arm = new LoadArm { Name = "after" } }) with
        {
            Check = new CheckInfo("before", "after", ShareOfOthers: 0.3),
        };
        var measures = result.CompareMeasures(new Settings());

        var page = LoadReport.Render(result, new Settings(), measures, LoadVerdict.Create(result, measures, new Strictness()));

        Assert.Contains("> Other programs took 30 % of the processors while it measured", page);
        Assert.Contains("A server that was not loaded kept at most 0.007 cores busy meanwhile.", page);
    }

    [Fact]
    public void Collections_are_counted_of_a_million_requests_and_shown_where_every_round_has_them()
    {
        var before = Collecting("before", 2, 2, 2, 2, 2, 2);
        var (more, lacking) = (Collecting("after", 3, 3, 3, 3, 3, 3), Collecting("after", 3, 3, null, 3, 3, 3));
        var rare = Collecting("after", 0, 3, 0, 3, 3, 3);

        // 2 a second, of 500 requests.
        Assert.Matches(@"\| collections of a million \| 4000\.0 \| 6000\.0 \| 1\.500x \(.*\), not judged \| \|", Page(more));
        Assert.DoesNotContain("| collections of a million | 4", Page(lacking));
        // Nothing is no ratio of something, and no empty cell either.
        Assert.Contains("| collections of a million | 4000.0 | 6000.0 | none in 2 of 6 rounds, not judged | |", Page(rare));
        Assert.Matches(@"\| after \| .* \| none in 2 of 6 rounds \|\n", Page(rare));

        string Page(MeasuredArm after)
        {
            var result = LoadMatrices.Result(before, after);
            var measures = result.CompareMeasures(new Settings());
            return LoadReport.Render(result, new Settings(), measures, LoadVerdict.Create(result, measures, new Strictness()));
        }

        static MeasuredArm Collecting(string name, params double?[] perSecond)
        {
            var arm = LoadMatrices.Interleaved(name, p99: 1, processor: 1, allocated: 1);
            return arm with
            {
                Rounds =
                [
                    .. arm.Rounds.Zip(
                        perSecond,
                        (round, collections) => round with { Counters = round.Counters with { CollectionsPerSecond = collections } }
                    ),
                ],
            };
        }
    }

    [Fact]
    public void What_has_regressed_but_does_not_fail_is_looked_at_again_and_said()
    {
        // Ratios of 1.076, a t of 3 from the margin: a chance of 0.015, between what is listed and what fails.
        var before = LoadMatrices.Interleaved("before", 1, 1, 1);
        MeasuredArm After(double spread) =>
            before with
            {
                Arm = new LoadArm { Name = "after" },
                Rounds =
                [
                    .. before.Rounds.Select(
                        (round, i) =>
                            round with
                            {
                                ProcessorMicroseconds = round.ProcessorMicroseconds * Math.Exp(0.0733 + (i % 2 == 0 ? spread : -spread)),
                            }
                    ),
                ],
            };
        var (unsure, sure) = (LoadMatrices.Result(before, After(0.0183)), LoadMatrices.Result(before, After(0.001)));

        var measures = unsure.CompareMeasures(new Settings());
        var outcome = LoadVerdict.Create(unsure, measures, new Strictness());

        Assert.True(LoadVerdict.NeedsAnotherLook(unsure, measures, new Strictness()));
        Assert.Equal(
            (ExitCode.Passed, "processor a request: more by more than the margin, but not significant enough to fail."),
            (outcome.ExitCode, outcome.Reason)
        );
        Assert.Matches(
            @"\| processor a request \| .* 1\.076x \(.*\), Regressed, not significant enough to fail \|",
            LoadReport.Render(unsure, new Settings(), measures, outcome)
        );
        Assert.False(LoadVerdict.NeedsAnotherLook(sure, sure.CompareMeasures(new Settings()), new Strictness()));
        var same = LoadMatrices.Result(before, before with { Arm = new LoadArm { Name = "after" } });
        Assert.False(LoadVerdict.NeedsAnotherLook(same, same.CompareMeasures(new Settings()), new Strictness()));
    }

    [Fact]
    public void A_build_that_refuses_more_has_failed_however_fast_it_does()
    {
        var (before, after) = (
            LoadMatrices.Interleaved("before", 1, 1, 1),
            LoadMatrices.Interleaved("after", p99: 0.5, processor: 0.5, allocated: 0.5)
        );
        var refusing = after with
        {
            Rounds = [.. after.Rounds.Select(round => round with { Paced = round.Paced! with { Failed = round.Paced.Requests / 10 } })],
        };
        var result = LoadMatrices.Result(before, refusing);

        var outcome = LoadVerdict.Create(result, result.CompareMeasures(new Settings()), new Strictness());

        Assert.Equal(
            (ExitCode.Regressed, "90.0% of the answers of after are good, and 100.0% of those of before, at the pace."),
            (outcome.ExitCode, outcome.Reason)
        );
        var better = LoadMatrices.Result(refusing with { Arm = before.Arm }, after);
        Assert.Equal(ExitCode.Passed, LoadVerdict.Create(better, better.CompareMeasures(new Settings()), new Strictness()).ExitCode);
    }

    [Theory]
    [InlineData(0.5, 0, 2, "Inconclusive")]
    [InlineData(0.5, 0, 0.5, "Improved")]
    [InlineData(0, 0.5, 0.5, "Inconclusive")]
    [InlineData(0, 0.5, 1, "Inconclusive")]
    [InlineData(0, 0.5, 2, "Regressed")]
    [InlineData(0, 0.009, 0.5, "Improved")]
    [InlineData(0.5, 0.5, 2, "Regressed")]
    public void What_costs_less_and_refuses_more_at_the_pace_is_open(double refusedFirst, double refusedOther, double cost, string expected)
    {
        var (before, after) = (Refusing("before", 1, refusedFirst), Refusing("after", cost, refusedOther));
        var result = LoadMatrices.Result(before, after);

        var measures = result.CompareMeasures(new Settings());

        Assert.Equal(Verdict.Equivalent, measures.Benchmarks[0].Time!.Verdict);
        Assert.Equal(
            [expected, expected, expected],
            measures.Benchmarks.Skip(2).Select(measure => measure.Time!.Verdict.ToString())
        );
        var ofMatrix = Assert.Single(result.Compare(new Settings(), LoadMeasure.Processor).Benchmarks);
        Assert.Equal(expected, ofMatrix.Time!.Verdict.ToString());

        MeasuredArm Refusing(string name, double cost, double share)
        {
            var arm = LoadMatrices.Interleaved(name, cost, cost, cost);
            return arm with
            {
                Rounds =
                [
                    .. arm.Rounds.Select(round =>
                        round with
                        {
                            Paced = round.Paced! with { Failed = (long)(share * round.Paced.Requests) },
                        }
                    ),
                ],
            };
        }
    }

    [Fact]
    public void A_build_that_mends_refusals_does_not_fail_by_what_answers_cost()
    {
        var before = LoadMatrices.Interleaved("before", 1, 1, 1);
        var refusing = before with
        {
            Rounds = [.. before.Rounds.Select(round => round with { Paced = round.Paced! with { Failed = round.Paced.Requests / 2 } })],
        };
        var result = LoadMatrices.Result(refusing, LoadMatrices.Interleaved("after", 2, 2, 2));

        var measures = result.CompareMeasures(new Settings());
        var outcome = LoadVerdict.Create(result, measures, new Strictness());
        var page = LoadReport.Render(result, new Settings(), measures, outcome);

        const string Why = "100.0% of the answers of after are good, and 50.0% of those of before, at the pace";
        Assert.Equal(
            new Outcome(ExitCode.Inconclusive, $"p99, processor a request, allocated a request: inconclusive; {Why}."),
            outcome
        );
        Assert.False(LoadVerdict.NeedsAnotherLook(result, measures, new Strictness()));
        Assert.Contains($"Inconclusive: {Why}", page);
        Assert.Contains("**Not all answers at the pace were good:** before 50%.", page);
        var good = LoadMatrices.Result(before, before with { Arm = new LoadArm { Name = "after" } });
        Assert.DoesNotContain("at the pace were good", LoadReport.Render(good, new Settings()));
    }

    [Theory]
    [InlineData(0.5, 2, "Refusals", false)]
    [InlineData(0, 2, "Interval", false)]
    [InlineData(0, 1.05, "Interval", true)]
    public void What_refusals_leave_open_needs_no_other_look_whatever_its_reason_says(double refused, double cost, string by, bool needs)
    {
        var before = LoadMatrices.Interleaved("before", 1, 1, 1);
        var refusing = before with
        {
            Rounds =
            [
                .. before.Rounds.Select(round =>
                    round with
                    {
                        Paced = round.Paced! with { Failed = (long)(refused * round.Paced.Requests) },
                    }
                ),
            ],
        };
        // In another order the noise of both differs.
        var after = LoadMatrices.Interleaved("after", 1, cost, 1);
        var result = LoadMatrices.Result(refusing, after with { Rounds = [.. after.Rounds.Reverse()] });
        var measures = result.CompareMeasures(new Settings());
        var reworded = measures with
        {
            Benchmarks = [.. measures.Benchmarks.Select(one => one with { Time = one.Time! with { Reason = "in other words" } })],
        };

        Assert.Equal(by, measures.Benchmarks[3].Time!.OpenBy.ToString());
        Assert.Equal(needs, LoadVerdict.NeedsAnotherLook(result, measures, new Strictness()));
        Assert.Equal(needs, LoadVerdict.NeedsAnotherLook(result, reworded, new Strictness()));
    }

    [Fact]
    public void A_build_that_refuses_more_at_the_pace_has_failed_though_both_refuse_at_full_speed()
    {
        var arm = LoadMatrices.Interleaved("before", 1, 1, 1);
        var limited = arm with
        {
            Rounds =
            [
                .. arm.Rounds.Select(round =>
                    round with
                    {
                        Peak = round.Peak with { Errors = round.Peak.Errors with { Status = round.Peak.Requests / 10 } },
                    }
                ),
            ],
        };
        var after = limited with
        {
            Arm = new LoadArm { Name = "after" },
            Rounds = [.. limited.Rounds.Select(round => round with { Paced = round.Paced! with { Failed = round.Paced.Requests / 20 } })],
        };
        var result = LoadMatrices.Result(limited, after);

        var outcome = LoadVerdict.Create(result, result.CompareMeasures(new Settings()), new Strictness());

        Assert.Equal(
            new Outcome(ExitCode.Regressed, "95.0% of the answers of after are good, and 100.0% of those of before, at the pace."),
            outcome
        );
    }

    [Fact]
    public void A_build_that_refuses_or_hangs_in_a_third_of_its_processes_has_failed()
    {
        var before = LoadMatrices.Interleaved("before", 1, 1, 1);
        Outcome Of(Func<ArmRound, ArmRound> bad)
        {
            var result = LoadMatrices.Result(before, Bad(before with { Arm = new LoadArm { Name = "after" } }, bad));
            return LoadVerdict.Create(result, result.CompareMeasures(new Settings()), new Strictness());
        }

        var refused = Of(round =>
            round with
            {
                Peak = round.Peak with { Errors = round.Peak.Errors with { Status = round.Peak.Requests } },
                Paced = round.Paced! with { Failed = round.Paced.Requests },
            }
        );
        var hung = Of(round =>
            round with
            {
                Peak = round.Peak with { Requests = 0 },
                Paced = null,
                ProcessorMicroseconds = null,
            }
        );
        var hungAtFullSpeed = Of(round => round with { Peak = round.Peak with { Requests = 0 } });

        Assert.Equal(ExitCode.Regressed, refused.ExitCode);
        Assert.Matches(@"^66\.\d% of the answers of after are good", refused.Reason);
        Assert.Equal(new Outcome(ExitCode.Regressed, "after gave no good answer in 2 of 6 rounds."), hung);
        Assert.Equal(hung, hungAtFullSpeed);
    }

    [Theory]
    [InlineData(true, false, true, "after gave no good answer in whole slices of 1 of 6 rounds.")]
    [InlineData(false, false, true, "after gave no good answer in whole slices of 1 of 6 rounds.")]
    [InlineData(true, true, false, null)]
    [InlineData(false, true, false, null)]
    [InlineData(true, true, true, null)]
    public void A_build_that_hangs_before_the_end_of_a_round_has_failed(bool atFullSpeed, bool first, bool other, string? reason)
    {
        var before = LoadMatrices.Sliced(LoadMatrices.Interleaved("before", 1, 1, 1), first ? 2 : null, atFullSpeed);
        var after = LoadMatrices.Sliced(LoadMatrices.Interleaved("after", 1, 1, 1), other ? 2 : null, atFullSpeed);
        var result = LoadMatrices.Result(before, after);
        var measures = result.CompareMeasures(new Settings());

        var outcome = LoadVerdict.Create(result, measures, new Strictness());

        Assert.Equal(reason is null ? ExitCode.Passed : ExitCode.Regressed, outcome.ExitCode);
        if (reason is not null)
            Assert.Equal(reason, outcome.Reason);
    }

    [Fact]
    public void A_page_names_the_arms_that_gave_no_good_answer_for_whole_slices_or_rounds()
    {
        var (first, second) = (LoadMatrices.Interleaved("first", 1, 1, 1), LoadMatrices.Interleaved("second", 1, 1, 1));
        var silent = Bad(LoadMatrices.Interleaved("third", 1, 1, 1), round => round with { Peak = round.Peak with { Requests = 0 } });
        var hung = LoadMatrices.Result(LoadMatrices.Sliced(first, null, true), LoadMatrices.Sliced(second, 3, true), silent);
        var dead = LoadMatrices.Result(silent with { Arm = first.Arm }, silent with { Arm = second.Arm });

        Assert.Contains(
            "\n**Not answered:** second gave no good answer in whole slices of 1 of 6 rounds; third gave no good answer in 2 of 6 rounds.\n",
            LoadReport.Render(hung, new Settings())
        );
        // Not even where nobody answers.
        Assert.Equal(2, dead.Silences.Count);
        Assert.DoesNotContain("Not answered", LoadReport.Render(LoadMatrices.Result(first, second), new Settings()));
    }

    [Fact]
    public void A_measure_that_some_rounds_lack_is_open()
    {
        var after = LoadMatrices.Interleaved("after", 1, 1, 1);
        var result = LoadMatrices.Result(
            Bad(LoadMatrices.Interleaved("before", 1, 1, 1), round => round with { ProcessorMicroseconds = null }),
            after
        );

        var measures = result.CompareMeasures(new Settings());

        Assert.Equal(Verdict.Equivalent, measures.Benchmarks[0].Time!.Verdict);
        Assert.Equal(
            (Verdict.Inconclusive, "only 4 of 6 rounds have it of both"),
            (measures.Benchmarks[3].Time!.Verdict, measures.Benchmarks[3].Time!.Reason)
        );
        Assert.True(LoadVerdict.NeedsAnotherLook(result, measures, new Strictness()));
        Assert.Contains(
            "Inconclusive: only 4 of 6 rounds have it of both",
            LoadReport.Render(result, new Settings(), measures, new Outcome(ExitCode.Passed, ""))
        );
    }

    [Theory]
    [InlineData(0.96, 2, 1, true)]
    [InlineData(0.94, 2, 1, false)]
    [InlineData(0.94, 1, 2, true)]
    public void Latencies_at_another_pace_are_open(double ofPace, int bad, int repeats, bool isDecided)
    {
        var before = LoadMatrices.Interleaved("before", 1, 1, 1);
        var after = before with
        {
            Arm = new LoadArm { Name = "after" },
            Rounds =
            [
                .. before.Rounds.Select(
                    (round, i) =>
                        i < bad ? round with { Paced = round.Paced! with { Requests = (long)(ofPace * round.Paced.Requests) } } : round
                ),
                .. Enumerable.Repeat(before.Rounds, repeats - 1).SelectMany(rounds => rounds),
            ],
        };
        before = before with { Rounds = [.. Enumerable.Repeat(before.Rounds, repeats).SelectMany(rounds => rounds)] };
        var result = LoadMatrices.Result(before, after);

        var measures = result.CompareMeasures(new Settings()).Benchmarks;

        string?[] open = [.. measures.Where(measure => measure.Time!.Verdict == Verdict.Inconclusive).Select(measure => measure.Method)];
        string?[] expected = isDecided ? [] : ["P50", "P99"];
        Assert.Equal(expected, open.Except(["Allocated"]));
        Assert.All(
            measures.Where(measure => expected.Contains(measure.Method)),
            measure => Assert.Equal("in 2 of 6 rounds less than 95% of the pace was answered", measure.Time!.Reason)
        );
        var alone = Assert.Single(result.Compare(new Settings(), LoadMeasure.Median).Benchmarks);
        Assert.Equal(isDecided, alone.Time!.Verdict != Verdict.Inconclusive);
    }

    [Fact]
    public void The_pace_follows_a_machine_that_becomes_slower()
    {
        var level = new MatrixLevel(TwoArmsAt(0.5), ".", null) { Pace = 100 };

        var paces = Paces(level, (900, 200), (150, 120), (900, 0), (900, 800));

        // Half of the slowest one's peak, and what answered nothing says nothing of the machine.
        Assert.Equal([100, 100, 60, 100, 100], paces);
    }

    [Fact]
    public void The_pace_does_not_follow_one_arm_that_nearly_hangs()
    {
        var plan = TwoArmsAt(0.7);
        var level = new MatrixLevel(plan, ".", null);
        level.Begin(new Dictionary<LoadArm, double> { [plan.Arms[0]] = 2000, [plan.Arms[1]] = 1000 });

        var paces = Paces(level, (2000, 1), (1000, 100), (1000, 600), (2500, 900));

        Assert.Equal([700, 700, 350, 420, 700], paces);
    }

    private static LoadMatrix TwoArmsAt(double pace) =>
        new()
        {
            Name = "m",
            Pace = pace,
            Arms = [new LoadArm { Name = "a" }, new LoadArm { Name = "b" }],
        };

    // The first, and that after each round.
    private static List<double> Paces(MatrixLevel level, params (double First, double Second)[] peaks)
    {
        var (first, second) = (level.Matrix.Arms[0], level.Matrix.Arms[1]);
        var paces = new List<double> { level.NextPace };
        foreach (var peak in peaks)
        {
            level.Add(
                new Dictionary<LoadArm, ArmRound>
                {
                    [first] = Arm("a", peak.First).Rounds[0],
                    [second] = Arm("b", peak.Second).Rounds[0],
                }
            );
            paces.Add(level.NextPace);
        }

        return paces;
    }

    [Fact]
    public void A_pilot_takes_late_answers_and_names_the_arm_that_gives_no_good_one()
    {
        var arm = new LoadArm { Name = "b" };
        var late = new Throughput(200, 10, new LoadErrors(0, 0, 0, Status: 20, Timeout: 200), 0.5, 1);

        Assert.Equal((0, 18), (late.GoodQueriesPerSecond, MatrixRun.PeakOf(arm, late)));
        var refused = Assert.Throws<UnansweredException>(() =>
            MatrixRun.PeakOf(arm, late with { Errors = late.Errors with { Status = 200 } })
        );
        Assert.Equal((arm, "b: no good answer under load."), (refused.Arm, refused.Message));
        Assert.Throws<UnansweredException>(() => MatrixRun.PeakOf(arm, late with { Requests = 0 }));
    }

    [Fact]
    public void A_server_that_answers_no_probe_when_the_generator_does_not_end_is_an_arm_without_an_answer()
    {
        var arm = new LoadArm { Name = "b" };
        Action hangs = () => ArmLoad.EnsureAnswers<int>(arm, () => throw new LoadException("http://a/ does not answer within 30 s."));

        var thrown = Assert.Throws<UnansweredException>(() =>
            ArmServer.Named(arm, () => ArmLoad.OnceMore<int>(() => throw new StuckGeneratorException("h2load did not end"), hangs))
        );

        Assert.Equal((arm, "b: no good answer under load: http://a/ does not answer within 30 s."), (thrown.Arm, thrown.Message));
        Assert.Equal(1, ArmLoad.EnsureAnswers(arm, () => 1));
    }

    [Fact]
    public void A_build_that_gives_no_good_answer_in_the_pilot_has_failed_also_in_a_report()
    {
        var (before, after) = (LoadMatrices.Interleaved("before", 1, 1, 1), LoadMatrices.Interleaved("after", 1, 1, 1));
        var result = LoadMatrices.Result(before with { Rounds = [] }, after with { Rounds = [] }) with
        {
            Pace = null,
            Unanswered = "after: no good answer under load.",
        };
        var file = folder.Write("unanswered.json", result.ToJson(result.Measures()));

        var read = MatrixResult.Read(file);
        var measures = read.CompareMeasures(new Settings());
        var outcome = LoadVerdict.Create(read, measures, new Strictness());

        Assert.Equal(new Outcome(ExitCode.Regressed, "after: no good answer under load."), outcome);
        Assert.Contains("(exit code 1): after: no good answer", LoadReport.Render(read, new Settings(), measures, outcome));
    }

    [Fact]
    public void What_a_round_was_asked_for_decides_whether_it_had_the_load()
    {
        var before = LoadMatrices.Interleaved("before", 1, 1, 1);
        // As many requests as ever, of twice the pace in one arm's eyes, and of its own in the other's.
        var slower = before with
        {
            Rounds = [.. before.Rounds.Select((round, i) => i < 3 ? round with { Pace = 400 } : round)],
        };
        var result = LoadMatrices.Result(slower, slower with { Arm = new LoadArm { Name = "after" } });
        var behind = LoadMatrices.Result(
            [.. result.Arms.Select(arm => arm with { Rounds = [.. arm.Rounds.Select(round => round with { Pace = 1000 })] })]
        );

        var page = LoadReport.Render(result, new Settings());
        Assert.Contains("## At the same load, 400 to 500 requests a second (70%", page);
        Assert.DoesNotContain("Not at the same load", page);
        Assert.Contains("**Not at the same load:** before, after answered less", LoadReport.Render(behind, new Settings()));
        Assert.Contains("less than 95% of the pace", behind.Compare(new Settings(), LoadMeasure.Median).Benchmarks[0].Time!.Reason);
    }

    [Theory]
    [InlineData(0.5, 1.4, false, null)]
    [InlineData(0.5, 0.9, true, null)]
    [InlineData(1.2, 0.75, false, "with after the generator took more of the machine than the server")]
    [InlineData(1.2, 0.6, false, null)]
    [InlineData(1.85, 0.1, false, "with after the generator was saturated")]
    [InlineData(0.92, 0.95, true, "with after the generator was saturated")]
    public void A_generator_that_limits_an_arm_is_named(double generator, double server, bool isPinned, string? mark)
    {
        var before = LoadMatrices.Interleaved("before", 1, 1, 1);
        var after = before with
        {
            Arm = new LoadArm { Name = "after" },
            Rounds =
            [
                .. before.Rounds.Select(round =>
                    round with
                    {
                        Peak = round.Peak with { GeneratorCores = generator, ServerCores = server },
                    }
                ),
            ],
        };
        var result = LoadMatrices.Result(before, after);
        result.Matrix.Pin = isPinned;

        var page = LoadReport.Render(result, new Settings());

        if (mark is null)
            Assert.DoesNotContain("The generator's limit", page);
        else
            Assert.Contains($"**The generator's limit:** {mark}", page);
    }

    [Fact]
    public void Whatever_one_arm_fails_by_ends_the_others_and_is_thrown_as_it_is()
    {
        var ended = false;

        var thrown = Assert.Throws<IOException>(() =>
            ArmLoad.AtOnce(
                ["full", "long"],
                (arm, cancellationToken) =>
                {
                    if (arm == "full")
                        throw new IOException("No space left on device");
                    ended = cancellationToken.WaitHandle.WaitOne(TimeSpan.FromMinutes(1));
                },
                CancellationToken.None
            )
        );

        Assert.Equal(("No space left on device", true), (thrown.Message, ended));
    }

    [Fact]
    public void A_full_disk_is_told_of_with_its_arm()
    {
        var thrown = Assert.Throws<LoadException>(() =>
            ArmServer.Named<int>(new LoadArm { Name = "after" }, () => throw new IOException("No space left on device"))
        );

        Assert.Equal("after: No space left on device", thrown.Message);
    }

    // Two of six rounds.
    private static MeasuredArm Bad(MeasuredArm arm, Func<ArmRound, ArmRound> bad) =>
        arm with
        {
            Rounds = [.. arm.Rounds.Select((round, i) => i is 1 or 4 ? bad(round) : round)],
        };

    [Fact]
    public void Rounds_of_one_arm_after_the_other_have_no_ratios_at_the_pace()
    {
        var alone = LoadMatrices.Result(Arm("first", 1000, 1001, 999, 1002), Arm("other", 1000, 1001, 999, 1002));

        Assert.False(alone.IsInterleaved);
        Assert.DoesNotContain("interleaved", LoadReport.Render(alone, new Settings()));
    }

    [Theory]
    [InlineData(2, 1000, 4, 2)]
    [InlineData(2, 25, 4, 2)]
    [InlineData(2, 8, 4, 7)]
    [InlineData(2, 0.5, 4, 20)]
    [InlineData(30, 0.5, 4, 30)]
    [InlineData(2, 1000, 64, 2)]
    [InlineData(2, 100, 64, 7)]
    [InlineData(2, 50, 64, 13)]
    [InlineData(2, 20, 64, 20)]
    [InlineData(1, 30_000, 500, 1)]
    [InlineData(1, 30_000, 1000, 2)]
    [InlineData(3, 30_000, 1000, 3)]
    public void Slices_last_until_a_slow_arm_has_answered_each_connection_often_enough(
        double asked,
        double pace,
        int connections,
        double seconds
    ) =>
        Assert.Equal(
            seconds,
            InterleavedRound.SliceOf(new LoadMatrix { SliceSeconds = asked, Connections = connections }, pace).TotalSeconds
        );

    [Theory]
    [InlineData(12, 2, 3)]
    [InlineData(10, 2, 3)]
    [InlineData(6, 2, 2)]
    [InlineData(1, 2, 1)]
    [InlineData(12, 13, 1)]
    public void An_arm_is_loaded_for_as_long_as_is_asked_for_or_longer(double seconds, double slice, int blocks) =>
        Assert.Equal(blocks, InterleavedRound.BlocksOf(new LoadMatrix { DurationSeconds = seconds }, TimeSpan.FromSeconds(slice)));

    [Theory]
    [InlineData(64, null, 64)]
    [InlineData(64, 1000.0, 64)]
    [InlineData(64, 20.0, 280)]
    [InlineData(1000, null, 68)]
    [InlineData(1000, 1000.0, 140)]
    public void The_time_of_a_round_is_that_of_slices_as_long_as_its_pace_asks_for(int connections, double? pace, double seconds)
    {
        var matrix = new LoadMatrix
        {
            DurationSeconds = 12,
            Connections = connections,
            Arms = [new LoadArm { Name = "a" }, new LoadArm { Name = "b" }],
        };

        Assert.Equal(seconds, InterleavedRound.Time(matrix, pace).TotalSeconds);
    }

    [Fact]
    public void Connections_are_opened_for_as_long_as_the_pace_takes_to_answer_each() =>
        Assert.Equal(128, new ArmLoad(new LoadMatrix { Connections = 64 }, ".", null).TimeToOpen(0.5).TotalSeconds);

    [Fact]
    public void So_few_requests_that_they_are_those_of_the_start_have_no_percentiles()
    {
        var load = new ArmLoad(new LoadMatrix { Connections = 64 }, ".", null);
        Assert.Null(load.WhyNoPercentiles(32, TimeSpan.FromSeconds(20)));
        var why = load.WhyNoPercentiles(16, TimeSpan.FromSeconds(20));
        Assert.Equal(
            "64 connections send 5.0 requests each in 20 s at the pace, and 10 are needed for percentiles: take fewer connections",
            why
        );
        MeasuredArm Slow(string name, double processor)
        {
            var arm = LoadMatrices.Interleaved(name, 1, processor, 1);
            return arm with { Rounds = [.. arm.Rounds.Select(round => round with { WhyNoPercentiles = why })] };
        }

        var result = LoadMatrices.Result(Slow("before", 1), Slow("after", 1));
        var worse = LoadMatrices.Result(Slow("before", 1), Slow("after", 1.2));

        var measures = result.CompareMeasures(new Settings());
        var outcome = LoadVerdict.Create(result, measures, new Strictness());
        var page = LoadReport.Render(result, new Settings(), measures, outcome);
        Assert.Equal(new Outcome(ExitCode.Inconclusive, $"p50, p99: inconclusive; {why}."), outcome);
        Assert.False(LoadVerdict.NeedsAnotherLook(result, measures, new Strictness()));
        Assert.Contains($"**No percentiles:** {why}.", page);
        Assert.Contains($"| p99 |  us |  us | {why} | 20% |", page);
        Assert.Equal(
            "processor a request: more by more than the margin.",
            LoadVerdict.Create(worse, worse.CompareMeasures(new Settings()), new Strictness()).Reason
        );
        folder.Write("slow.json", result.ToJson(result.Measures()));
        Assert.Equal(why, MatrixResult.Read(Path.Combine(folder.Root, "slow.json")).WhyNoPercentiles);
    }

    [Fact]
    public void A_generator_that_does_not_end_is_run_once_more_where_the_server_answers()
    {
        var (runs, probes) = (0, 0);
        Func<int> stuckOnce = () => ++runs == 1 ? throw new StuckGeneratorException("h2load did not end") : runs;
        Func<int> stuck = () => throw new StuckGeneratorException("h2load did not end");
        Action answers = () => probes++;

        Assert.Equal(2, ArmLoad.OnceMore(stuckOnce, answers));
        Assert.Equal(1, probes);
        // The second time it may be the server.
        Assert.Throws<StuckGeneratorException>(() => ArmLoad.OnceMore(stuck, answers));
        Assert.Equal(3, probes);
        runs = 0;
        var silent = Assert.Throws<LoadException>(() =>
            ArmLoad.OnceMore(stuckOnce, () => throw new LoadException("it does not answer"))
        );
        Assert.Equal((1, "it does not answer"), (runs, silent.Message));
        Assert.Throws<LoadException>(() => ArmLoad.OnceMore<int>(() => throw new LoadException("it ended"), answers));
        Assert.Equal(3, probes);
    }

    [Fact]
    public void Slices_are_added_up_and_one_without_totals_leaves_all_without()
    {
        var counted = new PacedLoad(
            new RequestTimes([1, 2], 0, 0.5),
            TimeSpan.FromMicroseconds(10_000),
            new RuntimeTotals(3000, 4, 1, TimeSpan.FromMilliseconds(2), TimeSpan.FromMicroseconds(90))
        );

        var all = PacedLoad.Join([counted, counted]);
        var figures = new CounterFigures(1, 2, 3, 4, 5).With(all.Totals, TimeSpan.FromSeconds(2));
        var silent = PacedLoad.Join([counted, counted with { Totals = null }]);

        Assert.Equal(45, all.ProcessorMicroseconds);
        Assert.Equal(new CounterFigures(3000, 2, 3, 4, 0.002, 4, 1), figures);
        Assert.Equal((null, 5000), (silent.Totals, silent.ProcessorMicroseconds));
        Assert.Equal(1, new CounterFigures(1, 2, 3, 4, 5).With(silent.Totals, TimeSpan.FromSeconds(2)).AllocatedBytesPerSecond);
    }

    [Fact]
    public void What_connections_take_is_no_part_of_what_a_request_takes()
    {
        // Ten slices, 64 connections of 9 KB and 90 us each, and 100 bytes and 20 us a request.
        var opening = new OpeningTotals(64 * (9000 + 100), 64 * TimeSpan.FromMicroseconds(90 + 20));
        var totals = new RuntimeTotals(
            (10 * 64 * 9000) + (100 * 50_000),
            4,
            1,
            TimeSpan.Zero,
            (10 * 64 * TimeSpan.FromMicroseconds(90)) + (50_000 * TimeSpan.FromMicroseconds(20))
        );
        var load = new PacedLoad(new RequestTimes([1], 0, 0.5) { Requests = 50_000 }, TimeSpan.FromSeconds(1), totals);

        Assert.Equal(
            totals with
            {
                AllocatedBytes = 100 * 50_000,
                Processor = TimeSpan.FromSeconds(1),
            },
            load.WithoutOpening(10, opening, 64).Totals
        );
        Assert.Equal(20, load.WithoutOpening(10, opening, 64).ProcessorMicroseconds!.Value, 6);
        // What was not read, and what was nothing but an opening, stays as it is.
        Assert.Equal(load, load.WithoutOpening(10, null, 64));
        Assert.Null((load with { Totals = null }).WithoutOpening(10, opening, 64).Totals);
        var tooShort = load with { Times = load.Times with { Requests = 640 } };
        Assert.Equal(tooShort, tooShort.WithoutOpening(10, opening, 64));
        // Never less than nothing.
        var less = load with { Totals = totals with { AllocatedBytes = 1, Processor = TimeSpan.Zero } };
        Assert.Equal(0, less.WithoutOpening(10, opening, 64).Totals!.Value.AllocatedBytes);
        Assert.Equal(0, less.WithoutOpening(10, opening, 64).ProcessorMicroseconds);
    }

    [Fact]
    public void The_median_of_openings_is_known_where_each_is()
    {
        var one = new RuntimeTotals(100, 0, 0, TimeSpan.Zero, TimeSpan.FromMilliseconds(2));
        var other = new RuntimeTotals(300, 0, 0, TimeSpan.Zero, TimeSpan.FromMilliseconds(4));
        var leap = other with { AllocatedBytes = 4_000_000_000 };

        Assert.Equal(new OpeningTotals(300, TimeSpan.FromMilliseconds(4)), OpeningTotals.Of([one, leap, other]));
        Assert.Null(OpeningTotals.Of([one, null]));
        Assert.Null(OpeningTotals.Of([]));
    }

    [Theory]
    [InlineData(2000, 3_700_000_000, true)]
    [InlineData(2000, -500_000_000, true)]
    [InlineData(0.7, 20_000_000, true)]
    [InlineData(2000, 60_000_000, false)]
    [InlineData(0.7, 50_000, false)]
    public void A_leap_of_the_counter_of_bytes_is_no_allocation(double ofRequest, long more, bool isLeap)
    {
        const long requests = 50_000;
        var usual = new PacedLoad(
            new RequestTimes([1], 0, 0.5) { Requests = requests },
            TimeSpan.FromSeconds(1),
            new RuntimeTotals((long)(ofRequest * requests), 4, 1, TimeSpan.Zero, TimeSpan.FromSeconds(1))
        );
        var leaping = usual with { Totals = usual.Totals!.Value with { AllocatedBytes = usual.Totals.Value.AllocatedBytes + more } };

        var (slices, leaps) = PacedLoad.WithoutLeaps([usual, usual, leaping, usual]);

        Assert.Equal(isLeap ? 1 : 0, leaps);
        Assert.Equal(isLeap ? [usual, usual, usual, usual] : [usual, usual, leaping, usual], slices);
    }

    [Theory]
    [InlineData(200_000_000, 8, false)]
    [InlineData(200_000_000, 7, false)]
    [InlineData(200_000_000, 6, true)]
    [InlineData(200_000_000, 0, false)]
    [InlineData(-200_000_000, 8, true)]
    public void Bytes_with_more_collections_than_ever_are_allocation(long more, long collections, bool isLeap)
    {
        var usual = new PacedLoad(
            new RequestTimes([1], 0, 0.5) { Requests = 1000 },
            TimeSpan.FromSeconds(1),
            new RuntimeTotals(20_000_000, 4, 1, TimeSpan.Zero, TimeSpan.FromSeconds(1))
        );
        var busy = usual with { Totals = usual.Totals!.Value with { Collections = 6 } };
        var bulky = usual with
        {
            Totals = usual.Totals.Value with { AllocatedBytes = 20_000_000 + more, Collections = collections },
        };

        Assert.Equal(isLeap ? 1 : 0, PacedLoad.WithoutLeaps([usual, busy, bulky, usual]).Leaps);
    }

    [Theory]
    [InlineData(1, 0, true)]
    [InlineData(2, 0, false)]
    [InlineData(0, 2, false)]
    public void Bytes_that_leap_in_more_than_a_tenth_of_the_slices_are_open(int ofFirst, int ofOther, bool isDecided)
    {
        var result = LoadMatrices.Result(Leaping("before", ofFirst), Leaping("after", ofOther));

        var measures = result.CompareMeasures(new Settings()).Benchmarks;

        Assert.Equal(isDecided ? Verdict.Equivalent : Verdict.Inconclusive, measures[4].Time!.Verdict);
        if (!isDecided)
            Assert.Equal(
                $"the count of bytes leapt in 12 of 60 slices of {(ofFirst > 0 ? "before" : "after")}",
                measures[4].Time!.Reason
            );
        Assert.All(measures.Take(4), measure => Assert.Equal(Verdict.Equivalent, measure.Time!.Verdict));

        MeasuredArm Leaping(string name, int leaps)
        {
            var arm = LoadMatrices.Interleaved(name, 1, 1, 1);
            return arm with { Rounds = [.. arm.Rounds.Select(round => round with { Slices = 10, Leaps = leaps })] };
        }
    }

    [Fact]
    public void Where_half_of_the_slices_would_be_leaps_or_one_has_no_totals_all_stay_as_they_are()
    {
        var usual = new PacedLoad(
            new RequestTimes([1], 0, 0.5) { Requests = 1000 },
            TimeSpan.FromSeconds(1),
            new RuntimeTotals(1000, 4, 1, TimeSpan.Zero, TimeSpan.FromSeconds(1))
        );
        var leaping = usual with { Totals = usual.Totals!.Value with { AllocatedBytes = -4_000_000_000 } };
        PacedLoad[] half = [usual, leaping];
        PacedLoad[] untold = [usual, usual, leaping, usual with { Totals = null }];

        Assert.Equal((half, 0), PacedLoad.WithoutLeaps(half));
        Assert.Equal((untold, 0), PacedLoad.WithoutLeaps(untold));
    }

    [Theory]
    [InlineData(90, true)]
    [InlineData(0, true)]
    [InlineData(90.123, false)]
    [InlineData(200, false)]
    public void A_few_ticks_of_the_clock_are_no_figure(double milliseconds, bool expected)
    {
        var slice = new PacedLoad(new RequestTimes([1], 0, 0.5), TimeSpan.FromMilliseconds(milliseconds), null);

        Assert.Equal(expected, slice.IsProcessorCoarse);
    }

    [Fact]
    public void What_allocates_nothing_in_a_round_has_a_ratio_there_as_well()
    {
        var before = LoadMatrices.Interleaved("before", 1, 1, 0.003);
        var silent = before with
        {
            Rounds =
            [
                .. before.Rounds.Select((round, i) =>
                    i == 3 ? round with { Counters = round.Counters with { AllocatedBytesPerSecond = 0 } } : round
                ),
            ],
        };
        var result = LoadMatrices.Result(silent, LoadMatrices.Interleaved("after", 1, 1, 0.4));

        var compared = Assert.Single(result.Compare(new Settings(), LoadMeasure.Allocated).Benchmarks);

        Assert.Equal(Verdict.Regressed, compared.Time!.Verdict);
    }

    [Theory]
    [InlineData(0.7, 400, "400 B instead of less than 16 B, Regressed")]
    [InlineData(400, 0.7, "less than 16 B instead of 400 B, Improved")]
    [InlineData(0.7, 3, "less than 16 B of both, Equivalent")]
    [InlineData(400, 800, "2.000x (")]
    public void What_is_less_than_the_counters_own_has_no_ratio(double bytes, double other, string expected)
    {
        var before = LoadMatrices.Interleaved("before", 1, 1, bytes / 1000);
        var result = LoadMatrices.Result(before, LoadMatrices.Interleaved("after", 1, 1, other / 1000));

        Assert.Contains($"| {expected}", LoadReport.Render(result, new Settings()));
    }

    [Fact]
    public void Leaps_of_the_counter_are_told_of()
    {
        var arm = LoadMatrices.Interleaved("before", 1, 1, 1);
        var leaping = arm with
        {
            Arm = new LoadArm { Name = "after" },
            Rounds = [.. arm.Rounds.Select((round, i) => round with { Leaps = i == 2 ? 3 : 0 })],
        };

        Assert.Contains("In 3 slices the runtime's count of bytes leapt (3 of after), as", LoadReport.Render(LoadMatrices.Result(arm, leaping), new Settings()));
        Assert.DoesNotContain("leapt", LoadReport.Render(LoadMatrices.Result(arm, arm with { Arm = leaping.Arm }), new Settings()));
    }

    [Fact]
    public void What_no_round_has_says_why_and_no_ratio()
    {
        var before = LoadMatrices.Interleaved("before", 1, 1, 1);
        var silent = before with
        {
            Arm = new LoadArm { Name = "after" },
            Rounds =
            [
                .. before.Rounds.Select(round =>
                    round with
                    {
                        Peak = round.Peak with { Errors = round.Peak.Errors with { Status = round.Peak.Requests } },
                        WhyNoPercentiles = "too few requests",
                    }
                ),
            ],
        };

        var page = LoadReport.Render(LoadMatrices.Result(before, silent), new Settings());

        Assert.DoesNotContain("NaN", page);
        Assert.Contains("| too few requests |", page);
    }

    [Fact]
    public void A_slice_may_take_no_tick_of_the_processor()
    {
        var arm = LoadMatrices.Interleaved("before", 1, 1, 1);
        var slices = arm with { Rounds = [.. arm.Rounds.Select(round => round with { PacedSlices = [new PacedSlice(1, 0)] })] };
        var file = folder.Write("m.json", LoadMatrices.Result(slices, arm with { Arm = new LoadArm { Name = "after" } }).ToJson());

        Assert.NotNull(MatrixResult.TryRead(file));
    }

    [Theory]
    [InlineData(true, true, ", processor time by slices in which both were loaded simultaneously, throughput and p50 by the median of blocks")]
    [InlineData(true, false, ", processor time, throughput and p50 by the median of blocks")]
    [InlineData(false, false, ", throughput and p50 by the median of blocks")]
    public void A_page_says_of_slices_no_more_than_they_have(bool hasProcessor, bool isAtOnce, string expected)
    {
        var arm = LoadMatrices.Interleaved("before", 1, 1, 1);
        arm = arm with
        {
            Rounds =
            [
                .. arm.Rounds.Select(round =>
                    round with
                    {
                        FullSpeedSlices = [.. Enumerable.Repeat(new FullSpeedSlice(1000), SliceRatio.MinSlices)],
                        PacedSlices = [.. Enumerable.Repeat(new PacedSlice(1, hasProcessor ? 80 : null), SliceRatio.MinSlices)],
                        ProcessorAtOnce = [.. Enumerable.Repeat(isAtOnce ? (double?)80 : null, SliceRatio.MinSlices)],
                    }
                ),
            ],
        };

        Assert.StartsWith(expected, LoadReport.BySlices(LoadMatrices.Result(arm, arm with { Arm = new LoadArm { Name = "after" } })));
    }

    [Theory]
    [InlineData(1, 1.9, nameof(Verdict.Equivalent))]
    [InlineData(1, 30, nameof(Verdict.Regressed))]
    [InlineData(1000, 1.03, nameof(Verdict.Regressed))]
    public void A_few_bytes_are_no_change(double bytes, double factor, string expected)
    {
        var before = LoadMatrices.Interleaved("before", 1, 1, allocated: bytes / 1000);
        var after = LoadMatrices.Interleaved("after", 1, 1, allocated: factor * bytes / 1000);

        var compared = LoadMatrices.Result(before, after).Compare(new Settings(), LoadMeasure.Allocated);

        Assert.Equal(expected, Assert.Single(compared.Benchmarks).Time!.Verdict.ToString());
    }

    private static MeasuredArm Arm(string name, params double[] rates) =>
        new(
            new LoadArm { Name = name },
            [
                .. rates.Select(rate => new ArmRound(
                    new Throughput((long)(10 * rate), 10, new LoadErrors(0, 0, 0, 0, 0), 0.5, 1),
                    null,
                    10,
                    new CounterFigures(1e6, 5e7, 4, 0, 0.01),
                    12
                )),
            ]
        );

    [GeneratedRegex(@"\b[0-9]+\.[0-9]{2}x")]
    private static partial Regex Ratio();

    [GeneratedRegex("^```jsonc\\n(?<text>.*?)^```", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex JsonBlock();
}
