using System.Diagnostics;
using System.Globalization;
using Bench.Load;

namespace Outside.Tests;

/// <summary><c>bench load</c> with the real generators against real servers.</summary>
[Trait("Category", "Process")]
public sealed class LoadTests : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(4);

    private readonly string folder = Directory.CreateTempSubdirectory("bench-load-").FullName;
    private readonly List<Process> processes = [];

    public void Dispose()
    {
        foreach (var process in processes)
        {
            if (!process.HasExited)
                process.Kill(entireProcessTree: true);
            process.Dispose();
        }

        Directory.Delete(folder, recursive: true);
    }

    [Fact]
    public void A_sweep_writes_figures_that_agree_and_pictures()
    {
        NeedsTools();
        Assert.SkipWhen(Tool.Gnuplot.UnsupportedReason is not null, Tool.Gnuplot.UnsupportedReason ?? "");

        var run = RunBench(
            [
                "load",
                "sweep",
                "-d",
                folder,
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
        var levels = LoadFiles.Read(Path.Combine(folder, "two words.json")).Levels;
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

        var dat = File.ReadAllLines(Path.Combine(folder, "two words.dat"));
        Assert.Equal(2, dat.Count(line => !line.StartsWith('#')));
        Assert.Contains(dat, line => line.StartsWith("# 900000 not reached", StringComparison.Ordinal));
        foreach (var picture in new[] { "two words", "two words-success" })
        {
            Assert.Contains("</svg>", File.ReadAllText(Path.Combine(folder, picture + ".svg")));
            Assert.Equal([0x89, (byte)'P', (byte)'N', (byte)'G'], File.ReadAllBytes(Path.Combine(folder, picture + ".png"))[..4]);
        }

        Assert.Contains("not reached: 900000", File.ReadAllText(Path.Combine(folder, "two words.svg")));
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
        var whole = LoadFiles.Read(Path.Combine(folder, "own"));
        File.WriteAllText(
            Path.Combine(folder, "own.json"),
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
        var resumed = LoadFiles.Read(Path.Combine(folder, "own"));
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
            folder,
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
        Assert.Contains("ended under load", LoadFiles.Read(Path.Combine(folder, "dies")).Partial);
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
            folder,
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

        // Twice, as whoever signals a process and its group does: it is one wish.
        using var kill = Process.Start(
            "sh",
            ["-c", FormattableString.Invariant($"kill -INT {bench.Id}; sleep 0.02; kill -INT {bench.Id}")]
        );
        await bench.WaitForExitAsync(TestContext.Current.CancellationToken).WaitAsync(Patience, TestContext.Current.CancellationToken);

        Assert.Equal(130, bench.ExitCode);
        Assert.Throws<ArgumentException>(() => Process.GetProcessById(server));
        Assert.Empty(Directory.EnumerateDirectories(Path.GetTempPath(), FormattableString.Invariant($"bench-check-{bench.Id}-*")));
    }

    [Fact]
    public void A_matrix_measures_its_arms_at_full_speed_and_at_one_pace()
    {
        NeedsTools();
        Write(
            """{"name":"own","sample":"AdventureWorksApi","path":"/products/count","connections":8,"durationSeconds":4,"warmUpSeconds":1,"arms":[{"name":"one","expect":{"style":"Minimal"}},{"name":"other","switches":["--Style","Controllers"],"environment":{"DOTNET_gcServer":"0"},"expect":{"style":"Controllers","isServerGC":false}}]}"""
        );

        var run = RunBench(["load", "matrix", Path.Combine(folder, "own.plan"), "-d", folder]);

        Assert.True(run.ExitCode == 0, run.Error);
        Assert.Matches(@"\| other \| \d+ \| \d\.\d{3}x \(", run.Output);
        // All counters of both arms, at the same pace.
        var paced = run.Output[run.Output.IndexOf("At the same load", StringComparison.Ordinal)..]
            .Split('\n')
            .Where(line => line.StartsWith("| one", StringComparison.Ordinal) || line.StartsWith("| other", StringComparison.Ordinal))
            .ToArray();
        Assert.Equal(2, paced.Length);
        Assert.All(paced, line => Assert.DoesNotContain("|  |", line));
        var rates = paced.Select(line => double.Parse(line.Split('|')[2], CultureInfo.InvariantCulture)).ToArray();
        Assert.InRange(rates[0] / rates[1], 0.8, 1.25);

        // As if it had been interrupted in its fifth round.
        var file = Path.Combine(folder, "own.json");
        var whole = MatrixResult.Read(file);
        File.WriteAllText(
            file,
            (
                whole with
                {
                    Arms = [.. whole.Arms.Select(arm => arm with { Rounds = [.. arm.Rounds.Take(4)] })],
                    Partial = "it was interrupted",
                }
            ).ToJson()
        );
        var resume = RunBench(["load", "matrix", Path.Combine(folder, "own.plan"), "-d", folder, "--resume"]);
        Assert.True(resume.ExitCode == 0, resume.Error);
        Assert.DoesNotContain("pilot", resume.Error);
        var resumed = MatrixResult.Read(file);
        Assert.Equal((whole.Pace, null), (resumed.Pace, resumed.Partial));
        Assert.All(
            resumed.Arms.Zip(whole.Arms),
            pair =>
            {
                Assert.Equal(pair.Second.Rounds.Take(4), pair.First.Rounds.Take(4));
                Assert.NotEqual(pair.Second.Rounds[4], Assert.Single(pair.First.Rounds.Skip(4)));
            }
        );
    }

    [Fact]
    public void An_arm_whose_setting_took_no_effect_is_an_error()
    {
        NeedsTools();
        Write(
            """{"name":"own","sample":"AdventureWorksApi","path":"/products/count","arms":[{"name":"one","expect":{"serializer":"Newtonsoft"}},{"name":"other"}]}"""
        );

        var run = RunBench(["load", "matrix", Path.Combine(folder, "own.plan"), "-d", folder]);

        Assert.Equal(2, run.ExitCode);
        Assert.Contains("bench: one: the setting took no effect: serializer is \"SystemTextJson\" instead of \"Newtonsoft\"", run.Error);
    }

    [Fact]
    public void Every_request_of_a_matrix_has_its_headers()
    {
        NeedsTools();
        const string plan =
            """{"name":"own","sample":"MiddlewareApi","connections":4,"durationSeconds":1,"warmUpSeconds":1,"headers":HEADERS,"arms":[{"name":"one","switches":["--Layers","Authentication"]},{"name":"other","switches":["--Layers","Authentication,Compression"],"expectHeaders":{"Content-Encoding":"gzip"}}]}""";

        // Without the token both generators would be refused, and with it nothing is.
        Write(plan.Replace("HEADERS", """{"Authorization":"Bearer a-token-of-the-sample","Accept-Encoding":"gzip"}"""));
        var run = RunBench(["load", "matrix", Path.Combine(folder, "own.plan"), "-d", folder]);
        Assert.True(run.ExitCode == 0, run.Error);
        var arms = MatrixResult.Read(Path.Combine(folder, "own.json")).Arms;
        Assert.All(arms.SelectMany(arm => arm.Rounds), round => Assert.Equal((0, 0), (round.Peak.Errors.Status, round.Paced!.Failed)));

        Write(plan.Replace("HEADERS", """{"Authorization":"Bearer a-token-of-the-sample"}"""));
        Assert.Contains(
            "other: the setting took no effect: the header Content-Encoding is not sent",
            RunBench(["load", "matrix", Path.Combine(folder, "own.plan"), "-d", folder]).Error
        );
        Write(plan.Replace("HEADERS", "{}"));
        Assert.Contains("answers 401", RunBench(["load", "matrix", Path.Combine(folder, "own.plan"), "-d", folder]).Error);
    }

    [Fact]
    public void A_scenario_is_run_and_its_thresholds_decide()
    {
        NeedsTools();
        var (_, address) = StartSample();
        const string requests =
            """[{"path":"/text-plain","checks":{"bodyEquals":"response"}},{"method":"POST","path":"/validations","body":"{\"id\":1}","checks":{"status":400}}]""";

        Write(
            $$"""{"name":"kept","url":"{{address}}","copies":4,"durationSeconds":2,"warmUpSeconds":1,"requests":{{requests}},"thresholds":["p99 < 10 s","failed checks < 1 %","abort when failed checks > 5 %"]}"""
        );
        var kept = RunBench(["load", "scenario", Path.Combine(folder, "own.plan"), "-d", folder]);
        Write(
            $$"""{"name":"missed","url":"{{address}}","stages":[{"seconds":1,"copies":4},{"seconds":1,"copies":0}],"requests":[{"path":"/text-plain","checks":{"bodyEquals":"another"} }],"thresholds":["failed checks < 1 %"]}"""
        );
        var missed = RunBench(["load", "scenario", Path.Combine(folder, "own.plan"), "-d", folder]);

        Assert.True(kept.ExitCode == 0, kept.Output + kept.Error);
        Assert.Contains("| p99 &lt; 10 s |", kept.Output);
        Assert.True(missed.ExitCode == 1, missed.Output + missed.Error);
        Assert.Contains("| failed checks &lt; 1 % | 100% | **not kept** |", missed.Output);
        Assert.True(File.Exists(Path.Combine(folder, "kept.json")));
    }

    [Fact]
    public void Failing_checks_end_a_scenario_before_its_time()
    {
        NeedsTools();
        var (_, address) = StartSample();
        Write(
            $$"""{"name":"ends","url":"{{address}}","copies":2,"durationSeconds":120,"requests":[{"path":"/nowhere"}],"thresholds":["abort when failed checks > 5 %"]}"""
        );
        var clock = Stopwatch.StartNew();

        var run = RunBench(["load", "scenario", Path.Combine(folder, "own.plan"), "-d", folder]);

        Assert.True(run.ExitCode == 1, run.Output + run.Error);
        Assert.Contains(
            "**Ended before its time:** abort when failed checks > 5 %",
            run.Output.Replace("&gt;", ">", StringComparison.Ordinal)
        );
        Assert.True(clock.Elapsed < TimeSpan.FromSeconds(60));
    }

    // A hung server answers too little to spoil a percentile; a dead one ends the scenario long before its time.
    [Theory]
    [InlineData("STOP", 10, 1, "Nothing was answered in the last")]
    [InlineData("KILL", 3600, 2, "MinimalApi ended under load with exit code 137")]
    public async Task A_server_that_hangs_or_dies_in_a_scenario_is_no_success(string signal, int seconds, int exitCode, string said)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "signals");
        NeedsTools();
        Write(
            $$"""{"name":"hangs","sample":"MinimalApi","copies":2,"durationSeconds":{{seconds}},"requests":[{"path":"/text-plain"}],"thresholds":["p95 < 500 ms","failed checks < 1 %"]}"""
        );
        var bench = Start(["load", "scenario", Path.Combine(folder, "own.plan"), "-d", folder]);
        while (
            await bench.StandardError.ReadLineAsync(TestContext.Current.CancellationToken) is { } line
            && !line.StartsWith("hangs", StringComparison.Ordinal)
        )
            Assert.False(line.StartsWith("bench:", StringComparison.Ordinal), line);
        var server = await ServerOf(bench);
        await Task.Delay(TimeSpan.FromSeconds(2), TestContext.Current.CancellationToken);
        using (var kill = Process.Start("kill", [$"-{signal}", server.ToString(CultureInfo.InvariantCulture)]))
            await kill.WaitForExitAsync(TestContext.Current.CancellationToken);
        var output = bench.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        var rest = await bench
            .StandardError.ReadToEndAsync(TestContext.Current.CancellationToken)
            .WaitAsync(Patience, TestContext.Current.CancellationToken);
        await bench.WaitForExitAsync(TestContext.Current.CancellationToken).WaitAsync(Patience, TestContext.Current.CancellationToken);

        Assert.Equal(exitCode, bench.ExitCode);
        Assert.Contains(said, await output + rest);
        Assert.Throws<ArgumentException>(() => Process.GetProcessById(server));
    }

    [Fact]
    public void Requests_arrive_at_the_rate_that_was_asked_for()
    {
        NeedsTools();
        var (_, address) = StartSample();
        Write(
            $$"""{"name":"arrivals","url":"{{address}}","rate":200,"copies":20,"durationSeconds":4,"warmUpSeconds":1,"requests":[{"path":"/text-plain"}],"thresholds":["requests a second > 190","failed checks < 1 %"]}"""
        );

        var run = RunBench(["load", "scenario", Path.Combine(folder, "own.plan"), "-d", folder]);

        Assert.True(run.ExitCode == 0, run.Output + run.Error);
        Assert.Matches(@"\| (19\d|20\d)(\.\d)? \| 0% \|", run.Output);
    }

    [Theory]
    [InlineData("--sample NAME or --url", "--levels", "8")]
    [InlineData("--sample NAME or --url", "--sample", "MinimalApi", "--url", "http://127.0.0.1:1")]
    [InlineData("there is no such project", "--sample", "Nothing")]
    [InlineData("--allow-remote", "--url", "http://example.org")]
    [InlineData("is no address", "--url", "http://127.0.0.1:1/path")]
    [InlineData("is no address", "--url", "ftp://127.0.0.1")]
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
        var bin = Directory.CreateDirectory(Path.Combine(folder, "bin")).FullName;
        File.CreateSymbolicLink(Path.Combine(bin, "dotnet"), DotnetPath());

        var run = RunBench(["load", "sweep", "--url", "http://127.0.0.1:1"], bin);

        Assert.Equal((2, "bench: wrk is not on PATH: sudo apt-get install wrk"), (run.ExitCode, run.Error.Trim()));
    }

    private void Write(string plan) => File.WriteAllText(Path.Combine(folder, "own.plan"), plan);

    private static void NeedsTools()
    {
        Assert.SkipWhen(Tool.Wrk.UnsupportedReason is not null, Tool.Wrk.UnsupportedReason ?? "");
        Assert.SkipWhen(Tool.H2Load.UnsupportedReason is not null, Tool.H2Load.UnsupportedReason ?? "");
    }

    private (int ExitCode, string Output, string Error) Run(string[] arguments) => RunBench(["load", "sweep", "-d", folder, .. arguments]);

    private (int ExitCode, string Output, string Error) RunBench(string[] arguments, string? path = null, int? maxFiles = null)
    {
        var process = Start(arguments, path, maxFiles);
        var error = process.StandardError.ReadToEndAsync();
        var output = process.StandardOutput.ReadToEnd();
        Assert.True(process.WaitForExit(Patience));
        return (process.ExitCode, output, error.Result);
    }

    // In the checkout, where samples/ is, but for what is read from the test's own folder.
    private Process Start(string[] arguments, string? path = null, int? maxFiles = null)
    {
        string[] limit = maxFiles is { } files ? ["sh", "-c", FormattableString.Invariant($"ulimit -n {files}; exec \"$0\" \"$@\"")] : [];
        string[] command =
        [
            .. limit,
            .. InterruptSignal.NotIgnored(),
            DotnetPath(),
            Path.Combine(AppContext.BaseDirectory, "bench.dll"),
            .. arguments,
        ];
        var start = new ProcessStartInfo(command[0], command[1..])
        {
            WorkingDirectory = arguments.Contains("diff") ? folder : Checkout.Root,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        if (path is not null)
            start.Environment["PATH"] = path;
        processes.Add(Process.Start(start)!);
        return processes[^1];
    }

    private (Process Server, string Address) StartSample()
    {
        var start = new ProcessStartInfo(
            "dotnet",
            [
                "run",
                "-c",
                "Release",
                "--project",
                Path.Combine(Checkout.Root, "samples", "MinimalApi"),
                "--",
                "--urls",
                "http://127.0.0.1:0",
            ]
        )
        {
            RedirectStandardOutput = true,
        };
        var server = Process.Start(start)!;
        processes.Add(server);
        string? line;
        while ((line = server.StandardOutput.ReadLine()) is not null && !line.Contains("listens on", StringComparison.Ordinal)) { }

        return (server, line!.Split(' ')[^1]);
    }

    private static string DotnetPath() =>
        Environment.ProcessPath is { } own && Path.GetFileNameWithoutExtension(own) == "dotnet"
            ? own
            : (Environment.GetEnvironmentVariable("PATH") ?? "")
                .Split(Path.PathSeparator)
                .Select(folder => Path.Combine(folder, "dotnet"))
                .First(File.Exists);

    /// <summary>The server that a bench has started: its child that runs the sample.</summary>
    private static async Task<int> ServerOf(Process bench)
    {
        for (var clock = Stopwatch.StartNew(); clock.Elapsed < Patience; await Task.Delay(20, TestContext.Current.CancellationToken))
        {
            int? found = null;
            try
            {
                found = Child(bench);
            }
            catch (IOException)
            {
                // One that was just listed has ended.
            }

            if (found is { } server)
                return server;
        }

        throw new TimeoutException("bench started no server.");
    }

    private static string CoresOf(int process) =>
        File.ReadLines(FormattableString.Invariant($"/proc/{process}/status"))
            .First(line => line.StartsWith("Cpus_allowed_list:", StringComparison.Ordinal));

    private static int? Child(Process bench)
    {
        var children = string.Join(
            ' ',
            Directory
                .EnumerateDirectories(FormattableString.Invariant($"/proc/{bench.Id}/task"))
                .Select(task => File.ReadAllText(Path.Combine(task, "children")))
        );
        foreach (var child in children.Split(' ', StringSplitOptions.RemoveEmptyEntries).Distinct())
        {
            if (File.ReadAllText($"/proc/{child}/cmdline").Contains("MinimalApi.dll", StringComparison.Ordinal))
                return int.Parse(child, CultureInfo.InvariantCulture);
        }

        return null;
    }
}
