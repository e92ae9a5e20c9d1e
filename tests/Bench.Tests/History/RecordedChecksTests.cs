namespace Bench.Tests;

[Trait("Category", "Process")]
public sealed class RecordedChecksTests
{
    [Fact]
    public void A_verdict_of_a_check_is_a_change()
    {
        using var repository = new MadeUpRepository("N.T.Fast = 100 ns");
        foreach (var time in new[] { 150, 151 })
            Record(repository, $"N.T.Fast = {time.ToString(CultureInfo.InvariantCulture)} ns");

        var run = repository.Run("history --format markdown --branch bench-data --output h.html");

        Assert.True(run.ExitCode == 0, run.Error);
        Assert.Matches(@"\| \+50\.0% at `[0-9a-f]{12}` `N\.T\.Fast = 150 ns` \| `N\.T\.Fast` \|", run.Output);
        Assert.Contains("1 change of more than 5%", run.Output);
        Assert.DoesNotContain("Inconclusive", run.Output);
        Assert.DoesNotContain("NaN", File.ReadAllText(Path.Combine(repository.Root, "h.html")));
    }

    [Fact]
    public void Benchmarks_that_are_often_Inconclusive_are_listed_with_what_would_help()
    {
        var random = new Random(5);
        using var repository = new MadeUpRepository("N.T.Noisy = 100 ns, 48 B", "N.T.Calm = 100 us")
        {
            // The canary is calm, or the machine would have changed.
            Programs = new MadeUpPrograms { Shift = name => name == "N.T.Noisy" ? 0.6 * (random.NextDouble() - 0.5) : 0 },
        };
        for (var i = 1; i <= 3; i++)
            Record(repository, $"N.T.Noisy = {(100 + i).ToString(CultureInfo.InvariantCulture)} ns, 48 B", "N.T.Calm = 100 us");

        var history = repository.Run("history --format markdown --branch bench-data --output h.html");
        var doctor = repository.Run("doctor");

        var found =
            @"`N\.T\.Noisy` \| Inconclusive in [23] of [23] checks, replicates spread by \d+(\.\d)?%, margin 5% \| A margin of \d+% fits this spread \(a rule in bench\.json\)\.";
        Assert.Matches(found, history.Output);
        Assert.Matches(
            @"It takes \d+(\.\d)? ns\. More operations per invocation \(OperationsPerInvoke\) make it steadier\.",
            history.Output
        );
        Assert.Contains(" The option --allocation-only of bench gate decides about its allocation. |", history.Output);
        Assert.Contains("<h2>Often Inconclusive</h2>", File.ReadAllText(Path.Combine(repository.Root, "h.html")));
        Assert.Equal(0, doctor.ExitCode);
        Assert.Contains("Often Inconclusive in the 3 checks of bench-data: N.T.Noisy: Inconclusive in ", doctor.Text);
        Assert.Contains("-> A margin of ", doctor.Text);
        Assert.DoesNotContain("N.T.Calm", history.Output);
    }

    /// <summary>In a trial, builds took most of the budget, and the margin that fits the spread did not end the listing.</summary>
    [Fact]
    public void A_check_that_had_time_for_one_replicate_only_does_not_count()
    {
        var random = new Random(5);
        using var repository = new MadeUpRepository("N.T.Noisy = 100 ns")
        {
            Programs = new MadeUpPrograms { TimeOfBuild = TimeSpan.FromSeconds(1), Shift = _ => 0.6 * (random.NextDouble() - 0.5) },
        };
        for (var i = 1; i <= 3; i++)
            Check(repository, "--budget 10s", $"N.T.Noisy = {(100 + i).ToString(CultureInfo.InvariantCulture)} ns");

        var history = repository.Run("history --format markdown --branch bench-data");

        Assert.Contains("N.T.Noisy", history.Output);
        Assert.DoesNotContain("Often Inconclusive", history.Output);
    }

    private static void Record(MadeUpRepository repository, params string[] benchmarks) => Check(repository, "--budget 20m", benchmarks);

    private static void Check(MadeUpRepository repository, string budget, params string[] benchmarks)
    {
        repository.WriteBenchmarks(benchmarks);
        repository.Commit(benchmarks[0]);
        var run = repository.Run($"gate --baseline HEAD~1 --record bench-data {budget}");
        Assert.True(run.ExitCode is 0 or 1 or 3, run.Error);
    }
}
