using System.Diagnostics;
using Bench.Load;
using Bench.Runner;

namespace Outside.Tests;

/// <summary><c>bench load sweep</c> and <c>diff</c> with the real generators against real servers.</summary>
// One after the other: both publish the same sample.
[Collection("MinimalApi")]
public sealed class LoadSweepTests : LoadProgram
{
    [Fact]
    public void A_sweep_writes_figures_that_agree_and_pictures()
    {
        NeedsTools();

        var run = RunBench(
            [
                "load",
                "sweep",
                "-d",
                Folder,
                "--sample",
                "MinimalApi",
                "--path",
                "/text-plain",
                "--levels",
                "40",
                "8",
                "900000",
                "--duration",
                "1s",
                "--warmup",
                "1s",
                "--repeats",
                "2",
                "-n",
                "two words",
                "--profile",
            ],
            maxFiles: 2000
        );

        Assert.True(run.ExitCode == 1, run.Error);
        Assert.Contains("| 900000 |", run.Output);
        Assert.Matches(@"Where the time goes at \d+ connections[\s\S]*Microsoft\.AspNetCore\.Server\.Kestrel", run.Output);
        var levels = LoadFiles.Read(Path.Combine(Folder, "two words.json")).Levels;
        Assert.Equal([8, 40, 900_000], levels.Select(level => level.Concurrency));
        foreach (var level in levels.Take(2))
        {
            Assert.Equal(level.Concurrency, level.QueriesPerSecond!.Value * level.MeanMilliseconds!.Value / 1000, 6);
            Assert.Equal(1, level.Success);
            Assert.Equal(2, level.Rounds.Count);
            Assert.All(
                level.Rounds,
                round =>
                {
                    Assert.True(
                        round.ResponseTimes is { Failed: 0, Requests: > 100 } times
                            && times.P50 <= times.P90
                            && times.P90 <= times.P99
                            && times.P99 <= times.Longest
                    );
                    Assert.InRange(round.Throughput.GeneratorCores, 0.01, Environment.ProcessorCount);
                    Assert.True(round.Counters is not null);
                    Assert.InRange(round.Throughput.ServerCores!.Value, 0.01, Environment.ProcessorCount + 0.5);
                }
            );
        }

        var dat = File.ReadAllLines(Path.Combine(Folder, "two words.dat"));
        Assert.Equal(2, dat.Count(line => !line.StartsWith('#')));
        Assert.Contains(dat, line => line.StartsWith("# 900000 not reached", StringComparison.Ordinal));
        var picture = File.ReadAllText(Path.Combine(Folder, "two words.svg"));
        Assert.Contains("requests/s (wrk)", picture);
        Assert.Contains("response time in ms", picture);
        Assert.Contains("not reached: 900000", picture);
    }

    [Fact]
    public void Several_samples_are_compared_at_each_level_interleaved()
    {
        NeedsTools();
        string[] arguments =
        [
            "--sample",
            "MinimalApi",
            "ControllerApi",
            "--path",
            "/text-plain",
            "--levels",
            "16",
            "4",
            "--duration",
            "1s",
            "--warmup",
            "1s",
            "-n",
            "both",
        ];

        var run = Run(arguments);

        Assert.True(run.ExitCode == 0, run.Error);
        Assert.Contains("## ControllerApi against MinimalApi", run.Output);
        Assert.Matches(@"\n\| 4 \| \d+ \| \d+ \| \d\.\d{3}x \(.*\n\| 16 \| \d+ \| \d+ \| \d\.\d{3}x \(", run.Output);
        Assert.Contains("response time at the pace in ms", File.ReadAllText(Path.Combine(Folder, "both.svg")));
        var levels = ReadLevels();
        Assert.Equal([4, 16], levels.Select(level => level.Matrix.Connections));
        Assert.All(
            levels.SelectMany(level => level.Arms).SelectMany(arm => arm.Rounds),
            round => Assert.Equal((1, 0, 2), (round.Peak.Success, round.Paced!.Failed, round.Slices))
        );

        var whole = InterruptAfterFour(Path.Combine(Folder, "both-16.json"));
        var resume = Run([.. arguments, "--resume"]);
        Assert.True(resume.ExitCode == 0, resume.Error);
        var resumed = ReadLevels();
        Assert.Equal(Kept.Text(levels[0].Arms[0].Rounds), Kept.Text(resumed[0].Arms[0].Rounds));
        Assert.Equal(Kept.Text(whole.Arms[0].Rounds.Take(4)), Kept.Text(resumed[1].Arms[0].Rounds.Take(4)));
        Assert.Equal((5, (string?)null), (resumed[1].Arms[1].Rounds.Count, resumed[1].Partial));

        MatrixResult[] ReadLevels() =>
            [MatrixResult.Read(Path.Combine(Folder, "both-4.json")), MatrixResult.Read(Path.Combine(Folder, "both-16.json"))];
    }

