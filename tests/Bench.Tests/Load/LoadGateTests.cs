using System.Text.Json;
using Bench.Comparison;
using Bench.Load;

namespace Bench.Tests;

/// <summary><c>bench load gate</c> on recorded rounds: what ends it, what it keeps, what it prints, and with which exit code.</summary>
[Trait("Category", "Process")]
public sealed class LoadGateTests : IDisposable
{
    private static readonly string[] App = ["--project", "App/App.csproj", "--path", "/value"];

    private readonly LoadRepository repository = new();

    public void Dispose() => repository.Dispose();

    [Fact]
    public void What_costs_the_same_passes_after_two_thirds_of_the_rounds()
    {
        var run = Gate();

        Assert.True(run.ExitCode == 0, run.Output + run.Error);
        Assert.Contains("**Passed** (exit code 0)", run.Output);
        Assert.Equal((1, 6), (repository.Measured!.Pilots, repository.Measured.Rounds));
        Assert.Equal(run.Output, repository.Read("out/App-gate.md"));
        var kept = repository.Result("out/App-gate.json");
        Assert.Equal((6, (string?)null), (kept.Arms[1].Rounds.Count, kept.Partial));
        Assert.Equal(RecordedMatrix.Pace, kept.Pace!.Value, 6);
        Assert.StartsWith("HEAD (", kept.Arms[0].Arm.Name);
        Assert.StartsWith("the work tree (", kept.Arms[1].Arm.Name);
        Assert.DoesNotContain(Directory.GetDirectories(Path.Combine(repository.Root, ".git")), folder => folder.EndsWith("worktrees"));
    }

    [Fact]
    public void A_request_that_takes_and_allocates_more_fails_the_check_early()
    {
        var run = Gate(arm => round => RecordedMatrix.Usual(round, processor: arm == 1 ? 1.5 : 1, allocated: arm == 1 ? 2 : 1));

        Assert.Equal(1, run.ExitCode);
        Assert.Matches(@"Not passed\*\* \(exit code 1\): .*allocated a request", run.Output);
        Assert.Matches(@"\| allocated a request \| \d+ B \| \d+ B \| 2\.0\d*x \(.*\), Regressed \| 2% \|", run.Output);
        Assert.Matches(@"\| processor a request \| [\d.]+ us \| [\d.]+ us \| 1\.5\d*x \(.*\), Regressed \| 5% \|", run.Output);
        Assert.Contains("server and generator sharing them", run.Output);
        Assert.Equal(6, repository.Measured!.Rounds);
        // Each measure is a benchmark of a file that compare reads.
        var compared = BenchProgram.Run(repository.Root, "compare", "out/App-gate.json");
        Assert.Contains("App-gate.Allocated", compared.Output);
        Assert.Equal(1, compared.ExitCode);
        Assert.Equal(1, Report("out/App-gate.json").ExitCode);
    }

    [Fact]
    public void What_is_at_its_margin_is_measured_for_as_many_rounds_again_and_may_be_too_much()
    {
        RecordedMatrix AtTheMargin(LoadMatrix matrix, string folder) =>
            new(matrix, folder) { Round = (arm, round) => RecordedMatrix.Usual(round, p99: arm == 1 ? 1.2 : 1) };

        var strict = repository.Gate(AtTheMargin, [.. App, "--rounds", "5", "--max-inconclusive", "0"]);

        Assert.True(strict.ExitCode == 3, strict.Output + strict.Error);
        Assert.Contains("(exit code 3): p99: inconclusive", strict.Output);
        Assert.Equal((1, 10), (repository.Measured!.Pilots, repository.Measured.Rounds));
        Assert.Equal(10, repository.Result("out/App-gate.json").Arms[0].Rounds.Count);
        // What it was judged by it is judged by again, unless the arguments say something else.
        Assert.Equal(3, Report("out/App-gate.json").ExitCode);
        Assert.Equal(0, Report("out/App-gate.json", "--max-inconclusive", "50%").ExitCode);

        var usual = repository.Gate(AtTheMargin, [.. App, "--rounds", "5"]);

        Assert.True(usual.ExitCode == 0, usual.Output + usual.Error);
        Assert.Contains("No regression shown; p99: inconclusive", usual.Output);
        Assert.Equal(10, repository.Measured!.Rounds);
    }

