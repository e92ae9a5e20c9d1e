using System.Diagnostics;
using Bench.Load;

namespace Outside.Tests;

/// <summary><c>bench load gate</c> in a repository of its own, with a web application that knows nothing of ours.</summary>
public sealed class LoadGateTests : LoadProgram
{
    private const string Project = """
        <Project Sdk="Microsoft.NET.Sdk.Web">
          <PropertyGroup>
            <TargetFramework>net10.0</TargetFramework>
            <ImplicitUsings>enable</ImplicitUsings>
          </PropertyGroup>
        </Project>
        """;

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
        File.WriteAllText(Path.Combine(Folder, "App", "App.csproj"), Project);
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
                "string.Concat(Enumerable.Range(0, 400).Select(i => i.ToString() + \"abc\")).Length > 0 ? new string('a', 16) : \"\""
            )
        );

        var run = RunBench(["load", "gate", .. Brief]);

        Assert.True(run.ExitCode == 1, run.Output + run.Error);
        Assert.Matches(@"Not passed\*\* \(exit code 1\): .*allocated a request", run.Output);
        Assert.Matches(@"\| allocated a request \| \d+ B \| \d+ B \| \d+\.\d+x \(.*\), Regressed \| 2% \|", run.Output);
        Assert.Matches(@"\| processor a request \| [\d.]+ us \| [\d.]+ us \| \d+\.\d+x \(.*\), Regressed \| 5% \|", run.Output);
        Assert.DoesNotContain("bench-check-", Git("worktree", "list"));
        // Each measure is a row of a file that compare reads.
        var compared = RunBench(["compare", Path.Combine(Folder, "out", "App-gate.json")]);
        Assert.Contains("App-gate.Allocated", compared.Output);
        Assert.Equal(1, compared.ExitCode);
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

    private string Git(params string[] arguments)
    {
        using var git = Process.Start(new ProcessStartInfo("git", arguments) { WorkingDirectory = Folder, RedirectStandardOutput = true })!;
        var output = git.StandardOutput.ReadToEnd();
        git.WaitForExit();
        Assert.Equal(0, git.ExitCode);
        return output;
    }
}
