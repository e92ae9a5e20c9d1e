namespace Bench.Load.Tests;

[Trait("Category", "Process")]
public sealed class PublishedServerTests(PublishedWeb web) : IClassFixture<PublishedWeb>
{
    private const int Stop = 19;

    [Fact]
    public async Task A_server_that_is_stopped_ends_and_so_does_what_listens_to_it()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "nothing stops a process elsewhere");
        var server = SampleServer.Start(new ServerStart(web.Program, [], []), TestContext.Current.CancellationToken);
        var process = server.ProcessId;
        try
        {
            var variant = new VariantServer(new LoadVariant { Name = "stopped" }, server, TestContext.Current.CancellationToken);
            var another = ServerCounters.Attach(server, TestContext.Current.CancellationToken);
            Assert.True(ProcessSignal.Send(process, Stop));

            await Within(another.Dispose);
            await Within(variant.Dispose);

            Assert.False(RunningProcesses.Has(process));
        }
        finally
        {
            if (RunningProcesses.Has(process))
                ProcessSignal.Send(process, ProcessSignal.Kill);
        }

        static Task Within(Action end) => Task.Run(end).WaitAsync(TimeSpan.FromMinutes(1), TestContext.Current.CancellationToken);
    }

    [Fact]
    public void Counters_speak_several_times_a_second_and_go_on_more_rarely_once_a_server_is_warm()
    {
        using var server = SampleServer.Start(new ServerStart(web.Program, [], []), TestContext.Current.CancellationToken);
        using var counters = ServerCounters.Attach(server, TestContext.Current.CancellationToken);

        Assert.True(Speak(TimeSpan.FromSeconds(0.9)));
        counters.Calm(TestContext.Current.CancellationToken);
        var calm = counters.Now;

        Assert.True(Speak(TimeSpan.FromSeconds(3)));
        Assert.Null(counters.Readings.CompilingShare(calm, calm + TimeSpan.FromSeconds(0.5)));

        // A share needs two readings.
        bool Speak(TimeSpan within)
        {
            var from = counters.Now;
            return SpinWait.SpinUntil(
                () => counters.Now - from > within && counters.Readings.CompilingShare(counters.Now - within, counters.Now) is not null,
                TimeSpan.FromMinutes(1)
            );
        }
    }

    [Fact]
    public async Task A_server_that_is_stopped_before_its_counters_are_attached_is_given_up_by_its_name_and_ended()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "nothing stops a process elsewhere");
        var plan = new ServerStart(web.Program, [], []) { TimeToStart = TimeSpan.FromSeconds(10) };
        var server = SampleServer.Start(plan, TestContext.Current.CancellationToken);
        var process = server.ProcessId;
        try
        {
            Assert.True(ProcessSignal.Send(process, Stop));
            using var interruption = new CancellationTokenSource(TimeSpan.FromSeconds(1));

            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => Within(() => ServerCounters.Attach(server, interruption.Token)));
            var thrown = await Assert.ThrowsAsync<LoadException>(() =>
                Within(() => new VariantServer(new LoadVariant { Name = "stopped" }, server, TestContext.Current.CancellationToken))
            );

            Assert.Equal(
                "stopped: Web was not ready within 10 s: its runtime does not respond, so its counters cannot be read.",
                thrown.Message
            );
            Assert.False(RunningProcesses.Has(process));
        }
        finally
        {
            if (RunningProcesses.Has(process))
                ProcessSignal.Send(process, ProcessSignal.Kill);
        }

        static Task Within(Func<IDisposable> attach) =>
            Task.Run(attach).WaitAsync(TimeSpan.FromMinutes(1), TestContext.Current.CancellationToken);
    }

    [Fact]
    public void An_application_that_logs_warnings_only_says_where_it_listens()
    {
        File.WriteAllText(
            Path.Combine(Path.GetDirectoryName(web.Program)!, "appsettings.json"),
            """{"Logging":{"LogLevel":{"Default":"Warning"}}}"""
        );
        using var server = SampleServer.Start(new ServerStart(web.Program, [], []), TestContext.Current.CancellationToken);
        Assert.True(Assert.Single(server.Addresses).IsLoopback);
    }
}
