namespace Bench.Tests;

public sealed class HistoryCommandTests : FolderTests
{
    private const string Tables = "BenchmarkDotNet.Artifacts/reference";

    [Fact]
    [Trait("Category", "Process")]
    public void Each_commit_that_published_is_a_point_and_a_change_names_its_commit()
    {
        folder.Git("init", "--quiet", "--initial-branch=main");
        for (var i = 0; i < 12; i++)
            Commit(string.Create(CultureInfo.InvariantCulture, $"run {i}, <b>of</b> | twelve"), i < 6 ? 100 + i : 150 + i);
        folder.Git("remote", "add", "origin", "https://user:secret@host.example/team/repository.git");
        folder.Write("other.txt", "x");
        folder.Commit("touches no table");

        var run = BenchProgram.Run(folder.Root, "history --format markdown --output h.html --output h.md");

        Assert.True(run.ExitCode == 0, run.Error);
        var line = Assert.Single(run.Output.Split('\n'), line => line.StartsWith("| `N.T.M`", StringComparison.Ordinal));
        Assert.Contains("| 12 | 100 ns", line);
        Assert.Matches(@"\+5\d\.\d% at `[0-9a-f]{12}` `run 6, <b>of</b> \\\| twelve`", line);
        Assert.Contains("| `N.T.Steady` | 12 |", run.Output);
        Assert.Equal(run.Output, File.ReadAllText(Path.Combine(folder.Root, "h.md")));
        var page = File.ReadAllText(Path.Combine(folder.Root, "h.html"));
        Assert.Contains("run 6, &lt;b&gt;of&lt;/b&gt; | twelve", page);
        // The subject appears in the title of a point, the list of changes and the table of runs, escaped.
        Assert.DoesNotContain("<b>of</b>", page);
        // A picture and a trend for each line.
        Assert.Equal(4, page.Split("<svg ").Length - 1);
        // Each point names its commit, and the picture shows the size of the change.
        Assert.Equal(24 + 2, page.Split("<circle ").Length - 1);
        Assert.Matches(@"<circle [^>]*><title>[0-9a-f]{12}, \d{4}-\d\d-\d\d: 105 ns[^<]*; run 5, ", page);
        Assert.Matches(@"<a href=""https://host\.example/team/repository/commit/[0-9a-f]{12}"">", page);
        Assert.DoesNotContain("secret", page);
        Assert.Matches(@"<text class=""middle small slower""[^>]*>\+5\d\.\d%</text>", page);

        Assert.Contains("| `N.T.M` | 3 |", BenchProgram.Run(folder.Root, "history --format markdown git:HEAD~4..main").Output);
        Assert.Equal(2, BenchProgram.Run(folder.Root, "history --format markdown git:nowhere").ExitCode);
        Assert.Equal(5, BenchProgram.Run(folder.Root, "history --format markdown git:HEAD --folder src").ExitCode);
        Assert.Equal(2, BenchProgram.Run(folder.Root, "history --format markdown --output h.txt").ExitCode);
        Assert.Equal(2, BenchProgram.Run(folder.Root, "history --format markdown git:--help").ExitCode);
    }

    [Fact]
    [Trait("Category", "Process")]
    public void A_table_that_a_commit_left_as_it_was_is_no_other_run()
    {
        folder.Git("init", "--quiet", "--initial-branch=main");
        Commit("first", 100);
        foreach (var time in new[] { 7, 8, 9 })
        {
            folder.Write($"{Tables}/Other/N.U-report-full.json", BdnJson.Of(BdnJson.Benchmark("N.U.M", "DefaultJob", null, [time])));
            folder.Commit("another topic");
        }

        Commit("second", 101);

        var run = BenchProgram.Run(folder.Root, "history --format markdown git:main --folder", Tables, "--margin 10% --output h.md");

        Assert.True(run.ExitCode == 0, run.Error);
        Assert.Contains("| `N.T.M` | 2 | 100 ns", run.Output);
        Assert.Contains("| `N.U.M` | 3 | 7", run.Output);
        Assert.Contains("bench history git:main", File.ReadAllText(Path.Combine(folder.Root, "h.md")));
    }

