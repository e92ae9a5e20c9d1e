using System.Net;
using System.Net.Sockets;

namespace Bench.Load.Tests;

[Trait("Category", "Process")]
public sealed class ServerProcessTests : FolderTests
{
    [Theory]
    [InlineData("echo broken >&2; exit 3", "app does not start: broken")]
    [InlineData("exit 3", "app does not start: it ended with exit code 3")]
    [InlineData(
        "echo 'fail: Shop'; echo '      Npgsql.NpgsqlException (0x80004005): no host'; echo '   at Shop.Run()'; echo stopped; exit 3",
        "app does not start: Npgsql.NpgsqlException (0x80004005): no host"
    )]
    [InlineData("echo stopped; exit 3", "app does not start: it ended with exit code 3, and printed last 'stopped'")]
    [InlineData("exec >&-; HELD", "app does not start: it closed its standard output")]
    [InlineData("echo broken >&2; HELD >&- & exit 3", "app does not start: broken")]
    public async Task A_server_that_does_not_start_is_told_of_while_its_standard_error_is_held(string script, string expected)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "there is no sh");
        var end = Path.Combine(folder.Root, "end");
        var held = $"(while [ -d '{folder.Root}' ] && [ ! -e '{end}' ]; do sleep 0.1; done)";
        var plan = new ServerStart(Path.Combine(folder.Root, "app"), [], []) { Command = ["sh", "-c", script.Replace("HELD", held)] };
        try
        {
            var start = Task.Run(() => SampleServer.Start(plan, TestContext.Current.CancellationToken));

            var thrown = await Assert.ThrowsAsync<LoadException>(() =>
                start.WaitAsync(TimeSpan.FromMinutes(1), TestContext.Current.CancellationToken)
            );

            Assert.Equal(expected, thrown.Message);
        }
        finally
        {
            File.WriteAllText(end, "");
        }
    }

    [Fact]
    public void A_command_that_only_starts_the_server_is_told_of()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "elsewhere nobody knows whose a port is");
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var port = ((IPEndPoint)listener.LocalEndpoint).Port;
        var plan = new ServerStart(Path.Combine(folder.Root, "app"), [], [])
        {
            Command =
            [
                "sh",
                "-c",
                string.Create(CultureInfo.InvariantCulture, $"echo listening on http://127.0.0.1:{port}; exec sleep 60"),
            ],
        };

        var thrown = Assert.Throws<LoadException>(() => SampleServer.Start(plan, TestContext.Current.CancellationToken));

        Assert.StartsWith(
            string.Create(CultureInfo.InvariantCulture, $"app: the process that listens on http://127.0.0.1:{port}/ is not the one"),
            thrown.Message
        );
        Assert.False(ListeningSocket.IsOfAnother(port, Environment.ProcessId));
        listener.Stop();
        Assert.False(ListeningSocket.IsOfAnother(port, Environment.ProcessId + 1));
    }

    [Theory]
    [InlineData("HELD & echo $! > child; echo listening on http://127.0.0.1:9; wait", false)]
    [InlineData("HELD & echo $! > child; echo listening on http://127.0.0.1:9", true)]
    [InlineData("(trap '' TERM; HELD) & echo $! > child; echo listening on http://127.0.0.1:9", true)]
    [InlineData("setsid env -i HELD & echo $! > child; echo listening on http://127.0.0.1:9; wait", false)]
    public void What_a_server_has_started_ends_with_it_and_nothing_else_does(string script, bool endsByItself)
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "elsewhere nobody knows who started whom");
        const string held = "sleep 60";
        using var other = Process.Start("sleep", ["60"]);
        var plan = new ServerStart(Path.Combine(folder.Root, "app"), [], []) { Command = ["sh", "-c", script.Replace("HELD", held)] };
        try
        {
            using (var server = SampleServer.Start(plan, TestContext.Current.CancellationToken))
                SpinWait.SpinUntil(() => server.HasEnded || !endsByItself, TimeSpan.FromMinutes(1));

            var child = int.Parse(File.ReadAllText(Path.Combine(folder.Root, "child")), CultureInfo.InvariantCulture);
            Assert.False(RunningProcesses.Has(child));
            Assert.False(other.HasExited);
        }
        finally
        {
            other.Kill();
        }
    }

    [Theory]
    [InlineData("./run")]
    [InlineData("run")]
    public void A_command_is_a_program_in_the_folder_where_it_runs(string command)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "there is no sh");
        folder.Write("run", "#!/bin/sh\necho listening on http://127.0.0.1:9\nexec sleep 60\n");
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(Path.Combine(folder.Root, "run"), UnixFileMode.UserRead | UnixFileMode.UserExecute);
        var plan = new ServerStart(Path.Combine(folder.Root, "app"), [], []) { Command = [command] };
        using var server = SampleServer.Start(plan, TestContext.Current.CancellationToken);
        Assert.Equal("http://127.0.0.1:9/", Assert.Single(server.Addresses).ToString());
    }

    [Theory]
    [InlineData("sleep 60", "")]
    [InlineData("echo 'Now listening on: https://127.0.0.1:9'; sleep 60", " for http, but 'Now listening on: https://127.0.0.1:9'")]
    [InlineData("echo 'Listening for changes at http://127.0.0.1:9'; sleep 60", "")]
    public void Who_does_not_say_where_it_listens_is_told_how_to(string script, string but)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "there is no sh");
        var plan = new ServerStart(Path.Combine(folder.Root, "app"), [], [])
        {
            Command = ["sh", "-c", script],
            TimeToStart = TimeSpan.FromSeconds(1),
        };

        var thrown = Assert.Throws<LoadException>(() => SampleServer.Start(plan, TestContext.Current.CancellationToken));

        Assert.Equal($"app did not print its address within 1 s{but}. Set the address with the arguments --urls {{url}}.", thrown.Message);
    }
}
