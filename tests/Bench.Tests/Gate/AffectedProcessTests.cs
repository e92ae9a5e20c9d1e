namespace Bench.Tests;

[Trait("Category", "Process")]
[Collection(MeasuringTests.Name)]
public sealed class AffectedProcessTests(MeasuredPrograms programs) : IDisposable
{
    private readonly string folder = programs.Repository;

    public void Dispose() => programs.Git("reset", "--quiet", "--hard", "main");

    [Fact]
    public void Each_benchmark_is_named_with_the_reason_to_measure_it()
    {
        MeasuredPrograms.Change(folder);

        var run = Run("affected --baseline HEAD --format json --filter *VersionedRows* *AllocatingRows*");

        Assert.True(run.ExitCode == 0, string.Join('\n', run.Errors));
        using var report = JsonDocument.Parse(run.Output);
        var reasons = report
            .RootElement.GetProperty("benchmarks")
            .EnumerateArray()
            .ToDictionary(
                benchmark => benchmark.GetProperty("fullName").GetString()!["Fixture.".Length..],
                benchmark =>
                    (
                        benchmark.GetProperty("isMeasured").GetBoolean(),
                        benchmark.TryGetProperty("reason", out var reason) ? reason.GetString() : null
                    )
            );
        Assert.Equal((true, "AllocatingRows.Allocates changed"), reasons["AllocatingRows.Allocates"]);
        Assert.Equal((false, null), reasons["AllocatingRows.AllocatesAsMuch"]);
        Assert.Equal((true, "VersionedRows.Slower changed"), reasons["VersionedRows.Slower"]);
        Assert.Equal((false, null), reasons["VersionedRows.Same"]);
        Assert.Equal((false, "only one of the two builds has it"), reasons["VersionedRows.Added"]);
        Assert.Equal(
            (true, "the code that it runs cannot be recorded: InvalidOperationException: on both sides"),
            reasons["VersionedRows.Broken"]
        );
    }

    [Fact]
    public void A_check_of_the_same_code_passes_without_measuring()
    {
        File.WriteAllText(Path.Combine(folder, "Program.cs"), "// why\n" + File.ReadAllText(Path.Combine(folder, "Program.cs")));

        var run = Run("gate --baseline HEAD --filter *AllocatingRows*");

        Assert.True(run.ExitCode == 0, string.Join('\n', run.Errors));
        Assert.Contains("2 run the same code in both builds, and are not measured", run.Errors);
        Assert.Contains("The code of all benchmarks is the same in both builds", run.Output.ReplaceLineEndings(" "));
        var figures = Folder.LoadFrom(folder, $"{CheckFolder.Default}/{CheckFolder.Figures}");
        Assert.Equal(2, figures.Benchmarks.Count);
        Assert.All(figures.Benchmarks, benchmark => Assert.True(benchmark is { HasSameCode: true, Replicates.Count: 0 }));
    }

    [Trait("Category", "Measured")]
    [Fact]
    public void A_check_of_allocation_alone_names_what_is_allocated_more_and_where()
    {
        MeasuredPrograms.Change(folder);

        var run = Run("gate --baseline HEAD --allocation-only --filter *AllocatingRows* --max-inconclusive 0");

        Assert.True(run.ExitCode == 1, string.Join('\n', run.Errors));
        var text = string.Join(' ', run.Output.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
        Assert.Contains("Fixture.AllocatingRows Allocates 88 B -> 96 B +8 B ALLOCATES MORE", text);
        Assert.Contains("from samples: System.Byte[] in Fixture.AllocatingRows.Allocates() 88 B -> 96 B", text);
        Assert.Contains("the allocation of 1 benchmark only", text);
        Assert.Contains("1 same code", text);
        Assert.Contains("--filter '*AllocatingRows.Allocates*' --project TandemFixture.csproj --allocation-only", text);
        Assert.Contains("1 benchmark allocates more", text);

        var figures = Path.Combine(folder, CheckFolder.Default, CheckFolder.Figures);
        var kept = Folder.LoadFrom(folder, figures);
        Assert.Equal(new CheckOptions(MaxInconclusive: 0), Assert.Single(kept.Checks).Options);
        var read = kept.Benchmarks.Single(benchmark => benchmark.Method == "Allocates");
        var source = Assert.Single(read.AllocationSources);
        Assert.Equal(("System.Byte[]", 88, 96), (source.Type, source.BaselineBytes, source.CandidateBytes));
        Assert.Empty(read.Launches);
        // Reading the file later gives the same verdict.
        var again = BenchProgram.Run(folder, "compare", figures);
        Assert.True(again.ExitCode == 1, again.Error);
        Assert.Contains("88 B -> 96 B", again.Output);
    }

    private BenchProgram.Finished Run(params string[] arguments) =>
        BenchProgram.Measure(folder, [.. arguments, "--project", MeasuredPrograms.Project]);
}
