using Bench.Host;

namespace Outside.Tests;

public sealed class ServerTotalsTests : LoadProgram
{
    private const int Requests = 4000;

    private readonly HttpClient client = new(new SocketsHttpHandler { UseProxy = false });

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    protected override void Dispose(bool isDisposing)
    {
        client.Dispose();
        base.Dispose(isDisposing);
    }

    [Fact]
    public async Task Bytes_of_a_request_are_counted_exactly_beside_a_hook_of_the_users_own()
    {
        var program = Checkout.LoadFixture;
        using var server = SampleServer.Start(new ServerStart(program, [], [$"{HostProtocol.HookVariable}={program}"]), Cancelled);
        await Load(server, "/plain");
        await Load(server, "/more");

        var (plain, again, more) = (await Load(server, "/plain"), await Load(server, "/plain"), await Load(server, "/more"));

        // The array has a header in addition to its 1,024 bytes.
        const double Added = 1024 + 24;
        Assert.InRange((double)again.AllocatedBytes / plain.AllocatedBytes, 0.99, 1.01);
        Assert.InRange((more.AllocatedBytes - plain.AllocatedBytes) / (double)Requests / Added, 0.99, 1.01);
        Assert.InRange(plain.Processor, TimeSpan.FromTicks(1), TimeSpan.MaxValue);
        Assert.Equal("True", await client.GetStringAsync(new Uri(server.Addresses[0], "/hook"), Cancelled));

        var before = server.ReadTotals(Cancelled)!.Value;
        await client.GetStringAsync(new Uri(server.Addresses[0], "/collect"), Cancelled);
        var collected = server.ReadTotals(Cancelled)!.Value - before;
        Assert.Equal((1, 1), (collected.Collections, collected.FullCollections));
        Assert.True(collected.Pause > TimeSpan.Zero);
    }

    [Fact]
    public async Task A_server_that_lets_no_hook_in_answers_and_tells_nothing()
    {
        var program = CopyServer();
        var configuration = Path.ChangeExtension(program, ".runtimeconfig.json");
        var text = await File.ReadAllTextAsync(configuration, Cancelled);
        await File.WriteAllTextAsync(
            configuration,
            text.Replace("\"configProperties\": {", "\"configProperties\": {\n\"System.StartupHookProvider.IsSupported\": false,"),
            Cancelled
        );
        using var server = SampleServer.Start(new ServerStart(program, [], []), Cancelled);

        Assert.Equal("False", await client.GetStringAsync(new Uri(server.Addresses[0], "/hook"), Cancelled));
        Assert.Null(server.ReadTotals(Cancelled));
        Assert.Null(server.ReadTotals(Cancelled));
        Assert.Equal(16, (await client.GetStringAsync(new Uri(server.Addresses[0], "/plain"), Cancelled)).Length);
    }

    private async Task<RuntimeTotals> Load(SampleServer server, string path)
    {
        var before = server.ReadTotals(Cancelled)!.Value;
        for (var i = 0; i < Requests; i++)
            await client.GetStringAsync(new Uri(server.Addresses[0], path), Cancelled);
        return server.ReadTotals(Cancelled)!.Value - before;
    }
}
