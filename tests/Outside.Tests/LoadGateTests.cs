using Bench.Runner;

namespace Outside.Tests;

/// <summary>
/// <c>bench load gate</c> as a process, in its own repository with a foreign web application. Both builds are built and loaded.
/// </summary>
public sealed partial class LoadGateTests : LoadProgram
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

    private const string Brief =
        "--baseline HEAD --project App/App.csproj --path /value --connections 8 --rounds 5 --duration 1s --warmup 1s --artifacts out";

    public LoadGateTests()
    {
        Directory.CreateDirectory(Path.Combine(Folder, "App"));
        File.WriteAllText(ProjectFile, Project);
        File.WriteAllText(ProgramFile, Program);
        File.WriteAllText(Path.Combine(Folder, ".gitignore"), "bin/\nobj/\nout/\n");
        Git("init", "--quiet", "--initial-branch=main");
        Commit("One");
    }

    private string ProjectFile => Path.Combine(Folder, "App", "App.csproj");

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

        var run = RunInside(Folder, RepeatedRounds.OfThisMachine, ["load gate", Brief]);

        Assert.True(run.ExitCode == 1, run.Output + run.Error);
        Assert.All(
            [
                @"Failed\*\* \(exit code 1\): .*allocated per request",
                @"\| allocated \| \d+ B \| [\d.]+ KB \| \d+\.\d+x \(.*\) \| Regressed \| 2% \|",
                @"\| CPU time \| [\d.]+ µs \| [\d.]+ µs \| \d+\.\d+x \(.*\) \| .* \| 5% \|",
            ],
            pattern => Assert.True(Regex.IsMatch(run.Output, pattern), $"{pattern}\n{run.Output}")
        );
        Assert.Contains("Servers and load generator shared the cores.", run.Output);
        Assert.DoesNotContain("bench-check-", Git("worktree", "list"));
        NoServerRuns();
        // Only load report can judge the figures of load gate.
        var compared = RunInside("compare", Path.Combine("out", "App-gate.json"));
        Assert.Contains("Use bench load report for a check", compared.Error);
        Assert.Equal(2, compared.ExitCode);
    }

    [Fact]
    public void The_same_program_is_not_loaded_and_is_built_for_the_newest_framework()
    {
        NeedsTools();
        // The static files are older than their checkout.
        var style = Path.Combine(Directory.CreateDirectory(Path.Combine(Folder, "App", "wwwroot")).FullName, "site.css");
        File.WriteAllText(style, "p { margin: 0 }");
        File.WriteAllText(
            ProjectFile,
            Project.Replace("<TargetFramework>net10.0</TargetFramework>", "<TargetFrameworks>net8.0;net10.0</TargetFrameworks>")
        );
        Commit("Two");
        File.SetLastWriteTimeUtc(style, new DateTime(2020, 1, 1, 0, 0, 0, DateTimeKind.Utc));
        File.WriteAllText(ProgramFile, "// Programs do not contain comments.\n" + Program);

        var run = RunBench(["load gate", Brief, "--format json"]);

        Assert.True(run.ExitCode == 0, run.Output + run.Error);
        using var report = JsonDocument.Parse(run.Output);
        Assert.All(report.RootElement.GetProperty("benchmarks").EnumerateArray(), benchmark =>
            Assert.True(benchmark.GetProperty("sameCode").GetBoolean())
        );
        Assert.Matches(@"are the same program, .* Built for net10\.0\.", File.ReadAllText(Path.Combine(Folder, "out", "App-gate.md")));
    }

    private void Commit(string message)
    {
        Git("add", "--all");
        Git("-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "--quiet", "-m", message);
    }

    // A server runs in the folder of the bench that started it, which that process has locked.
    private static void NoServerRuns()
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
}
