using System.Text.Json.Nodes;

namespace Bench.Load.Tests;

public sealed partial class MatrixTests : FolderTests
{
    public static TheoryData<string> Files =>
        [.. Directory.EnumerateFiles(Path.Combine(Checkout.Root, "samples", "matrices")).Select(file => Path.GetFileName(file)!)];

    [Theory]
    [MemberData(nameof(Files))]
    public void Those_of_the_repository_are_right(string file)
    {
        var matrix = LoadMatrix.Read(Path.Combine(Checkout.Root, "samples", "matrices", file));
        Assert.Equal(Path.GetFileNameWithoutExtension(file), matrix.Name);
        Assert.All(matrix.Variants.Select(variant => variant.Sample ?? matrix.Sample), sample =>
            Assert.True(File.Exists(Path.Combine(Checkout.Root, "samples", sample, sample + ".csproj")))
        );
        Assert.Contains($"`{file}`", File.ReadAllText(Path.Combine(Checkout.Root, "docs", "guides", "compare-settings-under-load.md")));
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
            if (MatrixResult.TryRead(file) is not { } result)
            {
                Check(Path.ChangeExtension(file, ".md"), SweepPage.Render(LoadFiles.Read(file)));
                continue;
            }

            measured.UnionWith(
                new JudgedMatrix(result, settings)
                    .Of(LoadMeasure.FullSpeed)
                    .Select(benchmark => FormattableString.Invariant($"{1 / benchmark.Time!.Ratio:0.00}x"))
            );
            if (result.Matrix.Name == ComparedSweep.NameOf(Sweep, result.Matrix.Connections))
                levels.Add(result);
            else
                Check(Path.ChangeExtension(file, ".md"), MatrixPage.Render(new JudgedMatrix(result, settings)));
        }

        var sweep = new ComparedSweep(Sweep, [.. levels.OrderBy(level => level.Matrix.Connections)]);
        Check(Path.Combine(published, $"{Sweep}.md"), ComparedSweepPage.Render(sweep, settings));

        var quoted = Ratio().Matches(File.ReadAllText(Path.Combine(published, "README.md"))).Select(match => match.Value).ToArray();
        Assert.True(quoted.Length > 10);
        Assert.All(quoted, ratio => Assert.Contains(ratio, measured));

