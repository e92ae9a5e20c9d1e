using Bench.Cli.Load;
using Bench.Load;

namespace Bench.Tests;

/// <summary><c>bench load sweep</c> on recorded rounds.</summary>
[Trait("Category", "Process")]
public sealed class LoadSweepTests : IDisposable
{
    private const string Own = "http://127.0.0.1:9";

    private readonly LoadRepository repository = new();
    private RecordedSweep? measured;

    public void Dispose() => repository.Dispose();

    [Fact]
    public void Every_round_of_a_sample_has_a_new_warm_process_and_all_levels()
    {
        var run = Sweep(null, "--sample", "App/App.csproj", "--levels", "40", "8", "900000", "--repeats", "2", "-n", "two words");

        Assert.True(run.ExitCode == 1, run.Output + run.Error);
        Assert.Contains("| 900000 |", run.Output);
        var levels = Read("two words.json").Levels;
        Assert.Equal([8, 40, 900_000], levels.Select(level => level.Connections));
        Assert.All(levels.Take(2), level => Assert.Equal([1, 2], level.Rounds.Select(round => round.Round)));
        Assert.Equal("publish", measured!.Calls[0]);
        foreach (var round in measured.Calls.Skip(1).Chunk(6))
        {
            Assert.Equal(["start", "warm up 40", "calm"], round[..3]);
            Assert.Equal(["measure 40", "measure 8"], round[3..5].Order(StringComparer.Ordinal));
            Assert.Equal("end", round[5]);
        }

        var dat = repository.Read("out/two words.dat").Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal(2, dat.Count(line => !line.StartsWith('#')));
        Assert.Contains(dat, line => line.StartsWith("# 900000 not reached", StringComparison.Ordinal));
        var picture = repository.Read("out/two words.svg");
        Assert.Contains("requests/s (wrk)", picture);
        Assert.Contains("response time in ms", picture);
        Assert.Contains("not reached: 900000", picture);
        Assert.Equal(run.Output.Trim(), repository.Read("out/two words.md").Trim());
    }

    [Fact]
    public void Default_levels_that_the_machine_has_no_room_for_are_left_out_in_a_line_and_no_failure()
    {
        repository.ConnectionLimits = new(20_000, 28_232);

        var run = Sweep(null, "--url", Own, "--repeats", "1", "-n", "usual");

        Assert.Equal(0, run.ExitCode);
        Assert.Contains(
            "bench: skipping the levels 20000, 25000, 50000: a process may have only 20000 files open (ulimit -n).",
            run.Error.Split('\n')
        );
        Assert.Equal([200, 500, 1000, 3000, 5000, 10_000, 15_000], Read("usual").Levels.Select(level => level.Connections));
        Assert.Contains("success rate in %", repository.Read("out/usual.svg"));
        Assert.Contains("got a status below 400 within 30 s", run.Output);
        Assert.Contains("got a status below 400 within 2 s", Sweep(null, "--url", Own, "--levels", "8", "--timeout", "2s").Output);
        Assert.Equal(1, Sweep(null, "--url", Own, "--levels", "8", "50000").ExitCode);
    }

    [Fact]
    public void A_server_of_the_users_own_is_warmed_up_once_and_goes_on_with_the_rounds_that_it_lacks()
    {
        string[] arguments = ["--url", Own, "--levels", "8", "--repeats", "2", "--warmup", "1s", "-n", "own"];

        var run = Sweep(null, arguments);

        Assert.True(run.ExitCode == 0, run.Output + run.Error);
        Assert.Contains("with one server process", run.Output);
        Assert.Equal(["publish", "start", "warm up 8", "calm", "measure 8", "end", "start", "calm", "measure 8", "end"], measured!.Calls);
        Assert.Contains(
            "| 1.000x (",
            BenchProgram.Run(repository.Root, "load", "diff", "--format", "markdown", "out/own", "out/own.json").Output
        );

        var whole = Read("own");
        repository.Write(
            "out/own.json",
            LoadFiles.Json(
                whole with
                {
                    Levels = [whole.Levels[0] with { Rounds = [whole.Levels[0].Rounds[0]] }],
                    Partial = Verb.WasInterrupted,
                }
            )
        );
        Assert.Contains("cannot be continued", Sweep(null, [.. arguments, "--resume", "--duration", "2s"]).Error);

        var resumed = Sweep((_, round) => LoadRuns.Level(8, 1, 500).Rounds[0] with { Round = round }, [.. arguments, "--resume"]);

        Assert.True(resumed.ExitCode == 0, resumed.Error);
        Assert.Single(measured.Calls, call => call == "measure 8");
        var rounds = Read("own").Levels[0].Rounds;
        Assert.Equal([1, 2], rounds.Select(round => round.Round));
        Assert.Equal(whole.Levels[0].Rounds[0], rounds[0]);
        Assert.Equal(500, rounds[1].Throughput.RequestsPerSecond);
        Assert.Null(Read("own").Partial);
    }

