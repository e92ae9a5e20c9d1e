namespace Bench.Tests;

/// <summary>Cases that need a process: a real search that is interrupted, and what it leaves behind.</summary>
[Trait("Category", "Process")]
[Trait("Category", "Measured")]
[Collection(MeasuringTests.Name)]
public sealed class BisectProcessTests : IDisposable
{
    private const string Benchmark = "*BisectedRows.Array";
    private readonly MeasuredPrograms programs;
    private readonly string folder;
    private readonly List<GateProcess> processes = [];

    public BisectProcessTests(MeasuredPrograms programs)
    {
        this.programs = programs;
        folder = Path.Combine(programs.Root, $"bisected-{Guid.NewGuid().ToString("N")[..6]}");
        MeasuredPrograms.CopyFolder("TandemFixture", Path.Combine(folder, "App"));
        File.WriteAllText(Path.Combine(folder, ".gitignore"), "bin/\nobj/\nBenchmarkDotNet.Artifacts/\n");
        Write("App/BisectedRows.cs", Allocating(64));
        Git("init", "--quiet", "--initial-branch=main");
        Commit("allocate 64 bytes");
    }

    public void Dispose()
    {
        Assert.Single(Git("worktree", "list").Split('\n', StringSplitOptions.RemoveEmptyEntries));
        foreach (var process in processes)
        {
            Assert.Empty(process.Leftovers());
            process.Dispose();
        }
    }

    [Fact]
    public void Interrupted_nothing_stays_but_what_is_known_and_the_next_attempt_finds_the_commit()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "signals");
        Write("App/Broken.cs", "this is no code");
        var broken = Commit("does not build");
        File.Delete(Path.Combine(folder, "App/Broken.cs"));
        Write("App/BisectedRows.cs", Allocating(128));
        var more = Commit("allocate twice as much");
        var changed = Allocating(128) + "\n// not committed\n";
        Write("App/BisectedRows.cs", changed);
        string[] arguments = ["--good", "HEAD~2", "--metric", "allocation"];
        var first = Start(arguments);
        // Both ends are compared now, and the commit in the middle does not build.
        first.WaitFor($"Building {more}");

        first.Interrupt();
        var interrupted = first.Finish();

        Assert.Equal(130, interrupted.ExitCode);
        Assert.Contains(interrupted.Errors, line =>
            line.StartsWith("bench: interrupted. Run the same command again to continue from ", StringComparison.Ordinal)
        );
        Assert.Empty(first.Leftovers());
        Assert.Single(Git("worktree", "list").Split('\n', StringSplitOptions.RemoveEmptyEntries));
        AssertUntouched();

        var run = BenchProgram.Run(
            BenchProgram.Context(folder) with
            {
                Measurements = Brief.Measurements,
            },
            ["bisect", "--format", "markdown", Benchmark, "--project", Path.Combine("App", MeasuredPrograms.Project), .. arguments]
        );

        // The commit before it does not build, so either of the two may be the change.
        Assert.True(run.ExitCode == 3, string.Join('\n', run.Errors));
        Assert.Contains(run.Errors, line => line.Contains("Continuing with 1 comparison ", StringComparison.Ordinal));
        // A build that failed is tried once more, because the machine may have caused the failure.
        Assert.Contains(run.Errors, line => line.Contains($"Building {broken}", StringComparison.Ordinal));
        Assert.Contains($"**{more}** allocate twice as much", run.Output);
        Assert.Contains($"or the commit before it, which has no result: {broken}", run.Output);
        Assert.Matches($@"Skipped: {broken} \(.*does not build.*Broken\.cs", run.Output);
        Assert.Contains("152 B instead of 88 B (1.727x)", run.Output);
        Assert.Contains(
            $"bench explain Fixture.BisectedRows.Array --baseline {Hash("HEAD~2")} --baseline-exact --project App/{MeasuredPrograms.Project}",
            run.Output
        );
        Assert.False(Directory.Exists(Path.Combine(folder, "BenchmarkDotNet.Artifacts/bisect")));
        AssertUntouched();

        void AssertUntouched()
        {
            Assert.Equal(changed, File.ReadAllText(Path.Combine(folder, "App/BisectedRows.cs")));
            Assert.Equal(" M App/BisectedRows.cs", Git("status", "--porcelain").TrimEnd());
            Assert.Equal("main", Git("branch", "--show-current").Trim());
            Assert.Equal(more, Hash("HEAD"));
        }
    }

    private static string Allocating(int bytes) =>
        $$"""
            using BenchmarkDotNet.Attributes;

            namespace Fixture;

            public class BisectedRows
            {
                [Benchmark]
                public byte[] Array() => new byte[{{bytes}}];
            }

            """;

    private void Write(string file, string text) => File.WriteAllText(Path.Combine(folder, file), text);

    private string Git(params string[] arguments) => MeasuredPrograms.GitIn(folder, arguments);

    private string Hash(string reference) => Git("rev-parse", reference).Trim()[..12];

    private string Commit(string message)
    {
        MeasuredPrograms.CommitIn(folder, message);
        return Hash("HEAD");
    }

    private GateProcess Start(params string[] arguments)
    {
        var process = new GateProcess(
            programs,
            folder,
            null,
            ["bisect", "--format", "markdown", Benchmark, "--project", Path.Combine("App", MeasuredPrograms.Project), .. arguments]
        );
        processes.Add(process);
        return process;
    }
}
