namespace Bench.Load.Tests;

public sealed class ScenarioTests : FolderTests
{
    public static TheoryData<string> Files =>
        [.. Directory.EnumerateFiles(Path.Combine(Checkout.Root, "samples", "scenarios")).Select(file => Path.GetFileName(file)!)];

    [Theory]
    [MemberData(nameof(Files))]
    public void Those_of_the_repository_are_right(string file)
    {
        var scenario = Scenario.Read(Path.Combine(Checkout.Root, "samples", "scenarios", file));
        Assert.Equal(Path.GetFileNameWithoutExtension(file), scenario.Name);
        Assert.True(File.Exists(Path.Combine(Checkout.Root, "samples", scenario.Sample!, scenario.Sample + ".csproj")));
    }

    [Theory]
    [InlineData("""{URL,"virtualUsers":1,"durationSeconds":1}""", "requests")]
    [InlineData("""{URL,"requests":[{}]}""", "virtualUsers and durationSeconds")]
    [InlineData("""{URL,"virtualUsers":1,"stages":[{"seconds":1,"virtualUsers":1}],"requests":[{}]}""", "stages cannot be combined")]
    [InlineData("""{URL,"stages":[{"seconds":0,"virtualUsers":1}],"requests":[{}]}""", "each stage needs")]
    [InlineData("""{URL,"stages":[{"seconds":1,"virtualUsers":0}],"requests":[{}]}""", "number of virtual users")]
    [InlineData("""{"name":"s",ONE:[{}]}""", "sample or url")]
    [InlineData("""{URL,"switches":["--x"],ONE:[{}]}""", "switches cannot be combined")]
    [InlineData("""{URL,ONE:[{"path":"x"}]}""", "each request needs")]
    [InlineData("""{URL,ONE:[{"path":"/ HTTP/1.1\r\nX: y"}]}""", "each request needs")]
    [InlineData("""{URL,ONE:[{"method":"GET /x"}]}""", "each request needs")]
    [InlineData("""{URL,ONE:[{"contentType":"a\r\nb"}]}""", "each request needs")]
    [InlineData("""{URL,"virtualUsers":1,"durationSeconds":1,"rate":0,"requests":[{}]}""", "rate")]
    [InlineData("""{URL,ONE:[{}],"thresholds":["p96 < 1 ms"]}""", "has an unknown metric. Use one of these: mean, p50")]
    [InlineData("""{URL,ONE:[{}],"thresholds":["p95 < 1 %"]}""", "p95 is in ms")]
    [InlineData("""{URL,ONE:[{}],"thresholds":["p95"]}""", "is not a threshold")]
    [InlineData("""{URL,ONE:[{}],"thresholds":["abort when p95 < 1 ms"]}""", "cannot abort")]
    [InlineData("""{URL,ONE:[{"path":"//other/x"}]}""", "each request needs")]
    [InlineData("""{URL,ONE:[{},{"method":"HEAD"}]}""", "the method HEAD cannot be used, because wrk cannot read its responses")]
    [InlineData("""{"name":"s","request":[]}""", "request")]
    [InlineData(
        """{URL,"durationSeconds":1,"requests":[{"path":"/a","virtualUsers":1},{"path":"/b"}]}""",
        "/b has no virtualUsers, but other requests do"
    )]
    [InlineData(
        """{URL,"durationSeconds":1,"requests":[{"name":"a","virtualUsers":1},{"name":"b","virtualUsers":0}]}""",
        "b has 0 virtualUsers. Use 1 or more"
    )]
    [InlineData(
        """{URL,"durationSeconds":1,"virtualUsers":5,"requests":[{"path":"/a","virtualUsers":2},{"path":"/b","virtualUsers":2}]}""",
        "virtualUsers is 5, but the requests have 4 together"
    )]
    [InlineData(
        """{URL,"durationSeconds":1,"requests":[{"virtualUsers":2000000000},{"virtualUsers":2000000000}]}""",
        "the requests have 4000000000 virtualUsers together"
    )]
    [InlineData(
        """{URL,"durationSeconds":1,"requests":[{"path":"/a","virtualUsers":2,"weight":3}]}""",
        "/a has both virtualUsers and a weight"
    )]
    [InlineData("""{URL,"stages":[{"seconds":1,"virtualUsers":1}],"requests":[{"virtualUsers":1}]}""", "stages cannot be combined")]
    [InlineData("""{URL,ONE:[{"name":"a"},{"name":"a"}]}""", "two requests have the name 'a'")]
    [InlineData("""{URL,ONE:[{"users":1}]}""", "users")]
    [InlineData("""{URL,ONE:[null]}""", "each request needs")]
    public void A_mistake_is_named(string text, string cause) =>
        Assert.Contains(cause, Assert.Throws<LoadException>(() => Scenario.Read(folder.Write("s.json", Whole(text)))).Message);

