using Bench.Load;

namespace Outside.Tests;

/// <summary>A server that is started by a command of the user's own, and is ready later than it listens.</summary>
public sealed class ServerStartTests : LoadProgram
{
    private const string Program = """
        var clock = System.Diagnostics.Stopwatch.StartNew();
        var app = WebApplication.CreateSlimBuilder().Build();
        app.MapGet("/ready", () => Results.StatusCode(clock.Elapsed.TotalSeconds < 1.5 ? 503 : 204));
        app.MapGet("/told", () => $"{Environment.GetEnvironmentVariable("TOLD")} {string.Join(' ', args)}");
        app.Urls.Add(args[1]);
        app.Run();
        """;

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public void It_listens_where_the_command_says_and_is_waited_for()
    {
        var plan = new ServerStart(Publish(Program), ["last"], ["TOLD={port}"])
        {
            Command = ["dotnet", "App.dll", "--bind", "{url}", "{folder}"],
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
        var program = Publish(Program);
        ServerStart Plan(params string[] command) =>
            new(program, [], [])
            {
                Command = command,
                ReadyPath = "/never",
                TimeToStart = TimeSpan.FromSeconds(3),
            };

        Assert.Matches(
            @"^App was not ready within 3 s: http://127\.0\.0\.1:\d+/never gave 404 Not Found\.$",
            Trouble(Plan("dotnet", "App.dll", "--bind", "{url}"))
        );
        Assert.Matches("^App was not ready within 3 s: .* gave no answer\\.$", Trouble(Plan("sh", "-c", "exec sleep 30 # {url}")));
        Assert.StartsWith("App does not start: ", Trouble(Plan("dotnet", "App.dll", "{url}")));
        Assert.StartsWith("no-such-program can't be started: ", Trouble(Plan("no-such-program", "{url}")));
        // Whatever is there where the tests were started.
        var here = $"./{Path.GetFileName(Directory.EnumerateFiles(Directory.GetCurrentDirectory()).First())}";
        Assert.StartsWith(Path.GetFullPath(here, Path.GetFullPath(Plan().Folder)), Trouble(Plan(here, "{url}")));

        static string Trouble(ServerStart plan) => Assert.Throws<LoadException>(() => SampleServer.Start(plan, Cancelled)).Message;
    }

    [Fact]
    public void A_gate_takes_command_and_readiness_from_its_options_or_the_settings()
    {
        NeedsTools();
        Publish(Program);
        File.WriteAllText(Path.Combine(Folder, ".gitignore"), "bin/\nobj/\nout/\nresults/\n");
        foreach (
            var arguments in new string[][]
            {
                ["init", "--quiet"],
                ["add", "--all"],
                ["-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "--quiet", "-m", "One"],
            }
        )
            Git(arguments);
        // Nothing is loaded: that both have answered is enough.
        string[] gate = ["load", "gate", "--baseline", "HEAD", "--measure-same-code", "--expect-status", "201", "-d", "results"];

        var byOptions = RunBench([
            .. gate,
            "--project",
            "App/App.csproj",
            "--path",
            "/told",
            "--start",
            "dotnet App.dll \"--bind\" {url}",
            "--ready-path",
            "/ready",
        ]);
        File.WriteAllText(
            Path.Combine(Folder, "bench.json"),
            """
            {
              "load": [
                {
                  "name": "told",
                  "project": "App/App.csproj",
                  "path": "/told",
                  "start": ["dotnet", "App.dll", "--bind", "{url}"],
                  "readyPath": "/ready",
                  "startSeconds": 30
                }
              ]
            }
            """
        );
        var bySettings = RunBench(gate);
        var wrong = RunBench([.. gate, "--ready-path", "ready"]);

        Assert.All([byOptions, bySettings], run => Assert.Contains("/told answers 200 OK instead of 201", run.Error));
        Assert.Equal(2, wrong.ExitCode);
        // An option's mistake is its own, and not the entry's.
        Assert.Contains("--ready-path: readyPath begins with a slash and has neither spaces nor #.", wrong.Error);
        var settings = Path.Combine(Folder, "bench.json");
        File.WriteAllText(settings, File.ReadAllText(settings).Replace("\"startSeconds\": 30", "\"startSeconds\": 0", StringComparison.Ordinal));
        Assert.Contains("load 'told': startSeconds is from 1 to 3600.", RunBench(gate).Error);
    }
}
