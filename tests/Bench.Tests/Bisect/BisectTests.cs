namespace Bench.Tests;

/// <summary>What <c>bench bisect</c> promises a user: the commit, one line for each mistake, and that nothing stays behind.</summary>
[Trait("Category", "Process")]
[Collection(MeasuringTests.Name)]
public sealed class BisectTests : IDisposable
{
    private const string Benchmark = "*BisectedRows.Array";
    private readonly MeasuredPrograms programs;
    private readonly string folder;
    private readonly List<GateProcess> processes = [];

    public BisectTests(MeasuredPrograms programs)
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
    public void What_can_not_be_searched_is_one_line_and_nothing_is_built()
    {
        Git("checkout", "--quiet", "-b", "side");
        Write("side", "");
        Commit("on a side branch");
        Git("checkout", "--quiet", "main");
        Write("later", "");
        Commit("on main");
        foreach (
            var (cause, arguments) in new (string, string[])[]
            {
                ("git knows no commit 'nowhere' here", ["--good", "nowhere"]),
                ("git knows no commit 'nowhere' here", ["--good", "HEAD", "--bad", "nowhere"]),
                ("--good: 'side' does not lead to the work tree: expected a commit before it", ["--good", "side"]),
                ("--good: 'HEAD' does not lead to 'HEAD~1'", ["--good", "HEAD", "--bad", "HEAD~1"]),
                ("--good: 'main' has nothing after it that leads to the bad commit", ["--good", "main", "--bad", "main"]),
                ("--metric: invalid metric 'bytes': expected time or allocation", ["--good", "HEAD", "--metric", "bytes"]),
                ("can't be written", ["--good", "HEAD~1", "--results", "later/x"]),
                ("none/report.md can't be written", ["--good", "HEAD~1", "--output", "none/report.md"]),
                ("--results: expected the path of a folder", ["--good", "HEAD~1", "--results", ""]),
            }
        )
        {
            var run = Start(arguments).Finish();

            Assert.Equal((2, ""), (run.ExitCode, run.Output));
            Assert.Contains(cause, Assert.Single(run.Errors, line => line.StartsWith("bench: ", StringComparison.Ordinal)));
            Assert.DoesNotContain(run.Errors, line => line.Contains("Building", StringComparison.Ordinal));
        }
    }

    [Fact]
    public void A_clone_that_lacks_the_commit_is_told_that_it_is_shallow()
    {
        var good = Hash("HEAD");
        Write("later", "");
        Commit("on main");
        var shallow = Path.Combine(programs.Root, $"shallow-{Guid.NewGuid().ToString("N")[..6]}");
        Git("clone", "--quiet", "--depth", "1", $"file://{folder}", shallow);

        var run = StartIn(shallow, "--good", good).Finish();

        Assert.Equal(2, run.ExitCode);
        Assert.Contains(
            $"git knows no commit '{good}' here, and the clone is shallow: fetch more of its history.",
            Assert.Single(run.Errors, line => line.StartsWith("bench: ", StringComparison.Ordinal))
        );
    }

    [Fact]
    public void A_target_framework_that_the_ends_lack_is_named_with_those_that_they_have()
    {
        Write("App/BisectedRows.cs", Allocating(128));
        Commit("allocate twice as much");

        var run = Start("--good", "HEAD~1", "--framework", "net8.0").Finish();

        Assert.Equal(2, run.ExitCode);
        Assert.Contains(
            "has no target framework net8.0: expected one of net10.0.",
            Assert.Single(run.Errors, line => line.StartsWith("bench: ", StringComparison.Ordinal))
        );
    }