    private static string Whole(string text) =>
        text.Replace("URL", "\"name\":\"s\",\"url\":\"http://127.0.0.1:1\"", StringComparison.Ordinal)
            .Replace("ONE:", "\"virtualUsers\":1,\"durationSeconds\":1,\"requests\":", StringComparison.Ordinal);

    [Fact]
    public void Files_of_before_called_virtual_users_copies()
    {
        var constant = Read("""{"name":"s","url":"http://127.0.0.1:1","copies":3,"durationSeconds":1,"requests":[{}]}""");
        var ramp = Read("""{"name":"s","url":"http://127.0.0.1:1","stages":[{"seconds":1,"copies":4}],"requests":[{}]}""");
        Assert.Equal((3, 4), (constant.VirtualUsers, Assert.Single(ramp.Stages).VirtualUsers));
        Scenario Read(string text) => Scenario.Read(folder.Write("s.json", text));
    }

    [Fact]
    public void A_virtual_user_sends_while_there_are_so_many()
    {
        var ramp = new Scenario { Stages = [new Stage(10, 5), new Stage(20, 5), new Stage(5, 0), new Stage(5, 2)] };
        Assert.Equal([(2000, 34_000), (37_500, 40_000)], ramp.Spans(0));
        Assert.Equal([(10_000, 30_000)], ramp.Spans(4));
    }

    [Fact]
    public void At_any_time_as_many_virtual_users_send_as_the_line_says()
    {
        var ramp = new Scenario
        {
            WarmUpSeconds = 4,
            Stages = [new Stage(10, 50), new Stage(10, 20), new Stage(5, 20), new Stage(15, 80), new Stage(20, 0)],
        };
        (double Time, double Users)[] line = [(4, 0), (14, 50), (24, 20), (29, 20), (44, 80), (64, 0)];

        for (var time = 4.05; time < 64; time += 0.1)
        {
            var next = Array.FindIndex(line, point => point.Time > time);
            var (before, after) = (line[next - 1], line[next]);
            var expected = before.Users + ((after.Users - before.Users) * (time - before.Time) / (after.Time - before.Time));
            var sending = Enumerable
                .Range(0, ramp.MaxVirtualUsers)
                .Count(user => ramp.Spans(user).Any(span => span.From <= 1000 * time && 1000 * time < span.To));
            Assert.InRange(sending, expected - 1.01, expected + 1.01);
        }
    }

    [Fact]
    public void Text_stays_text_in_the_plan()
    {
        var lua = new Scenario
        {
            VirtualUsers = 1,
            DurationSeconds = 1,
            Requests =
            [
                new ScenarioRequest
                {
                    Path = "/x",
                    Method = "POST",
                    Body = "a\"b\\c]]\n\0ü",
                },
            ],
        }.ToLua("/tmp/a\"b");

        Assert.Contains("""body = "a\034b\092c]]\010\000\195\188",""", lua);
        Assert.Contains("""folder = "/tmp/a\034b",""", lua);
    }

