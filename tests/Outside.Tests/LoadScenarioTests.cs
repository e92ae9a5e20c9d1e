using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace Outside.Tests;

/// <summary><c>bench load scenario</c> with the real generators against real servers.</summary>
// Not in parallel, because both publish the same sample.
[Collection("MinimalApi")]
public sealed class LoadScenarioTests : LoadProgram
{
    [Fact]
    public void A_scenario_is_run_and_its_thresholds_decide()
    {
        NeedsTools();
        var (_, address) = StartServer();
        const string requests =
            """[{"path":"/text-plain","checks":{"bodyEquals":"response"}},{"method":"POST","path":"/validations","body":"{\"id\":1}","checks":{"status":400}}]""";

        Write(
            $$"""{"name":"kept","url":"{{address}}","virtualUsers":4,"durationSeconds":2,"warmUpSeconds":1,"requests":{{requests}},"thresholds":["p99 < 10 s","failed checks < 1 %","abort when failed checks > 5 %"]}"""
        );
        var kept = RunInside("load", "scenario", "own.plan", "--artifacts", ".");
        Write(
            $$"""{"name":"missed","url":"{{address}}","stages":[{"seconds":1,"virtualUsers":4},{"seconds":1,"virtualUsers":0}],"requests":[{"path":"/text-plain","checks":{"bodyEquals":"another"} }],"thresholds":["failed checks < 1 %"]}"""
        );
        var missed = RunInside("load", "scenario", "own.plan", "--artifacts", ".");

        Assert.True(kept.ExitCode == 0, kept.Output + kept.Error);
        Assert.Contains("| p99 &lt; 10 s |", kept.Output);
        Assert.True(missed.ExitCode == 1, missed.Output + missed.Error);
        Assert.Contains("| failed checks &lt; 1 % | 100% | **not kept** |", missed.Output);
        Assert.True(File.Exists(Path.Combine(Folder, "kept.json")));
    }

    [Fact]
    public void Each_request_is_sent_by_users_of_its_own_and_one_that_always_fails_fails_the_scenario()
    {
        NeedsTools();
        var (_, address) = StartServer();
        Write(
            $$"""{"name":"mix","url":"{{address}}","durationSeconds":2,"warmUpSeconds":1,"requests":[{"name":"text","path":"/text-plain","virtualUsers":3},{"name":"plain","path":"/plain","virtualUsers":1}]}"""
        );
        var mix = RunInside("load", "scenario", "own.plan", "--artifacts", ".");
        Write(
            $$"""{"name":"half","url":"{{address}}","rate":40,"durationSeconds":2,"requests":[{"path":"/text-plain","virtualUsers":1},{"path":"/nowhere","virtualUsers":1}]}"""
        );
        var half = RunInside("load", "scenario", "own.plan", "--artifacts", ".");

        Assert.True(mix.ExitCode == 0, mix.Output + mix.Error);
        using var file = JsonDocument.Parse(File.ReadAllText(Path.Combine(Folder, "mix.json")));
        var requests = file.RootElement.GetProperty("requests").EnumerateArray().ToArray();
        Assert.Equal(["text", "plain"], requests.Select(request => request.GetProperty("name").GetString()));
        Assert.Equal([3, 1], requests.Select(request => request.GetProperty("virtualUsers").GetInt32()));
        Assert.Equal(
            file.RootElement.GetProperty("figures").GetProperty("requests").GetInt64(),
            requests.Sum(request => request.GetProperty("figures").GetProperty("requests").GetInt64())
        );
        Assert.Matches(@"\| plain \| 1 \| [1-9]\d* \| .* \| 0% \|", mix.Output);
        Assert.True(half.ExitCode == 1, half.Output + half.Error);
        Assert.Contains("**No good response:** /nowhere.", half.Output);
        // Half of the rate each.
        Assert.Matches(@"\| /text-plain \| 1 \| \d+ \| (19|20)(\.\d)? \| 0% \|", half.Output);
        Assert.Matches(@"\| /nowhere \| 1 \| \d+ \| (19|20)(\.\d)? \| 100% \|", half.Output);
    }