    [Fact]
    public void A_server_that_refuses_everything_under_load_is_no_success()
    {
        NeedsTools();
        var project = WriteProject(
            """
            var count = 0;
            var app = WebApplication.CreateSlimBuilder(args).Build();
            app.MapGet("/", () => Interlocked.Increment(ref count) > 20 ? Results.StatusCode(503) : Results.Text("ok"));
            app.Run();
            """
        );

        var run = Run(["--sample", project, "--levels", "8", "--duration", "1s", "--warmup", "1s", "--repeats", "1", "-n", "refuses"]);

        Assert.True(run.ExitCode == 1, run.Error);
        Assert.Equal("a round has no good answer", Assert.Single(LoadFiles.Read(Path.Combine(Folder, "refuses.json")).Levels).Failure);
    }

    [Fact]
    public void A_server_of_the_users_own_is_loaded_and_left_alone()
    {
        NeedsTools();
        var (server, address) = StartSample();

        var run = Run([
            "--url",
            address,
            "--path",
            "/text-plain",
            "--levels",
            "8",
            "--duration",
            "1s",
            "--warmup",
            "0",
            "--repeats",
            "2",
            "-n",
            "own",
        ]);

        Assert.True(run.ExitCode == 0, run.Error);
        Assert.Contains("of one server process", run.Output);
        Assert.False(server.HasExited);
        Assert.Contains("| 1.000x (", RunBench(["load", "diff", "own", "own.json"]).Output);

        // As if it had been interrupted in its second round.
        var whole = LoadFiles.Read(Path.Combine(Folder, "own"));
        File.WriteAllText(
            Path.Combine(Folder, "own.json"),
            LoadFiles.Json(
                whole with
                {
                    Levels = [whole.Levels[0] with { Rounds = [whole.Levels[0].Rounds[0]] }],
                    Partial = "it was interrupted",
                }
            )
        );
        string[] again =
        [
            "--url",
            address,
            "--path",
            "/text-plain",
            "--levels",
            "8",
            "--warmup",
            "0",
            "--repeats",
            "2",
            "-n",
            "own",
            "--resume",
            "--duration",
        ];
        Assert.Contains("was to measure something else", Run([.. again, "2s"]).Error);
        Assert.Equal(0, Run([.. again, "1s"]).ExitCode);
        var resumed = LoadFiles.Read(Path.Combine(Folder, "own"));
        Assert.Equal([1, 2], resumed.Levels[0].Rounds.Select(round => round.Round));
        Assert.Equal(whole.Levels[0].Rounds[0], resumed.Levels[0].Rounds[0]);
        Assert.NotEqual(whole.Levels[0].Rounds[1].Throughput, resumed.Levels[0].Rounds[1].Throughput);
        Assert.Null(resumed.Partial);
    }

    [Fact]
    public void A_path_that_is_not_there_is_nothing_to_measure()
    {
        NeedsTools();
        var (_, address) = StartSample();

        var run = Run(["--url", address, "--path", "/nowhere", "--levels", "8"]);

        Assert.Equal((2, true), (run.ExitCode, run.Error.Contains("answers 404", StringComparison.Ordinal)));
    }

