using System.Diagnostics;
using System.Net;
using System.Net.Sockets;
using System.Text.Json;
using System.Text.RegularExpressions;
using Bench.Load;
using Bench.Runner;

namespace Outside.Tests;

/// <summary><c>bench load gate</c> in a repository of its own, with a web application that knows nothing of ours.</summary>
public sealed partial class LoadGateTests : LoadProgram
{
    private const string Program = """
        var app = WebApplication.CreateSlimBuilder(args).Build();
        app.MapGet("/value", () => Value.Get());
        app.Run();

        static class Value
        {
            public static string Get() => new string('a', 16);
        }
        """;

    private static readonly string[] Brief =
    [
        "--baseline",
        "HEAD",
        "--project",
        "App/App.csproj",
        "--path",
        "/value",
        "--connections",
        "8",
        "--rounds",
        "5",
        "--duration",
        "2s",
        "--warmup",
        "1s",
        "-d",
        "out",
    ];

    public LoadGateTests()
    {
        Directory.CreateDirectory(Path.Combine(Folder, "App"));
        File.WriteAllText(Path.Combine(Folder, "App", "App.csproj"), WebProject);
        File.WriteAllText(ProgramFile, Program);
        File.WriteAllText(Path.Combine(Folder, ".gitignore"), "bin/\nobj/\nout/\n");
        Git("init", "--quiet", "--initial-branch=main");
        Git("add", "--all");
        Git("-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "--quiet", "-m", "One");
    }

    private string ProgramFile => Path.Combine(Folder, "App", "Program.cs");

    [Fact]
    public void A_request_that_takes_and_allocates_more_fails_the_check_and_nothing_stays()
    {
        NeedsTools();
        File.WriteAllText(
            ProgramFile,
            Program.Replace(
                "new string('a', 16)",
                "string.Concat(Enumerable.Range(0, 2000).Select(i => i.ToString() + \"abc\")).Length > 0 ? new string('a', 16) : \"\""
            )
        );

        var run = RunBench(["load", "gate", .. Brief]);

        Assert.True(run.ExitCode == 1, run.Output + run.Error);
        Assert.Matches(@"Not passed\*\* \(exit code 1\): .*allocated a request", run.Output);
        Assert.Matches(@"\| allocated a request \| \d+ B \| \d+ B \| \d+\.\d+x \(.*\), Regressed \| 2% \|", run.Output);
        Assert.Matches(@"\| processor a request \| [\d.]+ us \| [\d.]+ us \| \d+\.\d+x \(.*\), Regressed \| 5% \|", run.Output);
        Assert.Contains("server and generator sharing them", run.Output);
        Assert.DoesNotContain("bench-check-", Git("worktree", "list"));
        // Each measure is a row of a file that compare reads.
        var compared = RunBench(["compare", Path.Combine(Folder, "out", "App-gate.json")]);
        Assert.Contains("App-gate.Allocated", compared.Output);
        Assert.Equal(1, compared.ExitCode);
    }

    [Fact]
    public void The_same_program_is_not_loaded_unless_that_is_asked_for()
    {
        NeedsTools();
        // Static files are older than what is checked out of them.
        var style = Path.Combine(Directory.CreateDirectory(Path.Combine(Folder, "App", "wwwroot")).FullName, "site.css");
        File.WriteAllText(style, "p { margin: 0 }");
        Git("add", "--all");
        Git("-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "--quiet", "-m", "Two");
        File.SetLastWriteTimeUtc(style, new DateTime(2020, 1, 1, 0, 0, 0, DateTimeKind.Utc));
        File.WriteAllText(ProgramFile, "// What a comment says is in no program.\n" + Program);

        var run = RunBench([
            "load",
            "gate",
            .. Brief,
            "--margin",
            "10%",
            "--format",
            "json",
            "--output",
            Path.Combine(Folder, "out", "more.md"),
        ]);

        Assert.True(run.ExitCode == 0, run.Output + run.Error);
        using var report = JsonDocument.Parse(run.Output);
        Assert.All(
            report.RootElement.GetProperty("rows").EnumerateArray(),
            benchmark => Assert.True(benchmark.GetProperty("sameCode").GetBoolean())
        );
        var page = File.ReadAllText(Path.Combine(Folder, "out", "App-gate.md"));
        Assert.Contains("are the same program", page);
        Assert.Equal(page, File.ReadAllText(Path.Combine(Folder, "out", "more.md")));
        Assert.Equal(0, RunBench(["compare", Path.Combine(Folder, "out", "App-gate.json")]).ExitCode);
        // What it was judged by, it is judged by again.
        var again = RunBench(["load", "report", Path.Combine(Folder, "out", "App-gate.json"), "--format", "json"]);
        using var judged = JsonDocument.Parse(again.Output);
        Assert.Equal(0.1, judged.RootElement.GetProperty("margin").GetDouble());

        // Both are started to be loaded.
        var measured = RunBench(["load", "gate", .. Brief, "--expect-status", "201", "--measure-same-code"]);

        Assert.Contains("/value answers 200 OK instead of 201", measured.Error);
    }

    [Fact]
    public void Of_several_target_frameworks_the_newest_that_both_have_is_built()
    {
        NeedsTools();
        File.WriteAllText(
            Path.Combine(Folder, "App", "App.csproj"),
            WebProject.Replace("<TargetFramework>net10.0</TargetFramework>", "<TargetFrameworks>net8.0;net10.0</TargetFrameworks>")
        );

        var newest = RunBench(["load", "gate", .. Brief]);
        var asked = RunBench(["load", "gate", .. Brief, "--framework", "net8.0"]);

        Assert.True(newest.ExitCode == 0, newest.Output + newest.Error);
        Assert.Matches(@"are the same program: .* Built for net10\.0\.", newest.Output);
        Assert.Equal(2, asked.ExitCode);
        Assert.Contains("the baseline: App.csproj has no target framework net8.0: expected one of net10.0.", OneLine(asked.Error));
    }

    [Fact]
    public void An_entry_of_the_settings_says_what_is_loaded()
    {
        NeedsTools();
        Settings("""{ "load": [{ "name": "value", "project": "App/App.csproj", "path": "/value", "expectBody": "aaa", "pin": true }] }""");

        var run = RunBench(["load", "gate", "--baseline", "HEAD", "-d", "out"]);

        Assert.True(run.ExitCode == 0, run.Output + run.Error);
        Assert.Contains(
            "> bench.json: load 'value' is new with this change",
            File.ReadAllText(Path.Combine(Folder, "out", "value-gate.md"))
        );
        Assert.True(MatrixResult.Read(Path.Combine(Folder, "out", "value-gate.json")).Matrix.Pin);
    }

    [Theory]
    [InlineData("""{ "load": [{ "name": "value", "project": "App/App.csproj", "pth": "/" }] }""", "there is no setting 'pth'")]
    [InlineData("""{ "load": [{ "name": "value" }] }""", "load 'value': project is a path")]
    [InlineData("""{ "load": [{ "project": "App/App.csproj" }] }""", "an entry of load has no name")]
    [InlineData("""{ "load": [null] }""", "an entry of load is null")]
    [InlineData(
        """{ "load": [{ "name": "a", "project": "p" }, { "name": "a", "project": "p" }] }""",
        "two entries of load have the name 'a'"
    )]
    [InlineData("""{ "load": [{ "name": "a", "project": "App/App.csproj", "headers": { "A": 1 } }] }""", "invalid load[0].headers.A: expected a text in quotes.")]
    [InlineData(
        """{ "load": [{ "name": "a", "project": "App/App.csproj", "headers": { "Accept": "a", "accept": "b" } }] }""",
        "load 'a': headers has Accept twice"
    )]
    [InlineData(
        """{ "load": [{ "name": "a", "project": "App/App.csproj", "expectStatus": 500 }] }""",
        "load 'a': expectStatus is from 200"
    )]
    [InlineData("""{ "load": [{ "name": "a", "project": "App/App.csproj", "path": "x" }] }""", "load 'a': path begins with a slash")]
    [InlineData(
        """{ "load": [{ "name": "a", "project": "p" }, { "name": "b", "project": "p" }] }""",
        "--endpoint: bench.json has several: a, b."
    )]
    [InlineData("""{ "load": [{ "name": "a/b", "project": "App/App.csproj" }] }""", "load 'a/b': invalid name 'a/b-gate'")]
    [InlineData("{}", "name the web application: --project, or load in bench.json.")]
    [InlineData("{", "line 1")]
    public void An_entry_that_can_not_be_read_is_named_in_one_line(string settings, string message)
    {
        NeedsTools();
        Settings(settings);

        var run = RunBench(["load", "gate", "--baseline", "HEAD", "-d", "out"]);

        Assert.Equal(2, run.ExitCode);
        Assert.Contains(message, Assert.Single(run.Error.Trim().Split('\n')));
        Assert.Empty(run.Output);
    }

    [Fact]
    public void What_can_not_be_written_costs_no_verdict()
    {
        NeedsTools();
        // What is written in its place, before it takes its name.
        Directory.CreateDirectory(Path.Combine(Folder, "out", "App-gate.json.part"));

        var run = RunBench(["load", "gate", .. Brief]);

        Assert.Equal(2, run.ExitCode);
        Assert.Contains("Passed", run.Output);
        Assert.Contains("are the same program", File.ReadAllText(Path.Combine(Folder, "out", "App-gate.md")));
        Assert.Contains("App-gate.json can't be written: ", OneLine(run.Error));
    }

    [Fact]
    public void A_body_is_the_text_of_a_file_and_what_is_no_text_is_refused()
    {
        NeedsTools();
        File.WriteAllText(Path.Combine(Folder, "body.json"), "{ \"name\":\n\"Zoë\" }");
        File.WriteAllBytes(Path.Combine(Folder, "photo.png"), [0x89, 0x50, 0x4e, 0x47, 0xff]);

        var text = RunBench(["load", "gate", .. Brief, "--body", "@body.json"]);
        var other = RunBench(["load", "gate", .. Brief, "--body", "@photo.png"]);
        var none = RunBench(["load", "gate", .. Brief, "--body", "@none.json"]);

        // The same program is not asked.
        Assert.Equal(0, text.ExitCode);
        Assert.Equal("{ \"name\":\n\"Zoë\" }", MatrixResult.Read(Path.Combine(Folder, "out", "App-gate.json")).Matrix.Body);
        Assert.Equal(2, other.ExitCode);
        Assert.Contains("--body: photo.png is no text in UTF-8", OneLine(other.Error));
        Assert.Contains("--body: none.json can't be read: ", OneLine(none.Error));
    }

    [Fact]
    public void A_side_that_does_not_build_is_named()
    {
        NeedsTools();
        File.WriteAllText(ProgramFile, "no program");

        var run = RunBench(["load", "gate", .. Brief]);

        Assert.Equal(2, run.ExitCode);
        Assert.Matches(@"the work tree \(.*\): App.csproj does not build: .*error CS", OneLine(run.Error));
    }

    [Fact]
    public void A_side_that_answers_otherwise_is_named()
    {
        NeedsTools();
        File.WriteAllText(ProgramFile, Program.Replace("MapGet(\"/value\"", "MapGet(\"/other\""));

        var run = RunBench(["load", "gate", .. Brief]);

        Assert.Equal(2, run.ExitCode);
        Assert.Matches(@"the work tree \(.*\): http://127.0.0.1:\d+/value answers 404", run.Error);
        Assert.Single(run.Error.Trim().Split('\n'), line => line.StartsWith("bench:", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(
        """{ "load": [{ "name": "value", "project": "App/App.csproj", "path": "/value" }] }""",
        "/other",
        "load 'value' changed: applies after the merge; --config bench.json takes that of the work tree)"
    )]
    [InlineData("{}", "/other", "load 'value' is new with this change: what the baseline lacks is merged without a check)")]
    public void A_route_that_only_one_side_has_is_explained(string before, string path, string expected)
    {
        NeedsTools();
        Settings(before);
        Git("add", "--all");
        Git("-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "--quiet", "-m", "Two");
        File.WriteAllText(ProgramFile, Program.Replace("/value", path));
        Settings($$"""{ "load": [{ "name": "value", "project": "App/App.csproj", "path": "{{path}}" }] }""");

        var run = RunBench(["load", "gate", "--baseline", "HEAD", "-d", "out"]);

        Assert.Equal(2, run.ExitCode);
        Assert.Contains("answers 404 Not Found: nothing to measure. (bench.json: " + expected, run.Error);
    }

    [Fact]
    public void Files_that_git_ignores_are_named_where_one_program_lacks_them()
    {
        NeedsTools();
        File.AppendAllText(Path.Combine(Folder, ".gitignore"), "local.json\n");
        File.WriteAllText(Path.Combine(Folder, "App", "local.json"), "{}");

        var run = RunBench(["load", "gate", .. Brief, "--expect-status", "201"]);

        Assert.Equal(2, run.ExitCode);
        Assert.Contains("git ignores local.json: of both programs only that of the work tree has it.", run.Error);
    }

    [Fact]
    public void A_project_that_the_change_moves_is_loaded_where_it_is()
    {
        NeedsTools();
        Settings("""{ "load": [{ "name": "value", "project": "App/App.csproj", "path": "/value" }] }""");
        Git("add", "--all");
        Git("-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "--quiet", "-m", "Two");
        Directory.Move(Path.Combine(Folder, "App"), Path.Combine(Folder, "Moved"));
        Settings("""{ "load": [{ "name": "value", "project": "Moved/App.csproj", "path": "/value" }] }""");

        // Both are built and started to say so.
        var run = RunBench(["load", "gate", "--baseline", "HEAD", "-d", "out", "--expect-status", "201", "--measure-same-code"]);

        Assert.Equal(2, run.ExitCode);
        Assert.Contains("/value answers 200 OK instead of 201", run.Error);
    }

    [Fact]
    public void A_build_that_dies_in_a_slice_has_failed_and_keeps_its_rounds()
    {
        NeedsTools();
        // Its third process is that of the second round, after the pilot's.
        Change(
            "app.Run();",
            $$"""
            var starts = Path.Combine("{{Folder}}", "starts");
            File.AppendAllText(starts, "x");
            var doomed = new FileInfo(starts).Length == 3;
            var left = 20_000;
            app.Use(async (context, next) =>
            {
                if (doomed && Interlocked.Decrement(ref left) == 0)
                    Environment.Exit(7);
                await next(context);
            });
            app.Run();
            """
        );

        var run = RunBench(["load", "gate", .. Brief, "--pin"]);

        Assert.True(run.ExitCode == 1, run.Output + run.Error);
        Assert.Contains("half of them the server's and half the generator's", run.Output);
        Assert.Matches(@"Not passed\*\* \(exit code 1\): the work tree \(.*\): App ended under load with exit code 7", run.Output);
        Assert.Single(MatrixResult.Read(Path.Combine(Folder, "out", "App-gate.json")).Arms[1].Rounds);
        NothingRuns();
    }

    [Fact]
    public void A_build_that_answers_something_else_after_a_while_has_failed()
    {
        NeedsTools();
        Change("() => Value.Get()", "() => Interlocked.Increment(ref Value.Count) < 1000 ? Value.Get() : \"\"");
        File.AppendAllText(ProgramFile, "\nstatic partial class Value { public static int Count; }\n");

        var run = RunBench(["load", "gate", .. Brief, "--expect-body", "aaa"]);

        Assert.True(run.ExitCode == 1, run.Output + run.Error);
        Assert.Contains("no good answer under load: after the load its body does not contain 'aaa'.", run.Output);
        NothingRuns();
    }

    [Fact]
    public void A_side_that_refuses_requests_under_load_has_failed()
    {
        NeedsTools();
        Change(
            "() => Value.Get()",
            "() => Random.Shared.Next(4) == 0 && Value.Count++ > 100 ? Results.StatusCode(503) : Results.Text(Value.Get())"
        );
        File.AppendAllText(ProgramFile, "\nstatic partial class Value { public static int Count; }\n");

        var run = RunBench(["load", "gate", .. Brief]);

        Assert.True(run.ExitCode == 1, run.Output + run.Error);
        Assert.Matches(
            @"Not passed\*\* \(exit code 1\): 7\d\.\d% of the answers of the work tree \(.*\) are good, and 100\.0% of those",
            run.Output
        );
        NothingRuns();
    }

    [Fact]
    public void A_side_that_refuses_everything_under_load_has_failed_in_one_line()
    {
        NeedsTools();
        Change("() => Value.Get()", "() => Value.Count++ > 20 ? Results.StatusCode(503) : Results.Text(Value.Get())");
        File.AppendAllText(ProgramFile, "\nstatic partial class Value { public static int Count; }\n");

        var run = RunBench(["load", "gate", .. Brief]);

        Assert.True(run.ExitCode == 1, run.Output + run.Error);
        Assert.Matches(@"\(exit code 1\): the work tree \(.*\): no good answer under load\.", run.Output);
        Assert.Equal(1, RunBench(["load", "report", Path.Combine(Folder, "out", "App-gate.json")]).ExitCode);
        NothingRuns();
    }

    [Theory]
    [InlineData(false, 1, @"\(exit code 1\): the work tree \(.*\): no good answer under load: http:.* does not answer within 30 s\.")]
    [InlineData(true, 2, @"bench: HEAD \(.*\): no good answer under load: http:.* does not answer within 30 s\.")]
    public void A_side_that_hangs_so_that_the_generator_does_not_end_has_failed_where_the_other_answers(
        bool hangsBefore,
        int exitCode,
        string message
    )
    {
        NeedsTools();
        // The pilot's process answers.
        var hang = $$"""
            var starts = Path.Combine("{{Folder}}", $"starts-{typeof(Value).Module.ModuleVersionId}");
            File.AppendAllText(starts, "x");
            var hangs = new FileInfo(starts).Length > 1;
            var left = 100;
            app.Use(async (context, next) =>
            {
                if (hangs && Interlocked.Decrement(ref left) < 0)
                    await Task.Delay(Timeout.Infinite);
                await next(context);
            });
            app.Run();
            """;
        Change("app.Run();", hang);
        if (hangsBefore)
        {
            Git("-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "--quiet", "-am", "Two");
            File.WriteAllText(ProgramFile, File.ReadAllText(ProgramFile).Replace("'a'", "'b'"));
        }

        var run = RunBench(["load", "gate", .. Brief]);

        Assert.True(run.ExitCode == exitCode, run.Output + run.Error);
        Assert.Matches(message, exitCode == 1 ? run.Output : run.Error);
        NothingRuns();
    }

    [Fact]
    public void A_side_that_is_ten_times_slower_and_more_has_failed()
    {
        NeedsTools();
        Change("() => Value.Get()", "async () => { await Task.Delay(100); return Value.Get(); }");

        var run = RunBench(["load", "gate", .. Brief]);

        Assert.True(run.ExitCode == 1, run.Output + run.Error);
        Assert.Matches(@"\(exit code 1\): .*time at full speed", run.Output);
        NothingRuns();
    }

    [Fact]
    public void A_server_that_never_listens_is_given_up()
    {
        NeedsTools();
        Change("app.Run();", "Thread.Sleep(Timeout.Infinite);");

        Directory.CreateDirectory(Path.Combine(Folder, "out"));
        File.WriteAllText(Path.Combine(Folder, "out", "App-gate.md"), "What an earlier check said.");

        var run = RunBench(["load", "gate", .. Brief, "--start-timeout", "10s"]);

        Assert.Equal(2, run.ExitCode);
        Assert.False(File.Exists(Path.Combine(Folder, "out", "App-gate.md")));
        Assert.Matches(@"the work tree \(.*\): App did not say within 10 s where it listens", OneLine(run.Error));
        NothingRuns();
    }

    [Fact]
    public void A_server_that_holds_its_own_port_is_told_of()
    {
        NeedsTools();
        using var taken = new TcpListener(IPAddress.Loopback, 0);
        taken.Start();
        Change("app.Run();", $"app.Urls.Clear(); app.Run(\"http://127.0.0.1:{((IPEndPoint)taken.LocalEndpoint).Port}\");");

        var run = RunBench(["load", "gate", .. Brief]);

        Assert.Equal(2, run.ExitCode);
        Assert.Matches(
            @"the work tree \(.*\): App does not start, because its port is in use: it must listen where --urls says",
            OneLine(run.Error)
        );
        NothingRuns();
    }

    private void Change(string from, string to)
    {
        var program = Program.Replace(from, to).Replace("static class Value", "static partial class Value");
        Assert.NotEqual(Program, program);
        File.WriteAllText(ProgramFile, program);
    }

    // The steps of the measurement are lines as well, where standard error is no terminal.
    private static string OneLine(string error) =>
        Assert.Single(error.Split('\n'), line => line.StartsWith("bench: ", StringComparison.Ordinal));

    // A server lies in the folder of the bench that started it, whose lock that process has.
    private static void NothingRuns()
    {
        foreach (var process in Directory.EnumerateDirectories("/proc").Where(folder => char.IsAsciiDigit(Path.GetFileName(folder)[0])))
        {
            string command;
            try
            {
                command = File.ReadAllText(Path.Combine(process, "cmdline"));
            }
            catch (IOException)
            {
                // It has just ended.
                continue;
            }

            if (FolderOf().Match(command) is { Success: true } match)
            {
                using var taken = WorkspaceFolder.TakeAbandoned(match.Groups[1].Value);
                Assert.True(taken is null, command);
            }
        }
    }

    [GeneratedRegex(@"(/[^\0]*/bench-check-[^/\0]*)/server[0-9]")]
    private static partial Regex FolderOf();

    private void Settings(string text) => File.WriteAllText(Path.Combine(Folder, "bench.json"), text);
}
