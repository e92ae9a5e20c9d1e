namespace Bench.Tests;

/// <summary>
/// The comment on a pull request, from the script of the workflow and a stand-in for GitHub's command. It must be about the current
/// head, whatever happened to the head's check.
/// </summary>
[Trait("Category", "Process")]
public sealed class CommentTests : FolderTests
{
    private const string Head = "1111111111111111111111111111111111111111";
    private const string Base = "2222222222222222222222222222222222222222";

    public CommentTests()
    {
        Assert.SkipWhen(OperatingSystem.IsWindows(), "the workflow runs the script in bash on Linux");
        // Responds depending on the request, and stores what it is sent.
        folder.Write(
            "bin/gh",
            $$"""
            #!/usr/bin/env bash
            printf '%s\n' "$*" >> "{{folder.Root}}/asked"
            case "$*" in
              *"/pulls -f"*) cat "{{folder.Root}}/pulls" 2> /dev/null || { echo 'gh: Resource not accessible by integration (HTTP 403)' >&2; exit 1; } ;;
              *"contents/bench.json?ref={{Base}}"*) cat "{{folder.Root}}/base.json" 2> /dev/null || { echo 'gh: Not Found (HTTP 404)' >&2; exit 1; } ;;
              *"contents/bench.json?ref=refs/pull/7/merge"*) cat "{{folder.Root}}/merge.json" 2> /dev/null || { echo 'gh: Not Found (HTTP 404)' >&2; exit 1; } ;;
              *"issues/7/comments --jq"*) echo 99 ;;
              *PATCH*) for last; do :; done; cp "${last#body=@}" "{{folder.Root}}/comment.md" ;;
              *) exit 1 ;;
            esac
            """
        );
        folder.Write("pulls", $"7 {Base}\n");
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(Path.Combine(folder.Root, "bin", "gh"), UnixFileMode.UserRead | UnixFileMode.UserExecute);
    }

    [Fact]
    public void It_names_both_commits_and_what_the_change_does_to_its_own_check()
    {
        folder.Write("base.json", "{}");
        folder.Write(
            "merge.json",
            $$"""{"benchmarks":[{"pattern":"N.T.A","margin":"900%"}],"accepted":[{"benchmark":"N.T.B","metric":"time","reason":"it checks more","until":"{{MergeTests.LastDay}}"}]}"""
        );
        Write(
            MergeTests.Benchmark("A", Math.Log(3), confirmationReplicates: 8),
            MergeTests.Benchmark("B", Math.Log(2), confirmationReplicates: 8)
        );

        var comment = Comment("failure");

        Assert.Contains($"Commit {Head} against {Base}.", comment);
        Assert.Contains("Benchmarks failed", comment);
        Assert.Contains("margin of 'N.T.A' 5% -> 900% (applies after the merge)", comment);
        Assert.Contains($"accepts a regression in time of 'N.T.B' until {MergeTests.LastDay}: it checks more", comment);
        Assert.Contains("[Run](https://example.org/run)", comment);
    }

    [Theory]
    [InlineData("timed_out", true)]
    [InlineData("failure", false)]
    public void Where_there_is_no_verdict_it_says_so_of_the_new_head(string conclusion, bool hasFigures)
    {
        if (hasFigures)
            Write(MergeTests.Benchmark("A", 0, confirmationReplicates: 8));
        var comment = Comment(conclusion);
        Assert.StartsWith("<!-- bench gate -->\n## Benchmarks: no verdict\n", comment);
        Assert.Contains($"no verdict for commit {Head} against {Base}", comment);
    }

    [Fact]
    public void What_load_gates_left_is_judged_anew_below_the_benchmarks()
    {
        folder.Write("base.json", "{}");
        folder.Write("merge.json", """{"margin":"90%"}""");
        Write(MergeTests.Benchmark("A", 0, confirmationReplicates: 8));
        var gate = LoadMatrices.Result(
            LoadMatrices.Interleaved("main (222222222222)", 1, 1, 1),
            LoadMatrices.Interleaved("the work tree\n# <b>[x](y)</b>", 1, 2, 1)
        );
        // The script must not trust the settings in the figures: with these the check would pass.
        var check = new CheckInfo(gate.Variants[0].Variant.Name, gate.Variants[1].Variant.Name, BaselineConfig: """{"margin":"300%"}""");
        folder.Write("load/a file's name.json", (gate with { Check = check }).ToJson());
        folder.Write("load/orders-gate.json", "{}");
        folder.Write("load/[o](http:x)-gate.json", "{}");
        folder.Write("load/c.md", "# not taken");
        File.CreateSymbolicLink(Path.Combine(folder.Root, "load", "d.json"), "/etc/passwd");

        var comment = Comment("failure");

        Assert.Contains("\n## m\n\n**Failed** (exit code 1): Worse by more than the margin: CPU time per request.", comment);
        Assert.Contains("margin 5% -> 90% (applies after the merge)", comment);
        Assert.Contains("\n### At full speed\n", comment);
        Assert.Equal(
            ["## Load ohttpx: no verdict", "## Load orders: no verdict"],
            comment.Split('\n').Where(line => line.EndsWith(": no verdict", StringComparison.Ordinal)).Order(StringComparer.Ordinal)
        );
        Assert.DoesNotContain("<b>", comment);
        Assert.DoesNotContain("not taken", comment);
        Assert.DoesNotContain("file's", comment);
    }

