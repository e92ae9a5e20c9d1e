using Bench.Cli.Init;

namespace Bench.Tests;

[Trait("Category", "Process")]
public sealed class HistoryWorkflowTests
{
    [Theory]
    [InlineData(null, "1.2.3")]
    [InlineData("""{"tools": {"docfx": {"version": "7.7.7"}}}""", "1.2.3")]
    [InlineData(
        "{\n\"tools\": {\n\"docfx\": {\n\"version\": \"7.7.7\"\n},\n\"bench.tool\": {\n\"version\": \"9.9.9\",\n\"commands\": []\n}}}\n",
        "9.9.9"
    )]
    public void The_command_has_the_version_of_the_manifest_of_tools(string? manifest, string version)
    {
        WorkflowTests.SkipOnWindows();
        using var run = new ScriptRun();
        if (manifest is not null)
        {
            Directory.CreateDirectory(Path.Combine(run.Root, ".config"));
            File.WriteAllText(Path.Combine(run.Root, ToolManifest.Usual), manifest);
        }

        var exitCode = run.Run(
            string.Join('\n', CiValues.OfPackage("1.2.3", 2, 3, hasGlobalJson: true, []).Install),
            new Dictionary<string, string>()
        );

        Assert.Equal((0, ""), (exitCode, run.Error));
        Assert.Contains($"\"--version\" \"{version}\"", Assert.Single(run.DotnetCalls));
    }

    /// <summary>The baseline is the newest commit with figures, if the pushed commit comes after it.</summary>
    [Theory]
    [InlineData("push", "", "HEAD^1")]
    [InlineData("push", "main~1", "main~1")]
    [InlineData("push", "topic", "HEAD^1")]
    [InlineData("workflow_dispatch", "main~1", "HEAD\" \"--budget\" \"30m\" \"--artifacts\" \"checked\" \"--measure-same-code")]
    public void A_push_is_compared_with_the_newest_commit_that_has_figures(string started, string recorded, string baseline)
    {
        WorkflowTests.SkipOnWindows();
        using var run = new ScriptRun(exitCode: 1);
        WorkflowTests.RunGit(
            run,
            """
            git init --quiet --initial-branch main
            git commit --quiet --allow-empty -m First
            git branch topic
            git commit --quiet --allow-empty -m Second
            git commit --quiet --allow-empty -m Third
            git checkout --quiet topic
            git commit --quiet --allow-empty -m Topic
            git checkout --quiet main
            """
        );
        if (recorded.Length > 0)
            WorkflowTests.RunGit(
                run,
                $"""
                hash=$(git rev-parse --short=12 {recorded})
                git update-ref refs/remotes/origin/bench-data "$(git commit-tree -m "$hash Subject" "$(git rev-parse 'main^{"{tree}"}')")"
                echo "$hash" > hash
                """
            );
        var step = WorkflowTests
            .Scripts(CiTemplates.HistoryWorkflow)
            .Single(step => step.Script.Contains("bench gate", StringComparison.Ordinal));

        Assert.Equal(0, run.Run($"rm bin/git\n{step.Script}", new Dictionary<string, string> { ["EVENT"] = started }));
        var expected = baseline == recorded ? run.Written("hash").Trim() : baseline;
        Assert.StartsWith($"\"gate\" \"--baseline\" \"{expected}\"", Assert.Single(run.BenchCalls));
        Assert.Contains("verdict", run.Written("GITHUB_STEP_SUMMARY"));
    }

    /// <summary>Code of a dependency could write to the repository if the job that measures could.</summary>
    [Fact]
    public void The_job_that_measures_a_push_may_only_read()
    {
        var workflow = Yaml.Read(WorkflowTests.Documents()[CiTemplates.HistoryWorkflow]);
        var jobs = workflow["jobs"]!.AsObject();

        Assert.Equal("read", (string?)workflow["permissions"]!["contents"]);
        Assert.Equal(["record"], jobs.Where(job => (string?)job.Value!["permissions"]?["contents"] == "write").Select(job => job.Key));
        Assert.DoesNotContain(WorkflowTests.ScriptsOf("", jobs["record"]), step =>
            step.Script.Contains("bench gate", StringComparison.Ordinal)
        );
        Assert.Equal("false", jobs["measure"]!["steps"]![0]!["with"]!["persist-credentials"]!.ToString());
    }
}