    [Fact]
    public void The_same_program_is_not_loaded_unless_that_is_asked_for()
    {
        RecordedMatrix Same(LoadMatrix matrix, string folder) =>
            new(matrix, folder) { Files = _ => new Dictionary<string, string> { ["App.dll"] = "", ["wwwroot/site.css"] = "p { }" } };

        var run = repository.Gate(Same, [.. App, "--margin", "10%", "--format", "json", "--output", "out/more.md"]);

        Assert.True(run.ExitCode == 0, run.Output + run.Error);
        Assert.Equal((0, 0), (repository.Measured!.Pilots, repository.Measured.Rounds));
        using var report = JsonDocument.Parse(run.Output);
        Assert.All(
            report.RootElement.GetProperty("rows").EnumerateArray(),
            benchmark => Assert.True(benchmark.GetProperty("sameCode").GetBoolean())
        );
        var page = repository.Read("out/App-gate.md");
        Assert.Contains("are the same program", page);
        Assert.Equal(page, repository.Read("out/more.md"));
        Assert.Equal(0, BenchProgram.Run(repository.Root, "compare", "out/App-gate.json").ExitCode);
        // What it was judged by, it is judged by again.
        using var judged = JsonDocument.Parse(Report("out/App-gate.json", "--format", "json").Output);
        Assert.Equal(0.1, judged.RootElement.GetProperty("margin").GetDouble());

        var measured = repository.Gate(Same, [.. App, "--measure-same-code"]);

        Assert.Equal((0, 6), (measured.ExitCode, repository.Measured!.Rounds));
        Assert.DoesNotContain("are the same program", measured.Output);
    }

    [Fact]
    public void Of_several_target_frameworks_the_newest_that_both_have_is_built()
    {
        var only = Gate();
        Assert.All(repository.Measured!.Matrix.Arms, arm => Assert.Null(arm.Framework));
        repository.Frameworks = ["net8.0", "net10.0"];

        var newest = Gate();
        Assert.All(repository.Measured!.Matrix.Arms, arm => Assert.Equal("net10.0", arm.Framework));
        var asked = repository.Gate(null, [.. App, "--framework", "net8.0"]);
        Assert.All(repository.Measured!.Matrix.Arms, arm => Assert.Equal("net8.0", arm.Framework));
        var other = repository.Gate(null, [.. App, "--framework", "net9.0"]);

        Assert.DoesNotContain("Built for", only.Output);
        Assert.Contains(" Built for net10.0.", newest.Output);
        Assert.Contains(" Built for net8.0.", asked.Output);
        Assert.Equal(2, other.ExitCode);
        Assert.Contains(
            "the baseline: App.csproj has no target framework net9.0: expected one of net8.0, net10.0.",
            OneLine(other.Error)
        );
    }

