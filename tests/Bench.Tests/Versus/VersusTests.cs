namespace Bench.Tests;

[Trait("Category", "Process")]
public sealed class VersusTests : IDisposable
{
    private readonly MadeUpRepository repository = new(
        "Fixture.WayRows.Short = 5000000 ns, cold, baseline",
        "Fixture.WayRows.Long = 20000000 ns, cold",
        "Fixture.WayRows.Failing = 1 ns, cold, fails: this way leads nowhere",
        "Fixture.WayRows.Alone = 1 ns, cold, group Alone",
        "Fixture.Texts.Short(Text: a) = 5 ns, baseline",
        "Fixture.Texts.Long(Text: a) = 20 ns",
        "Fixture.Texts.Short(Text: b) = 5 ns, baseline",
        "Fixture.Texts.Long(Text: b) = 50 ns"
    );

    public void Dispose() => repository.Dispose();

    [Fact]
    public void Ways_are_measured_against_their_baseline_and_slower_is_no_failure()
    {
        var run = Versus("*WayRows.Long", "--replicates 2 --results ways.json --output ways.md");

        Assert.True(run.ExitCode == 0, run.Output + run.Error);
        Assert.Contains("### `Fixture.WayRows`\n", run.Output);
        Assert.Contains("| `Long` | ", run.Output);
        var benchmark = Assert.Single(Figures("ways.json"));
        Assert.Equal(("Long", 2, false), (benchmark.Method, benchmark.Replicates.Count, benchmark.IsScreened));
        Assert.All(benchmark.Replicates, replicate => Assert.True(replicate.LogRatio > 0));
        Assert.Equal("Fixture.WayRows.Short", benchmark.Against);
        Assert.Equal(4, repository.Programs.MeasuredPairs);
        var alternatives = File.ReadLines(Path.Combine(repository.Root, "ways.md"))
            .Where(line => line.StartsWith("| `", StringComparison.Ordinal))
            .Select(line => line.Split('|')[1].Trim());
        Assert.Equal(["`Short`", "`Long`"], alternatives);
    }

    [Fact]
    public void Any_alternative_can_be_what_the_others_are_compared_with()
    {
        var run = Versus("*WayRows.Short", "*WayRows.Nothing", "--against Long --replicates 2 --results against.json");
        Assert.True(run.ExitCode == 0, run.Output + run.Error);
        Assert.Contains("'*WayRows.Nothing' matches no benchmark.", run.Error);
        var benchmark = Assert.Single(Figures("against.json"));
        Assert.Equal(("Short", "Fixture.WayRows.Long"), (benchmark.Method, benchmark.Against));
        Assert.All(benchmark.Replicates, replicate => Assert.True(replicate.LogRatio < 0));
    }

    [Fact]
    public void Each_input_is_compared_with_itself()
    {
        var run = Versus("*Texts.*", "--replicates 2 --results texts.json");
        Assert.True(run.ExitCode == 0, run.Output + run.Error);
        var benchmarks = Figures("texts.json");
        Assert.Equal(2, benchmarks.Count);
        Assert.All(benchmarks, benchmark =>
            Assert.Equal(benchmark.Id.FullName, benchmark.Against!.Replace(".Short(", ".Long(", StringComparison.Ordinal))
        );
    }

    [Fact]
    public void Five_replicates_are_measured_unless_another_number_is_given()
    {
        Versus("*WayRows.Long");
        Assert.Equal(10, repository.Programs.MeasuredPairs);
    }

