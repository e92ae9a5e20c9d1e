namespace Bench.Tests;

[Trait("Category", "Process")]
public sealed class AcceptanceTests : IDisposable
{
    private const string Before = "N.Rows.Slower = 100 ns, 64 B";
    private const string After = "N.Rows.Slower = 150 ns, 64 B";
    private const string LastDay = "2026-04-01";

    private readonly MadeUpRepository repository = new(Before, "N.Others.Same = 100 ns");

    public AcceptanceTests() => repository.WriteBenchmarks(After, "N.Others.Same = 100 ns");

    public void Dispose() => repository.Dispose();

    [Theory]
    [InlineData("N.Rows.Slower", LastDay)]
    [InlineData("N.Rows.Slow*", "2026-01-01")]
    [InlineData("N.Rows.*", LastDay)]
    public void A_change_may_accept_benchmarks_of_a_class_for_90_days(string pattern, string until)
    {
        Accept((pattern, until));

        var run = Check();

        Assert.True(run.ExitCode == 0, run.Output);
        Assert.Contains($"this change accepts a regression in time of '{pattern}' until {until}: because", run.Text);
        Assert.Contains("PASSED (1 regression accepted by this change): ", run.Text);
        Assert.StartsWith("## ✅ Benchmarks passed (1 regression accepted by this change): ", Report("md"));
        Assert.Contains("<title>Benchmarks: passed (1 regression accepted by this change)</title>", Report("html"));
        Assert.Contains(">Benchmarks: passed (1 regression accepted by this change)</h1>", Report("html"));
        using var json = JsonDocument.Parse(Report("json"));
        Assert.Equal(1, json.RootElement.GetProperty("acceptedByChange").GetInt32());
    }

    [Theory]
    [InlineData("*", LastDay, "it does not name a full class")]
    [InlineData("**", LastDay, "it does not name a full class")]
    [InlineData("*.*", LastDay, "it does not name a full class")]
    [InlineData("?.*", LastDay, "it does not name a full class")]
    [InlineData("*Slower", LastDay, "it does not name a full class")]
    [InlineData("N.R*.Slower", LastDay, "it does not name a full class")]
    [InlineData("N.Rows.Slower", "2026-04-02", "the last possible day is 2026-04-01")]
    [InlineData("N.Rows.Slower", "9999-12-31", "the last possible day is 2026-04-01")]
    [InlineData("*", "9999-12-31", "it does not name a full class")]
    public void What_a_change_may_not_accept_is_one_line_and_not_believed(string pattern, string until, string why)
    {
        Accept((pattern, until));
        var run = Check();
        Assert.Equal(1, run.ExitCode);
        Assert.Contains("FAILED: 1 benchmark is slower (exit code 1)", run.Text);
        Assert.Contains($"'{pattern}' until {until} is not accepted, because {why}", run.Text);
        Assert.DoesNotContain("accepted by this change", run.Text);
        Assert.DoesNotContain("acceptedByChange", Report("json"));
    }

    /// <summary>A pattern over names would match all classes of the namespace.</summary>
    [Fact]
    public void A_namespace_is_no_class()
    {
        Accept(("N.*", LastDay));
        var run = Check();
        Assert.Equal(1, run.ExitCode);
        Assert.Contains("The accepted regression of 'N.*' matches no benchmark.", run.Text);
    }

    [Fact]
    public void A_change_accepts_twenty_regressions_at_most()
    {
        var others = Enumerable.Range(1, 20).Select(i => (FormattableString.Invariant($"N.Rows.Other{i}"), LastDay)).ToArray();
        Accept([.. others[1..], ("N.Rows.Slower", LastDay)]);
        var twenty = Check();
        Accept([.. others, ("N.Rows.Slower", LastDay), ("N.Others.Same", LastDay)]);
        var more = Check();
        Assert.Equal((0, 1), (twenty.ExitCode, more.ExitCode));
        Assert.Contains("this change accepts 22 regressions, but only the first 20 count", more.Text);
    }

    [Fact]
    public void What_the_baseline_accepts_has_no_limits()
    {
        Accept(("*", "9999-12-31"));
        repository.WriteBenchmarks(Before, "N.Others.Same = 100 ns");
        repository.Commit("accept everything");
        repository.WriteBenchmarks(After, "N.Others.Same = 100 ns");
        var run = Check();
        Assert.True(run.ExitCode == 0, run.Output);
        Assert.DoesNotContain("accepted by this change", run.Text);
    }

    [Fact]
    public void Accepted_bytes_are_counted_and_what_is_accepted_for_nothing_is_not()
    {
        repository.WriteBenchmarks("N.Rows.Slower = 150 ns, 128 B", "N.Others.Same = 100 ns");
        Accept(("N.Rows.Slower", LastDay), ("N.Others.Same", LastDay));
        repository.Write(
            "bench.json",
            File.ReadAllText(Path.Combine(repository.Root, "bench.json"))
                .Replace("\"accepted\":[", $"\"accepted\":[{Entry("N.Rows.*", LastDay, "allocation")},", StringComparison.Ordinal)
        );

        var run = Check();

        Assert.True(run.ExitCode == 0, run.Output);
        Assert.Contains("PASSED (2 regressions accepted by this change)", run.Text);
    }

    private static string Entry(string pattern, string until, string metric) =>
        $$"""{"benchmark":"{{pattern}}","metric":"{{metric}}","reason":"because","until":"{{until}}"}""";

    private void Accept(params (string Pattern, string Until)[] all) =>
        repository.Write(
            "bench.json",
            $$"""{"accepted":[{{string.Join(',', all.Select(one => Entry(one.Pattern, one.Until, "time")))}}]}"""
        );

    private BenchProgram.Finished Check() => repository.Run("gate --baseline HEAD");

    private string Report(string type) => File.ReadAllText(Path.Combine(repository.Results, $"report.{type}"));
}
