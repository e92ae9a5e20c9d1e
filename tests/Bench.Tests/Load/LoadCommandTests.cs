namespace Bench.Tests;

public sealed class LoadCommandTests : FolderTests
{
    [Theory]
    [InlineData("'--level' (did you mean --levels?)", "load sweep", "--url http://127.0.0.1:9 --level 100")]
    [InlineData(
        "'level' is not an option. Write arguments for the application after --.",
        "load sweep",
        "--url http://127.0.0.1:9 level 100"
    )]
    [InlineData(
        "'100' is not an option. Write arguments for the application after --.",
        "load sweep",
        "--sample x.csproj --pin 100 -- --Layers None"
    )]
    [InlineData("need --sample", "load sweep", "--url http://127.0.0.1:9 --env A=B")]
    [InlineData("need --sample", "load sweep", "--url http://127.0.0.1:9 -- --Layers None")]
    [InlineData("--profile needs --sample", "load sweep", "--url http://127.0.0.1:9 --profile")]
    [InlineData("--pin needs --sample", "load sweep", "--url http://127.0.0.1:9 --pin")]
    [InlineData("--allow-remote needs --url", "load sweep", "--sample MinimalApi --allow-remote")]
    [InlineData("--warmup 0 works with a single sample", "load sweep", "--sample A B --warmup 0")]
    [InlineData("--profile, --threads and --timeout work with a single", "load sweep", "--sample A B --timeout 2s")]
    [InlineData("--timeout is too long. Use 5m or less", "load sweep", "--url http://127.0.0.1:9 --timeout 6m")]
    [InlineData("--repeats is too small to compare samples. Use 5 or more", "load sweep", "--sample A B --repeats 4")]
    [InlineData("--sample A: this project file does not exist", "load sweep", "--sample A B")]
    [InlineData(
        "'origin/release' is not an option. Write arguments for the application after --.",
        "load gate origin/release",
        "--baseline HEAD"
    )]
    [InlineData(
        "'128' is not an option. Write arguments for the application after --.",
        "load gate",
        "--baseline HEAD --project x.csproj 128 -- --Layers None"
    )]
    [InlineData("--margin and --config need several samples", "load sweep", "--url http://127.0.0.1:9 --margin 3%")]
    [InlineData("'' cannot be read", "load matrix", "")]
    [InlineData("'' cannot be read", "load scenario", "")]
    public void It_is_refused_in_one_line(string message, params string[] arguments)
    {
        var run = BenchProgram.Run(folder.Root, arguments);
        Assert.Equal(2, run.ExitCode);
        Assert.Contains(message, Assert.Single(run.Error.Trim().Split('\n')));
        Assert.Empty(Directory.EnumerateFileSystemEntries(folder.Root));
    }

    [Theory]
    [InlineData(
        "sample Nowhere: this project file does not exist, nor does samples/Nowhere/Nowhere.csproj here or above.",
        "scenario",
        "s.json"
    )]
    [InlineData("sample src/No.csproj: this project file does not exist.", "matrix", "m.json")]
    public void A_project_that_is_not_there_is_named_as_where_it_stands(string message, params string[] arguments)
    {
        folder.Write("s.json", """{"name":"s","sample":"Nowhere","virtualUsers":1,"durationSeconds":1,"requests":[{}]}""");
        folder.Write("m.json", """{"name":"m","sample":"src/No.csproj","variants":[{"name":"a"},{"name":"b"}]}""");
        var run = BenchProgram.Run(folder.Root, ["load", .. arguments]);
        Assert.Equal((2, $"bench: {message}"), (run.ExitCode, Assert.Single(run.Error.Trim().Split('\n'))));
    }

    [Fact]
    public void A_server_of_ones_own_does_not_get_the_switches_of_a_scenario()
    {
        folder.Write(
            "s.json",
            """{"name":"s","sample":"App.csproj","switches":["--a"],"virtualUsers":1,"durationSeconds":1,"requests":[{}]}"""
        );

        var run = BenchProgram.Run(folder.Root, "load scenario s.json --url http://127.0.0.1:9");

        Assert.Equal(
            (2, "bench: --url: the scenario has switches for App.csproj, which cannot be passed to a running server."),
            (run.ExitCode, Assert.Single(run.Error.Trim().Split('\n')))
        );
    }