    [Fact]
    public void A_level_without_a_good_answer_is_no_success()
    {
        var run = Sweep(
            (level, round) => LoadRuns.Level(level, 0, 100).Rounds[0] with { Round = round },
            "--url",
            Own,
            "--levels",
            "8",
            "-n",
            "refuses"
        );

        Assert.True(run.ExitCode == 1, run.Error);
        Assert.Equal("a round has no good response", Assert.Single(Read("refuses.json").Levels).Failure);
    }

    [Fact]
    public void A_level_that_a_generator_can_not_do_does_not_cost_the_others()
    {
        var run = Sweep(
            (level, round) => level == 16 ? throw new LoadException("h2load did not end") : RecordedSweep.Usual(level, round),
            ["--url", Own, "--levels", "8", "16", "--repeats", "2", "-n", "some"]
        );

        Assert.True(run.ExitCode == 1, run.Error);
        Assert.Equal("ask", Assert.Single(measured!.Calls, call => call == "ask"));
        var levels = Read("some").Levels;
        Assert.Equal((2, null), (levels[0].Rounds.Count, levels[0].Unreached));
        Assert.Equal((0, "h2load did not end"), (levels[1].Rounds.Count, levels[1].Unreached));
    }

    [Fact]
    public void A_server_that_dies_under_load_is_named_and_what_was_measured_is_kept()
    {
        var run = Sweep(
            (level, round) =>
                round == 2 ? throw new ServerEndedException("App ended under load with exit code 137.") : RecordedSweep.Usual(level, round),
            ["--sample", "App/App.csproj", "--levels", "8", "--repeats", "9", "-n", "dies"]
        );

        Assert.Equal(2, run.ExitCode);
        Assert.Contains("bench: App ended under load with exit code 137", run.Error);
        var kept = Read("dies");
        Assert.Contains("ended under load", kept.Partial);
        Assert.Single(kept.Levels[0].Rounds);
        Assert.DoesNotContain("ask", measured!.Calls);
    }

    [Theory]
    [InlineData(1, "bench: interrupted before anything was measured.")]
    [InlineData(2, "bench: it was interrupted")]
    public void An_interruption_keeps_rounds(int round, string expected)
    {
        using var interruption = new CancellationTokenSource();
        var context = Context(
            (level, number) =>
            {
                if (number == round)
                    interruption.Cancel();
                interruption.Token.ThrowIfCancellationRequested();
                return RecordedSweep.Usual(level, number);
            }
        );

        var run = BenchProgram.Run(
            context with
            {
                Cancellation = interruption.Token,
            },
            ["load", "sweep", "--format", "markdown", "--artifacts", "out", "--url", Own, "--levels", "8", "-n", "part"]
        );

        Assert.Equal(130, run.ExitCode);
        Assert.Contains(run.Error.Split('\n'), line => line == expected);
        if (round > 1)
            Assert.Equal((1, Verb.WasInterrupted), (Read("part").Levels[0].Rounds.Count, Read("part").Partial));
    }

    [Fact]
    public void A_profile_that_can_not_be_taken_costs_no_figures()
    {
        var run = Sweep(null, "--sample", "App/App.csproj", "--levels", "8", "--profile");

        Assert.Equal(2, run.ExitCode);
        Assert.Contains("bench: the profile failed: its runtime does not let itself be sampled.", run.Error);
        Assert.Null(Read("App").Partial);
    }

    [Fact]
    public void Arguments_and_variables_reach_the_sample_and_secrets_no_file()
    {
        var run = Sweep(null, "--sample", "App/App.csproj", "--levels", "8", "--env", "Api__Token=my-secret", "--", "--Layers", "None");

        Assert.True(run.ExitCode == 0, run.Error);
        Assert.Equal(["Api__Token=my-secret"], measured!.Server.Variables);
        Assert.Equal(["--Layers", "None"], measured.Server.Switches);
        Assert.Contains("--Layers None", Read("App").Target.ToString());
        foreach (var file in Directory.GetFiles(Path.Combine(repository.Root, "out")))
            Assert.DoesNotContain("my-secret", File.ReadAllText(file));
    }