    [Fact]
    public void Users_of_each_request_take_turns_so_that_a_rate_is_that_of_all()
    {
        var scenario = Scenario.Read(
            folder.Write(
                "s.json",
                """{"name":"s","url":"http://127.0.0.1:1","durationSeconds":1,"requests":[{"path":"/a","virtualUsers":4},{"path":"/b","virtualUsers":2}]}"""
            )
        );

        Assert.Equal(6, scenario.MaxVirtualUsers);
        Assert.Equal([0, 1, 0, 0, 1, 0], scenario.RequestsOfUsers());
        Assert.Contains("request_of = { 1, 2, 1, 1, 2, 1 },", scenario.ToLua("/tmp"));
        // Hundreds of requests are treated like a few.
        var many = new Scenario
        {
            Requests = [.. Enumerable.Range(0, 700).Select(i => new ScenarioRequest { Path = $"/{i}", VirtualUsers = 1 })],
        };
        Assert.Equal(Enumerable.Range(0, 700), many.RequestsOfUsers().Order());
    }

    [Fact]
    public void Each_request_has_figures_and_one_that_always_fails_is_named()
    {
        var scenario = new Scenario
        {
            Name = "s",
            Sample = "S",
            DurationSeconds = 10,
            Requests =
            [
                new ScenarioRequest { Path = "/order?key=abcdefgh", VirtualUsers = 1 },
                new ScenarioRequest { Name = "a | b", VirtualUsers = 2 },
                new ScenarioRequest { Path = "/never", VirtualUsers = 1 },
            ],
        };
        var log = new ScenarioLog(folder.Root, scenario);
        log.Add("1000.000\t2.000\t200\t1\t0");
        log.Add("1002.000\t4.000\t200\t1\t0");
        log.Add("1000.000\t100.000\t500\t2\t1");
        log.Add("1000.000\t0.000\t0\t2\t1");
        // Longer than any response to the same request, and shorter than one to another.
        log.AddUnanswered(9950, 50, 1);

        var requests = log.FiguresOfRequests(10);
        var result = new ScenarioResult(scenario, log.Figures(10, log.Lost), new LoadErrors(0, 0, 0, 0, 0), [], null, Requests: requests);
        var page = ScenarioPage.Render(result);

        Assert.Equal(
            (2, 0.2, 1.0 / 3),
            (requests[0].Figures!.Requests, requests[0].Figures!.RequestsPerSecond, requests[0].Figures!.FailedChecks)
        );
        Assert.Equal((1, 100, 1), (requests[1].Figures!.Requests, requests[1].Figures!.Mean, requests[1].Figures!.FailedChecks));
        Assert.Equal((null, 3), (requests[2].Figures, result.Figures!.Requests));
        Assert.False(result.IsPassed);
        Assert.Contains(@"| /order?key=(hidden) | 1 | 2 | 0.2 | 33.333% |", page);
        Assert.Contains(@"**No good response:** a \| b, /never.", page);
        using var file = System.Text.Json.JsonDocument.Parse(LoadFiles.Json(result));
        Assert.Equal(3, file.RootElement.GetProperty("requests").GetArrayLength());
    }

    [Fact]
    public void Letters_of_a_path_are_encoded_as_in_every_other_load()
    {
        var scenario = new Scenario { VirtualUsers = 1, DurationSeconds = 1 };
        var lua = (scenario with { Requests = [new ScenarioRequest { Path = "/größe?name=ü&b=%2F" }] }).ToLua("/tmp");
        Assert.Contains("""path = "/gr%C3%B6%C3%9Fe?name=%C3%BC&b=%2F",""", lua);
    }

