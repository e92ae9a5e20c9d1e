namespace Bench.Load.Tests;

public sealed class LoadFileTests : FolderTests
{
    [Fact]
    public void What_is_written_is_read_back_the_same()
    {
        var run = LoadRuns.Create("a", LoadRuns.Level(200, 0.99, 1000, 1100, 1050), LoadRuns.Unreached(25_000));
        LoadFiles.Write(run, folder.Root);
        var read = LoadFiles.Read(Path.Combine(folder.Root, "a"));
        Assert.Equal(SweepPage.Render(run), SweepPage.Render(read));
        Assert.Equal(run.Levels[0].Rounds, read.Levels[0].Rounds);
    }

    [Fact]
    public void A_dat_gives_throughput_and_success()
    {
        LoadFiles.Write(LoadRuns.Create("a", LoadRuns.Level(200, 0.75, 1000), LoadRuns.Unreached(25_000)), folder.Root);
        var level = Assert.Single(LoadFiles.Read(Path.Combine(folder.Root, "a.dat")).Levels);
        Assert.Equal(200, level.Connections);
        Assert.Equal(1000, level.RequestsPerSecond!.Value, 6);
        Assert.Equal(200, level.MeanMilliseconds!.Value, 6);
        Assert.Equal(0.75, level.Success!.Value, 4);
        Assert.Contains("# 25000 not reached: a process may have 20000 files open", File.ReadAllText(Path.Combine(folder.Root, "a.dat")));
    }

    [Fact]
    public void A_run_goes_on_with_rounds_of_its_own_levels_and_method_only()
    {
        var level = LoadRuns.Level(200, 1, 1000, 1100);
        var planned = LoadRuns.Create("a") with
        {
            Settings = new SweepSettings { Levels = [200], Repeats = 5 },
            Method = LoadMethod.Version,
        };
        var interrupted = planned with { Levels = [level], Partial = "it was interrupted" };

        Assert.True(LoadFiles.CanGoOn(interrupted, planned));
        Assert.False(LoadFiles.CanGoOn(interrupted with { Method = null }, planned));
        Assert.False(LoadFiles.CanGoOn(interrupted with { Levels = [level, LoadRuns.Level(500, 1, 900)] }, planned));
        Assert.False(LoadFiles.CanGoOn(Rounds(1, 1), planned));
        Assert.False(LoadFiles.CanGoOn(Rounds(1, 6), planned));

        LoadRun Rounds(params int[] numbers) =>
            interrupted with
            {
                Levels = [level with { Rounds = [.. level.Rounds.Zip(numbers, (round, number) => round with { Round = number })] }],
            };
    }

    /// <summary>The exit code is 1 because one round got no response, and the page shows it.</summary>
    [Fact]
    public void A_round_without_an_answer_is_said_on_the_page_however_good_the_others_are()
    {
        var level = LoadRuns.Level(200, 1, 1000, 1000, 1000);
        LoadRun Silent(params int[] rounds) =>
            LoadRuns.Create(
                "a",
                level.Each(round =>
                    rounds.Contains(round.Round) ? round with { Throughput = round.Throughput with { Requests = 0 } } : round
                )
            );

        Assert.Matches(@"\| 200 \| 1000 \|.*\| the server did not respond in 1 of 3 rounds \|", SweepPage.Render(Silent(2)));
        Assert.Matches(@"\| 200 \|[ |]*\| the server did not respond in 2 of 3 rounds \|", SweepPage.Render(Silent(2, 3)));
        Assert.DoesNotContain("did not respond", SweepPage.Render(Silent()));
    }

    [Fact]
    public void An_interrupted_run_says_how_many_rounds_there_are()
    {
        var run = LoadRuns.Create("a", LoadRuns.Level(200, 1, 1000, 1000), LoadRuns.Level(500, 1, 900), LoadRuns.Unreached(25_000));
        Assert.Contains("1 to 2 of 5 rounds,", SweepPage.Render(run));
        Assert.Contains(". 5 rounds,", SweepPage.Render(LoadRuns.Create("a", LoadRuns.Level(200, 1, 1, 1, 1, 1, 1))));
    }

    [Fact]
    public void The_cores_of_the_users_own_server_are_not_known()
    {
        var level = LoadRuns.Level(200, 1, 1000).Each(round => round with { Throughput = round.Throughput with { ServerCores = null } });
        Assert.Contains("| 0.50, - |", SweepPage.Render(LoadRuns.Create("a", level)));
    }

