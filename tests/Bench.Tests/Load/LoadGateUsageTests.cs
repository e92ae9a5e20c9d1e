using Bench.Load;

namespace Bench.Tests;

[Trait("Category", "Process")]
public sealed class LoadGateUsageTests : IDisposable
{
    private static readonly string[] App = ["--project", "App/App.csproj", "--path", "/value"];

    private readonly LoadRepository repository = new();

    public void Dispose() => repository.Dispose();

    [Fact]
    public void Of_several_target_frameworks_the_newest_that_both_have_is_built()
    {
        var only = repository.Gate(null, App);
        Assert.All(repository.Measured!.Matrix.Variants, variant => Assert.Null(variant.Framework));
        repository.Frameworks = ["net8.0", "net10.0"];

        var newest = repository.Gate(null, App);
        Assert.All(repository.Measured!.Matrix.Variants, variant => Assert.Equal("net10.0", variant.Framework));
        var asked = repository.Gate(null, [.. App, "--framework", "net8.0"]);
        Assert.All(repository.Measured!.Matrix.Variants, variant => Assert.Equal("net8.0", variant.Framework));
        var other = repository.Gate(null, [.. App, "--framework", "net9.0"]);

        Assert.DoesNotContain("Built for", only.Output);
        Assert.Contains(" Built for net10.0.", newest.Output);
        Assert.Contains(" Built for net8.0.", asked.Output);
        Assert.Equal(2, other.ExitCode);
        Assert.Contains(
            "the baseline: App.csproj has no target framework net9.0. Add it to TargetFrameworks, or use one of net8.0, net10.0.",
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
        Assert.Contains("Half of the cores ran the servers, and the other half the load generator.", run.Output);
        var matrix = repository.Measured!.Matrix;
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
    [InlineData("""{ "load": [{ "name": "value", "project": "App/App.csproj", "pth": "/" }] }""", "unknown setting 'pth'")]
    [InlineData("""{ "load": [{ "name": "value" }] }""", "load 'value': project is a path")]
    [InlineData("""{ "load": [{ "project": "App/App.csproj" }] }""", "an entry of load needs a name")]
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
        "load 'a': expectStatus must be from 200 to 399, because refused requests measure nothing."
    )]
    [InlineData("""{ "load": [{ "name": "a", "project": "App/App.csproj", "path": "x" }] }""", "load 'a': path must begin with /")]
    [InlineData(
        """{ "load": [{ "name": "a", "project": "App/App.csproj", "startSeconds": 0 }] }""",
        "load 'a': startSeconds must be from 1 to 3600."
    )]
    [InlineData(
        """{ "load": [{ "name": "a", "project": "p" }, { "name": "b", "project": "p" }] }""",
        "bench.json has several entries of load. Choose one with --endpoint: a, b."
    )]
    [InlineData("""{ "load": [{ "name": "a/b", "project": "App/App.csproj" }] }""", "load 'a/b': 'a/b-gate' is not a name")]
    [InlineData("{}", "no web application is named. Use --project, or add load to bench.json.")]
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
        repository.Write(
            "bench.json",
            """{ "load": [{ "name": "told", "project": "App/App.csproj", "path": "/told", "readyPath": "/ready" }] }"""
        );

        var run = repository.Gate(null, "--ready-path", "ready");

        Assert.Equal(2, run.ExitCode);
        Assert.Contains("--ready-path: readyPath must begin with / and have no spaces and no #.", OneLine(run.Error));
    }

    [Theory]
    [InlineData("rounds must be from 5", "--rounds", "4")]
    [InlineData("path must begin with /", "--path", "orders")]
    [InlineData("method must not be HEAD, because wrk cannot read its responses.", "--method", "HEAD")]
    [InlineData("--header: 'X-Key' is not a header", "--header", "X-Key")]
    [InlineData("--env: variable 1 of 1 has no name. Use NAME=VALUE.", "--env", "A")]
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
        repository.ConnectionLimits = new ConnectionLimits(1024, 28_000);
        repository.Write("bench.json", """{"load":[{"name":"shop","project":"App/App.csproj","connections":3000}]}""");

        var run = repository.Gate(null, arguments);

        Assert.Equal(
            $"bench: {place} cannot be reached: a process may have only 1024 files open (ulimit -n).",
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
            @"^bench: load 'shop': project \S+Gone\.csproj: this project file does not exist\.$",
            Assert.Single(run.Error.Trim().Split('\n'))
        );
    }

    [Theory]
    [InlineData("wrk", "bench: wrk is not on PATH. Install it with sudo apt-get install wrk")]
    [InlineData("h2load", "bench: h2load is not on PATH. Install it with sudo apt-get install nghttp2-client")]
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
    public void A_body_is_the_text_of_a_file_and_what_is_no_text_is_refused()
    {
        repository.Write("body.json", "{ \"name\":\n\"Zoë\" }");
        repository.Write("photo.png", [0x89, 0x50, 0x4e, 0x47, 0xff]);

        var text = repository.Gate(null, [.. App, "--body", "@body.json"]);
        var other = repository.Gate(null, [.. App, "--body", "@photo.png"]);
        var none = repository.Gate(null, [.. App, "--body", "@none.json"]);

        Assert.Equal(0, text.ExitCode);
        var matrix = repository.Measured!.Matrix;
        Assert.Equal(("{ \"name\":\n\"Zoë\" }", "POST"), (matrix.Body, matrix.Method));
        Assert.Equal(2, other.ExitCode);
        Assert.Contains("--body: photo.png is not UTF-8 text.", OneLine(other.Error));
        Assert.Contains("--body: none.json cannot be read: ", OneLine(none.Error));
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
        var variants = repository.Measured!.Matrix.Variants;
        Assert.EndsWith(Path.Combine("App", "App.csproj"), variants[0].Project);
        Assert.EndsWith(Path.Combine("Moved", "App.csproj"), variants[1].Project);
        Assert.False(variants[0].Project.StartsWith(repository.Root, StringComparison.Ordinal));
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
                "X-Shop: my-secret",
                "--header",
                "Accept: text/plain",
            ]
        );

        Assert.True(run.ExitCode == 0, run.Output + run.Error);
        Assert.Equal("Bearer my-secret", repository.Measured!.Matrix.Headers["Authorization"]);
        Assert.Equal("Password=my-secret", repository.Measured.Matrix.Variants[1].Environment["ConnectionStrings__Shop"]);
        Assert.DoesNotContain("my-secret", run.Output + run.Error);
        foreach (var file in Directory.GetFiles(Path.Combine(repository.Root, "out")))
            Assert.DoesNotContain("my-secret", File.ReadAllText(file));
        Assert.Equal(
            ("(hidden)", "text/plain"),
            (
                repository.Result("out/App-gate.json").Matrix.Headers["X-Shop"],
                repository.Result("out/App-gate.json").Matrix.Headers["Accept"]
            )
        );
    }

    // If standard error is not a terminal, progress is written as lines too.
    private static string OneLine(string error) =>
        Assert.Single(error.Split('\n'), line => line.StartsWith("bench: ", StringComparison.Ordinal));
}
