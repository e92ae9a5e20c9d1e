using System.Net;
using System.Net.Sockets;

namespace Outside.Tests;

public sealed class MatrixLoadTests : LoadProgram
{
    private const int Connections = 8;

    /// <summary>Longer than a generator takes to end on a busy machine.</summary>
    private static readonly TimeSpan ShortPatience = TimeSpan.FromSeconds(5);

    [Fact]
    public void Variants_are_loaded_interleaved_at_each_level_and_what_is_slow_or_refuses_is_measured_as_it_is()
    {
        NeedsTools();
        var plan = Plan(Variant("first"), Variant("slow", "--fault", "delay"), Variant("refusing", "--fault", "refuse some"));

        var run = Measure(1, plan, plan with { Name = "few", Connections = 4 });

        Assert.Equal([Connections, 4], run.Levels.Select(level => level.Matrix.Connections));
        foreach (var level in run.Levels)
        {
            var (first, slow, refusing) = (level.Variants[0], level.Variants[1], level.Variants[2]);
            Assert.All([first, slow], variant =>
                Assert.Equal((1, 0), (variant.GoodShareAtFullSpeed!.Value, variant.Rounds[0].Paced!.Failed))
            );
            Assert.All(level.Variants.Select(variant => Assert.Single(variant.Rounds)), round =>
            {
                Assert.Equal(2, round.Slices);
                Assert.InRange(round.IdleCores!.Value, 0, Environment.ProcessorCount);
                // A busy machine completes fewer requests. It completes more only because each connection may be one request ahead.
                Assert.InRange(round.Paced!.Requests, 1, (1.02 * level.Pace!.Value * round.PacedSeconds) + (2 * Connections));
            });
            Assert.True(first.GoodRequestsPerSecond > 5 * slow.GoodRequestsPerSecond);
            Assert.InRange(refusing.GoodShareAtFullSpeed!.Value, 0.7, 0.8);
            // A share of the slowest variant's peak: each response takes 50 ms.
            Assert.InRange(level.Pace!.Value, 1, 1.2 * level.Matrix.Pace * level.Matrix.Connections / 0.05);
        }

        NothingRuns();
    }

    [Fact]
    public void Requests_of_a_mix_are_loaded_at_the_same_time_and_each_has_figures_of_its_own()
    {
        NeedsTools();
        var level = Assert.Single(Measure(1, Mix(Variant("first"), Variant("other", "--fault", "refuse some"))).Levels);

        Assert.Equal(2, level.Shares!.Count);
        Assert.All(level.Variants, variant =>
        {
            var round = Assert.Single(variant.Rounds);
            var (fast, slow) = (round.Mix!.Requests[0], round.Mix.Requests[1]);
            // One takes 2 ms, and the other 40 ms.
            Assert.True(fast.FullSpeed!.P50 < slow.FullSpeed!.P50);
            // Little's law for each of them.
            Assert.InRange(slow.Peak.RequestsPerSecond * slow.FullSpeed.Mean!.Value / 1000, 1, 3);
            Assert.InRange(fast.Peak.RequestsPerSecond * fast.FullSpeed.Mean!.Value / 1000, 4, 8);
            Assert.Equal(fast.Peak.Requests + slow.Peak.Requests, round.Peak.Requests);
            Assert.Equal(fast.Paced!.Requests + slow.Paced!.Requests, round.Paced!.Requests);
            Assert.Equal(round.Slices, fast.FullSpeedSlices!.Count);
        });
        Assert.Equal((1, 1), (ShareOf(0, 0), ShareOf(0, 1)));
        Assert.InRange(ShareOf(1, 0), 0.6, 0.9);
        NothingRuns();

        double ShareOf(int variant, int request) => level.Variants[variant].Rounds[0].Mix!.Requests[request].Peak.GoodShare;
    }

    [Fact]
    public void Variants_of_a_mix_that_are_alone_have_a_thread_pool_at_full_speed()
    {
        NeedsTools();
        var plan = Mix(Variant("first"), Variant("other")) with { Alone = "a test", DurationSeconds = 3 };

        var level = Assert.Single(Measure(1, plan).Levels);

        Assert.All(level.Variants.SelectMany(variant => variant.Rounds), round =>
        {
            Assert.InRange(round.FullSpeedPool!.Threads!.Value, 1, 1000);
            Assert.InRange(round.FullSpeedPool.QueueLength!.Value, 0, Connections);
            Assert.All(round.Mix!.Requests, request => Assert.Null(request.FullSpeedSlices));
        });
        NothingRuns();
    }