    /// <summary>Broken connections are not responses, and a slow server has less than one in ten seconds.</summary>
    [Theory]
    [InlineData(1000, 250)]
    [InlineData(0.05, 0)]
    public void A_dat_gives_good_requests_a_second_back(double rate, long broken)
    {
        var level = LoadRuns.Level(1, 1, rate);
        var throughput = new Throughput(1000, 1000 / rate, new LoadErrors(0, broken, 0, 200, 0), 0.5, 1);
        var run = LoadRuns.Create("a", level with { Rounds = [level.Rounds[0] with { Throughput = throughput }] });
        LoadFiles.Write(run, folder.Root);
        var read = Assert.Single(LoadFiles.Read(Path.Combine(folder.Root, "a.dat")).Levels);
        Assert.Equal(0.8 * rate, read.GoodRequestsPerSecond!.Value, 0.001 * rate);
    }

    // wrk counts a response after its timeout as late, not as failed.
    [Fact]
    public void A_late_answer_is_no_bad_one_in_a_dat()
    {
        var late = LoadRuns.Level(200, 1, 1000);
        late = late.Each(round =>
            round with
            {
                Throughput = round.Throughput with { Errors = new LoadErrors(0, 0, 0, 0, round.Throughput.Requests / 5) },
            }
        );
        var run = LoadRuns.Create("a", late);
        LoadFiles.Write(run, folder.Root);

        var read = LoadFiles.Read(Path.Combine(folder.Root, "a.dat"));
        var diff = LoadDiff.Create(run, read, ComparisonOptions.ForToday(new Settings()), new Strictness());

        Assert.Equal(1, read.Levels[0].GoodShare!.Value, 4);
        Assert.NotEqual(ExitCode.Regressed, diff.Outcome.ExitCode);
    }

    [Fact]
    public void Compare_reads_it_as_well()
    {
        LoadFiles.Write(LoadRuns.Create("a", LoadRuns.Level(200, 1, 1000, 2000), LoadRuns.Unreached(25_000)), folder.Root);
        var benchmarks = folder.Load("a.json").Benchmarks;
        Assert.Equal([200e6, 100e6], benchmarks[0].Launches.Select(launch => Assert.Single(launch.NanosecondsPerOperation)));
        Assert.Contains("20000 files", benchmarks[1].Failure);
    }

    [Theory]
    [InlineData("x.json", "{")]
    [InlineData("x.json", "[]")]
    [InlineData("x.json", "{}")]
    [InlineData("x.json", """{"schema":"bench-results/1","kind":"Load","benchmarks":[]}""")]
    [InlineData("x.json", """{"schema":"bench-results/1","kind":"Load","benchmarks":[],"load":{}}""")]
    [InlineData(
        "x.json",
        """{"schema":"bench-results/1","load":{"name":"a","target":{"path":"/","switches":[]},"environment":{},"tools":[],"settings":{},"levels":[null]}}"""
    )]
    [InlineData(
        "x.json",
        """{"schema":"bench-results/1","load":{"name":"a","target":{"path":"/","switches":[]},"environment":{},"tools":[],"settings":{},"levels":[{"connections":1,"rounds":[{"round":1}],"marks":[]}]}}"""
    )]
    [InlineData("x.dat", "")]
    [InlineData("x.dat", "200 1000 1\n")]
    [InlineData("x.dat", "200 1000 1 101\n")]
    [InlineData("x.dat", "200 0 1 100\n")]
    [InlineData("x.dat", "200 1000 1 100\n200 1000 1 100\n")]
    [InlineData("x.dat", "200 1000 1 100\n500 900 2 9")]
    [InlineData("x.dat", "200 NaN 1 100\n")]
    [InlineData("x.dat", "200 1e-310 1 100\n")]
    public void What_is_no_load_run_is_refused_by_name(string file, string text)
    {
        folder.Write(file, text);
        Assert.Contains(file, Assert.Throws<LoadException>(() => LoadFiles.Read(Path.Combine(folder.Root, file))).Message);
    }

    [Fact]
    public void What_is_not_there_is_named() =>
        Assert.Contains("nowhere", Assert.Throws<LoadException>(() => LoadFiles.Read("nowhere/run")).Message);

    [Fact]
    public void Names_break_out_of_nothing()
    {
        var run = LoadRuns.Create("a|b<script>\n# c", LoadRuns.Level(200, 1, 1000)) with
        {
            Target = new LoadTarget("x`y", null, "/\n|", ["--a=<b>"]),
        };
        var page = SweepPage.Render(run);
        Assert.StartsWith("# a\\|b&lt;script> # c\n", page);
        Assert.Contains("`x'y --a=<b> / |`", page);
    }
}