    [Theory]
    [InlineData(0, 0, false)]
    [InlineData(1, 0, true)]
    [InlineData(1, 6, false)]
    public void Without_an_answer_to_the_end_none_is_passed_and_its_file_says_so(long requests, double silent, bool isPassed)
    {
        var result = new ScenarioResult(
            new Scenario { Name = "s", Sample = "S" },
            new ScenarioFigures(requests, 1 - requests, 1, 1, 1, 1, 1, 1, 1, 1, 1),
            new LoadErrors(0, 0, 0, 0, 0),
            [],
            null,
            Silent: TimeSpan.FromSeconds(silent)
        );

        using var file = System.Text.Json.JsonDocument.Parse(LoadFiles.Json(result));

        Assert.Equal(isPassed, result.IsPassed);
        Assert.Equal(isPassed, file.RootElement.GetProperty("isPassed").GetBoolean());
        Assert.Equal(silent > 0, file.RootElement.TryGetProperty("silentSeconds", out var seconds) && seconds.GetDouble() == silent);
    }

    [Theory]
    [InlineData(1, false)]
    [InlineData(0.99, true)]
    public void A_single_request_that_always_fails_is_not_passed(double failed, bool isPassed)
    {
        var result = new ScenarioResult(
            new Scenario
            {
                Name = "s",
                Sample = "S",
                Requests = [new ScenarioRequest { Path = "/nope" }],
            },
            new ScenarioFigures(100, failed, 1, 1, 1, 1, 1, 1, 1, 1, 1),
            new LoadErrors(0, 0, 0, 0, 0),
            [],
            null
        );

        Assert.Equal(isPassed, result.IsPassed);
        Assert.Equal(!isPassed, ScenarioPage.Render(result).Contains("**No good response:** /nope.", StringComparison.Ordinal));
    }

    [Fact]
    public void Figures_leave_the_warm_up_out_and_count_what_was_never_answered()
    {
        var log = new ScenarioLog(folder.Root, new Scenario { WarmUpSeconds = 1, DurationSeconds = 2 });
        Assert.Null(log.Figures(2, 0));
        string[] lines =
        [
            "500.000\t900.000\t500\t1\t1",
            .. Enumerable.Range(1, 98).Select(i => FormattableString.Invariant($"{1000 + i}.5\t{i}.000\t200\t1\t0")),
            "1500.000\t99.000\t503\t1\t1",
            "3000.000\t5.000\t200\t1\t0",
            "1501.0",
        ];

        // The form while wrk writes: in pieces, with an incomplete last line.
        var text = string.Join('\n', lines);
        folder.Write("user0.log", text[..400]);
        log.ReadOn();
        folder.Write("user0.log", text);
        log.ReadOn();
        var figures = log.Figures(2, 1)!;

        Assert.Equal((99, 49.5, 50, 99), (figures.Requests, figures.RequestsPerSecond, figures.P50, figures.Longest));
        Assert.Equal(0.02, figures.FailedChecks, 9);
    }

    [Fact]
    public void What_is_lost_is_counted_while_the_scenario_runs_and_is_no_response_time()
    {
        var log = new ScenarioLog(folder.Root, new Scenario { WarmUpSeconds = 1, DurationSeconds = 2 });
        log.Add("900.000\t0.000\t0\t1\t1");
        log.Add("1100.000\t0.000\t0\t1\t1");
        log.Add("1200.000\t7.000\t200\t1\t0");
        var figures = log.Figures(2, log.Lost)!;
        Assert.Equal((1, 1, 7, 0.5), (log.Lost, figures.Requests, figures.Mean, figures.FailedChecks));
    }

    [Fact]
    public void Connections_that_break_until_the_end_are_no_answers()
    {
        var log = new ScenarioLog(folder.Root, new Scenario { WarmUpSeconds = 1, DurationSeconds = 20 });
        log.Add("0.000\t0.000\t0\t1\t1");
        log.Add("2000.000\t7.000\t200\t1\t0");
        Assert.Equal(0, log.LostAtTheEnd);

        // Each virtual user has its own log, so the lines are not ordered by time.
        log.Add("12000.000\t0.000\t0\t1\t1");
        log.Add("4000.000\t0.000\t0\t1\t1");
        log.Add("1500.000\t0.000\t0\t1\t1");
        Assert.Equal(8000, log.LostAtTheEnd);
        log.Add("11990.000\t20.000\t200\t1\t0");

        Assert.Equal((0, 2), (log.LostAtTheEnd, log.Answers));
    }