    // Needs its own process, because the limit on open files applies to a whole process.
    [Fact]
    [Trait("Category", "Process")]
    public void Connections_that_can_not_be_reached_are_refused_before_anything_is_built()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "there is no ulimit");
        folder.Write("m.json", """{"name":"m","sample":"App.csproj","connections":2000,"variants":[{"name":"a"},{"name":"b"}]}""");
        folder.Write("App.csproj", "<Project />");
        var before = Directory.GetFileSystemEntries(folder.Root);

        var run = BenchProgram.RunWithFiles(1024, folder.Root, "load matrix m.json");

        Assert.Equal(
            "bench: connections: 2000 cannot be reached: a process may have only 1024 files open (ulimit -n).",
            Assert.Single(run.Error.Trim().Split('\n'))
        );
        Assert.Equal((2, ""), (run.ExitCode, run.Output));
        Assert.Equal(before, Directory.GetFileSystemEntries(folder.Root));
    }

    [Theory]
    [InlineData(1.001, 0, "| 0.999x (")]
    [InlineData(1.25, 1, "| 0.800x (")]
    public void Results_of_crank_are_compared_and_files_are_launches(double slower, int exitCode, string expected)
    {
        var (before, after) = (Files("a", 1), Files("b", slower));

        var run = BenchProgram.Run(folder.Root, "load diff --format markdown", before, after, "--artifacts out --name page");

        Assert.Equal((exitCode, ""), (run.ExitCode, run.Error));
        Assert.Contains(expected, run.Output.Split('\n').Single(line => line.StartsWith("| load | requests/s | 5, 5 |")));
        Assert.Equal(run.Output.Trim(), File.ReadAllText(Path.Combine(folder.Root, "out", "page.md")).Trim());

        string Files(string name, double slower) =>
            string.Join(
                ',',
                Enumerable
                    .Range(0, 5)
                    .Select(i =>
                        Path.GetFileName(folder.Write($"{name}{i}.json", CrankFile.Create((10_000 + (10 * i)) / slower, 12 + (0.1 * i))))
                    )
            );
    }

    [Fact]
    public void Runs_of_k6_are_drawn_in_their_order()
    {
        foreach (var (name, rate) in new[] { ("minimal-jsons", "2030"), ("controller-jsons", "1614") })
            folder.Write($"{name}.json", """{"metrics":{"http_reqs":{"values":{"rate":RATE}}}}""".Replace("RATE", rate));
        var run = BenchProgram.Run(folder.Root, "load k6 --format markdown minimal-jsons.json controller-jsons.json --artifacts out");
        Assert.Equal((0, ""), (run.ExitCode, run.Error));
        Assert.Matches(@"\| minimal-jsons \| 2030 \|[\s\S]*\| controller-jsons \| 1614 \|", run.Output);
        Assert.Equal(run.Output.Trim(), File.ReadAllText(Path.Combine(folder.Root, "out", "k6.md")).Trim());
        Assert.Matches(@"minimal-jsons<[\s\S]*controller-jsons<", File.ReadAllText(Path.Combine(folder.Root, "out", "k6.svg")));
    }

    // The table comes from committed sweeps and the profile of one of them.
    [Fact]
    public void The_guide_to_a_slow_server_shows_what_its_session_printed()
    {
        var session = Path.Combine(Checkout.Root, "docs", "load", "slow-server");
        string Sweep(string name) => Path.Combine(session, name + ".json");
        string[] printed =
        [
            .. new[] { ("bare", "service"), ("service", "without-dump"), ("bare", "without-dump") }.SelectMany(pair =>
                BenchProgram.Run(folder.Root, "load diff --format markdown", Sweep(pair.Item1), Sweep(pair.Item2)).Output.Split('\n')
            ),
            .. File.ReadLines(Path.Combine(session, "service.md")),
        ];

        var rows = File.ReadLines(Path.Combine(Checkout.Root, "docs", "guides", "find-what-makes-a-server-slow.md"))
            .Where(line => line.StartsWith('|') && line.Any(char.IsDigit))
            .ToArray();

        Assert.Equal(6 + 7, rows.Length);
        Assert.All(rows, row => Assert.Contains(printed, line => line.StartsWith(row.TrimEnd('|', ' '), StringComparison.Ordinal)));
    }

    [Fact]
    public void Two_files_of_figures_are_drawn_and_fail_only_if_a_verdict_is_asked_for()
    {
        folder.Write("a.dat", "200 1000 200 100\n500 900 555.6 99\n");
        folder.Write("b.dat", "200 500 400 100\n500 800 625 98.5\n");

        var run = BenchProgram.Run(folder.Root, "load diff --format markdown a.dat b.dat");

        Assert.Equal((0, ""), (run.ExitCode, run.Error));
        Assert.Contains("**Not judged** (exit code 0)", run.Output);
        var results = Path.Combine(folder.Root, "load-results");
        Assert.Equal(run.Output.Trim(), File.ReadAllText(Path.Combine(results, "a-b.md")).Trim());
        var picture = File.ReadAllText(Path.Combine(results, "a-b.svg"));
        Assert.Contains("requests/s (wrk)", picture);
        Assert.Contains("mean response time in ms", picture);
        Assert.Contains("success rate in %", picture);
        // Each of the three pictures has a curve for each run.
        Assert.All(["s0", "s1"], run => Assert.Equal(3, Regex.Count(picture, $"<path class=\"{run}\" d=\"M64 \\d[^\"]*L300 ")));
        Assert.Equal(3, BenchProgram.Run(folder.Root, "load diff a.dat b.dat --max-inconclusive 0%").ExitCode);
    }

    [Theory]
    [InlineData("not a file of crank's --json", "other.json", "crank.json")]
    [InlineData("crank.json is from crank, but sweep.json is not", "crank.json", "sweep.json")]
    [InlineData("crank.json is from crank, but sweep.json is not", "sweep.json", "crank.json")]
    [InlineData("crank.json is from crank, but sweep.json is not", "crank.json", "crank.json,sweep.json")]
    [InlineData("missing.json does not exist", "crank.json,missing.json", "missing.json")]
    [InlineData("sweep.json is not from crank", "crank.json,sweep.json", "sweep.json")]
    [InlineData("missing.json does not exist", "missing.json,crank.json", "sweep.json")]
    [InlineData("missing.json does not exist", "crank.json", "crank.json,missing.json")]
    public void Results_of_crank_that_can_not_be_compared_are_one_line(string message, string before, string after)
    {
        folder.Write("crank.json", CrankFile.Create(10_000, 12));
        folder.Write("other.json", """{"ReturnCode":0,"JobResults":{"Jobs":{}}}""");
        folder.Write("sweep.json", LoadFiles.Json(LoadRuns.Create("sweep", LoadRuns.Level(200, 1, 1000))));
        var run = BenchProgram.Run(folder.Root, "load diff", before, after);
        Assert.Equal((2, ""), (run.ExitCode, run.Output));
        Assert.Contains(message, Assert.Single(run.Error.Trim().Split('\n')));
    }

    [Theory]
    [InlineData("Now listening on: http://127.0.0.1:5000", "http://127.0.0.1:5000/")]
    [InlineData(
        """{"Message":"Now listening on: http://127.0.0.2:35841","address":"http://127.0.0.2:35841"}""",
        "http://127.0.0.2:35841/ http://127.0.0.2:35841/"
    )]
    [InlineData("Now listening on: http://[::]:5000", "http://127.0.0.1:5000/")]
    [InlineData("Now listening on: http://0.0.0.0:5000", "http://127.0.0.1:5000/")]
    [InlineData("Listening for messages on http://broker.internal:15672", "")]
    [InlineData("listening on http://:bad", "")]
    public void Only_addresses_of_this_machine_are_believed(string line, string expected) =>
        Assert.Equal(expected, string.Join(' ', ServerAddresses.In(line)));

    [Fact]
    public void A_file_that_can_not_be_written_to_its_end_leaves_the_one_before()
    {
        var path = folder.Write("a.json", "before");

        Assert.Throws<IOException>(() => WholeFile.Write(path, stream =>
            {
                stream.WriteByte((byte)'x');
                throw new IOException("the disk is full");
            }));
        Assert.Equal("before", File.ReadAllText(path));

        WholeFile.Write(path, "after");
        Assert.Equal("after", File.ReadAllText(path));
    }
}
