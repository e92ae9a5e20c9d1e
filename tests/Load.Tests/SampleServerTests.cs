using System.Diagnostics;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using Bench.Tests;

namespace Bench.Load.Tests;

/// <summary>The program of a server, and the end of one that is no .NET program.</summary>
public sealed class SampleServerTests : IDisposable
{
    private const int Stop = 19;

    private readonly Folder folder = new();

    public void Dispose() => folder.Dispose();

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
        var plan = new ServerStart(Path.Combine(folder.Root, "app"), [], [])
        {
            Command = ["sh", "-c", script.Replace("HELD", held)],
        };
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
            Command = ["sh", "-c", string.Create(CultureInfo.InvariantCulture, $"echo listening on http://127.0.0.1:{port}; exec sleep 60")],
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
            Assert.False(Runs(child));
            Assert.False(other.HasExited);
        }
        finally
        {
            other.Kill();
        }
    }

    [Fact]
    public async Task A_server_that_is_stopped_ends_and_so_does_what_listens_to_it()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "nothing stops a process elsewhere");
        var server = SampleServer.Start(new ServerStart(Publish(""), [], []), TestContext.Current.CancellationToken);
        var process = server.ProcessId;
        try
        {
            var arm = new ArmServer(new LoadArm { Name = "stopped" }, server, TestContext.Current.CancellationToken);
            var another = ServerCounters.Attach(server, TestContext.Current.CancellationToken);
            Assert.True(ProcessSignal.Send(process, Stop));

            await Within(another.Dispose);
            await Within(arm.Dispose);

            Assert.False(Runs(process));
        }
        finally
        {
            if (Runs(process))
                ProcessSignal.Send(process, ProcessSignal.Kill);
        }

        static Task Within(Action end) => Task.Run(end).WaitAsync(TimeSpan.FromMinutes(1), TestContext.Current.CancellationToken);
    }

    [Fact]
    public void Counters_speak_several_times_a_second_and_go_on_more_rarely_once_a_server_is_warm()
    {
        using var server = SampleServer.Start(new ServerStart(Publish(""), [], []), TestContext.Current.CancellationToken);
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
                () =>
                    counters.Now - from > within && counters.Readings.CompilingShare(counters.Now - within, counters.Now) is not null,
                TimeSpan.FromMinutes(1)
            );
        }
    }

    [Fact]
    public async Task A_server_that_is_stopped_before_its_counters_are_attached_is_given_up_by_its_name_and_ended()
    {
        Assert.SkipUnless(OperatingSystem.IsLinux(), "nothing stops a process elsewhere");
        var plan = new ServerStart(Publish(""), [], []) { TimeToStart = TimeSpan.FromSeconds(10) };
        var server = SampleServer.Start(plan, TestContext.Current.CancellationToken);
        var process = server.ProcessId;
        try
        {
            Assert.True(ProcessSignal.Send(process, Stop));
            using var interruption = new CancellationTokenSource(TimeSpan.FromSeconds(1));

            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => Within(() => ServerCounters.Attach(server, interruption.Token)));
            var thrown = await Assert.ThrowsAsync<LoadException>(() =>
                Within(() => new ArmServer(new LoadArm { Name = "stopped" }, server, TestContext.Current.CancellationToken))
            );

            Assert.Equal(
                "stopped: Web was not ready within 10 s: its runtime does not answer, so that its counters can't be read.",
                thrown.Message
            );
            Assert.False(Runs(process));
        }
        finally
        {
            if (Runs(process))
                ProcessSignal.Send(process, ProcessSignal.Kill);
        }

        static Task Within(Func<IDisposable> attach) =>
            Task.Run(attach).WaitAsync(TimeSpan.FromMinutes(1), TestContext.Current.CancellationToken);
    }

    [Fact]
    public void All_servers_are_ended_though_the_end_of_one_fails()
    {
        var ended = new List<string>();

        var thrown = Assert.Throws<IOException>(() =>
            ArmServer.End([
                new Ending(() => ended.Add("first")),
                new Ending(() => throw new IOException("second")),
                new Ending(() => throw new InvalidOperationException("third")),
                new Ending(() => ended.Add("fourth")),
            ])
        );

        Assert.Equal("second", thrown.Message);
        Assert.Equal(["first", "fourth"], ended);
    }

    [Theory]
    [InlineData("My.Shop", "My.Shop.runtimeconfig.json", true)]
    [InlineData("My.Shop.dll", "My.Shop.runtimeconfig.json", true)]
    [InlineData("My.Shop.exe", "My.Shop.runtimeconfig.json", true)]
    [InlineData("My.Shop", "My.runtimeconfig.json", false)]
    public void A_program_has_the_hook_whatever_dots_its_name_has(string program, string configuration, bool expected)
    {
        folder.Write(configuration, """{"runtimeOptions":{"tfm":"net10.0"}}""");

        Assert.Equal(expected, SampleServer.MayHaveHook(Path.Combine(folder.Root, program)));
    }

    [Theory]
    [InlineData("<AssemblyName>Shop.Api</AssemblyName>", "Shop.Api.dll")]
    [InlineData(
        "<PublishSingleFile>true</PublishSingleFile><SelfContained>false</SelfContained><UseCurrentRuntimeIdentifier>true</UseCurrentRuntimeIdentifier>",
        "Web"
    )]
    public void A_program_is_found_whatever_it_is_named_and_packed_as(string properties, string expected)
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "a single file is an .exe there");
        Assert.Equal(expected, Path.GetFileName(Publish(properties)));
    }

    [Fact]
    public void A_project_that_names_its_framework_in_the_plural_is_built_for_the_newest()
    {
        Assert.Equal("Web.dll", Path.GetFileName(Publish("", "<TargetFrameworks>net10.0</TargetFrameworks>")));
    }

    [Fact]
    public void The_sdk_is_the_one_that_the_folder_of_the_project_asks_for()
    {
        folder.Write("global.json", """{"sdk":{"version":"99.0.100","rollForward":"disable"}}""");

        Assert.Equal(
            "Web.csproj does not build: global.json asks for the SDK 99.0.100, which is not installed",
            Assert.Throws<LoadException>(() => Publish("")).Message
        );
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

        Assert.Equal($"app did not say within 1 s where it listens{but}: let its arguments say where, --urls {{url}}.", thrown.Message);
    }

    [Theory]
    [InlineData("Now listening on: http://127.0.0.1:5000", true)]
    [InlineData("Server listening at http://127.0.0.1:5000", true)]
    [InlineData("The sample listens on http://127.0.0.1:5000", true)]
    [InlineData("Listening for requests on http://127.0.0.1:5000", true)]
    [InlineData("Listening to http://127.0.0.1:5672", false)]
    [InlineData("Started http://127.0.0.1:5000", false)]
    public void What_a_server_listens_for_is_not_where_it_listens(string line, bool expected)
    {
        Assert.Equal(expected, SampleServer.SaysWhereItListens(line));
    }

    [Fact]
    public void An_application_that_logs_warnings_only_says_where_it_listens()
    {
        folder.Write("appsettings.json", """{"Logging":{"LogLevel":{"Default":"Warning"}}}""");

        using var server = SampleServer.Start(new ServerStart(Publish(""), [], []), TestContext.Current.CancellationToken);

        Assert.True(Assert.Single(server.Addresses).IsLoopback);
    }

    private string Publish(string properties, string framework = "<TargetFramework>net10.0</TargetFramework>")
    {
        folder.Write(
            "Web.csproj",
            $"""<Project Sdk="Microsoft.NET.Sdk.Web"><PropertyGroup>{framework}{properties}</PropertyGroup></Project>"""
        );
        folder.Write("Program.cs", "Microsoft.AspNetCore.Builder.WebApplication.CreateBuilder(args).Build().Run();");

        return SampleServer.Publish(
            Path.Combine(folder.Root, "Web.csproj"),
            Path.Combine(folder.Root, "out"),
            new Dictionary<string, string>(),
            TestContext.Current.CancellationToken
        );
    }

    // One that has ended may wait for ever for whom it was left to.
    private static bool Runs(int process)
    {
        try
        {
            var status = File.ReadAllText(FormattableString.Invariant($"/proc/{process}/stat"));
            return status[status.LastIndexOf(')') + 2] is not ('Z' or 'X');
        }
        catch (IOException)
        {
            return false;
        }
    }

    private sealed class Ending(Action end) : IDisposable
    {
        public void Dispose() => end();
    }
}
