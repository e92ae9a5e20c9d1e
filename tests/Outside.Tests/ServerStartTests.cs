namespace Outside.Tests;

public sealed class ServerStartTests : LoadProgram
{
    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public void It_listens_where_the_command_says_and_is_waited_for()
    {
        var plan = new ServerStart(Checkout.LoadFixture, ["last"], ["TOLD={port}"])
        {
            Command = ["dotnet", "LoadFixture.dll", "--bind", "{url}", "{folder}"],
            ReadyPath = "/ready",
        };

        using var server = SampleServer.Start(plan, Cancelled);

        var url = Assert.Single(server.Addresses);
        Assert.Equal($"{url.Port} --bind http://127.0.0.1:{url.Port} {plan.Folder} last", Probe.Get(new Uri(url, "/told"), Cancelled).Body);
        Assert.Empty(Probe.Get(new Uri(url, "/ready"), Cancelled).Body);
        Assert.NotNull(server.ReadTotals(Cancelled));
    }

    [Fact]
    public void What_never_gets_ready_does_not_start_or_can_not_be_found_is_said_in_a_sentence()
    {
        ServerStart Plan(int seconds, params string[] command) =>
            new(Checkout.LoadFixture, [], [])
            {
                Command = command,
                ReadyPath = "/never",
                TimeToStart = TimeSpan.FromSeconds(seconds),
            };

        // As long as a start takes on a busy machine.
        Assert.Matches(
            @"^LoadFixture was not ready within 8 s: the response of http://127\.0\.0\.1:\d+/never was 404 Not Found\.$",
            Trouble(Plan(8, "dotnet", "LoadFixture.dll", "--bind", "{url}"))
        );
        Assert.Matches(
            "^LoadFixture was not ready within 1 s: the response of .* was no response\\.$",
            Trouble(Plan(1, "sh", "-c", "exec sleep 30 # {url}"))
        );
        Assert.StartsWith("LoadFixture does not start: ", Trouble(Plan(60, "dotnet", "LoadFixture.dll", "--fault", "{url}")));
        Assert.StartsWith("no-such-program cannot be started: ", Trouble(Plan(1, "no-such-program", "{url}")));
        // Whatever is there where the tests were started.
        var here = $"./{Path.GetFileName(Directory.EnumerateFiles(Directory.GetCurrentDirectory()).First())}";
        Assert.StartsWith(Path.GetFullPath(here, Path.GetFullPath(Plan(1).Folder)), Trouble(Plan(1, here, "{url}")));

        static string Trouble(ServerStart plan) => Assert.Throws<LoadException>(() => SampleServer.Start(plan, Cancelled)).Message;
    }
}