    [Fact]
    [Trait("Category", "Process")]
    public void A_shallow_clone_is_said_to_be_one()
    {
        folder.Git("init", "--quiet", "--initial-branch=main", "whole");
        folder.Write($"whole/{Tables}/Topic/N.T-report-full.json", BdnJson.Of(BdnJson.Benchmark("N.T.M", "DefaultJob", null, [1])));
        folder.Git("-C", "whole", "add", "--all");
        folder.Git("-C", "whole", "-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "--quiet", "-m", "one");
        folder.Git("-C", "whole", "-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "--quiet", "--allow-empty", "-m", "two");
        folder.Git("clone", "--quiet", "--depth", "1", $"file://{folder.Root}/whole", "part");

        var part = BenchProgram.Run(Path.Combine(folder.Root, "part"), "history --format markdown");
        var whole = BenchProgram.Run(Path.Combine(folder.Root, "whole"), "history");

        Assert.Contains("the clone is shallow", part.Error);
        Assert.Equal("", whole.Error);
    }

    [Fact]
    [Trait("Category", "Process")]
    public void A_commit_with_a_broken_file_is_named()
    {
        folder.Git("init", "--quiet", "--initial-branch=main");
        Commit("whole", 100);
        folder.Write($"{Tables}/Topic/N.T-report-full.json", "{ \"Benchmarks\": [ 1 ] }");
        folder.Commit("broken");

        var run = BenchProgram.Run(folder.Root, "history --format markdown");

        Assert.Equal(2, run.ExitCode);
        Assert.Matches(@"^bench: git:[0-9a-f]{12}:\S+N\.T-report-full\.json, line 1: ", run.Error);
        Assert.Single(run.Error.Trim().Split('\n'));
    }

    [Fact]
    public void A_folder_of_runs_is_a_history_as_well()
    {
        for (var i = 0; i < 4; i++)
            folder.Write(
                string.Create(CultureInfo.InvariantCulture, $"runs/{i}/N.T-report-full.json"),
                BdnJson.Of(BdnJson.Benchmark("N.T.M", "DefaultJob", null, [100 + i], [102 + i]))
            );

        var run = BenchProgram.Run(folder.Root, "history --format markdown runs");

        Assert.True(run.ExitCode == 0, run.Error);
        Assert.Contains("| `N.T.M` | 4 | 101 ns", run.Output);
        Assert.Equal("", run.Error);
        Assert.Equal(2, BenchProgram.Run(folder.Root, "history --format markdown missing").ExitCode);
    }

    // A later commit may complete the record of a published run.
    [Fact]
    [Trait("Category", "Process")]
    public void Runs_of_another_method_are_another_line()
    {
        folder.Git("init", "--quiet", "--initial-branch=main");
        foreach (var (method, model) in new[] { (3, (string?)null), (4, "AuthenticAMD family 26 model 2") })
        {
            folder.Write($"{Tables}/runs/{method}.json", Record(method, model));
            Commit($"method {method}", 100 * method);
        }

        folder.Write($"{Tables}/runs/3.json", Record(3, "AuthenticAMD family 26 model 2"));
        folder.Commit("the model of the first");

        var run = BenchProgram.Run(folder.Root, "history --format markdown");

        Assert.True(run.ExitCode == 0, run.Error);
        Assert.Equal(
            [4, 3],
            run.Output.Split('\n')
                .Where(line => line.StartsWith("## `AMD EPYC (family 26 model 2), 2 cores, Linux X64", StringComparison.Ordinal))
                .Select(line => int.Parse(line[^2..^1], CultureInfo.InvariantCulture))
        );

        static string Record(int method, string? model) =>
            $$"""
                {"started":"2026-11-2{{method}}T10:00:00Z","topics":[{"files":["N.T-report-full.json"]}],"method":{{method}},
                "machine": {"processorModel": {{(model is null ? "null" : BdnJson.Quote(model))}} } }
                """;
    }

    [Fact]
    public void Copied_runs_stand_in_the_order_in_which_they_were_measured()
    {
        // Written in another order, as when files are copied.
        foreach (var (name, month, time) in new[] { ("b", 3, 300), ("c", 1, 100), ("a", 2, 200) })
            folder.Write(
                $"runs/{name}/N.T-report-full.json",
                BdnJson
                    .Of(BdnJson.Benchmark("N.T.M", "DefaultJob", null, [time], [time]))
                    .Replace(
                        "\"Title\":\"T\"",
                        string.Create(CultureInfo.InvariantCulture, $"\"Title\":\"N.T-20260{month}01-120000\""),
                        StringComparison.Ordinal
                    )
            );
        folder.Write("runs/notes/remarks.txt", "no results");

        var run = BenchProgram.Run(folder.Root, "history --format markdown runs --output h.html");

        Assert.True(run.ExitCode == 0, run.Error);
        Assert.Matches(@"\| `N\.T\.M` \| 3 \| 100 ns[^|]*\| 300 ns", run.Output);
        var page = File.ReadAllText(Path.Combine(folder.Root, "h.html"));
        Assert.Matches(@"c, 2026-01-01[\s\S]*a, 2026-02-01[\s\S]*b, 2026-03-01", page);
    }

    [Fact]
    public void What_is_read_of_a_run_instead_of_an_older_file_is_named()
    {
        var json = BdnJson.Of(BdnJson.Benchmark("N.T.M", "DefaultJob", null, [100]));
        var older = folder.Write("runs/1/N.T-report-full-compressed.json", json);
        folder.Write("runs/1/N.T-report-full.json", json);
        File.SetLastWriteTimeUtc(older, new DateTime(2026, 1, 2, 3, 4, 0, DateTimeKind.Utc));
        var run = BenchProgram.Run(folder.Root, "history --format markdown runs");
        Assert.True(run.ExitCode == 0, run.Error);
        Assert.Matches(@"N\.T-report-full-compressed\.json \(2026-01-02 03:04 UTC\) is older than N\.T-report-full\.json", run.Error);
    }

    [Fact]
    [Trait("Category", "Process")]
    public void The_tables_of_this_repository_have_a_history()
    {
        Assert.SkipWhen(!Directory.Exists(Path.Combine(Checkout.Root, ".git")), "not a git checkout");
        var run = BenchProgram.Run(Checkout.Root, "history");
        Assert.True(run.ExitCode is 0 or 5, run.Error);
    }

    private void Commit(string message, double nanoseconds)
    {
        folder.Write(
            $"{Tables}/Topic/N.T-report-full.json",
            BdnJson.Of(
                BdnJson.Benchmark("N.T.M", "DefaultJob", null, [nanoseconds]),
                BdnJson.Benchmark("N.T.Steady", "DefaultJob", null, [50 + (nanoseconds / 1000)])
            )
        );
        folder.Commit(message);
    }
}