    [Fact]
    public void A_log_that_is_cut_off_is_no_log()
    {
        var log = new ScenarioLog(folder.Root, new Scenario { VirtualUsers = 2, DurationSeconds = 20 });
        log.Add("2000.000\t7.000\t200\t1\t0");
        log.EnsureIsWhole(3);
        var thrown = Assert.Throws<LoadException>(() => log.EnsureIsWhole(4));
        Assert.Equal($"only 1 of 4 responses are in the log. Check for free space in {folder.Root}.", thrown.Message);
    }

    // When the generator ends, it cuts off responses of a healthy server.
    [Fact]
    public void What_waits_at_the_end_has_failed_where_it_waits_longer_than_any_answer_took()
    {
        var log = new ScenarioLog(folder.Root, new Scenario { WarmUpSeconds = 1, DurationSeconds = 10 });
        foreach (var number in Enumerable.Range(0, 8))
            log.Add(FormattableString.Invariant($"{1000 + number}.000\t2000.000\t200\t1\t0"));
        log.AddUnanswered(10_000, 1900);
        log.AddUnanswered(9000, 2900);
        // Sent during the warm-up.
        log.AddUnanswered(900, 9000);

        var figures = log.Figures(10, 0)!;

        Assert.Equal((8, 0.1, 2900), (figures.Requests, figures.FailedChecks, figures.Longest));
    }

    [Fact]
    public void A_run_that_ended_too_soon_is_not_passed_and_its_file_and_page_say_so()
    {
        var whole = new ScenarioResult(
            new Scenario { Name = "s", Sample = "S" },
            new ScenarioFigures(1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1),
            new LoadErrors(0, 0, 0, 0, 0),
            [],
            null
        );
        var part = whole with { Partial = "the server has ended" };

        using var file = System.Text.Json.JsonDocument.Parse(LoadFiles.Json(part));

        Assert.Equal((true, false), (whole.IsPassed, part.IsPassed));
        Assert.Equal("the server has ended", file.RootElement.GetProperty("partial").GetString());
        Assert.Contains("**Ended early:** the server has ended. Requests that were waiting", ScenarioPage.Render(part));
    }

    /// <summary>Due within the time but answered after it: what a too slow server does with the rest of its queue.</summary>
    [Fact]
    public void At_a_rate_requests_a_second_are_those_that_were_answered_in_time()
    {
        var log = new ScenarioLog(
            folder.Root,
            new Scenario
            {
                WarmUpSeconds = 1,
                DurationSeconds = 2,
                Rate = 50,
            }
        );
        // Due every 20 ms, each later than the one before: 40 per second.
        foreach (var number in Enumerable.Range(0, 150))
            log.Add(FormattableString.Invariant($"{20 * number}.000\t{5 * number}.000\t200\t1\t0"));

        var figures = log.Figures(2, 0)!;

        Assert.Equal((100, 40), (figures.Requests, figures.RequestsPerSecond));
        Assert.Equal(745, log.LongestAnswer);
    }

    [Theory]
    [InlineData("p95 < 100 ms", true)]
    [InlineData("p95 < 95 ms", false)]
    [InlineData("p95<0.1 s", true)]
    [InlineData("p99.9 < 1 s", true)]
    [InlineData("failed checks < 1 %", false)]
    [InlineData("failed checks < 2.5 %", true)]
    [InlineData("requests a second > 49", true)]
    [InlineData("requests a second > 51", false)]
    [InlineData("abort when failed checks > 5 %", true)]
    [InlineData("abort when failed checks > 1 %", false)]
    public void A_threshold_is_kept_or_not(string text, bool isKept) =>
        Assert.Equal(isKept, Threshold.Parse(text).IsKept(new ScenarioFigures(100, 0.02, 50, 10, 5, 7, 9, 95, 98, 99, 99)));
}