    [Fact]
    public void An_entry_of_the_settings_says_what_is_loaded()
    {
        repository.Write(
            "bench.json",
            """
            {
              "load": [
                {
                  "name": "value",
                  "project": "App/App.csproj",
                  "path": "/value",
                  "expectBody": "aaa",
                  "pin": true,
                  "start": ["dotnet", "App.dll", "--bind", "{url}"],
                  "readyPath": "/ready",
                  "startSeconds": 30
                }
              ]
            }
            """
        );

        var run = repository.Gate(null);

        Assert.True(run.ExitCode == 0, run.Output + run.Error);
        Assert.Contains("> bench.json: load 'value' is new with this change", repository.Read("out/value-gate.md"));
        Assert.Contains("half of them the server's and half the generator's", run.Output);
        var matrix = repository.Result("out/value-gate.json").Matrix;
        Assert.Equal(("/value", "aaa", true), (matrix.Path, matrix.ExpectBody, matrix.Pin));
        Assert.Equal(["dotnet", "App.dll", "--bind", "{url}"], matrix.Start);
        Assert.Equal(("/ready", 30d), (matrix.ReadyPath, matrix.StartSeconds));

        var other = repository.Gate(null, "--path", "/other", "--start", "dotnet App.dll \"--port\" {port}", "--start-timeout", "9s");

        Assert.True(other.ExitCode == 0, other.Output + other.Error);
        matrix = repository.Result("out/value-gate.json").Matrix;
        Assert.Equal(("/other", "/ready", 9d), (matrix.Path, matrix.ReadyPath, matrix.StartSeconds));
        Assert.Equal(["dotnet", "App.dll", "--port", "{port}"], matrix.Start);
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
    [InlineData(
        """{ "load": [{ "name": "a", "project": "App/App.csproj", "headers": { "A": 1 } }] }""",
        "invalid load[0].headers.A: expected a text in quotes."
    )]
    [InlineData(
        """{ "load": [{ "name": "a", "project": "App/App.csproj", "headers": { "Accept": "a", "accept": "b" } }] }""",
        "load 'a': headers has Accept twice"
    )]
    [InlineData(
        """{ "load": [{ "name": "a", "project": "App/App.csproj", "expectStatus": 500 }] }""",
        "load 'a': expectStatus is from 200"
    )]
    [InlineData("""{ "load": [{ "name": "a", "project": "App/App.csproj", "path": "x" }] }""", "load 'a': path begins with a slash")]
    [InlineData("""{ "load": [{ "name": "a", "project": "App/App.csproj", "startSeconds": 0 }] }""", "load 'a': startSeconds is from 1 to 3600.")]
    [InlineData(
        """{ "load": [{ "name": "a", "project": "p" }, { "name": "b", "project": "p" }] }""",
        "--endpoint: bench.json has several: a, b."
    )]
    [InlineData("""{ "load": [{ "name": "a/b", "project": "App/App.csproj" }] }""", "load 'a/b': invalid name 'a/b-gate'")]
    [InlineData("{}", "name the web application: --project, or load in bench.json.")]
    [InlineData("{", "line 1")]
    public void An_entry_that_can_not_be_read_is_named_in_one_line(string settings, string message)
    {
        repository.Write("bench.json", settings);

        var run = repository.Gate(null);

        Assert.Equal(2, run.ExitCode);
        Assert.Contains(message, Assert.Single(run.Error.Trim().Split('\n')));
        Assert.Empty(run.Output);
        Assert.Null(repository.Measured);
    }

    [Fact]
    public void An_options_mistake_is_its_own_and_not_the_entrys()
    {
        repository.Write("bench.json", """{ "load": [{ "name": "told", "project": "App/App.csproj", "path": "/told", "readyPath": "/ready" }] }""");

        var run = repository.Gate(null, "--ready-path", "ready");

        Assert.Equal(2, run.ExitCode);
        Assert.Contains("--ready-path: readyPath begins with a slash and has neither spaces nor #.", OneLine(run.Error));
    }

    [Theory]
    [InlineData("rounds is a number from 5", "--rounds", "4")]
    [InlineData("path begins with a slash", "--path", "orders")]
    [InlineData("method is HEAD, whose answers wrk can't read", "--method", "HEAD")]
    [InlineData("--header: invalid header 'X-Key'", "--header", "X-Key")]
    [InlineData("--env: invalid variable 'A'", "--env", "A")]
    public void A_gate_that_can_not_be_is_refused_before_anything_is_built(string message, params string[] arguments)
    {
        var run = repository.Gate(null, ["--project", "App/App.csproj", .. arguments]);

        Assert.Equal(2, run.ExitCode);
        Assert.Contains(message, Assert.Single(run.Error.Trim().Split('\n')));
        Assert.Null(repository.Measured);
    }

    [Theory]
    [InlineData("--connections: 2000", "--project", "App/App.csproj", "--connections", "2000")]
    [InlineData("load 'shop': 3000")]
    public void Connections_that_can_not_be_reached_are_refused_before_anything_is_built(string place, params string[] arguments)
    {
        repository.Reach = new Reach(1024, 28_000);
        repository.Write("bench.json", """{"load":[{"name":"shop","project":"App/App.csproj","connections":3000}]}""");

        var run = repository.Gate(null, arguments);

        Assert.Equal(
            $"bench: {place} can't be reached: a process may have 1024 files open (ulimit -n).",
            Assert.Single(run.Error.Trim().Split('\n'))
        );
        Assert.Equal((2, ""), (run.ExitCode, run.Output));
        Assert.False(Directory.Exists(Path.Combine(repository.Root, "out")));
    }

    [Fact]
    public void A_project_of_the_settings_that_is_not_there_is_not_blamed_on_an_option()
    {
        repository.Write("bench.json", """{"load":[{"name":"shop","project":"src/Gone.csproj"}]}""");

        var run = repository.Gate(null);

        Assert.Equal(2, run.ExitCode);
        Assert.Matches(
            @"^bench: load 'shop': project \S+Gone\.csproj: there is no such project file\.$",
            Assert.Single(run.Error.Trim().Split('\n'))
        );
    }

    [Theory]
    [InlineData("wrk", "bench: wrk is not on PATH: sudo apt-get install wrk")]
    [InlineData("h2load", "bench: h2load is not on PATH: sudo apt-get install nghttp2-client")]
    public void Without_a_generator_the_install_command_is_told(string missing, string expected)
    {
        var bin = Directory.CreateDirectory(Path.Combine(repository.Root, "bin")).FullName;
        foreach (var tool in new[] { Tool.Wrk, Tool.H2Load }.Where(tool => tool.Name != missing))
            File.WriteAllText(Path.Combine(bin, tool.Name), "");
        var context = repository.Context() with { Variable = name => name == "PATH" ? $"/nowhere{Path.PathSeparator}{bin}" : null };

        var run = BenchProgram.Run(context, ["load", "gate", "--baseline", "HEAD", .. App]);

        Assert.Equal((2, expected), (run.ExitCode, run.Error.Trim()));
    }

    [Fact]
    public void What_can_not_be_written_costs_no_verdict()
    {
        // What is written in its place, before it takes its name.
        Directory.CreateDirectory(Path.Combine(repository.Root, "out", "App-gate.json.part"));

        var run = Gate();

        Assert.Equal(2, run.ExitCode);
        Assert.Contains("Passed", run.Output);
        Assert.Equal(run.Output, repository.Read("out/App-gate.md"));
        var complaints = run.Error.Split('\n').Where(line => line.Contains("App-gate.json can't be written: ")).ToArray();
        // One for each round, and the last.
        Assert.Equal(6 + 1, complaints.Length);
        Assert.All(complaints[..^1], line => Assert.EndsWith(" It goes on.", line));
    }

    [Fact]
    public void A_body_is_the_text_of_a_file_and_what_is_no_text_is_refused()
    {
        repository.Write("body.json", "{ \"name\":\n\"Zoë\" }");
        repository.Write("photo.png", [0x89, 0x50, 0x4e, 0x47, 0xff]);

        var text = repository.Gate(null, [.. App, "--body", "@body.json"]);
        var other = repository.Gate(null, [.. App, "--body", "@photo.png"]);
        var none = repository.Gate(null, [.. App, "--body", "@none.json"]);

        Assert.Equal(0, text.ExitCode);
        var matrix = repository.Result("out/App-gate.json").Matrix;
        Assert.Equal(("{ \"name\":\n\"Zoë\" }", "POST"), (matrix.Body, matrix.Method));
        Assert.Equal(2, other.ExitCode);
        Assert.Contains("--body: photo.png is no text in UTF-8", OneLine(other.Error));
        Assert.Contains("--body: none.json can't be read: ", OneLine(none.Error));
    }

    [Fact]
    public void A_side_that_does_not_build_is_named_and_leaves_no_page_of_an_earlier_check()
    {
        repository.Write("out/App-gate.md", "What an earlier check said.");
        RecordedMatrix Broken(LoadMatrix matrix, string folder) =>
            new(matrix, folder)
            {
                Publishing = arm =>
                    ArmServer.Named<int>(
                        arm,
                        () => arm == matrix.Arms[1] ? throw new LoadException("App.csproj does not build: error CS1002") : 0
                    ),
            };

        var run = repository.Gate(Broken, App);

        Assert.Equal((2, ""), (run.ExitCode, run.Output));
        Assert.Matches(@"the work tree \(.*\): App.csproj does not build: error CS1002", OneLine(run.Error));
        Assert.False(File.Exists(Path.Combine(repository.Root, "out", "App-gate.md")));
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
        repository.Write("bench.json", before);
        repository.Commit("Two");
        repository.Write("bench.json", $$"""{ "load": [{ "name": "value", "project": "App/App.csproj", "path": "{{path}}" }] }""");

        var run = repository.Gate(
            (matrix, folder) => new RecordedMatrix(matrix, folder) { Before = (_, _) => throw new LoadException("it answers 404 Not Found.") }
        );

        Assert.Equal((2, ""), (run.ExitCode, run.Output));
        Assert.Equal($"bench: it answers 404 Not Found. (bench.json: {expected}", OneLine(run.Error));
    }

    [Fact]
    public void Files_that_git_ignores_are_named_where_one_program_lacks_them()
    {
        repository.Write(".gitignore", "bin/\nobj/\nout/\nlocal.json\n");
        repository.Write("App/local.json", "{}");

        var run = repository.Gate(
            (matrix, folder) =>
                new RecordedMatrix(matrix, folder)
                {
                    Files = arm =>
                        arm == 0
                            ? new Dictionary<string, string> { ["App.dll"] = "" }
                            : new Dictionary<string, string> { ["App.dll"] = "", ["local.json"] = "{}" },
                },
            App
        );

        Assert.Equal(0, run.ExitCode);
        Assert.Equal("bench: git ignores local.json: of both programs only that of the work tree has it.", OneLine(run.Error));
        Assert.Contains("> git ignores local.json: of both programs only that of the work tree has it", run.Output);
    }

    [Fact]
    public void A_project_that_the_change_moves_is_loaded_where_it_is()
    {
        repository.Write("bench.json", """{ "load": [{ "name": "value", "project": "App/App.csproj", "path": "/value" }] }""");
        repository.Commit("Two");
        Directory.Move(Path.Combine(repository.Root, "App"), Path.Combine(repository.Root, "Moved"));
        repository.Write("bench.json", """{ "load": [{ "name": "value", "project": "Moved/App.csproj", "path": "/value" }] }""");

        var run = repository.Gate(null);

        Assert.True(run.ExitCode == 0, run.Output + run.Error);
        var arms = repository.Measured!.Matrix.Arms;
        Assert.EndsWith(Path.Combine("App", "App.csproj"), arms[0].Project);
        Assert.EndsWith(Path.Combine("Moved", "App.csproj"), arms[1].Project);
        Assert.False(arms[0].Project.StartsWith(repository.Root, StringComparison.Ordinal));
    }

    [Fact]
    public void A_build_that_dies_in_a_round_has_failed_and_keeps_its_rounds()
    {
        var run = Unanswered(2, arm => new UnansweredException(arm, new ServerEndedException("App ended under load with exit code 7.")));

        Assert.True(run.ExitCode == 1, run.Output + run.Error);
        Assert.Matches(@"Not passed\*\* \(exit code 1\): the work tree \(.*\): App ended under load with exit code 7", run.Output);
        Assert.Single(repository.Result("out/App-gate.json").Arms[1].Rounds);
        Assert.Equal(1, Report("out/App-gate.json").ExitCode);
    }

    [Fact]
    public void A_build_that_refuses_everything_in_the_pilot_has_failed_in_one_line()
    {
        var run = Unanswered(0, arm => new UnansweredException(arm));

        Assert.True(run.ExitCode == 1, run.Output + run.Error);
        Assert.Matches(@"\(exit code 1\): the work tree \(.*\): no good answer under load\.", run.Output);
        Assert.Empty(repository.Result("out/App-gate.json").Arms[1].Rounds);
        Assert.Null(repository.Result("out/App-gate.json").Pace);
        Assert.Equal(1, Report("out/App-gate.json").ExitCode);
    }

    [Fact]
    public void A_baseline_that_does_not_answer_is_no_verdict()
    {
        var run = Unanswered(1, arm => new UnansweredException(arm, "it does not answer within 30 s."), side: 0);

        Assert.Equal((2, ""), (run.ExitCode, run.Output));
        Assert.Matches(@"^bench: HEAD \(.*\): no good answer under load: it does not answer within 30 s\.$", OneLine(run.Error));
        Assert.False(File.Exists(Path.Combine(repository.Root, "out", "App-gate.md")));
    }

    [Fact]
    public void A_side_that_refuses_requests_under_load_has_failed()
    {
        var run = Gate(arm =>
            round =>
            {
                var usual = RecordedMatrix.Usual(round);
                return arm == 0 ? usual : usual with { Peak = usual.Peak with { Errors = new LoadErrors(0, 0, 0, usual.Peak.Requests / 4, 0) } };
            }
        );

        Assert.True(run.ExitCode == 1, run.Output + run.Error);
        Assert.Matches(
            @"Not passed\*\* \(exit code 1\): 75\.0% of the answers of the work tree \(.*\) are good, and 100\.0% of those",
            run.Output
        );
    }

    [Fact]
    public void A_generator_that_fails_after_some_rounds_is_no_verdict_and_whole_rounds_are_kept()
    {
        var run = repository.Gate(
            (matrix, folder) =>
                new RecordedMatrix(matrix, folder)
                {
                    Before = (round, _) =>
                    {
                        if (round == 3)
                            throw new LoadException("wrk failed: unable to connect");
                    },
                },
            App
        );

        Assert.Equal(2, run.ExitCode);
        Assert.Equal("bench: wrk failed: unable to connect. Whole rounds that are kept: 2.", OneLine(run.Error));
        var kept = repository.Result("out/App-gate.json");
        Assert.Equal((2, "wrk failed: unable to connect"), (kept.Arms[0].Rounds.Count, kept.Partial));
        Assert.Contains("wrk failed: unable to connect", repository.Read("out/App-gate.md"));
    }

    [Theory]
    [InlineData(1, "bench: interrupted before anything was measured.")]
    [InlineData(3, "bench: it was interrupted. Whole rounds that are kept: 2.")]
    public void An_interruption_keeps_whole_rounds(int round, string expected)
    {
        using var interruption = new CancellationTokenSource();
        var context = repository.Context(
            (matrix, folder) =>
                new RecordedMatrix(matrix, folder)
                {
                    Before = (number, _) =>
                    {
                        if (number == round)
                            interruption.Cancel();
                    },
                }
        );

        var run = BenchProgram.Run(
            context with
            {
                Cancellation = interruption.Token,
            },
            ["load", "gate", "--baseline", "HEAD", "-d", "out", .. App]
        );

        Assert.Equal((130, expected), (run.ExitCode, OneLine(run.Error)));
        Assert.Equal(round > 1, File.Exists(Path.Combine(repository.Root, "out", "App-gate.md")));
        if (round == 1)
            return;
        var kept = repository.Result("out/App-gate.json");
        Assert.Equal((2, Verb.WasInterrupted), (kept.Arms[0].Rounds.Count, kept.Partial));
        Assert.Equal(3, Report("out/App-gate.json").ExitCode);
    }

    [Fact]
    public void Secrets_of_requests_and_servers_are_in_no_file()
    {
        var run = repository.Gate(
            null,
            [
                .. App,
                "--header",
                "Authorization: Bearer my-secret",
                "--env",
                "ConnectionStrings__Shop=Password=my-secret",
                "--header",
                "X-Shop: visible",
            ]
        );

        Assert.True(run.ExitCode == 0, run.Output + run.Error);
        Assert.Equal("Bearer my-secret", repository.Measured!.Matrix.Headers["Authorization"]);
        Assert.Equal("Password=my-secret", repository.Measured.Matrix.Arms[1].Environment["ConnectionStrings__Shop"]);
        Assert.DoesNotContain("my-secret", run.Output + run.Error);
        foreach (var file in Directory.GetFiles(Path.Combine(repository.Root, "out")))
            Assert.DoesNotContain("my-secret", File.ReadAllText(file));
        Assert.Equal("visible", repository.Result("out/App-gate.json").Matrix.Headers["X-Shop"]);
    }

    [Fact]
    public void A_slow_request_is_told_of_after_the_first_round()
    {
        var run = repository.Gate(null, [.. App, "--connections", "2000"]);

        Assert.Contains("So slow a request makes slices of", run.Error);
        Assert.Single(run.Error.Split('\n'), line => line.Contains("So slow a request", StringComparison.Ordinal));
    }

    private BenchProgram.Finished Gate(Func<int, Func<int, ArmRound>>? round = null) =>
        repository.Gate(
            (matrix, folder) =>
                round is null
                    ? new RecordedMatrix(matrix, folder)
                    : new RecordedMatrix(matrix, folder) { Round = (arm, number) => round(arm)(number) },
            App
        );

    private BenchProgram.Finished Unanswered(int round, Func<LoadArm, UnansweredException> failure, int side = 1) =>
        repository.Gate(
            (matrix, folder) =>
                new RecordedMatrix(matrix, folder)
                {
                    Before = (number, planned) =>
                    {
                        if (number == round)
                            throw failure(planned.Arms[side]);
                    },
                },
            App
        );

    private BenchProgram.Finished Report(string file, params string[] arguments) =>
        BenchProgram.Run(repository.Root, ["load", "report", file, .. arguments]);

    // The steps of the measurement are lines as well, where standard error is no terminal.
    private static string OneLine(string error) =>
        Assert.Single(error.Split('\n'), line => line.StartsWith("bench: ", StringComparison.Ordinal));
}
