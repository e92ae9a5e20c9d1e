using Bench.Runner;

namespace Outside.Tests;

// Not in parallel, because both publish the same sample.
[Collection("MinimalApi")]
public sealed class LoadSweepTests : LoadProgram
{
    [Fact]
    public void A_sweep_writes_figures_that_agree_and_pictures()
    {
        NeedsTools();

        var run = RunBench(
            [
                "load sweep --artifacts",
                Folder,
                "--sample MinimalApi --path /text-plain --levels 40 8 900000 --duration 1s --warmup 1s --repeats 2 -n",
                "two words",
                "--profile",
            ],
            maxFiles: 2000
        );

        Assert.True(run.ExitCode == 1, run.Error);
        Assert.Contains("| 900000 |", run.Output);
        Assert.Matches(@"Where the time goes at \d+ connections[\s\S]*Microsoft\.AspNetCore\.Server\.Kestrel", run.Output);
        var levels = LoadFiles.Read(Path.Combine(Folder, "two words.json")).Levels;
        Assert.Equal([8, 40, 900_000], levels.Select(level => level.Connections));
        foreach (var level in levels.Take(2))
        {
            Assert.Equal(level.Connections, level.RequestsPerSecond!.Value * level.MeanMilliseconds!.Value / 1000, 6);
            Assert.Equal(1, level.Success);
            Assert.Equal(2, level.Rounds.Count);
            Assert.All(level.Rounds, round =>
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
            });
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
    public void A_server_that_refuses_everything_under_load_is_no_success()
    {
        NeedsTools();
        var (_, address) = StartServer("--fault", "refuse");
        var run = RunInside([.. Brief(address, "/value"), "-n", "refuses"]);
        Assert.True(run.ExitCode == 1, run.Error);
        Assert.Equal("a round has no good response", Assert.Single(LoadFiles.Read(Path.Combine(Folder, "refuses.json")).Levels).Failure);
    }

    [Fact]
    public void A_server_of_the_users_own_is_loaded_and_left_alone()
    {
        NeedsTools();
        var (server, address) = StartServer();

        var run = RunInside([.. Brief(address, "/text-plain", repeats: 2), "-n", "own"]);

        Assert.True(run.ExitCode == 0, run.Error);
        Assert.Contains("with one server process", run.Output);
        Assert.False(server.HasExited);
        Assert.Equal([1, 2], LoadFiles.Read(Path.Combine(Folder, "own")).Levels[0].Rounds.Select(round => round.Round));
        Assert.Contains("| 1.000x (", RunInside("load diff own own.json").Output);
        NothingRuns();
    }

    [Fact]
    public void A_path_that_is_not_there_is_nothing_to_measure()
    {
        NeedsTools();
        var (_, address) = StartServer();
        var run = RunInside([.. Brief(address, "/nowhere")]);
        Assert.Equal((2, true), (run.ExitCode, run.Error.Contains("returns 404", StringComparison.Ordinal)));
    }

    [Fact]
    public async Task A_server_that_dies_under_load_is_named_and_what_was_measured_is_kept()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "signals");
        NeedsTools();
        var bench = Start([
            "load",
            "sweep",
            "--artifacts",
            Folder,
            "--sample MinimalApi --path /text-plain --levels 8 16 --duration 2s --warmup 1s --repeats 9 -n dies",
        ]);
        var error = bench.StandardError;
        // The first figures are kept there.
        while (!File.Exists(Path.Combine(Folder, "dies.json")) && !bench.HasExited)
            await Task.Delay(100, TestContext.Current.CancellationToken);
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
            "--artifacts",
            Folder,
            "--sample MinimalApi --path /text-plain --levels 8 --duration 20s --warmup 20s -n interrupted",
            .. Environment.ProcessorCount > 1 ? ["--pin"] : Array.Empty<string>(),
        ]);
        var server = await ServerOf(bench);
        // A started server is pinned a moment later.
        while (Environment.ProcessorCount > 1 && CoresOf(bench.Id) == CoresOf(server))
            await Task.Delay(100, TestContext.Current.CancellationToken);
        // The server runs in its own folder inside that of the check.
        var folder = Path.GetDirectoryName(new FileInfo(FormattableString.Invariant($"/proc/{server}/cwd")).LinkTarget!)!;

        // Signals twice, as when both a process and its group are signalled. That counts once.
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

    private static string[] Brief(string address, string path, int repeats = 1) =>
        ["load sweep --artifacts . --url", address, "--path", path, $"--levels 8 --duration 1s --warmup 1s --repeats {repeats}"];
}