    [Fact]
    public void Several_samples_are_compared_at_each_level()
    {
        repository.Write("Other/Other.csproj", "<Project />");
        string[] arguments = ["--sample", "App/App.csproj", "Other/Other.csproj", "--levels", "16", "4", "-n", "both"];

        var run = BenchProgram.Run(repository.Context(), ["load", "sweep", "--format", "markdown", "--artifacts", "out", .. arguments]);

        Assert.True(run.ExitCode == 0, run.Error);
        Assert.Contains("## Other against App", run.Output);
        Assert.Matches(@"\n\| 4 \| \d+ \| \d+ \| \d\.\d{3}x \(.*\n\| 16 \| \d+ \| \d+ \| \d\.\d{3}x \(", run.Output);
        Assert.Contains("response time at the pace in ms", repository.Read("out/both.svg"));
        MatrixResult[] levels = [repository.Result("out/both-4.json"), repository.Result("out/both-16.json")];
        Assert.Equal([4, 16], levels.Select(level => level.Matrix.Connections));
        Assert.All(levels.SelectMany(level => level.Variants), variant => Assert.Equal(5, variant.Rounds.Count));

        // As if it had been interrupted after the fourth round of the second level.
        var whole = levels[1];
        repository.Write(
            "out/both-16.json",
            (
                whole with
                {
                    Pace = 600,
                    Variants = [.. whole.Variants.Select(variant => variant with { Rounds = [.. variant.Rounds.Take(4)] })],
                    Partial = Verb.WasInterrupted,
                }
            ).ToJson()
        );
        var resume = BenchProgram.Run(
            repository.Context(),
            ["load", "sweep", "--format", "markdown", "--artifacts", "out", .. arguments, "--resume"]
        );

        Assert.True(resume.ExitCode == 0, resume.Error);
        Assert.Equal((0, 1), (repository.Measured!.TrialRuns, repository.Measured.Rounds));
        var resumed = repository.Result("out/both-16.json");
        Assert.Equal((5, 600d, (string?)null), (resumed.Variants[1].Rounds.Count, resumed.Pace, resumed.Partial));
        Assert.Equal(levels[0].ToJson(), repository.Result("out/both-4.json").ToJson());
    }

    [Theory]
    [InlineData("--sample NAME or --url", "--levels", "8")]
    [InlineData("--sample NAME or --url", "--sample", "App/App.csproj", "--url", "http://127.0.0.1:1")]
    [InlineData("this project file does not exist", "--sample", "Nothing")]
    [InlineData("--allow-remote", "--url", "http://example.org")]
    [InlineData("is not an address", "--url", "http://127.0.0.1:1/path")]
    [InlineData("is not an address", "--url", "ftp://127.0.0.1")]
    [InlineData("--levels", "--url", "http://127.0.0.1:1", "--levels", "0")]
    [InlineData("--levels", "--url", "http://127.0.0.1:1", "--levels", "x")]
    [InlineData("--threads", "--url", "http://127.0.0.1:1", "--threads", "0")]
    [InlineData("--repeats", "--url", "http://127.0.0.1:1", "--repeats", "0")]
    [InlineData("--duration", "--url", "http://127.0.0.1:1", "--duration", "0")]
    [InlineData("--warmup", "--url", "http://127.0.0.1:1", "--warmup", "x")]
    [InlineData("--path", "--url", "http://127.0.0.1:1", "--path", "nowhere")]
    [InlineData("--name", "--url", "http://127.0.0.1:1", "-n", "../x")]
    public void Bad_input_is_one_line_and_exit_code_2(string cause, params string[] arguments)
    {
        var run = Sweep(null, arguments);

        Assert.True(run.ExitCode == 2, $"{run.ExitCode}: {run.Output}{run.Error}");
        Assert.StartsWith("bench: ", run.Error);
        Assert.Contains(cause, Assert.Single(run.Error.TrimEnd().Split('\n')));
        Assert.Null(measured);
    }

    [Fact]
    public void A_server_of_the_users_own_that_does_not_answer_is_one_line()
    {
        // Really probes the server; nobody listens.
        var run = BenchProgram.Run(
            repository.Context() with
            {
                Load = new LoadMeasurements { Generators = () => ["wrk", "h2load"] },
            },
            ["load", "sweep", "--url", "http://127.0.0.1:1", "--levels", "8"]
        );

        Assert.Equal(2, run.ExitCode);
        Assert.Contains("does not respond", Assert.Single(run.Error.TrimEnd().Split('\n')));
    }

    [Fact]
    public void Without_a_generator_the_install_command_is_told()
    {
        var run = BenchProgram.Run(repository.Root, "load", "sweep", "--url", Own);

        Assert.Equal((2, "bench: wrk is not on PATH. Install it with sudo apt-get install wrk"), (run.ExitCode, run.Error.Trim()));
    }

    private BenchProgram.Finished Sweep(Func<int, int, LoadRound>? round, params string[] arguments) =>
        BenchProgram.Run(Context(round), ["load", "sweep", "--format", "markdown", "--artifacts", "out", .. arguments]);

    private Context Context(Func<int, int, LoadRound>? round)
    {
        var context = repository.Context();
        return context with
        {
            Load = context.Load with { Sweep = (server, _, _, _) => measured = Recording(server, round ?? RecordedSweep.Usual) },
        };
    }

    // A failing round fails before it is counted.
    private static RecordedSweep Recording(SweptServer server, Func<int, int, LoadRound> round) =>
        new(server) { Before = (level, number) => round(level, number), Round = round };

    private LoadRun Read(string file) => LoadFiles.Read(Path.Combine(repository.Root, "out", file));
}