    [Fact]
    public void Each_benchmark_is_compared_with_itself_on_another_runtime()
    {
        repository.Write(
            MadeUpRepository.Project,
            """<Project><TargetFrameworks>net9.0;net10.0</TargetFrameworks><PackageReference Include="BenchmarkDotNet" /></Project>"""
        );
        repository.WriteBenchmarks(
            "runtime .NET 10.0.12",
            "net9.0: runtime .NET 9.0.20",
            "N.Rows.Faster = 100 ns, 0 B",
            "net9.0: N.Rows.Faster = 200 ns, 32 B",
            "N.Rows.Same(Text: a) = 50 ns",
            "net9.0: N.Rows.Gone = 50 ns"
        );

        var run = Versus("*Rows*", "--runtimes net9.0 net10.0 --results both.json");

        Assert.True(run.ExitCode == 0, run.Output + run.Error);
        Assert.Equal(
            ["Building App/App.csproj: net9.0 of net10.0, net9.0", "Building App/App.csproj: net10.0 of net10.0, net9.0"],
            repository.Programs.Built
        );
        Assert.Contains(".NET 9.0.20 -> .NET 10.0.12`", run.Output);
        Assert.Contains("| benchmark | `net9.0` | `net10.0` | ratio (95% CI) | | allocated | |", run.Output);
        Assert.Matches(@"\| `N\.Rows\.Faster` \| 200 ns \| 100 ns \| 0\.5\d\d.* \| faster \| 32 B -> 0 B \(-32 B\) \|", run.Output);
        Assert.Matches(@"\| `N\.Rows\.Same\(Text: a\)` \| 50\.0 ns \| 50\.0 ns \| .* \| equal \|", run.Output);
        var figures = Folder.LoadFrom(repository.Root, "both.json");
        Assert.Equal(
            ("net9.0", "net10.0", "--runtimes net9.0 net10.0"),
            (figures.Checks[0].Baseline, figures.Checks[0].Candidate, figures.Checks[0].Settings!.ToString())
        );
        Assert.Contains(figures.PairedDifferences, difference => difference.ToString() == "runtime: .NET 9.0.20 -> .NET 10.0.12");
    }

    [Fact]
    public void Interrupted_what_was_measured_is_kept()
    {
        using var cancellation = new CancellationTokenSource();
        repository.Programs.OnPair = pair =>
        {
            if (pair == 6)
                cancellation.Cancel();
        };

        var run = repository.Run(cancellation.Token, "versus --format markdown *WayRows.Long --replicates 4 --results ways.json");

        Assert.Equal(130, run.ExitCode);
        Assert.Equal(2, Assert.Single(Figures("ways.json")).Replicates.Count);
    }

    [Theory]
    [InlineData(1, "this way leads nowhere", "*WayRows.Failing", "--replicates 2")]
    [InlineData(2, "matches no benchmark that has a baseline", "*WayRows.Alone", "--replicates 2")]
    [InlineData(2, "matches no benchmark that has a variant named Nobody", "*WayRows*", "--against Nobody")]
    [InlineData(2, "It matches Fixture.WayRows.Alone", "*WayRows.Alone", "--replicates 2")]
    [InlineData(2, "It matches no benchmark.", "*WayRowz*", "--replicates 2")]
    [InlineData(2, "'*WayRowz*' matches no benchmark. (--strict)", "*WayRows*", "*WayRowz*", "--strict")]
    [InlineData(2, "Use '*' for all benchmarks", "", "--replicates 2")]
    [InlineData(2, "none/ways.json cannot be written", "*WayRows.Long", "--replicates 2 --results none/ways.json")]
    [InlineData(2, "none/ways.md cannot be written", "*WayRows.Long", "--replicates 2 --output none/ways.md")]
    [InlineData(2, "--replicates", "*WayRows*", "--replicates 1")]
    [InlineData(2, "App.csproj has no target framework net9.0. Add it to TargetFrameworks", "*WayRows*", "--runtimes net9.0 net10.0")]
    [InlineData(2, "Remove --against", "*WayRows*", "--runtimes net9.0 net10.0 --against Long")]
    [InlineData(2, "Remove --framework", "*WayRows*", "--runtimes net9.0 net10.0 --framework net10.0")]
    [InlineData(2, "both are net10.0", "*WayRows*", "--runtimes net10.0 net10.0")]
    [InlineData(2, "--runtimes", "*WayRows*", "--runtimes net10.0")]
    public void What_goes_wrong_is_named(int expected, string cause, params string[] arguments)
    {
        var run = Versus(arguments);
        Assert.Equal(expected, run.ExitCode);
        Assert.Contains(cause, run.Output + run.Error);
    }

    private BenchProgram.Finished Versus(params string[] arguments) => repository.Run(["versus --format markdown", .. arguments]);

    private IReadOnlyList<BenchmarkResult> Figures(string file) => Folder.LoadFrom(repository.Root, file).Benchmarks;
}
