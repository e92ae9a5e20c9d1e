namespace Bench.Tests;

public sealed class CompareTests : FolderTests
{
    public CompareTests()
    {
        folder.Write("old/N.T-report-full.json", BdnJson.Of(BdnJson.Steady("N.T.A", 100, 64), BdnJson.Steady("N.T.B", 100, 64)));
        folder.Write("same/N.T-report-full.json", BdnJson.Of(BdnJson.Steady("N.T.A", 100.3, 64), BdnJson.Steady("N.T.B", 100.2, 64)));
        folder.Write("slow/N.T-report-full.json", BdnJson.Of(BdnJson.Steady("N.T.A", 130, 64), BdnJson.Steady("N.T.B", 100.2, 64)));
        folder.Write("gone/N.T-report-full.json", BdnJson.Of(BdnJson.Steady("N.T.A", 100.3, 64)));
        folder.Write("other/N.T-report-full.json", BdnJson.Of(BdnJson.Steady("N.T.C", 100, 64)));
        folder.Write(
            "newer/N.T-report-full.json",
            BdnJson
                .Of(BdnJson.Steady("N.T.A", 100.3, 64), BdnJson.Steady("N.T.B", 100.2, 64))
                .Replace(".NET 10", ".NET 11", StringComparison.Ordinal)
        );
        folder.Write(
            "single/N.T-report-full.json",
            BdnJson.Of(BdnJson.Benchmark("N.T.A", "DefaultJob", 64, [100, 101]), BdnJson.Benchmark("N.T.B", "DefaultJob", 64, [100, 101]))
        );
        folder.Write(
            "again/N.T-report-full.json",
            BdnJson.Of(BdnJson.Benchmark("N.T.A", "DefaultJob", 64, [100, 102]), BdnJson.Benchmark("N.T.B", "DefaultJob", 64, [100, 102]))
        );
        folder.Write(
            "triple/N.T-report-full.json",
            BdnJson.Of(BdnJson.Benchmark("N.T.A", "DefaultJob", 64, [300, 303]), BdnJson.Benchmark("N.T.B", "DefaultJob", 64, [100, 102]))
        );
        folder.Write("copy/N.T-report-full.json", File.ReadAllBytes(Path.Combine(folder.Root, "single/N.T-report-full.json")));
        folder.Write(
            "intel/N.T-report-full.json",
            BdnJson
                .Of(BdnJson.Steady("N.T.A", 400), BdnJson.Steady("N.T.B", 400))
                .Replace("AMD EPYC", "Intel Xeon", StringComparison.Ordinal)
        );
        folder.Write("broken/N.T-report-full.json", "{\"Benchmarks\":[\n{]");
    }