    [Fact]
    public void A_request_of_a_mix_that_always_fails_is_named()
    {
        NeedsTools();
        var plan = Mix(Variant("first"), Variant("other"));
        var refusal = Refusal(plan with { Requests = [plan.Requests[0], plan.Requests[1] with { Path = "/nowhere" }] });
        Assert.Matches("^first: http://127.0.0.1:[0-9]+/nowhere returns 404", refusal);
        NothingRuns();
    }

    [Fact]
    public void An_variant_that_dies_under_load_has_not_answered_and_whole_rounds_are_kept()
    {
        NeedsTools();
        // Its third process is that of the second round, after that of the trial run.
        var plan = Plan(Variant("first"), Variant("other", "--fault", "end", "--starts", Path.Combine(Folder, "starts"), "--from", "3"));
        var run = Create(plan);

        var thrown = Assert.Throws<UnansweredException>(() => Measure(run, 5));

        Assert.Equal("other", thrown.Variant.Name);
        Assert.StartsWith("other: LoadFixture ended under load with exit code 7", thrown.Message);
        Assert.All(run.Levels[0].Variants, variant => Assert.Single(variant.Rounds));
        NothingRuns();
    }

    [Fact]
    public void An_variant_that_answers_something_else_after_a_while_has_not_answered()
    {
        NeedsTools();
        var plan = Plan(Variant("first"), Variant("other", "--fault", "forget")) with { ExpectBody = "aaa" };
        var thrown = Assert.Throws<UnansweredException>(() => Measure(1, plan));
        Assert.Equal("other: no good response under load: after the load, the response body does not contain 'aaa'.", thrown.Message);
        NothingRuns();
    }

    [Fact]
    public void An_variant_that_refuses_everything_under_load_has_not_answered()
    {
        NeedsTools();
        var thrown = Assert.Throws<UnansweredException>(() => Measure(1, Plan(Variant("first"), Variant("other", "--fault", "refuse"))));
        Assert.Equal(("other", "other: no good response under load."), (thrown.Variant.Name, thrown.Message));
        NothingRuns();
    }

    [Theory]
    [InlineData("first")]
    [InlineData("other")]
    public void An_variant_that_hangs_so_that_the_generator_does_not_end_has_not_answered(string hanging)
    {
        NeedsTools();
        // The process of the trial run responds.
        string[] hang = ["--fault", "hang", "--starts", Path.Combine(Folder, "starts"), "--from", "2"];
        var plan = Plan(Variant("first", hanging == "first" ? hang : []), Variant("other", hanging == "other" ? hang : []));
        var run = Create(ShortPatience, plan);

        var thrown = Assert.Throws<UnansweredException>(() => Measure(run, 1));

        Assert.Equal(hanging, thrown.Variant.Name);
        Assert.Matches($"^{hanging}: no good response under load: http:.* does not respond within 5 s\\.$", thrown.Message);
        NothingRuns();
    }

    [Fact]
    public void A_server_that_never_listens_is_given_up()
    {
        NeedsTools();
        var plan = Plan(Variant("first"), Variant("other", "--fault", "silence")) with { StartSeconds = 3 };
        Assert.StartsWith("other: LoadFixture did not print its address within 3 s", Refusal(plan));
        NothingRuns();
    }

    [Fact]
    public void A_server_that_holds_its_own_port_is_told_of()
    {
        NeedsTools();
        using var taken = new TcpListener(IPAddress.Loopback, 0);
        taken.Start();
        var port = ((IPEndPoint)taken.LocalEndpoint).Port.ToString(CultureInfo.InvariantCulture);
        var plan = Plan(Variant("first"), Variant("other", "--bind", $"http://127.0.0.1:{port}"));

        Assert.StartsWith(
            "other: LoadFixture does not start, because its port is in use. Several instances run at once, so it must listen on --urls, or on ",
            Refusal(plan)
        );
        NothingRuns();
    }

