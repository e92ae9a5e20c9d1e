namespace Bench.Tests;

[Trait("Category", "Process")]
public sealed class GateTests : IDisposable
{
    private const string Same = "N.Rows.Same = 100 ns, 64 B";
    private const string Before = "N.Rows.Slower = 100 ns, 64 B";
    private const string After = "N.Rows.Slower = 150 ns, 64 B";

    private readonly MadeUpRepository repository = new(Same, Before);

    public void Dispose() => repository.Dispose();

    [Fact]
    public void What_runs_the_same_code_passes_without_measuring()
    {
        repository.WriteBenchmarks("// why", Same, Before);

        var run = Gate();

        Assert.Equal(0, run.ExitCode);
        Assert.Contains("2 run the same code in both builds, and are not measured", run.Errors);
        Assert.Contains("The code of all benchmarks is the same in both builds", run.Text);
        Assert.Equal(0, repository.Programs.MeasuredPairs);
        Assert.All(repository.Figures().Benchmarks, benchmark => Assert.True(benchmark is { HasSameCode: true, Replicates.Count: 0 }));
        Assert.All(["md", "json", "html"], type => Assert.True(File.Exists(Path.Combine(repository.Results, $"report.{type}"))));
    }

    [Fact]
    public void Identical_code_that_is_measured_passes()
    {
        var run = Gate("--measure-same-code");
        Assert.Equal(0, run.ExitCode);
        Assert.DoesNotContain(run.Errors, line => line.Contains("same code", StringComparison.Ordinal));
        Assert.All(repository.Figures().Benchmarks, benchmark => Assert.NotEmpty(benchmark.Replicates));
        Assert.All(repository.Figures().Benchmarks.SelectMany(benchmark => benchmark.Replicates), replicate =>
            Assert.False(replicate.IsConfirmation)
        );
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false, "--margin", "10%")]
    [InlineData(false, "--env", "DOTNET_TieredPGO=0")]
    public void The_last_check_predicts_the_time_of_the_same_check(bool isSame, params string[] options)
    {
        Gate("--measure-same-code");

        var run = Gate(["--measure-same-code", .. options]);

        Assert.Contains(run.Errors, line => line.EndsWith(isSame ? " left, starting" : "estimating, starting", StringComparison.Ordinal));
    }

    [Fact]
    public void A_failure_is_an_annotation_of_the_changed_line_on_GitHub()
    {
        repository.Variables[Annotations.Variable] = "true";
        repository.WriteBenchmarks(Same, After);

        var run = Gate();

        Assert.Equal(1, run.ExitCode);
        Assert.Matches(
            @"^::error file=App/Rows\.cs,line=12,title=N\.Rows\.Slower%3A Regressed::time 1\.\d+x \(.*\); Rows\.Slower changed$",
            Assert.Single(run.Errors, line => line.StartsWith("::", StringComparison.Ordinal))
        );
        Assert.Contains(
            "nearest changed code: Rows.Slower changed (App/Rows.cs:12)",
            File.ReadAllText(Path.Combine(repository.Results, "report.html"))
        );
        Assert.Equal(new CodeChange("Rows.Slower changed", "App/Rows.cs", 12), repository.Figures().Benchmarks[1].NearestChange);

        // The parts of a check are judged together.
        Assert.DoesNotContain("::error", string.Join('\n', Gate("--shard 1/2").Errors.Concat(Gate("--shard 2/2").Errors)));
    }

    [Fact]
    public void What_is_slower_fails_when_a_new_measurement_confirms_it()
    {
        repository.WriteBenchmarks(Same, After);

        var run = Gate("--title", "Slower rows", "--output own.json --seed 1 --env", "A=b c", "--baseline-exact");

        Assert.Equal(1, run.ExitCode);
        Assert.Contains("1 benchmark is slower", run.Text);
        Assert.True(File.Exists(Path.Combine(repository.Root, "own.json")));
        Assert.Matches(
            @"bench explain '\*Rows\.Slower' --baseline [0-9a-f]{12} --baseline-exact --env ""A=\$A"" bench gate --baseline [0-9a-f]{12} --filter '\*Rows\.Slower\*' --baseline-exact --env ""A=\$A""",
            run.Text
        );
        Assert.Contains("- Change: `Slower rows`", File.ReadAllText(Path.Combine(repository.Results, "report.md")));
        var figures = repository.Figures();
        var slower = figures.Benchmarks.Single(benchmark => benchmark.Method == "Slower");
        Assert.True(slower.Replicates.Count(replicate => replicate.IsConfirmation) >= 4);
        Assert.True(figures.Benchmarks.Single(benchmark => benchmark.Method == "Same").HasSameCode);
        var check = Assert.Single(figures.Checks);
        Assert.Contains("with changes", check.Candidate);
        Assert.Matches("^[0-9a-f]{12}$", check.CandidateState);
        Assert.Equal(
            ("--baseline-exact, A=(hidden)", null, null, "Slower rows"),
            (check.Settings!.ToString(), check.Partial, check.Filter, check.Title)
        );
        Assert.Equal(3 * repository.Programs.MeasuredPairs, check.Seconds);
    }

    [Fact]
    public void A_package_of_another_version_is_part_of_the_candidate_only()
    {
        repository.WriteBenchmarks(Same, Before, $"Some@2.0.0: {After}");
        repository.Commit("next");

        var run = Gate("--package Some@2.0.0 --package Other@1.0.0-rc.1");

        Assert.Equal(1, run.ExitCode);
        Assert.Contains(repository.Programs.Built, line => line.EndsWith(" with Some@2.0.0, Other@1.0.0-rc.1", StringComparison.Ordinal));
        Assert.Contains("1 runs the same code in both builds, and is not measured", run.Errors);
        Assert.Matches(
            @"bench gate --baseline [0-9a-f]{12} --filter '\*Rows\.Slower\*' --package Some@2\.0\.0 --package Other@1\.0\.0-rc\.1",
            run.Text
        );
        Assert.EndsWith(" with Some@2.0.0, Other@1.0.0-rc.1", Assert.Single(repository.Figures().Checks).Candidate);
    }

    [Fact]
    public void Nothing_is_the_same_code_on_two_runtimes()
    {
        repository.Write(
            MadeUpRepository.Project,
            """<Project><TargetFrameworks>net9.0;net10.0</TargetFrameworks><PackageReference Include="BenchmarkDotNet" /></Project>"""
        );
        repository.WriteBenchmarks(Same, Before, $"net10.0: {After}");
        repository.Commit("next");

        var run = Gate("--runtimes net9.0 net10.0");

        Assert.Equal(1, run.ExitCode);
        Assert.Contains("0 run the same code in both builds, and are not measured", run.Errors);
        Assert.Contains("Measured with non-default settings: --runtimes net9.0 net10.0.", run.Text);
        Assert.Matches(@"bench gate --baseline [0-9a-f]{12} --filter '\*Rows\.Slower\*' --runtimes net9\.0 net10\.0", run.Text);
    }

    [Theory]
    [InlineData("the baseline")]
    [InlineData("the candidate")]
    public void A_build_that_breaks_ends_the_other_and_is_what_is_told(string broken)
    {
        using var both = new Barrier(2);
        var isOtherEnded = false;
        repository.Programs.OnBuild = (side, cancellation) =>
        {
            both.SignalAndWait(TestContext.Current.CancellationToken);
            if (side == broken)
                throw new RunnerException($"{side} does not build: a mistake");
            isOtherEnded = cancellation.WaitHandle.WaitOne(TimeSpan.FromMinutes(1));
            cancellation.ThrowIfCancellationRequested();
        };

        var run = Gate();

        Assert.Equal(2, run.ExitCode);
        Assert.Contains($"bench: {broken} does not build: a mistake", run.Errors);
        Assert.True(isOtherEnded);
    }

    [Fact]
    public void A_filter_with_a_mistake_is_told_before_anything_is_built()
    {
        repository.WriteBenchmarks(Same, After);
        var run = Gate("--filter *Rows.Slowr*");
        Assert.Equal(2, run.ExitCode);
        Assert.StartsWith("warning: no source file contains the name 'Slowr', so '*Rows.Slowr*' may match no benchmark", run.Errors[0]);
        Assert.DoesNotContain(Gate("--filter *rows.slower*").Errors, line => line.Contains("no source file", StringComparison.Ordinal));
    }

    [Fact]
    public void A_command_that_explains_a_count_of_bytes_has_only_options_that_it_knows()
    {
        repository.WriteBenchmarks(Same, "N.Rows.Slower = 100 ns, 100 B");
        var run = Gate("--allocation-only");
        Assert.True(run.ExitCode == 1, run.Output);
        Assert.Contains(" --allocation-only", run.Text);
        Assert.Matches(@"bench explain '\*Rows\.Slower' --baseline [0-9a-f]{12}(?! --allocation-only)", run.Text);
    }

    [Fact]
    public void What_looks_slower_at_first_and_is_not_passes()
    {
        repository.WriteBenchmarks(Same, "N.Rows.Slower = 103 ns, 64 B");
        Assert.Equal(0, Gate().ExitCode);
    }

    [Fact]
    public void A_change_can_not_loosen_the_check_that_it_has_to_pass()
    {
        repository.WriteBenchmarks(Same, After);
        repository.Write(
            "bench.json",
            """{"margin":"9%","noiseFloor":"999s","maxInconclusive":"100%","benchmarks":[{"pattern":"*Slower*","margin":"900%"}]}"""
        );

        var run = Gate();

        Assert.Equal(1, run.ExitCode);
        Assert.All(
            new[]
            {
                "margin of '*Slower*' 5% -> 900%",
                "margin 5% -> 9%",
                "noise floor 0.5 ns -> 999000000000 ns",
                "largest share of inconclusive benchmarks 20% -> 100%",
            },
            change => Assert.Contains($"{change} (applies after the merge)", run.Text)
        );
        // The command line may loosen the check.
        Assert.Equal(0, Gate("--margin 80%").ExitCode);
        Assert.Equal(new CheckOptions(Margin: 0.8), Assert.Single(repository.Figures().Checks).Options);
        Assert.Equal(0, Gate("--config bench.json").ExitCode);
    }

    [Fact]
    public void What_vanished_or_failed_fails_unless_that_is_allowed()
    {
        repository.WriteBenchmarks(Same, "N.Rows.Slower = 100 ns, 64 B, fails: only the candidate", "N.Rows.Added = 1 ns");

        var run = Gate();
        Assert.Equal((1, 0), (run.ExitCode, Gate("--allow-missing").ExitCode));
        Assert.Contains("1 benchmark vanished or failed", run.Text);
        var benchmarks = repository.Figures().Benchmarks.ToDictionary(benchmark => benchmark.Method);
        Assert.Equal(("only the candidate", null), (benchmarks["Slower"].Failure, benchmarks["Slower"].BaselineFailure));
        Assert.Equal(PairedSides.Candidate, benchmarks["Added"].Sides);
        repository.WriteBenchmarks(Before);
        Assert.Equal(1, Gate().ExitCode);
        Assert.Equal(PairedSides.Baseline, repository.Figures().Benchmarks.Single(benchmark => benchmark.Method == "Same").Sides);
    }

    [Fact]
    public void What_fails_on_both_sides_leaves_nothing_to_compare()
    {
        repository.WriteBenchmarks("N.Rows.Broken = 1 ns, fails: on both sides");
        repository.Commit("broken");
        repository.WriteBenchmarks("N.Rows.Broken = 2 ns, fails: on both sides");
        var run = Gate();
        Assert.Equal(5, run.ExitCode);
        Assert.Contains("fails in the baseline as well: on both sides", run.Text);
    }

    [Fact]
    public void Another_environment_fails_where_that_is_asked_for()
    {
        repository.Write("App/Runtime.cs", "runtime .NET 10.0.1");
        var strict = Gate("--strict-environment");
        var run = Gate();
        Assert.Equal((4, 0), (strict.ExitCode, run.ExitCode));
        Assert.Contains(".NET 10.0.1", run.Text);
    }

    [Fact]
    public void A_filter_that_fits_nothing_beside_others_is_a_notice_and_so_is_what_was_not_read()
    {
        repository.Write("App/Unread.cs", "unread: Main ended without running benchmarks");
        var run = Gate("--filter *Same *Typo* --measure-same-code");
        Assert.Equal(0, run.ExitCode);
        Assert.Contains("'*Typo*' matches no benchmark in either build", run.Text);
        Assert.Contains("Configuration: the candidate: Main ended without running benchmarks.", run.Text);
        Assert.Equal("*Same, *Typo*", Assert.Single(repository.Figures().Checks).Filter);
    }

    [Fact]
    public void Noise_that_decides_nothing_is_inconclusive()
    {
        using var noisy = new MadeUpRepository(Before) { Programs = new MadeUpPrograms { Noise = 1 } };
        noisy.WriteBenchmarks("N.Rows.Slower = 101 ns, 64 B");
        var run = noisy.Run("gate --baseline HEAD");
        Assert.Equal((3, 0), (run.ExitCode, noisy.Run("gate --baseline HEAD --max-inconclusive 100%").ExitCode));
    }

    [Fact]
    public void When_the_budget_ends_what_was_not_measured_says_so()
    {
        string[] rows = [.. Enumerable.Range(0, 9).Select(i => FormattableString.Invariant($"N.Rows.R{i} = 100 ns"))];
        repository.WriteBenchmarks(rows);
        repository.Commit("nine");

        // The builds take twenty seconds, and each process pair three.
        var run = Gate("--measure-same-code --budget 44s");

        Assert.Equal(3, run.ExitCode);
        Assert.Contains("--budget", run.Text);
        var figures = repository.Figures();
        Assert.Equal("the budget ended before every benchmark was decided", Assert.Single(figures.Checks).Partial);
        Assert.Contains(figures.Benchmarks, benchmark => benchmark.Replicates.Count > 0);
        Assert.Contains(figures.Benchmarks, benchmark =>
            benchmark.Unmeasured is { } reason && reason.Contains("Increase --budget", StringComparison.Ordinal)
        );
        Assert.True(repository.Programs.MeasuredPairs <= 8);
    }

    [Fact]
    public void Allocation_alone_takes_one_pair_where_it_is_the_same_and_more_where_it_differs()
    {
        repository.WriteBenchmarks("N.Rows.Same = 101 ns, 64 B", "N.Rows.Slower = 900 ns, 72 B");

        var run = Gate("--allocation-only");

        Assert.Equal(1, run.ExitCode);
        Assert.Contains("N.Rows Slower 64 B -> 72 B +8 B ALLOCATES MORE", run.Text);
        Assert.Contains("the allocation of 2 benchmarks only", run.Text);
        Assert.Contains("FAILED: 1 benchmark allocates more (exit code 1)", run.Text);
        var benchmarks = repository.Figures().Benchmarks.ToDictionary(benchmark => benchmark.Method);
        Assert.All(benchmarks.Values, benchmark => Assert.Empty(benchmark.Launches));
        Assert.Equal((5, 3), (benchmarks["Same"].AllocatedBytes.Count, benchmarks["Slower"].AllocatedBytes.Count));
        Assert.Equal(1 + 4, repository.Programs.MeasuredPairs);
        Assert.Contains("Sampling the allocations of N.Rows.Slower", run.Errors);
    }

    [Fact]
    public void Samples_are_not_taken_for_a_change_that_they_cannot_show()
    {
        repository.WriteBenchmarks("N.Rows.Same = 101 ns, 64 B", "N.Rows.Slower = 900 ns, 501000 B");
        repository.Commit("large");
        repository.WriteBenchmarks("N.Rows.Same = 101 ns, 64 B", "N.Rows.Slower = 900 ns, 501040 B");

        var run = Gate("--allocation-only");

        Assert.Equal(1, run.ExitCode);
        Assert.Contains("+40 B ALLOCATES MORE", run.Text);
        Assert.DoesNotContain("Sampling the allocations of N.Rows.Slower", run.Errors);
    }

    private BenchProgram.Finished Gate(params string[] arguments) => repository.Run(["gate --baseline HEAD", .. arguments]);
}