    [Fact]
    public void Ends_that_run_the_same_code_differ_in_nothing()
    {
        Write("README.md", "nothing that a program is built from");
        Commit("a page");

        var run = Start("--good", "HEAD~1").Finish();

        Assert.True(run.ExitCode == 0, string.Join('\n', run.Errors));
        Assert.Contains("No difference: both ends run the same code.", run.Output);
        Assert.DoesNotContain(run.Errors, line => line.Contains("Measuring", StringComparison.Ordinal));
        Assert.False(Directory.Exists(Path.Combine(folder, "BenchmarkDotNet.Artifacts/bisect")));
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
        // The ends are compared, and the commit in the middle does not build.
        first.WaitFor($"Building {more}");

        first.Interrupt();
        var interrupted = first.Finish();

        Assert.Equal(130, interrupted.ExitCode);
        Assert.Contains(
            interrupted.Errors,
            line => line.StartsWith("bench: interrupted; the same command goes on", StringComparison.Ordinal)
        );
        Assert.Empty(first.Leftovers());
        Assert.Single(Git("worktree", "list").Split('\n', StringSplitOptions.RemoveEmptyEntries));
        AssertUntouched();

        var run = Start(arguments).Finish();

        // One commit before it says nothing, so that it may be either.
        Assert.True(run.ExitCode == 3, string.Join('\n', run.Errors));
        Assert.Contains(run.Errors, line => line.Contains("Going on with 1 comparison ", StringComparison.Ordinal));
        // What failed may have been the machine's fault, and is tried once more.
        Assert.Contains(run.Errors, line => line.Contains($"Building {broken}", StringComparison.Ordinal));
        Assert.Contains($"**{more}** allocate twice as much", run.Output);
        Assert.Contains($"or the commit before it, which says nothing: {broken}", run.Output);
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

    /// <summary>Sources outside of the project's folder, on a branch: by its files the change is left out.</summary>
    [Fact]
    public void A_change_of_linked_sources_is_found_at_its_commit_and_in_the_branch_that_was_merged()
    {
        Write(
            $"App/{MeasuredPrograms.Project}",
            File.ReadAllText(Path.Combine(folder, "App", MeasuredPrograms.Project))
                .Replace("<ItemGroup>", "<ItemGroup>\n    <Compile Include=\"../Linked.cs\" />", StringComparison.Ordinal)
        );
        Write("App/BisectedRows.cs", Allocating("Linked.Bytes"));
        Write("Linked.cs", "namespace Fixture; public static class Linked { public static int Bytes => 64; }");
        var good = Commit("a linked source");
        Git("checkout", "--quiet", "-b", "side");
        Write("README.md", "a page");
        Commit("a page");
        Write("Linked.cs", "namespace Fixture; public static class Linked { public static int Bytes => 128; }");
        var changed = Commit("allocate twice as much");
        Git("checkout", "--quiet", "main");
        Git("-c", "user.name=test", "-c", "user.email=test@example.org", "merge", "--quiet", "--no-ff", "-m", "a branch", "side");
        var merge = Hash("HEAD");
        Write("App/Later.cs", "namespace Fixture; public static class Later;");
        Commit("of the project, and harmless");
        string[] arguments = ["--good", good, "--bad", "HEAD", "--metric", "allocation"];

        var first = Start(arguments).Finish();
        var into = Start([.. arguments, "--all"]).Finish();

        Assert.True(first.ExitCode == 0, string.Join('\n', first.Errors));
        Assert.Contains($"**{merge}** a branch", first.Output);
        Assert.True(into.ExitCode == 0, string.Join('\n', into.Errors));
        Assert.Contains($"**{changed}** allocate twice as much", into.Output);
        Assert.DoesNotContain($"**{merge}**", into.Output);
    }

    [Fact]
    public void A_benchmark_that_was_moved_is_found_on_both_sides_and_one_that_an_end_lacks_is_named()
    {
        Write("App/BisectedRows.cs", Allocating(128));
        var changed = Commit("allocate twice as much");
        Write("App/BisectedRows.cs", Allocating(128).Replace("namespace Fixture;", "namespace Fixture.Moved;", StringComparison.Ordinal));
        Commit("move it");
        Write("App/AddedRows.cs", Allocating(64).Replace("BisectedRows", "AddedRows", StringComparison.Ordinal));
        var added = Commit("another benchmark");

        var run = Start("*AddedRows*", "*Typo*", "--good", "HEAD~3", "--bad", "HEAD", "--metric", "allocation").Finish();

        Assert.True(run.ExitCode == 3, string.Join('\n', run.Errors));
        Assert.Contains("## Fixture.Moved.BisectedRows.Array\n", run.Output);
        Assert.Contains($"**{changed}** allocate twice as much", run.Output);
        Assert.Contains("bench explain Fixture.BisectedRows.Array ", run.Output);
        Assert.DoesNotContain("Skipped", run.Output);
        Assert.Contains(
            $@"Not searched: '\*Typo\*' (fits no benchmark of either end); Fixture.AddedRows.Array (only {added} has it).",
            run.Output
        );
    }

    [Fact]
    public void A_project_that_was_moved_and_renamed_is_searched_where_it_was()
    {
        Write("App/BisectedRows.cs", Allocating(128));
        var changed = Commit("allocate twice as much");
        Write("App/Later.cs", "namespace Fixture; public static class Later;");
        Commit("of the project, and harmless");
        Git("mv", "App", "Moved");
        Git("mv", $"Moved/{MeasuredPrograms.Project}", "Moved/Renamed.csproj");
        Commit("move it");

        var run = Start("--good", "HEAD~3", "--metric", "allocation", "--project", "Moved/Renamed.csproj").Finish();

        Assert.True(run.ExitCode == 0, string.Join('\n', run.Errors));
        Assert.Contains($"**{changed}** allocate twice as much", run.Output);
    }

    /// <summary>By the older of both names nothing changes until it is removed.</summary>
    [Fact]
    public void A_benchmark_that_was_copied_before_it_was_removed_changed_where_its_copy_did()
    {
        Write("App/CopiedRows.cs", Allocating(128).Replace("namespace Fixture;", "namespace Fixture.Moved;", StringComparison.Ordinal));
        var copied = Commit("copy it, and allocate twice as much");
        Write("App/Later.cs", "namespace Fixture; public static class Later;");
        Commit("of the project, and harmless");
        File.Delete(Path.Combine(folder, "App/BisectedRows.cs"));
        var removed = Commit("remove the old one");

        var run = Start("--good", "HEAD~3", "--bad", "HEAD", "--metric", "allocation").Finish();

        Assert.True(run.ExitCode == 0, string.Join('\n', run.Errors));
        Assert.Contains($"**{copied}** copy it, and allocate twice as much", run.Output);
        Assert.DoesNotContain($"**{removed}**", run.Output);
    }

    [Fact]
    public void A_commit_whose_program_does_not_start_is_skipped_with_the_reason()
    {
        Write(
            "App/Stops.cs",
            "static class Stops { [System.Runtime.CompilerServices.ModuleInitializer] internal static void Stop() => System.Environment.FailFast(\"stops\"); }"
        );
        Write("App/BisectedRows.cs", Allocating("65 - 1"));
        var stops = Commit("does not start");
        File.Delete(Path.Combine(folder, "App/Stops.cs"));
        Write("App/BisectedRows.cs", Allocating(128));
        var changed = Commit("allocate twice as much");

        var run = Start("--good", "HEAD~2", "--bad", "HEAD", "--metric", "allocation").Finish();

        Assert.True(run.ExitCode == 3, string.Join('\n', run.Errors));
        Assert.Contains($"**{changed}** allocate twice as much", run.Output);
        Assert.Contains($"Skipped: {stops} (", run.Output);
    }

    private static string Allocating(int bytes) => Allocating(bytes.ToString(System.Globalization.CultureInfo.InvariantCulture));

    private static string Allocating(string bytes) =>
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

    private GateProcess Start(params string[] arguments) => StartIn(folder, arguments);

    private GateProcess StartIn(string checkout, params string[] arguments)
    {
        string[] project = arguments.Contains("--project") ? [] : ["--project", Path.Combine("App", MeasuredPrograms.Project)];
        var process = new GateProcess(programs, checkout, null, ["bisect", Benchmark, .. project, .. arguments]);
        processes.Add(process);
        return process;
    }
}
