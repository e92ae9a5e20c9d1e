using System.Text.Json;
using Bench.Results;

namespace Bench.Tests;

/// <summary>A benchmark with the same code that a check measures along with the others. The process pairs are made up.</summary>
[Trait("Category", "Process")]
public sealed class CanaryTests : IDisposable
{
    private const string Same = "N.Rows.Same = 100 ns, 64 B";
    private const string Other = "N.Rows.Zero = 100 ns, 64 B";
    private const string Before = "N.Rows.Slower = 100 ns, 64 B";
    private const string After = "N.Rows.Slower = 150 ns, 64 B";

    private readonly MadeUpRepository repository = new(Other, Same, Before);

    public void Dispose() => repository.Dispose();

    [Fact]
    public void A_canary_that_keeps_its_time_changes_no_verdict()
    {
        repository.WriteBenchmarks(Other, Same, After);

        var run = Gate();

        Assert.Equal(1, run.ExitCode);
        Assert.Contains("1 benchmark is slower", run.Text);
        Assert.Matches(@"Canary N\.Rows\.Same: \d\.\d{3}x \(99% CI \d\.\d{3}x to \d\.\d{3}x\)", run.Text);
        Assert.DoesNotContain("machine changed", run.Text);
        var benchmarks = repository.Figures().Benchmarks.ToDictionary(benchmark => benchmark.Method);
        Assert.True(benchmarks["Same"] is { HasSameCode: true, Replicates.Count: 2, Unmeasured: null });
        Assert.True(benchmarks["Zero"] is { HasSameCode: true, Replicates.Count: 0 });
        Assert.DoesNotContain(benchmarks["Same"].Replicates, replicate => replicate.IsConfirmation);
        Assert.Contains("went to the canary", File.ReadAllText(Path.Combine(repository.Results, "report.md")));
        Assert.False(Report().GetProperty("canaries")[0].GetProperty("moved").GetBoolean());
    }

    [Fact]
    public void A_canary_that_moved_withholds_all_times_and_the_stored_file_says_the_same()
    {
        repository.WriteBenchmarks(Other, Same, After, "N.Rows.Added = 1 ns");
        repository.Programs.Shift = _ => Math.Log(1.2);

        var run = Gate();

        Assert.Equal(3, run.ExitCode);
        Assert.Contains("UNDECIDED: The machine changed during this check, so no time is judged (exit code 3)", run.Text);
        Assert.Matches(
            @"warning: The machine changed during this check, so no time is judged: the canary N\.Rows\.Same took 1\.\d{3}x \(99% CI 1\.\d{3}x to 1\.\d{3}x\) the time with the same code\.",
            run.Text
        );
        Assert.Contains("bench gate --baseline", run.Text);
        var comparison = Report();
        var canary = comparison.GetProperty("canaries")[0];
        Assert.True(canary.GetProperty("moved").GetBoolean());
        var sentence = canary.GetProperty("text").GetString()!;
        Assert.Contains(sentence, run.Text);
        Assert.All(["md", "html"], type => Assert.Contains("The machine changed", File.ReadAllText(FileOf($"report.{type}"))));
        var time = Assert
            .Single(comparison.GetProperty("benchmarks").EnumerateArray(), benchmark =>
                benchmark.GetProperty("fullName").GetString() == "N.Rows.Slower"
            )
            .GetProperty("time");
        Assert.Equal(
            ("Inconclusive", false, "the machine changed during this check"),
            (time.GetProperty("verdict").GetString(), time.GetProperty("fails").GetBoolean(), time.GetProperty("reason").GetString())
        );

        var compared = repository.Run("compare", FileOf(CheckFolder.Figures));
        Assert.Equal(3, compared.ExitCode);
        Assert.Contains(sentence, compared.Text);
        Assert.Equal(0, Gate("--max-inconclusive", "100%").ExitCode);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(-1)]
    public void More_bytes_fail_nevertheless(int direction)
    {
        repository.WriteBenchmarks(Other, Same, "N.Rows.Slower = 150 ns, 96 B");
        repository.Programs.Shift = _ => direction * 0.2;

        var run = Gate();

        Assert.Equal(1, run.ExitCode);
        Assert.Contains("FAILED: 1 benchmark allocates more (exit code 1)", run.Text);
        Assert.Contains("The machine changed during this check", run.Text);
    }