    [Theory]
    [InlineData(false, "<!-- bench gate -->\nCommit 1111111111111111111111111111111111111111 against")]
    [InlineData(true, "<!-- bench gate -->\n## Benchmarks: no verdict\n")]
    public void Load_gates_are_judged_where_no_benchmarks_are(bool hasGate, string begins)
    {
        folder.Write("base.json", "{}");
        var gate = LoadMatrices.Result(LoadMatrices.Interleaved("main", 1, 1, 1), LoadMatrices.Interleaved("the work tree", 1, 2, 1));
        folder.Write(
            "load/orders.json",
            (gate with { Check = new CheckInfo(gate.Variants[0].Variant.Name, gate.Variants[1].Variant.Name) }).ToJson()
        );

        var comment = Comment("failure", hasGate: hasGate);

        Assert.StartsWith(begins, comment);
        Assert.Contains("\n## m\n\n**Failed** (exit code 1): Worse by more than the margin: CPU time per request.", comment);
    }

    [Theory]
    [InlineData("failure")]
    [InlineData("timed_out")]
    public void A_load_gate_that_left_nothing_is_no_verdict(string conclusion)
    {
        folder.Write("base.json", "{}");
        Assert.StartsWith("<!-- bench gate -->\n## Load: no verdict\n", Comment(conclusion, hasGate: false));
    }

    /// <summary>The workflow of the comment passes the gate's options itself.</summary>
    [Theory]
    [InlineData("", "Benchmarks failed")]
    [InlineData("900%", "Benchmarks passed")]
    public void Options_that_figures_bring_are_not_believed(string margin, string expected)
    {
        folder.Write("base.json", "{}");
        Write(
            new CheckOptions(Margin: 9, MaxInconclusive: 1),
            MergeTests.Benchmark("A", Math.Log(2), confirmationReplicates: 8),
            MergeTests.Benchmark("B", 0, confirmationReplicates: 8)
        );
        Assert.Contains(expected, Comment("failure", margin));
    }

    [Fact]
    public void Figures_that_can_not_be_read_are_no_verdict()
    {
        folder.Write("bench-results.json", """{"schema":"bench-results/1","kind":"Paired","benchmarks":[{}]}""");
        Assert.Contains("no verdict", Comment("success"));
    }

    [Fact]
    public void A_pull_request_that_is_gone_gets_no_comment_and_an_answer_that_does_not_come_is_an_error()
    {
        folder.Write("pulls", "\n");
        var (gone, said) = Run("success");
        File.Delete(Path.Combine(folder.Root, "pulls"));
        var (refused, error) = Run("success");

        Assert.Equal((0, true), (gone, said.Contains("No open pull request", StringComparison.Ordinal)));
        Assert.NotEqual(0, refused);
        Assert.Contains("HTTP 403", error);
        Assert.False(File.Exists(Path.Combine(folder.Root, "comment.md")));
    }

    private string Comment(string conclusion, string margin = "", bool hasGate = true)
    {
        var (exitCode, output) = Run(conclusion, margin, hasGate);
        Assert.True(exitCode == 0, output);
        return File.ReadAllText(Path.Combine(folder.Root, "comment.md"));
    }

    private (int ExitCode, string Output) Run(string conclusion, string margin = "", bool hasGate = true)
    {
        var start = new ProcessStartInfo("bash", [Path.Combine(Checkout.Root, "eng", "comment-verdict.sh")])
        {
            RedirectStandardError = true,
            RedirectStandardOutput = true,
        };
        foreach (
            var (name, value) in new[]
            {
                ("PATH", $"{Path.Combine(folder.Root, "bin")}:{Environment.GetEnvironmentVariable("PATH")}"),
                ("BENCH", $"dotnet {Path.Combine(AppContext.BaseDirectory, "bench.dll")}"),
                ("FIGURES", hasGate ? Path.Combine(folder.Root, "bench-results.json") : ""),
                ("LOADS", Path.Combine(folder.Root, "load")),
                ("MARGIN", margin),
                ("CONCLUSION", conclusion),
                ("RUN_URL", "https://example.org/run"),
                ("REPOSITORY", "o/r"),
                ("HEAD_SHA", Head),
                ("HEAD_BRANCH", "b"),
                ("HEAD_OWNER", "o"),
                ("GH_TOKEN", "none"),
            }
        )
            start.Environment[name] = value;
        using var process = Process.Start(start)!;
        var error = process.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        var output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        return (process.ExitCode, output + error.Result);
    }

    private void Write(params BenchmarkResult[] benchmarks) => Write(null, benchmarks);

    private void Write(CheckOptions? options, params BenchmarkResult[] benchmarks)
    {
        using var stream = File.Create(Path.Combine(folder.Root, "bench-results.json"));
        BenchResults.Write(
            stream,
            ResultsKind.Paired,
            new RunEnvironment(),
            benchmarks,
            check: new CheckInfo("main (222222222222)", "the work tree (111111111111)", Options: options)
        );
    }
}