        // BENCH_UPDATE_GOLDEN=1 renders the pages again. They end with the commit that was measured, which is written by hand.
        static void Check(string page, string rendered)
        {
            var text = File.Exists(page) ? File.ReadAllText(page) : "";
            if (Environment.GetEnvironmentVariable("BENCH_UPDATE_GOLDEN") == "1")
                File.WriteAllText(
                    page,
                    rendered + (text.LastIndexOf("\nCommit ", StringComparison.Ordinal) is > 0 and var end ? text[end..] : "")
                );
            else
                Assert.StartsWith(rendered, text);
        }
    }

    [Fact]
    public void The_guide_shows_all_keys_and_their_defaults()
    {
        var block = JsonBlock()
            .Match(File.ReadAllText(Path.Combine(Checkout.Root, "docs", "guides", "compare-settings-under-load.md")))
            .Groups["text"]
            .Value;
        var shown = LoadMatrix.Read(folder.Write("m.json", block));
        var defaults = new LoadMatrix
        {
            Name = shown.Name,
            Question = shown.Question,
            Sample = shown.Sample,
            Path = shown.Path,
            Variants = shown.Variants,
        };

        Assert.Equal(Json(defaults).ToJsonString(), Json(shown).ToJsonString());
        using var keys = JsonDocument.Parse(block, new JsonDocumentOptions { CommentHandling = JsonCommentHandling.Skip });
        Assert.Equal(Names(Json(defaults)), keys.RootElement.EnumerateObject().Select(key => key.Name).Order(StringComparer.Ordinal));
        Assert.Equal(
            Names(Json(defaults)["variants"]![0]!).Where(name => name != "sample"),
            keys.RootElement.GetProperty("variants")[1].EnumerateObject().Select(key => key.Name).Order(StringComparer.Ordinal)
        );

        static JsonNode Json(LoadMatrix matrix) => JsonSerializer.SerializeToNode(matrix, PlanContext.Default.LoadMatrix)!;

        static IEnumerable<string> Names(JsonNode node) => node.AsObject().Select(pair => pair.Key).Order(StringComparer.Ordinal);
    }

    [Theory]
    [InlineData("{", "m.json")]
    [InlineData("""{MS,"variants":[{"name":"a"}]}""", "two or more")]
    [InlineData("""{MS,"variants":[{"name":"a"},{"name":"a"}]}""", "same name")]
    [InlineData("""{MS,"variants":[{"name":"a"},{}]}""", "each entry of variants needs a name")]
    [InlineData("""{MS,"variants":[{"name":"a"},null]}""", "each entry of variants needs a name")]
    [InlineData("""{MS,"rounds":4,AB}""", "rounds")]
    [InlineData("""{MS,"pace":1,AB}""", "pace")]
    [InlineData("""{MS,"path":"/a#b",AB}""", "no spaces and no #")]
    [InlineData("""{MS,"alone":"a lock","sliceSeconds":5,AB}""", "sliceSeconds")]
    [InlineData("""{MS,"connections":0,AB}""", "connections")]
    [InlineData("""{MS,"path":"x",AB}""", "path")]
    [InlineData("""{"name":"../m","sample":"S",AB}""", "name")]
    [InlineData("""{"name":"m",AB}""", "sample")]
    [InlineData("""{"name":"m","variants":[{"name":"a","sample":"S"},{"name":"b"}]}""", "sample")]
    [InlineData("""{MS,"headers":{"A b":"c"},AB}""", "headers")]
    [InlineData("""{MS,"headers":{"A":"b\r\nC: d"},AB}""", "headers")]
    [InlineData("""{MS,"headers":{"A":"b","a":"b"},AB}""", "headers must not have a name twice")]
    [InlineData("""{MS,"method":"HEAD",AB}""", "method must not be HEAD, because wrk cannot read its responses")]
    [InlineData("""{MS,"variants":[{"name":"a","expectHeaders":{"A":null}},{"name":"b"}]}""", "header")]
    [InlineData("""{MS,"arm":[]}""", "arm")]
    [InlineData("""{MS,"path":"/a","requests":[{"name":"a","connections":1}]}""", "Remove them from the matrix")]
    [InlineData("""{MS,"requests":[{"path":"/a","connections":1}]}""", "each entry of requests needs a name")]
    [InlineData("""{MS,"requests":[null]}""", "each entry of requests needs a name")]
    [InlineData("""{MS,"requests":[{"name":"a"}]}""", "the request 'a' has 0 connections. Give it 1 to 10000.")]
    [InlineData("""{MS,"requests":[{"name":"a","connections":1},{"name":"a","connections":1}]}""", "two requests have the name 'a'")]
    [InlineData(
        """{MS,"connections":64,"requests":[{"name":"a","connections":7},{"name":"b","connections":7}]}""",
        "connections is 64, but the requests have 14 together"
    )]
    [InlineData("""{MS,"requests":[{"name":"a","connections":1,"path":"x"}]}""", "the request 'a': path must begin")]
    [InlineData("""{MS,"requests":[{"name":"a","connections":1,"method":"HEAD"}]}""", "the request 'a': method must not be HEAD")]
    [InlineData("""{MS,"requests":[{"name":"a","users":1}]}""", "users")]
    [InlineData("""{MS,"requests":[{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}]}""", "21 entries, but at most 20")]
    [InlineData("""{MS,"durationSeconds":"10s","variants":[]}""", "m.json")]
    public void A_mistake_is_named(string text, string cause)
    {
        var file = folder.Write(
            "m.json",
            text.Replace("MS", "\"name\":\"m\",\"sample\":\"S\"").Replace("AB", "\"variants\":[{\"name\":\"a\"},{\"name\":\"b\"}]")
        );
        var message = Assert.Throws<LoadException>(() => LoadMatrix.Read(file)).Message;
        Assert.Contains(cause, message);
        Assert.Contains("m.json", message);
        Assert.DoesNotContain('\n', message);
    }

    [Fact]
    public void Each_variant_is_compared_with_the_first_of_the_same_round()
    {
        // The machine is twice as fast in every other round: only a comparison within rounds shows the 20%.
        var result = Result(Alone("first", 1000, 2000, 1010, 2010, 990), Alone("slower", 800, 1602, 808, 1605, 793));

        var benchmark = Assert.Single(Judge(result).Of(LoadMeasure.FullSpeed));

        Assert.Equal(Verdict.Regressed, benchmark.Time!.Verdict);
        Assert.Equal(1.25, benchmark.Time.Ratio, 2);
        Assert.Matches(@"\| slower \| 808 \| 0\.80\dx \(0\.79\d-0\.80\d\) \| Regressed \|", MatrixPage.Render(Judge(result)));
    }

    [Fact]
    public void Its_file_is_not_read_by_compare()
    {
        folder.Write("m.json", Result(Alone("first", 1000, 1001, 999), Alone("other", 1000, 1001, 999)).ToJson());
        var refusal = Assert.Throws<ResultsException>(() => folder.Load("m.json"));
        Assert.StartsWith("m.json: has rounds of a load test and no benchmarks. Use bench load report", refusal.Message);
    }

    [Fact]
    public void All_reports_show_bytes_as_bytes_and_each_measure_with_its_margin()
    {
        var result = Result(Interleaved("before"), Interleaved("after", p99: 1.02, allocated: 1.04)) with
        {
            Check = new CheckInfo("before (0123456789ab)", "after"),
        };
        var judged = Judge(result);
        var comparison = judged.Check;
        var outcome = judged.Decide();

        var html = HtmlReport.Render(comparison, outcome);
        using var json = JsonDocument.Parse(JsonReport.Render(comparison, outcome));
        var rows = json
            .RootElement.GetProperty("benchmarks")
            .EnumerateArray()
            .ToDictionary(row => row.GetProperty("fullName").GetString()!);

        Assert.Matches("<td class=\"sides\">100\\d(\\.\\d+)? B → 104\\d(\\.\\d+)? B</td>", html);
        Assert.Contains("margin 2%, noise floor 16 B", html);
        Assert.Contains("margin 20%, noise floor 0.50 ns", html);
        Assert.Contains("Measured: 6 rounds of load on both builds<", html);
        Assert.DoesNotContain(
            "replicate",
            html[html.IndexOf("<body", StringComparison.Ordinal)..html.IndexOf("<script", StringComparison.Ordinal)]
        );
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
        "The accepted regression of 'm.Allocated' accepts nothing. Use the metric allocation for allocated bytes, and time for all other measures."
    )]
    public void A_page_warns_of_settings_that_fit_none_of_its_measures_and_are_for_them(string text, string? warning)
    {
        var settings = Settings.Parse(text, "bench.json");
        var result = Result(Interleaved("before"), Interleaved("after", 1.5, 1, 1)) with { Check = new CheckInfo("before", "after") };
        var judged = new JudgedMatrix(result, settings);
        Assert.Equal(warning, judged.Check.Warnings.SingleOrDefault());
        var page = GatePage.Render(judged, new Outcome(ExitCode.Passed, ""));
        Assert.Equal(warning is not null, page.Contains("\n> ", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(2, true, true)]
    [InlineData(3, true, false)]
    [InlineData(2, false, false)]
    [InlineData(1, false, false)]
    public void A_page_of_a_check_tells_what_servers_with_one_core_can_not_show(int cores, bool isPinned, bool isTold)
    {
        var page = PageOfCheck(cores, others: 0, isPinned);
        Assert.Equal(isTold, page.Contains("The servers had one core, ", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(0.5, true, true)]
    [InlineData(0.05, true, false)]
    [InlineData(0.5, false, false)]
    public void A_page_of_a_check_tells_what_others_do_to_pinned_servers(double others, bool isPinned, bool isTold)
    {
        var page = PageOfCheck(cores: 2, others, isPinned);
        Assert.Equal(isTold, page.Contains("hides differences in throughput", StringComparison.Ordinal));
    }

    private static string PageOfCheck(int cores, double others, bool isPinned)
    {
        var result = Result(Interleaved("before"), Interleaved("after")) with
        {
            Environment = new RunEnvironment(Cores: cores),
            Check = new CheckInfo("before", "after", ShareOfOthers: others),
        };
        result.Matrix.Pin = isPinned;
        return GatePage.Render(Judge(result), new Outcome(ExitCode.Passed, ""));
    }

    [Fact]
    public void Variants_with_margins_of_their_own_are_said_to_have_them()
    {
        var settings = Settings.Parse("""{"benchmarks":[{"pattern":"m.third","margin":"10%"}]}""", "bench.json");
        var result = Result(Interleaved("first"), Interleaved("second"), Interleaved("third"));
        Assert.Contains(
            "margins of 5% to 10% (time at full speed), 10% to 20% (p50)",
            MatrixPage.Render(new JudgedMatrix(result, settings))
        );
    }

    [Theory]
    [InlineData(0.2, 0, 0, "No regression shown.")]
    [InlineData(0.2, 0.3, 3, "The throughput of m is Inconclusive, and it is the most important measure.")]
    [InlineData(1, 0.3, 0, "No regression shown.")]
    public void Throughput_that_is_open_leaves_all_open(double maxInconclusive, double noise, int expected, string reason)
    {
        var after = Interleaved("after");
        after = after.Each(
            (round, i) =>
                round with
                {
                    Peak = round.Peak with { Requests = (long)(round.Peak.Requests * (i % 2 == 0 ? 1 + noise : 1 - noise)) },
                }
        );
        var compared = Judge(Result(Interleaved("before"), after)).Check;
        var outcome = Outcome.Create(compared, new Strictness(MaxInconclusive: maxInconclusive));

        Assert.Equal("m.FullSpeed", Assert.Single(compared.Benchmarks, benchmark => benchmark.IsThroughput).Name);
        Assert.Equal((expected, reason), ((int)outcome.ExitCode, outcome.Reason));
    }

    [Fact]
    public void No_file_has_what_is_called_a_secret_and_a_run_goes_on_without_it()
    {
        LoadVariant Variant(string name) =>
            new()
            {
                Name = name,
                Environment = new Dictionary<string, string>
                {
                    ["ConnectionStrings__Shop"] = "Password=s3cret-1",
                    ["DOTNET_gcServer"] = "1",
                },
                Switches = ["--ApiKey", "s3cret-2==", "--Auth:Token=s3cret-3", "--MaxLength", "10", "--key", "--other"],
            };
        var plain = Result(
            Interleaved("before") with
            {
                Variant = Variant("before"),
            },
            Interleaved("after") with
            {
                Variant = Variant("after"),
            }
        );
        var result = plain with
        {
            Matrix = plain.Matrix with
            {
                Headers = new Dictionary<string, string> { ["Authorization"] = "Bearer s3cret-4", ["Accept"] = "text/plain" },
                Start = ["dotnet", "Shop.dll", "--ConnectionStrings:Shop", "Host=x;Password=s3cret-5"],
                Variants = [Variant("before"), Variant("after")],
            },
            Check = new CheckInfo(
                "before",
                "after",
                BaselineConfig: """
                // A comment.
                { "margin": "5%", "load": [{ "name": "a", "project": "A.csproj", "headers": { "Cookie": "s3cret-6", "Accept": "*/*" } }], }
                """,
                CandidateConfig: """
                { "load": [{ "name": "a", "arguments": ["--Key", "s3cret-7"], "start": ["x", "--Pwd=s3cret-8"], "environment": { "A__Token": "s3cret-9" } }] }
                """,
                Options: new CheckOptions(Config: """{ "load": [{ "headers": { "X-Api-Key": "s3cret-10" } }] }""")
            ),
        };

        var text = result.ToJson();

        Assert.DoesNotContain("s3cret", text);
        Assert.Equal("s3cret-2==", result.Variants[0].Variant.Switches[1]);
        var read = MatrixResult.Read(folder.Write("gate.json", text));
        Assert.True(MatrixResult.CanGoOn(read, result));
        Assert.Equal(
            ["--ApiKey", "(hidden)", "--Auth:Token=(hidden)", "--MaxLength", "10", "--key", "--other"],
            read.Variants[1].Variant.Switches
        );
        Assert.Equal(0.05, Settings.Parse(read.Check!.BaselineConfig!, "a").Margin.Relative);
        Assert.Equal("*/*", Settings.Parse(read.Check.BaselineConfig!, "a").Load[0].Headers!["Accept"]);
        Assert.Equal(("text/plain", "1"), (read.Matrix.Headers["Accept"], read.Matrix.Variants[0].Environment["DOTNET_gcServer"]));
    }

    /// <summary>Rounds belong to variants by their order: a file with another order would credit them to the wrong variant.</summary>
    [Fact]
    public void A_run_goes_on_with_rounds_of_its_own_variants_and_method_only()
    {
        var (before, after) = (Interleaved("before"), Interleaved("after"));
        var plain = Result(before, after);
        var result = plain with { Matrix = plain.Matrix with { Variants = [before.Variant, after.Variant] }, Method = LoadMethod.Version };
        var fewer = after with { Rounds = [.. after.Rounds.Skip(1)] };

        Assert.True(MatrixResult.CanGoOn(result, result));
        Assert.False(MatrixResult.CanGoOn(result with { Variants = [after, before] }, result));
        Assert.False(MatrixResult.CanGoOn(result with { Variants = [before] }, result));
        Assert.False(MatrixResult.CanGoOn(result with { Variants = [before, fewer] }, result));
        Assert.False(MatrixResult.CanGoOn(result with { Method = null }, result));
    }

    /// <summary>One process of several, and one response of many.</summary>
    [Theory]
    [InlineData(2, 2000, "97.222%")]
    [InlineData(null, 1, "> 99.999%")]
    public void Answers_at_full_speed_that_are_not_good_show_in_whatever_round(int? round, int bad, string success)
    {
        var variant = Interleaved("after");
        variant = variant.Each(
            (one, i) =>
                one with
                {
                    Peak = one.Peak with
                    {
                        Requests = 12_000 * (round is null ? 100 : 1),
                        Errors = new LoadErrors(0, 0, 0, i == (round ?? 0) ? bad : 0, 0),
                    },
                }
        );

        var page = MatrixPage.Render(Judge(Result(Interleaved("before"), variant)));

        Assert.Matches($@"\| after \| .* \| {success.Replace(".", @"\.")} \| 0\.50, 1\.00 \|", page);
    }

    [Fact]
    public void A_page_tells_what_other_programs_took_and_what_idle_servers_did()
    {
        var variant = Interleaved("before");
        variant = variant.Each((round, i) => round with { IdleCores = 0.002 * (i + 1) });
        var result = Result(variant, variant.As("after")) with { Check = new CheckInfo("before", "after", ShareOfOthers: 0.3) };
        var judged = Judge(result);
        var page = GatePage.Render(judged, judged.Decide());
        Assert.Contains("> Other programs used 30% of the CPU time during the measurement", page);
        Assert.Contains("Servers that were not loaded kept at most 0.012 cores busy.", page);
    }

    [Fact]
    public void Collections_are_counted_of_a_million_requests_and_shown_where_every_round_has_them()
    {
        var before = Collecting("before", 2, 2, 2, 2, 2, 2);
        var (more, lacking) = (Collecting("after", 3, 3, 3, 3, 3, 3), Collecting("after", 3, 3, null, 3, 3, 3));
        var rare = Collecting("after", 0, 3, 0, 3, 3, 3);

        // 2 per second, with 500 requests.
        Assert.Matches(@"\| collections per million \| 4000\.0 \| 6000\.0 \| 1\.500x \(.*\) \| not judged \| \|", Page(more));
        Assert.DoesNotContain("| collections per million | 4", Page(lacking));
        // A ratio to zero does not exist, but the cell must not be empty.
        Assert.Contains("| collections per million | 4000.0 | 6000.0 | none in 2 of 6 rounds | not judged | |", Page(rare));
        Assert.Matches(@"\| after \| .* \| none in 2 of 6 rounds \|\n", MatrixPage.Render(Judge(Result(before, rare))));

        string Page(MeasuredVariant after)
        {
            var judged = Judge(Result(before, after));
            return GatePage.Render(judged, judged.Decide());
        }

        static MeasuredVariant Collecting(string name, params double?[] perSecond)
        {
            var variant = Interleaved(name, processor: 1);
            return variant with
            {
                Rounds =
                [
                    .. variant.Rounds.Zip(perSecond, (round, collections) =>
                        round with
                        {
                            Counters = round.Counters with { CollectionsPerSecond = collections },
                        }
                    ),
                ],
            };
        }
    }

    [Fact]
    public void What_a_round_was_asked_for_decides_whether_it_had_the_load()
    {
        var before = Interleaved("before");
        // The same number of requests, which is twice one variant's pace and equal to the other's.
        var slower = before.Each((round, i) => i < 3 ? round with { Pace = 400 } : round);
        var result = Result(slower, slower.As("after"));
        var behind = Result([.. result.Variants.Select(variant => variant.Each(round => round with { Pace = 1000 }))]);

        var page = MatrixPage.Render(Judge(result));
        Assert.Contains("## At the same load, 400 to 500 requests/s (70%", page);
        Assert.DoesNotContain("Not at the same load", page);
        Assert.Contains("**Not at the same load:** before, after reached less", MatrixPage.Render(Judge(behind)));
        Assert.Contains("less than 95% of the pace", Judge(behind).Of(LoadMeasure.Median)[0].Time!.Reason);
    }

    [Theory]
    [InlineData(0.5, 1.4, false, null)]
    [InlineData(0.5, 0.9, true, null)]
    [InlineData(1.2, 0.75, false, "with after, the generator used more CPU time than the server")]
    [InlineData(1.2, 0.6, false, null)]
    [InlineData(1.85, 0.1, false, "with after, the generator was saturated")]
    [InlineData(0.92, 0.95, true, "with after, the generator was saturated")]
    public void A_generator_that_limits_an_variant_is_named(double generator, double server, bool isPinned, string? mark)
    {
        var before = Interleaved("before");
        var after = before
            .As("after")
            .Each(round => round with { Peak = round.Peak with { GeneratorCores = generator, ServerCores = server } });
        var result = Result(before, after);
        result.Matrix.Pin = isPinned;

        var page = MatrixPage.Render(Judge(result));

        if (mark is null)
            Assert.DoesNotContain("The generator was the limit", page);
        else
            Assert.Contains($"**The generator was the limit:** {mark}", page);
    }

    [Fact]
    public void Rounds_of_one_variant_after_the_other_have_no_ratios_at_the_pace()
    {
        var alone = Result(Alone("first", 1000, 1001, 999, 1002), Alone("other", 1000, 1001, 999, 1002));
        Assert.False(alone.IsInterleaved);
        Assert.DoesNotContain("interleaved", MatrixPage.Render(Judge(alone)));
    }

    [Theory]
    [InlineData(0.7, 400, "400 B instead of less than 16 B, Regressed")]
    [InlineData(400, 0.7, "less than 16 B instead of 400 B, Improved")]
    [InlineData(0.7, 3, "both less than 16 B, Equivalent")]
    [InlineData(400, 800, "2.000x (")]
    public void What_is_less_than_the_counters_own_has_no_ratio(double bytes, double other, string expected)
    {
        var result = Result(Interleaved("before", 1, 1, bytes / 1000), Interleaved("after", 1, 1, other / 1000));
        Assert.Contains($"| {expected}", MatrixPage.Render(Judge(result)));
    }

    [Fact]
    public void Jumps_of_the_counter_are_told_of()
    {
        var variant = Interleaved("before");
        var jumping = variant.As("after").Each((round, i) => round with { Jumps = i == 2 ? 3 : 0 });
        Assert.Contains(
            "In 3 slices the runtime's byte counter jumped (3 of after), as",
            MatrixPage.Render(Judge(Result(variant, jumping)))
        );
        Assert.DoesNotContain("jumped", MatrixPage.Render(Judge(Result(variant, variant with { Variant = jumping.Variant }))));
    }

    [Fact]
    public void What_no_round_has_says_why_and_no_ratio()
    {
        var before = Interleaved("before");
        var silent = before
            .As("after")
            .Each(round =>
                round with
                {
                    Peak = round.Peak with { Errors = round.Peak.Errors with { Status = round.Peak.Requests } },
                    WhyNoPercentiles = "too few requests",
                }
            );

        var page = MatrixPage.Render(Judge(Result(before, silent)));

        Assert.DoesNotContain("NaN", page);
        Assert.Contains("| too few requests |", page);
    }

    [Fact]
    public void A_slice_may_take_no_tick_of_the_processor()
    {
        var variant = Interleaved("before");
        var slices = variant.Each(round => round with { PacedSlices = [new PacedSlice(1, 0)] });
        Assert.NotNull(MatrixResult.TryRead(folder.Write("m.json", Result(slices, variant.As("after")).ToJson())));
    }

    [Theory]
    [InlineData(true, true, " CPU time is compared in slices in which both are loaded at the same time. Throughput and p50 are")]
    [InlineData(true, false, " CPU time, throughput and p50 are compared in blocks")]
    [InlineData(false, false, " Throughput and p50 are compared in blocks")]
    public void A_page_says_of_slices_no_more_than_they_have(bool hasProcessor, bool isAtOnce, string expected)
    {
        var variant = Interleaved("before");
        variant = variant.Each(round =>
            round with
            {
                FullSpeedSlices = [.. Enumerable.Repeat(new FullSpeedSlice(1000), SliceRatio.MinSlices)],
                PacedSlices = [.. Enumerable.Repeat(new PacedSlice(1, hasProcessor ? 80 : null), SliceRatio.MinSlices)],
                ProcessorAtOnce = [.. Enumerable.Repeat(isAtOnce ? (double?)80 : null, SliceRatio.MinSlices)],
            }
        );

        Assert.StartsWith(expected, MatrixNotes.BySlices(Result(variant, variant.As("after"))));
    }

    [GeneratedRegex(@"\b[0-9]+\.[0-9]{2}x")]
    private static partial Regex Ratio();

    [GeneratedRegex("^```jsonc\\n(?<text>.*?)^```", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex JsonBlock();
}