    [Fact]
    public void Without_the_same_code_there_is_no_canary_and_no_word_about_it()
    {
        repository.WriteBenchmarks("N.Rows.Zero = 101 ns, 64 B", "N.Rows.Same = 101 ns, 64 B", After);
        repository.Programs.Shift = _ => 0.2;

        var run = Gate();

        Assert.Equal(1, run.ExitCode);
        Assert.DoesNotContain("canary", run.Output + File.ReadAllText(FileOf("report.md")), StringComparison.OrdinalIgnoreCase);
        Assert.False(Report().TryGetProperty("canaries", out _));
    }

    [Fact]
    public void A_filter_without_the_same_code_gets_a_canary_from_outside()
    {
        repository.WriteBenchmarks(Other, Same, After, "N.Rows.Added = 1 ns");

        var run = Gate("--filter", "*Slower");
        var shard = Gate("--filter", "*Slower", "--shard", "1/1");

        Assert.Equal((1, 1), (run.ExitCode, shard.ExitCode));
        Assert.Matches(@"Canary N\.Rows\.Same: ", run.Text);
        Assert.DoesNotContain("Canary", shard.Text);
        Assert.Contains("1 failing, 1 same code", run.Text);
    }

    [Theory]
    [InlineData(", fails: in both builds")]
    [InlineData(", 8 s pairs")]
    [InlineData(", cold")]
    public void A_benchmark_that_cannot_be_a_canary_changes_nothing(string trouble)
    {
        using var troubled = new MadeUpRepository(Same + trouble, Before);
        troubled.WriteBenchmarks(Same + trouble, After);

        var run = troubled.Run("gate", "--baseline", "HEAD");

        Assert.Equal(1, run.ExitCode);
        Assert.Contains("FAILED: 1 benchmark is slower (exit code 1)", run.Text);
        var same = troubled.Figures().Benchmarks.Single(benchmark => benchmark.Method == "Same");
        Assert.True(same is { HasSameCode: true, Replicates.Count: 0, Failure: null, BaselineFailure: null });
    }

    [Fact]
    public void An_interrupted_check_keeps_its_canary()
    {
        repository.WriteBenchmarks(Other, Same, After);
        repository.Programs.Shift = _ => 0.2;
        using var cancellation = new CancellationTokenSource();
        // The first four pairs screen one benchmark and its canary.
        repository.Programs.OnPair = number =>
        {
            if (number == 5)
                cancellation.Cancel();
        };

        var run = repository.Run(cancellation.Token, "gate", "--baseline", "HEAD");

        Assert.Equal(130, run.ExitCode);
        Assert.Contains("Interrupted. So far: The machine changed during this check", run.Text);
        Assert.Single(repository.Figures().Benchmarks.Single(benchmark => benchmark.Method == "Same").Replicates);
    }

    [Fact]
    public void The_canary_of_each_part_is_judged_with_the_whole()
    {
        repository.WriteBenchmarks(Other, Same, After);
        foreach (var i in new[] { 1, 2 })
        {
            repository.Programs.Shift = _ => i == 2 ? 0.2 : 0;
            Assert.Equal(i == 2 ? 3 : 1, Gate("--artifacts", $"machine-{i}", "--replicate", $"{i}/2").ExitCode);
        }

        var merged = repository.Run("merge", "machine-1", "machine-2");

        Assert.Equal(3, merged.ExitCode);
        Assert.Equal(
            [false, true],
            Report().GetProperty("canaries").EnumerateArray().Select(canary => canary.GetProperty("moved").GetBoolean())
        );
    }

    private string FileOf(string name) => Path.Combine(repository.Results, name);

    private JsonElement Report()
    {
        using var report = JsonDocument.Parse(File.ReadAllText(FileOf("report.json")));
        return report.RootElement.Clone();
    }

    private BenchProgram.Finished Gate(params string[] arguments) => repository.Run(["gate", "--baseline", "HEAD", .. arguments]);
}