    [Fact]
    public void An_variant_that_does_not_answer_as_it_must_is_named()
    {
        NeedsTools();
        var (first, other) = (Variant("first"), Variant("other"));

        Assert.Matches("^first: http://127.0.0.1:[0-9]+/nowhere returns 404", Refusal(Plan(first, other) with { Path = "/nowhere" }));
        Assert.Matches("^first: .* returns 401", Refusal(Plan(first, other) with { Path = "/secret" }));
        Assert.Matches("/told returns 200 OK instead of 201", Refusal(Told() with { ExpectStatus = 201 }));
        Assert.Equal(
            "other: the setting had no effect: serializer is \"SystemTextJson\" instead of \"Newtonsoft\".",
            Refusal(
                Plan(
                    first with
                    {
                        Expect = Expect("""{"style":"Controllers","isServerGC":false}"""),
                    },
                    other with
                    {
                        Expect = Expect("""{"style":"Controllers","serializer":"Newtonsoft"}"""),
                    }
                )
            )
        );
        Assert.Equal(
            "other: the setting had no effect: the header Content-Encoding is not sent instead of \"gzip\".",
            Refusal(Plan(first, other with { ExpectHeaders = new Dictionary<string, string> { ["Content-Encoding"] = "gzip" } }))
        );
        NothingRuns();

        // Started as the plan says, and ready later than it listens.
        LoadMatrix Told() =>
            Plan(first, other) with
            {
                Path = "/told",
                Start = ["dotnet", "LoadFixture.dll", "--bind", "{url}"],
                ReadyPath = "/ready",
            };

        static Dictionary<string, JsonElement> Expect(string json) => JsonSerializer.Deserialize<Dictionary<string, JsonElement>>(json)!;
    }

    [Fact]
    public void An_variant_that_does_not_build_is_named()
    {
        NeedsTools();
        var project = Path.Combine(Folder, "App.csproj");
        File.WriteAllText(
            project,
            """<Project Sdk="Microsoft.NET.Sdk.Web"><PropertyGroup><TargetFramework>net10.0</TargetFramework></PropertyGroup></Project>"""
        );
        File.WriteAllText(Path.Combine(Folder, "Program.cs"), "not a program");
        var plan = Plan(Variant("first") with { Project = project }, Variant("other"));
        var run = new MatrixRun([plan], new MatrixLoad(plan, [], Folder), _ => { });

        var thrown = Assert.Throws<LoadException>(() => run.Publish(TestContext.Current.CancellationToken));

        Assert.Matches("^first: App.csproj does not build: .*error CS", thrown.Message);
    }

    // Each has the folder of the test in its command line.
    private LoadVariant Variant(string name, params string[] switches) =>
        new() { Name = name, Switches = [.. switches, "--owner", Folder] };

    private static LoadMatrix Plan(params LoadVariant[] variants) =>
        new()
        {
            Name = "m",
            Sample = "LoadFixture",
            Path = "/value",
            Connections = Connections,
            DurationSeconds = 1,
            WarmUpSeconds = 1,
            Variants = variants,
        };

    private static LoadMatrix Mix(params LoadVariant[] variants) =>
        new()
        {
            Name = "m",
            Sample = "LoadFixture",
            Requests =
            [
                new MatrixRequest
                {
                    Name = "fast",
                    Path = "/value",
                    Connections = 6,
                },
                new MatrixRequest
                {
                    Name = "slow",
                    Path = "/slow",
                    Connections = 2,
                },
            ],
            DurationSeconds = 1,
            WarmUpSeconds = 1,
            Variants = variants,
        };

    private MatrixRun Create(params LoadMatrix[] levels) => Create(null, levels);

    private MatrixRun Create(TimeSpan? patience, params LoadMatrix[] levels) =>
        new(levels, new MatrixLoad(levels[0], [], Folder, patience, (_, _, _) => Checkout.LoadFixture), _ => { });

    private MatrixRun Measure(int rounds, params LoadMatrix[] levels)
    {
        var run = Create(levels);
        Measure(run, rounds);
        return run;
    }

    private static void Measure(MatrixRun run, int rounds) => run.Measure(rounds, () => { }, TestContext.Current.CancellationToken);

    private string Refusal(LoadMatrix plan) => Assert.Throws<LoadException>(() => Measure(1, plan)).Message;
}