    [Fact]
    public async Task A_server_that_dies_under_load_is_named_and_what_was_measured_is_kept()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "signals");
        NeedsTools();
        var bench = Start([
            "load",
            "sweep",
            "-d",
            Folder,
            "--sample",
            "MinimalApi",
            "--path",
            "/text-plain",
            "--levels",
            "8",
            "16",
            "--duration",
            "3s",
            "--warmup",
            "1s",
            "--repeats",
            "9",
            "-n",
            "dies",
        ]);
        var error = bench.StandardError;
        while (
            await error.ReadLineAsync(TestContext.Current.CancellationToken) is { } line
            && !line.StartsWith("round 2", StringComparison.Ordinal)
        )
            Assert.False(line.StartsWith("bench:", StringComparison.Ordinal), line);
        Process.GetProcessById(await ServerOf(bench)).Kill();
        var rest = await error.ReadToEndAsync(TestContext.Current.CancellationToken);
        await bench.WaitForExitAsync(TestContext.Current.CancellationToken).WaitAsync(Patience, TestContext.Current.CancellationToken);

        Assert.Equal(2, bench.ExitCode);
        Assert.Contains("MinimalApi ended under load with exit code 137", rest);
        Assert.Contains("ended under load", LoadFiles.Read(Path.Combine(Folder, "dies")).Partial);
    }

    [Fact]
    public async Task Ctrl_C_leaves_no_process_behind()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "signals");
        NeedsTools();
        var bench = Start([
            "load",
            "sweep",
            "-d",
            Folder,
            "--sample",
            "MinimalApi",
            "--path",
            "/text-plain",
            "--levels",
            "8",
            "--duration",
            "20s",
            "--warmup",
            "20s",
            "-n",
            "interrupted",
            .. Environment.ProcessorCount > 1 ? ["--pin"] : Array.Empty<string>(),
        ]);
        while (
            await bench.StandardError.ReadLineAsync(TestContext.Current.CancellationToken) is { } line
            && !line.StartsWith("round 1", StringComparison.Ordinal)
        )
            Assert.False(line.StartsWith("bench:", StringComparison.Ordinal), line);
        var server = await ServerOf(bench);
        if (Environment.ProcessorCount > 1)
            Assert.NotEqual(CoresOf(bench.Id), CoresOf(server));
        // It runs in a folder of its own, in that of the check.
        var folder = Path.GetDirectoryName(new FileInfo(FormattableString.Invariant($"/proc/{server}/cwd")).LinkTarget!)!;

        // Twice, as whoever signals a process and its group does: it is one wish.
        using var kill = Process.Start(
            "sh",
            ["-c", FormattableString.Invariant($"kill -INT {bench.Id}; sleep 0.02; kill -INT {bench.Id}")]
        );
        await bench.WaitForExitAsync(TestContext.Current.CancellationToken).WaitAsync(Patience, TestContext.Current.CancellationToken);

        Assert.Equal(130, bench.ExitCode);
        Assert.Throws<ArgumentException>(() => Process.GetProcessById(server));
        Assert.StartsWith(WorkspaceFolder.Prefix, Path.GetFileName(folder));
        Assert.False(Directory.Exists(folder));
    }

    [Theory]
    [InlineData("--sample NAME or --url", "--levels", "8")]
    [InlineData("--sample NAME or --url", "--sample", "MinimalApi", "--url", "http://127.0.0.1:1")]
    [InlineData("there is no such project", "--sample", "Nothing")]
    [InlineData("--allow-remote", "--url", "http://example.org")]
    [InlineData("invalid address", "--url", "http://127.0.0.1:1/path")]
    [InlineData("invalid address", "--url", "ftp://127.0.0.1")]
    [InlineData("does not answer", "--url", "http://127.0.0.1:1")]
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
        NeedsTools();

        var run = Run(arguments);

        Assert.True(run.ExitCode == 2, $"{run.ExitCode}: {run.Output}{run.Error}");
        Assert.StartsWith("bench: ", run.Error);
        Assert.Contains(cause, Assert.Single(run.Error.TrimEnd().Split('\n')));
    }

    [Fact]
    public void Without_a_generator_the_install_command_is_told()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "PATH with one program");
        var bin = Directory.CreateDirectory(Path.Combine(Folder, "bin")).FullName;
        File.CreateSymbolicLink(Path.Combine(bin, "dotnet"), DotnetPath());

        var run = RunBench(["load", "sweep", "--url", "http://127.0.0.1:1"], bin);

        Assert.Equal((2, "bench: wrk is not on PATH: sudo apt-get install wrk"), (run.ExitCode, run.Error.Trim()));
    }
}