    [Theory]
    [Trait("Category", "Process")]
    [InlineData("compare git:HEAD old")]
    [InlineData("merge git:HEAD")]
    [InlineData("report git:HEAD")]
    public async Task What_only_reads_ends_at_once_when_it_is_asked_to(params string[] arguments)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "signals, and a shell");
        var git = folder.Write("bin/git", "#!/bin/sh\n: > asked\nwhile test -e asked; do sleep 0.1; done\n");
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(git, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
        string[] command =
        [
            .. InterruptSignal.NotIgnored(),
            "dotnet",
            Path.Combine(AppContext.BaseDirectory, "bench.dll"),
            .. ArgumentWords.Of(arguments),
        ];
        var start = new ProcessStartInfo(command[0], command[1..])
        {
            WorkingDirectory = folder.Root,
            RedirectStandardError = true,
            RedirectStandardOutput = true,
        };
        start.Environment["PATH"] = $"{Path.GetDirectoryName(git)}:{Environment.GetEnvironmentVariable("PATH")}";
        using var bench = Process.Start(start)!;
        var error = bench.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        while (!File.Exists(Path.Combine(folder.Root, "asked")))
        {
            Assert.False(bench.HasExited);
            await Task.Delay(20, TestContext.Current.CancellationToken);
        }

        using (var kill = Process.Start("kill", ["-INT", bench.Id.ToString(System.Globalization.CultureInfo.InvariantCulture)]))
            await kill.WaitForExitAsync(TestContext.Current.CancellationToken);
        await bench
            .WaitForExitAsync(TestContext.Current.CancellationToken)
            .WaitAsync(TimeSpan.FromSeconds(30), TestContext.Current.CancellationToken);

        Assert.Equal(130, bench.ExitCode);
        Assert.Equal("bench: interrupted before anything was read.\n", await error);
    }

    [Theory]
    [InlineData(0, "old", "same")]
    [InlineData(1, "old", "slow")]
    [InlineData(0, "old", "slow", "--margin 50%")]
    [InlineData(1, "old", "gone")]
    [InlineData(0, "old", "gone", "--allow-missing")]
    [InlineData(1, "old", "other")]
    [InlineData(5, "old", "other", "--allow-missing")]
    [InlineData(0, "old", "newer")]
    [InlineData(4, "old", "newer", "--strict-environment")]
    [InlineData(1, "slow", "newer", "--strict-environment --baseline gone/../other")]
    [InlineData(3, "single", "again")]
    [InlineData(0, "single", "again", "--max-inconclusive 100%")]
    [InlineData(0, "single", "single")]
    [InlineData(0, "single", "copy")]
    [InlineData(1, "single", "triple")]
    [InlineData(5, "old", "intel")]
    [InlineData(5, "old", "intel", "--across-machines")]
    [InlineData(4, "old", "intel", "--across-machines --strict-environment")]
    [InlineData(2, "old", "broken")]
    [InlineData(2, "old", "missing")]
    [InlineData(2, "old", "same", "--margin lots")]
    [InlineData(2, "old", "same", "--margn 5%")]
    [InlineData(2, "old", "same", "--format pdf")]
    [InlineData(2, "old", "same", "--format 3")]
    [InlineData(2, "old", "same", "--config", "")]
    [InlineData(2, "old", "same", "--spread", "")]
    [InlineData(2, ",", "same")]
    [InlineData(2, "old", "same", "--output x.pdf")]
    [InlineData(2, "old", "same", "--control *Nothing*")]
    [InlineData(2, "old", "same", "--margin 5")]
    [InlineData(2, "old", "same", "--launch-spread 8")]
    [InlineData(2, "old", "same", "--config missing.json")]
    [InlineData(2, "old")]
    [InlineData(2, "old,old", "same")]
    [InlineData(2)]
    public void Exit_codes(int expected, params string[] arguments)
    {
        var run = BenchProgram.Run(folder.Root, ["compare", .. arguments]);

        Assert.Equal((expected, run.ExitCode), (run.ExitCode, expected));
        if (expected != 2)
        {
            Assert.Equal("", run.Error);
            Assert.Contains($"exit code {expected}", run.Output);
            return;
        }

        Assert.Equal("", run.Output);
        Assert.StartsWith("bench: ", run.Error);
        Assert.Single(run.Error.TrimEnd().Split('\n'));
    }

    [Fact]
    public void A_sweep_that_is_slower_at_each_of_ten_levels_is_as_load_diff_says()
    {
        Sweep("a.json", 1, 1);
        Sweep("b.json", 0.8, 1);
        Sweep("refusing.json", 1.5, 0.4);

        foreach (var candidate in new[] { "b.json", "refusing.json" })
        {
            Assert.Equal(1, BenchProgram.Run(folder.Root, "compare a.json", candidate).ExitCode);
            Assert.Equal(1, BenchProgram.Run(folder.Root, "load diff a.json", candidate).ExitCode);
        }

        void Sweep(string file, double speed, double success) =>
            folder.Write(
                file,
                LoadFiles.Json(
                    LoadRuns.Create(
                        Path.GetFileNameWithoutExtension(file),
                        [
                            .. Enumerable
                                .Range(1, 10)
                                .Select(i =>
                                    LoadRuns.Level(8 * i, success, 1000 * speed, 1010 * speed, 990 * speed, 1005 * speed, 995 * speed)
                                ),
                        ]
                    )
                )
            );
    }

    // As with load diff, two runs of 15 s are too few for the longest response time.
    [Fact]
    public void One_file_of_crank_a_side_decides_nothing()
    {
        folder.Write("a.json", CrankFile.Create(10_000, 10));
        folder.Write("b.json", CrankFile.Create(10_000, 30));
        Assert.Equal(3, BenchProgram.Run(folder.Root, "compare a.json b.json").ExitCode);
    }

    [Fact]
    public void Pairs_that_are_all_slower_are_regressed_and_no_slower_machine()
    {
        folder.Write("gate/bench-results.json", Pairs(1.2));
        folder.Write("same/bench-results.json", Pairs(1));

        Assert.Equal(1, BenchProgram.Run(folder.Root, "compare gate").ExitCode);
        Assert.Equal(0, BenchProgram.Run(folder.Root, "compare same/bench-results.json").ExitCode);

        static string Pairs(double slower) =>
            BenchResults.ToJson(
                ResultsKind.Paired,
                new RunEnvironment(),
                Enumerable
                    .Range(1, 12)
                    .Select(i => new BenchmarkResult
                    {
                        Id = new BenchmarkId($"N.T.Method{i}", JobTraits.Default),
                        Type = "N.T",
                        Method = $"Method{i}",
                        Parameters = "",
                        Places = [],
                        IsPaired = true,
                        Replicates =
                        [
                            .. Enumerable
                                .Range(0, 6)
                                .Select(j => new Replicate(100, 100 * slower, Math.Log(slower) + (0.002 * ((j + i) % 3 - 1)))),
                        ],
                    }),
                "beside",
                null
            );
    }

    [Fact]
    public void A_report_that_can_not_be_written_is_a_line_and_the_verdict_is_there()
    {
        var run = BenchProgram.Run(folder.Root, "compare old same --output missing/x.md --output x.md");
        Assert.Equal(2, run.ExitCode);
        Assert.Contains("(exit code 0)", run.Output);
        Assert.Contains("missing/x.md", Assert.Single(run.Error.TrimEnd().Split('\n')));
        Assert.True(File.Exists(Path.Combine(folder.Root, "x.md")));
    }

    [Fact]
    public void Identical_files_are_said_to_be()
    {
        var run = BenchProgram.Run(folder.Root, "compare single copy");
        Assert.Contains("PASSED: The files of both runs are identical", run.Output);
        Assert.DoesNotContain("nconclusive", run.Output);
        Assert.DoesNotContain("Equivalent", run.Output);
    }

    [Theory]
    [InlineData("console")]
    [InlineData("markdown")]
    [InlineData("html")]
    [InlineData("json")]
    public void Every_format_says_what_is_assumed_and_what_decides(string format)
    {
        var run = BenchProgram.Run(folder.Root, "compare single again --format", format);
        Assert.Contains("No common factor of all times can be estimated", run.Output);
        Assert.Contains("95% of single launches are within 1.6x of each other", run.Output);
        // On a page, each word of a command is an element.
        var text = run.Output.Replace("<span>", "").Replace("</span>", "");
        Assert.Matches("dotnet run -c Release --project PROJECT -- --filter ('|&#39;|\\\\u0027)\\*?(N\\.)?T.A", text);
        Assert.Contains("--launchCount 5 --exporters json", text);
    }

    [Theory]
    [InlineData("-c Release -- --filter", "My.csproj", "other/Other.csproj")]
    [InlineData("-c Release --project perf/My.csproj -- --filter", "perf/My.csproj")]
    [InlineData("-c Release --project PROJECT -- --filter", "perf/My.csproj", "other/Other.csproj")]
    public void A_command_that_measures_again_names_the_project_unless_dotnet_finds_it(string command, params string[] projects)
    {
        foreach (var project in projects)
            folder.Write(project, "<OutputType>Exe</OutputType><PackageReference Include=\"BenchmarkDotNet\" />");
        Assert.Contains($"dotnet run {command} '*T.A*'", BenchProgram.Run(folder.Root, "compare single again").Output);
    }

    [Theory]
    [InlineData("console")]
    [InlineData("markdown")]
    [InlineData("html")]
    [InlineData("json")]
    public void Every_format_says_by_what_factor_all_times_moved(string format)
    {
        new InterleavedSimulation(1).Write(folder, "i1", 10, "", 1);
        new InterleavedSimulation(2).Write(folder, "i2", 10, "Slower", 1.5);

        var run = BenchProgram.Run(folder.Root, "compare i1.json i2.md --format", format, "--max-inconclusive 100%");

        Assert.Equal(1, run.ExitCode);
        Assert.Matches(
            "All benchmarks together take 1\\.[45]\\d?x \\(95% CI 1\\.\\d\\d?-1\\.\\d\\d?\\) the baseline(&#39;|'|\\\\u0027)s time",
            run.Output
        );
        // The page counts them.
        Assert.Contains(format == "html" ? "<strong>10</strong> slower" : "10 benchmarks are slower", run.Output);
    }

    [Fact]
    public void Files_that_an_earlier_run_left_are_named_and_not_compared()
    {
        folder.Write(
            "results/run.json",
            """{ "started": "2026-11-22T10:00:00+00:00", "topics": [ { "name": "T", "files": [ "N.T-report-full.json" ] } ] }"""
        );
        folder.Write("results/N.T-report-full.json", File.ReadAllBytes(Path.Combine(folder.Root, "same/N.T-report-full.json")));
        folder.Write("results/N.Old-report-full.json", BdnJson.Of(BdnJson.Steady("N.Old.A", 100)));
        folder.Write("results/N.Added-report-full.json", BdnJson.Of(BdnJson.Steady("N.Added.A", 100)));
        File.SetLastWriteTimeUtc(
            Path.Combine(folder.Root, "results/N.Old-report-full.json"),
            new DateTime(2026, 11, 21, 9, 30, 0, DateTimeKind.Utc)
        );
        File.SetLastWriteTimeUtc(
            Path.Combine(folder.Root, "results/N.Added-report-full.json"),
            new DateTime(2026, 11, 22, 12, 0, 0, DateTimeKind.Utc)
        );

        var run = BenchProgram.Run(folder.Root, "compare old results");

        Assert.Equal(0, run.ExitCode);
        Assert.Contains(
            "1 file of an earlier run (oldest 2026-11-21 09:30 UTC) is in results and not compared: N.Old-report-full.json.",
            run.Output
        );
        Assert.DoesNotContain("N.Old.A", run.Output);
        Assert.Contains("N.Added.A", run.Output);
        folder.Write("results/run.json", """{ "started": 3, "topics": [ null ] }""");
        Assert.Contains("N.Old.A", BenchProgram.Run(folder.Root, "compare old results").Output);
    }

    [Fact]
    public void Without_arguments_the_published_tables_are_compared_with_the_last_results()
    {
        Directory.CreateDirectory(Path.Combine(folder.Root, "BenchmarkDotNet.Artifacts"));
        Directory.Move(Path.Combine(folder.Root, "old"), Path.Combine(folder.Root, "BenchmarkDotNet.Artifacts/reference"));
        Directory.Move(Path.Combine(folder.Root, "slow"), Path.Combine(folder.Root, "BenchmarkDotNet.Artifacts/results"));
        Directory.CreateDirectory(Path.Combine(folder.Root, "src/deep"));
        Assert.Equal(1, BenchProgram.Run(Path.Combine(folder.Root, "src/deep"), "compare").ExitCode);
    }

    [Fact]
    public void Same_input_same_bytes()
    {
        foreach (var format in new[] { "console", "markdown", "json", "html" })
        {
            var first = BenchProgram.Run(folder.Root, "compare old slow --format", format);
            Assert.Equal(first, BenchProgram.Run(folder.Root, "compare old slow --format", format));
            Assert.Matches(@"N\.T\.A|N\.T\n  A ", first.Output);
        }
    }

    [Fact]
    public void Several_outputs_at_once()
    {
        var run = BenchProgram.Run(folder.Root, "compare old slow --output a.md --output a.json --output a.html");
        Assert.Equal(1, run.ExitCode);
        Assert.StartsWith("## ❌ Benchmarks failed", File.ReadAllText(Path.Combine(folder.Root, "a.md")));
        Assert.StartsWith("{", File.ReadAllText(Path.Combine(folder.Root, "a.json")));
        Assert.StartsWith("<!DOCTYPE html>", File.ReadAllText(Path.Combine(folder.Root, "a.html")));
    }

    [Fact]
    public void A_config_in_the_current_folder_is_used()
    {
        folder.Write(
            "bench.json",
            """{ "accepted": [ { "benchmark": "N.T.A", "metric": "time", "reason": "meant", "until": "2999-12-31" } ] }"""
        );
        var run = BenchProgram.Run(folder.Root, "compare old slow");
        Assert.Equal(0, run.ExitCode);
        Assert.Contains("  Accepted\n", run.Output);
    }

    [Fact]
    public void Help_names_the_exit_codes()
    {
        var run = BenchProgram.Run(folder.Root, "compare --help");
        Assert.Equal(0, run.ExitCode);
        Assert.Contains("130", run.Output);
        Assert.Contains("--strict-environment", run.Output);
    }
}
