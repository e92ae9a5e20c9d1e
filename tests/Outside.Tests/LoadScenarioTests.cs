using System.Diagnostics;
using System.Globalization;

namespace Outside.Tests;

/// <summary><c>bench load scenario</c> with the real generators against real servers.</summary>
// One after the other: both publish the same sample.
[Collection("MinimalApi")]
public sealed class LoadScenarioTests : LoadProgram
{
    [Fact]
    public void A_scenario_is_run_and_its_thresholds_decide()
    {
        NeedsTools();
        var (_, address) = StartSample();
        const string requests =
            """[{"path":"/text-plain","checks":{"bodyEquals":"response"}},{"method":"POST","path":"/validations","body":"{\"id\":1}","checks":{"status":400}}]""";

        Write(
            $$"""{"name":"kept","url":"{{address}}","virtualUsers":4,"durationSeconds":2,"warmUpSeconds":1,"requests":{{requests}},"thresholds":["p99 < 10 s","failed checks < 1 %","abort when failed checks > 5 %"]}"""
        );
        var kept = RunBench(["load", "scenario", Path.Combine(Folder, "own.plan"), "-d", Folder]);
        Write(
            $$"""{"name":"missed","url":"{{address}}","stages":[{"seconds":1,"virtualUsers":4},{"seconds":1,"virtualUsers":0}],"requests":[{"path":"/text-plain","checks":{"bodyEquals":"another"} }],"thresholds":["failed checks < 1 %"]}"""
        );
        var missed = RunBench(["load", "scenario", Path.Combine(Folder, "own.plan"), "-d", Folder]);

        Assert.True(kept.ExitCode == 0, kept.Output + kept.Error);
        Assert.Contains("| p99 &lt; 10 s |", kept.Output);
        Assert.True(missed.ExitCode == 1, missed.Output + missed.Error);
        Assert.Contains("| failed checks &lt; 1 % | 100% | **not kept** |", missed.Output);
        Assert.True(File.Exists(Path.Combine(Folder, "kept.json")));
    }

    [Fact]
    public void Failing_checks_end_a_scenario_before_its_time()
    {
        NeedsTools();
        var (_, address) = StartSample();
        Write(
            $$"""{"name":"ends","url":"{{address}}","virtualUsers":2,"durationSeconds":120,"requests":[{"path":"/nowhere"}],"thresholds":["abort when failed checks > 5 %"]}"""
        );
        var clock = Stopwatch.StartNew();

        var run = RunBench(["load", "scenario", Path.Combine(Folder, "own.plan"), "-d", Folder]);

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
            $$"""{"name":"hangs","sample":"MinimalApi","virtualUsers":2,"durationSeconds":{{seconds}},"requests":[{"path":"/text-plain"}],"thresholds":["p95 < 500 ms","failed checks < 1 %"]}"""
        );
        var bench = Start(["load", "scenario", Path.Combine(Folder, "own.plan"), "-d", Folder]);
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
            $$"""{"name":"arrivals","url":"{{address}}","rate":200,"virtualUsers":20,"durationSeconds":4,"warmUpSeconds":1,"requests":[{"path":"/text-plain"}],"thresholds":["requests a second > 190","failed checks < 1 %"]}"""
        );

        var run = RunBench(["load", "scenario", Path.Combine(Folder, "own.plan"), "-d", Folder]);

        Assert.True(run.ExitCode == 0, run.Output + run.Error);
        Assert.Matches(@"\| (19\d|20\d)(\.\d)? \| 0% \|", run.Output);
    }
}