    [Fact]
    public void Failing_checks_end_a_scenario_before_its_time()
    {
        NeedsTools();
        var (_, address) = StartServer();
        Write(
            $$"""{"name":"ends","url":"{{address}}","virtualUsers":2,"durationSeconds":120,"requests":[{"path":"/nowhere"}],"thresholds":["abort when failed checks > 5 %"]}"""
        );
        var clock = Stopwatch.StartNew();

        var run = RunInside("load", "scenario", "own.plan", "--artifacts", ".");

        Assert.True(run.ExitCode == 1, run.Output + run.Error);
        Assert.Contains("**Ended early:** abort when failed checks > 5 %", run.Output.Replace("&gt;", ">", StringComparison.Ordinal));
        Assert.True(clock.Elapsed < TimeSpan.FromSeconds(60));
    }

    // A hung server responds to too little to affect a percentile; a dead one ends the scenario long before its time.
    [Theory]
    [InlineData("STOP", 10, 1, "The server did not respond in the last")]
    [InlineData("KILL", 3600, 2, "MinimalApi ended under load with exit code 137")]
    public async Task A_server_that_hangs_or_dies_in_a_scenario_is_no_success(string signal, int seconds, int exitCode, string said)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "signals");
        NeedsTools();
        Write(
            $$"""{"name":"hangs","sample":"MinimalApi","virtualUsers":2,"durationSeconds":{{seconds}},"requests":[{"path":"/text-plain"}],"thresholds":["p95 < 500 ms","failed checks < 1 %"]}"""
        );
        var bench = Start(["load", "scenario", Path.Combine(Folder, "own.plan"), "--artifacts", Folder]);
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
    public async Task Nobody_is_loaded_for_a_command_that_was_killed()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "signals");
        NeedsTools();
        var (_, address) = StartServer();
        Write(
            $$"""{"name":"killed","url":"{{address}}","virtualUsers":2,"durationSeconds":3600,"requests":[{"path":"/text-plain"}],"thresholds":["p95 < 10 s"]}"""
        );
        var bench = Start(["load", "scenario", Path.Combine(Folder, "own.plan"), "--artifacts", Folder]);
        using var generator = Process.GetProcessById(await ChildOf(bench, "scenario.lua"));
        await Task.Delay(TimeSpan.FromSeconds(1), TestContext.Current.CancellationToken);
        Assert.False(generator.HasExited);

        bench.Kill();

        await generator.WaitForExitAsync(TestContext.Current.CancellationToken).WaitAsync(Patience, TestContext.Current.CancellationToken);
    }

    // The server accepts and breaks each connection. A refused request is sent again at once, without waiting.
    [Fact]
    public async Task A_server_that_breaks_every_connection_at_the_end_is_no_success()
    {
        NeedsTools();
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var clock = Stopwatch.StartNew();
        var serving = ServeAndClose(listener, _ => clock.Elapsed < TimeSpan.FromSeconds(6));
        Write(
            $$"""{"name":"breaks","url":"http://{{listener.LocalEndpoint}}","rate":8,"virtualUsers":4,"durationSeconds":16,"requests":[{"path":"/"}],"thresholds":["p95 < 10 s"]}"""
        );

        var run = RunInside("load", "scenario", "own.plan", "--artifacts", ".");
        listener.Stop();
        await serving;

        Assert.True(run.ExitCode == 1, run.Output + run.Error);
        Assert.Contains("**The server did not respond in the last", run.Output);
    }

    // Its connections are idle when it ends, so no request shows it.
    [Fact]
    public async Task A_server_of_ones_own_that_ends_is_no_success()
    {
        NeedsTools();
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        using var ends = new CancellationTokenSource(TimeSpan.FromSeconds(8));
        var serving = ServeAndClose(listener, _ => true);
        using var _ = ends.Token.Register(listener.Stop);
        Write(
            $$"""{"name":"own","url":"http://{{listener.LocalEndpoint}}","rate":8,"virtualUsers":4,"durationSeconds":20,"requests":[{"path":"/"}],"thresholds":["p95 < 10 s"]}"""
        );

        var run = RunInside("load", "scenario", "own.plan", "--artifacts", ".");
        await serving;

        Assert.True(run.ExitCode == 2, run.Output + run.Error);
        Assert.Contains("refuses connections. The server has ended.", run.Error);
        Assert.Contains("**Ended early:** ", File.ReadAllText(Path.Combine(Folder, "own.md")));
    }

    [Fact]
    public void Requests_arrive_at_the_rate_that_was_asked_for()
    {
        NeedsTools();
        var (_, address) = StartServer();
        Write(
            $$"""{"name":"arrivals","url":"{{address}}","rate":200,"virtualUsers":20,"durationSeconds":4,"warmUpSeconds":1,"requests":[{"path":"/text-plain"}],"thresholds":["requests a second > 190","failed checks < 1 %"]}"""
        );

        var run = RunInside("load", "scenario", "own.plan", "--artifacts", ".");

        Assert.True(run.ExitCode == 0, run.Output + run.Error);
        // A busy machine catches up on late requests.
        Assert.True(Regex.IsMatch(run.Output, @"\| (79\d|80\d) \| \d+(\.\d)? \| 0% \|"), run.Output);
    }

    // Kestrel closes a connection after 130 s, here of a user whose turn comes later.
    [Theory]
    [InlineData(true, 0, 0, 0)]
    [InlineData(false, 1, 0.2, 0.8)]
    public async Task A_connection_that_is_closed_has_lost_a_request_only_if_one_was_under_way(
        bool answers,
        int exitCode,
        double least,
        double most
    )
    {
        NeedsTools();
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var serving = ServeAndClose(listener, number => answers || number % 2 == 0);
        Write(
            $$"""{"name":"closes","url":"http://{{listener.LocalEndpoint}}","rate":8,"virtualUsers":4,"durationSeconds":5,"requests":[{"path":"/"}],"thresholds":["failed checks < 1 %"]}"""
        );

        var run = RunInside("load", "scenario", "own.plan", "--artifacts", ".");
        listener.Stop();
        await serving;

        using var file = JsonDocument.Parse(File.ReadAllText(Path.Combine(Folder, "closes.json")));
        Assert.True(run.ExitCode == exitCode, run.Output + run.Error);
        // The connection was closed, however it is reported.
        Assert.True(file.RootElement.GetProperty("errors").GetProperty("read").GetInt64() > 5);
        Assert.InRange(file.RootElement.GetProperty("figures").GetProperty("failedChecks").GetDouble(), least, most);
        // As many as were due.
        Assert.InRange(file.RootElement.GetProperty("figures").GetProperty("requests").GetInt64(), answers ? 38 : 10, 40);
        Assert.Equal(most > 0, run.Output.Contains("requests were broken off", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Requests_that_are_lost_end_a_scenario_before_its_time(bool answersSome)
    {
        NeedsTools();
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var serving = ServeAndClose(listener, number => answersSome && number % 2 == 0);
        Write(
            $$"""{"name":"lost","url":"http://{{listener.LocalEndpoint}}","rate":20,"virtualUsers":4,"durationSeconds":600,"requests":[{"path":"/"}],"thresholds":["abort when failed checks > 10 %"]}"""
        );

        var run = RunInside("load", "scenario", "own.plan", "--artifacts", ".");
        listener.Stop();
        await serving;

        using var file = JsonDocument.Parse(File.ReadAllText(Path.Combine(Folder, "lost.json")));
        Assert.True(run.ExitCode == 1, run.Output + run.Error);
        Assert.Equal("abort when failed checks > 10 %", file.RootElement.GetProperty("aborted").GetString());
        // wrk sends at once on a connection that replaces a broken one.
        Assert.True(file.RootElement.GetProperty("lost").GetInt64() > 0);
        Assert.Equal(answersSome, file.RootElement.TryGetProperty("figures", out var figures));
        if (answersSome)
            Assert.InRange(figures.GetProperty("failedChecks").GetDouble(), 0.1, 0.9);
    }

    // Closes a connection when nothing comes for a while, or instead of a response.
    private static async Task ServeAndClose(TcpListener listener, Func<int, bool> answersOn)
    {
        try
        {
            for (var number = 0; ; number++)
                _ = Serve(await listener.AcceptTcpClientAsync(TestContext.Current.CancellationToken), answersOn(number));
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The test has ended.
        }

        static async Task Serve(TcpClient client, bool answers)
        {
            using (client)
            {
                var (stream, buffer) = (client.GetStream(), new byte[4096]);
                while (true)
                {
                    using var idle = new CancellationTokenSource(TimeSpan.FromMilliseconds(150));
                    int read;
                    try
                    {
                        read = await stream.ReadAsync(buffer, idle.Token);
                    }
                    catch (OperationCanceledException) when (client.Available > 0)
                    {
                        // On a busy machine both happen at once: a received request is answered.
                        continue;
                    }
                    catch (Exception e) when (e is OperationCanceledException or IOException)
                    {
                        return;
                    }

                    var requests = Encoding.ASCII.GetString(buffer, 0, read).Split("\r\n\r\n").Length - 1;
                    if (requests == 0 || !answers)
                        return;
                    for (; requests > 0; requests--)
                        await stream.WriteAsync("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"u8.ToArray());
                }
            }
        }
    }
}
