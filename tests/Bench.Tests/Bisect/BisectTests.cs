namespace Bench.Tests;

/// <summary>The histories and programs are made up.</summary>
[Trait("Category", "Process")]
public sealed class BisectTests : IDisposable
{
    private const string Rows = "App/BisectedRows.cs";
    private const string Benchmark = "*BisectedRows.Array";

    private readonly MadeUpRepository repository = new();

    public BisectTests()
    {
        Write(Rows, Allocating(64));
        Commit("allocate 64 bytes");
    }

    public void Dispose() => repository.Dispose();

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
                ("git finds no commit 'nowhere' here", ["--good", "nowhere"]),
                ("git finds no commit 'nowhere' here", ["--good", "HEAD", "--bad", "nowhere"]),
                ("--good: 'side' does not lead to the work tree. Use a commit before it", ["--good", "side"]),
                ("--good: 'HEAD' does not lead to 'HEAD~1'", ["--good", "HEAD", "--bad", "HEAD~1"]),
                ("--good: 'main' has no later commit that leads to the bad one", ["--good", "main", "--bad", "main"]),
                ("--metric: 'bytes' is not a metric. Use time or allocation", ["--good", "HEAD", "--metric", "bytes"]),
                ("cannot be written", ["--good", "HEAD~1", "--artifacts", "later/x"]),
                ("none/report.md cannot be written", ["--good", "HEAD~1", "--output", "none/report.md"]),
                ("--artifacts needs the path of a folder", ["--good", "HEAD~1", "--artifacts", ""]),
            }
        )
        {
            var run = Bisect(arguments);

            Assert.Equal((2, ""), (run.ExitCode, run.Output));
            Assert.Contains(cause, run.Message);
            Assert.Empty(repository.Programs.Built);
        }
    }

    [Fact]
    public void A_clone_that_lacks_the_commit_is_told_that_it_is_shallow()
    {
        var good = Hash("HEAD");
        Write("later", "");
        Commit("on main");
        using var other = new TemporaryFolder();
        var shallow = Path.Combine(other.Path, "clone");
        Git("clone", "--quiet", "--depth", "1", $"file://{repository.Root}", shallow);

        var run = repository.RunIn(shallow, CancellationToken.None, "bisect", Benchmark, "--good", good);

        Assert.Equal(2, run.ExitCode);
        Assert.Contains($"git finds no commit '{good}' here, and the clone is shallow, so fetch more of its history.", run.Message);
    }

    [Fact]
    public void A_target_framework_that_the_ends_lack_is_named_with_those_that_they_have()
    {
        Write(Rows, Allocating(128));
        Commit("allocate twice as much");

        var run = Bisect("--good", "HEAD~1", "--framework", "net8.0");

        Assert.Equal(2, run.ExitCode);
        Assert.Contains("has no target framework net8.0. Add it to TargetFrameworks, or use one of net10.0.", run.Message);
    }

    [Fact]
    public void A_work_tree_without_changes_is_its_commit()
    {
        Write(Rows, Allocating(128));
        var changed = Commit("allocate twice as much");
        Write("README.md", "a page that is not committed");
        string[] arguments = ["--good", "HEAD~1", "--metric", "allocation"];

        var clean = Bisect(arguments);
        var nothing = Bisect("--good", "HEAD");
        Write("App/payload.json", "what a build may copy");
        var dirty = Bisect(arguments);

        Assert.True(clean.ExitCode == 0, clean.Error);
        Assert.Contains($"From {Hash("HEAD~1")} to {changed}: 1 commit.", clean.Output);
        Assert.DoesNotContain("work tree", clean.Output + clean.Error);
        Assert.Contains("'HEAD' has no later commit that leads to the bad one", nothing.Message);
        Assert.Contains("to the work tree: 2 commits", dirty.Output);
    }

    [Fact]
    public void Ends_that_run_the_same_code_differ_in_nothing()
    {
        Write("README.md", "nothing that a program is built from");
        Commit("a page");

        var run = Bisect("--good", "HEAD~1");

        Assert.True(run.ExitCode == 0, run.Error);
        Assert.Contains("No difference: both ends run the same code.", run.Output);
        Assert.DoesNotContain(run.Errors, line => line.Contains("Measuring", StringComparison.Ordinal));
        Assert.Equal(0, repository.Programs.MeasuredPairs);
        Assert.False(Directory.Exists(Path.Combine(repository.Root, "BenchmarkDotNet.Artifacts/bisect")));
    }

    /// <summary>The sources lie outside the project's folder, on a branch. A filter by the project's files would miss the change.</summary>
    [Fact]
    public void A_change_of_linked_sources_is_found_at_its_commit_and_in_the_branch_that_was_merged()
    {
        File.Delete(Path.Combine(repository.Root, Rows));
        Write(
            MadeUpRepository.Project,
            File.ReadAllText(Path.Combine(repository.Root, MadeUpRepository.Project))
                .Replace("<PackageReference", "<Compile Include=\"../Linked.cs\" /><PackageReference", StringComparison.Ordinal)
        );
        Write("Linked.cs", Allocating(64));
        var good = Commit("a linked source");
        Git("checkout", "--quiet", "-b", "side");
        Write("README.md", "a page");
        Commit("a page");
        Write("Linked.cs", Allocating(128));
        var changed = Commit("allocate twice as much");
        Git("checkout", "--quiet", "main");
        Git("-c", "user.name=test", "-c", "user.email=test@example.org", "merge", "--quiet", "--no-ff", "-m", "a branch", "side");
        var merge = Hash("HEAD");
        Write("App/Later.cs", "// of the project");
        Commit("of the project, and harmless");
        string[] arguments = ["--good", good, "--bad", "HEAD", "--metric", "allocation"];

        var first = Bisect(arguments);
        var into = Bisect([.. arguments, "--all"]);

        Assert.True(first.ExitCode == 0, first.Error);
        Assert.Contains($"**{merge}** a branch", first.Output);
        Assert.True(into.ExitCode == 0, into.Error);
        Assert.Contains($"**{changed}** allocate twice as much", into.Output);
        Assert.DoesNotContain($"**{merge}**", into.Output);
    }

    [Fact]
    public void A_benchmark_that_was_moved_is_found_on_both_sides_and_one_that_an_end_lacks_is_named()
    {
        Write(Rows, Allocating(128));
        var changed = Commit("allocate twice as much");
        Write(Rows, Allocating(128).Replace("Fixture.", "Fixture.Moved.", StringComparison.Ordinal));
        Commit("move it");
        Write("App/AddedRows.cs", Allocating(64).Replace("BisectedRows", "AddedRows", StringComparison.Ordinal));
        var added = Commit("another benchmark");

        var run = Bisect("*AddedRows*", "*Typo*", "--good", "HEAD~3", "--bad", "HEAD", "--metric", "allocation");

        Assert.True(run.ExitCode == 3, run.Error);
        Assert.Contains("## Fixture.Moved.BisectedRows.Array\n", run.Output);
        Assert.Contains($"**{changed}** allocate twice as much", run.Output);
        Assert.Contains("bench explain Fixture.BisectedRows.Array ", run.Output);
        Assert.DoesNotContain("Skipped", run.Output);
        Assert.Contains(
            $@"Not searched: '\*Typo\*' (matches no benchmark at either end); Fixture.AddedRows.Array (only {added} has it).",
            run.Output
        );
    }

    [Fact]
    public void A_project_that_was_moved_and_renamed_is_searched_where_it_was()
    {
        Write(Rows, Allocating(128));
        var changed = Commit("allocate twice as much");
        Write("App/Later.cs", "// of the project");
        Commit("of the project, and harmless");
        Git("mv", "App", "Moved");
        Git("mv", "Moved/App.csproj", "Moved/Renamed.csproj");
        Commit("move it");

        var run = Bisect("--good", "HEAD~3", "--metric", "allocation", "--project", "Moved/Renamed.csproj");

        Assert.True(run.ExitCode == 0, run.Error);
        Assert.Contains($"**{changed}** allocate twice as much", run.Output);
    }

    /// <summary>Under the older of its two names the benchmark does not change until it is removed.</summary>
    [Fact]
    public void A_benchmark_that_was_copied_before_it_was_removed_changed_where_its_copy_did()
    {
        Write("App/CopiedRows.cs", Allocating(128).Replace("Fixture.", "Fixture.Moved.", StringComparison.Ordinal));
        var copied = Commit("copy it, and allocate twice as much");
        Write("App/Later.cs", "// of the project");
        Commit("of the project, and harmless");
        File.Delete(Path.Combine(repository.Root, Rows));
        var removed = Commit("remove the old one");

        var run = Bisect("--good", "HEAD~3", "--bad", "HEAD", "--metric", "allocation");

        Assert.True(run.ExitCode == 0, run.Error);
        Assert.Contains($"**{copied}** copy it, and allocate twice as much", run.Output);
        Assert.DoesNotContain($"**{removed}**", run.Output);
    }

    [Fact]
    public void A_commit_whose_program_does_not_start_is_skipped_with_the_reason()
    {
        Write("App/Stops.cs", "does not start: App.dll cannot be measured: it stops");
        Write(Rows, $"// changed\n{Allocating(64)}");
        var stops = Commit("does not start");
        File.Delete(Path.Combine(repository.Root, "App/Stops.cs"));
        Write(Rows, Allocating(128));
        var changed = Commit("allocate twice as much");

        var run = Bisect("--good", "HEAD~2", "--bad", "HEAD", "--metric", "allocation");

        Assert.True(run.ExitCode == 3, run.Error);
        Assert.Contains($"**{changed}** allocate twice as much", run.Output);
        Assert.Contains($"Skipped: {stops} (", run.Output);
    }

    [Fact]
    public void A_slower_commit_is_found_in_times_and_those_that_do_not_build_are_skipped()
    {
        Write(Rows, "Fixture.BisectedRows.Array = 100 ns");
        var good = Commit("times");
        Write("App/Broken.cs", "this is no code");
        var broken = Commit("does not build");
        File.Delete(Path.Combine(repository.Root, "App/Broken.cs"));
        Write(Rows, "Fixture.BisectedRows.Array = 140 ns");
        var slower = Commit("slower");
        Write(Rows, "Fixture.BisectedRows.Array = 140 ns, 8 B");
        Commit("allocates, and is as slow");

        var run = Bisect("--good", good, "--bad", "HEAD", "--output", "found.md");

        Assert.True(run.ExitCode == 3, run.Error);
        Assert.Contains("Time, margin 5%", run.Output);
        Assert.Contains($"**{slower}** slower", run.Output);
        Assert.Contains($"or the commit before it, which has no result: {broken}", run.Output);
        Assert.Matches($@"Skipped: {broken} \(.*does not build.*Broken\.cs", run.Output);
        Assert.Matches(@"1\.(39|40)\dx \(", run.Output);
        Assert.Equal(run.Output, File.ReadAllText(Path.Combine(repository.Root, "found.md")));
    }

    [Fact]
    public void Interrupted_in_a_pair_the_same_command_goes_on_with_what_is_known()
    {
        Write(Rows, Allocating(128));
        var changed = Commit("allocate twice as much");
        Write(Rows, Allocating(256));
        Commit("and once more");
        string[] arguments = ["--good", "HEAD~2", "--bad", "HEAD", "--metric", "allocation"];
        Bisect(arguments);
        var pairs = repository.Programs.MeasuredPairs;
        using var cancellation = new CancellationTokenSource();
        repository.Programs.OnPair = pair =>
        {
            if (pair == 2 * pairs)
                cancellation.Cancel();
        };

        var interrupted = repository.Run(cancellation.Token, ["bisect", "--format", "markdown", Benchmark, .. arguments]);
        var run = Bisect(arguments);

        Assert.Equal(130, interrupted.ExitCode);
        Assert.Contains(interrupted.Errors, line =>
            line.StartsWith("bench: interrupted. Run the same command again to continue from ", StringComparison.Ordinal)
        );
        Assert.Matches(
            @"^So far: Fixture\.BisectedRows\.Array changed in the 2 commits after [0-9a-f]{12}, up to [0-9a-f]{12}: 280 B instead of 88 B \(3\.182x\)\.",
            interrupted.Output
        );
        Assert.True(run.ExitCode == 0, run.Error);
        Assert.Contains(run.Errors, line => line.Contains("Continuing with ", StringComparison.Ordinal));
        // Known comparisons are not repeated.
        Assert.True(repository.Programs.MeasuredPairs < 3 * pairs);
        Assert.Contains($"**{changed}** allocate twice as much", run.Output);
        Assert.False(Directory.Exists(Path.Combine(repository.Root, "BenchmarkDotNet.Artifacts/bisect")));
    }

    [Theory]
    [InlineData("'*Nothing*' matches no benchmark at either end", "*Nothing*")]
    [InlineData("'*' matches 11 benchmarks, and at most 10 can be searched", "*")]
    [InlineData("none of these benchmarks can be searched: Fixture.BisectedRows.R9 (its job requires more)", "*R9")]
    public void What_is_not_searched_is_refused(string cause, string benchmark)
    {
        Write(
            "App/Many.cs",
            string.Join(
                '\n',
                Enumerable
                    .Range(0, 11)
                    .Select(i => $"Fixture.BisectedRows.R{i} = 1 ns{(i == 9 ? ", unsupported: its job requires more" : "")}")
            )
        );
        Commit("many");
        Write(Rows, Allocating(128));

        var run = repository.Run("bisect", "--format", "markdown", benchmark, "--good", "HEAD");

        Assert.Equal(2, run.ExitCode);
        Assert.Contains(cause, run.Message);
    }

    // Adds the header of the object.
    private static string Allocating(int bytes) => FormattableString.Invariant($"Fixture.BisectedRows.Array = 100 ns, {bytes + 24} B");

    private void Write(string file, string text) => repository.Write(file, text);

    private string Git(params string[] arguments) => repository.Git(arguments);

    private string Hash(string reference) => repository.Hash(reference);

    private string Commit(string message) => repository.Commit(message);

    private BenchProgram.Finished Bisect(params string[] arguments) =>
        repository.Run(["bisect", "--format", "markdown", Benchmark, .. arguments]);
}
