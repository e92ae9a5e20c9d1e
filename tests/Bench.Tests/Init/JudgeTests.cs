using System.Text.Json.Nodes;
using Bench.Results;

namespace Bench.Tests;

/// <summary>A pull request can't choose its judge: the required job uses the command and rules of the base commit.</summary>
[Trait("Category", "Process")]
public sealed class JudgeTests : IDisposable
{
    private const string Workflow = ".github/workflows/benchmarks.yml";
    private const string Loose = """{"margin":"900%"}""";
    private const string Named = """{"margin":"900%","accepted":[{"benchmark":"N.T.Other","metric":"time","reason":"none"}]}""";

    private readonly ScriptRun run = new();

    public void Dispose() => run.Dispose();

    [Theory]
    [InlineData(Workflow)]
    [InlineData($"init/{Workflow}")]
    [InlineData($"init/load/{Workflow}")]
    [InlineData("init/azure-pipelines-benchmarks.yml")]
    [InlineData("init/.gitlab/benchmarks.yml")]
    [InlineData("actions/merge/action.yml")]
    public void The_base_commit_judges(string name)
    {
        WorkflowTests.SkipOnWindows();
        var variables = PullRequest();
        WriteFigures();

        foreach (var step in WorkflowTests.ScriptsOf(name, Verdict(name)))
        {
            var own = step.Variables.Where(variable => !variables.ContainsKey(variable.Key));
            Run(step.Script, variables.Concat(own).Append(new("GITHUB_ACTION_PATH", step.ActionPath)));
        }

        Assert.All(run.DotnetCalls.SelectMany(ConfigFiles), file => Assert.Equal("base", File.ReadAllText(file).Trim()));
        Assert.Equal("base", File.ReadAllText(Path.Combine(run.BenchFolders.First(), "src", "Bench", "Cli", "Program.cs")).Trim());
        Assert.NotEmpty(run.BenchCalls);
        Assert.All(run.BenchFolders.Zip(run.BenchCalls), call =>
        {
            var judged = BenchProgram.Run(call.First, [.. Arguments(call.Second)]);
            Assert.True(judged.ExitCode == 1, $"{call.Second}: {judged.ExitCode}: {judged.Output}{judged.Error}");
            Assert.Contains("5% -> 900% (applies after the merge)", judged.Output);
        });
    }

    [Theory]
    [InlineData("HEAD^1", "base", true)]
    [InlineData("", "pull request", false)]
    public void The_action_judges_by_the_base_where_somebody_asks_for_a_merge(string commit, string left, bool hasCandidate)
    {
        WorkflowTests.SkipOnWindows();
        var variables = PullRequest();
        variables["BASE"] = commit;

        Run(File.ReadAllText(Path.Combine(Checkout.Root, "actions", "base.sh")), variables);

        Assert.Equal(left, run.Written("NuGet.config").Trim());
        Assert.Equal(hasCandidate ? Loose : "", run.Written("candidate.json").Trim());
    }

    /// <summary>The judging machine would follow a link.</summary>
    [Theory]
    [InlineData("git rm -f --quiet bench.json", "{}")]
    [InlineData("rm bench.json; ln -s /etc/hostname bench.json", "/etc/hostname")]
    public void A_bench_json_of_a_pull_request_is_taken_as_text(string change, string candidate)
    {
        WorkflowTests.SkipOnWindows();
        var variables = PullRequest(change);
        var step = WorkflowTests.ScriptsOf(Workflow, Verdict(Workflow)).First();

        Run(step.Script, variables);

        Assert.Equal(candidate, run.Written("candidate.json").Trim());
    }

    /// <summary>A checkout of a merge whose second parent changes everything that could choose a judge.</summary>
    private Dictionary<string, string> PullRequest(string change = ":")
    {
        WorkflowTests.RunGit(
            run,
            $$"""
            rm bin/git
            git init --quiet --initial-branch main
            mkdir -p src/Bench/Cli .config
            echo base | tee NuGet.config src/Bench/Cli/Program.cs > /dev/null
            echo '{"margin":"5%"}' > bench.json
            git add NuGet.config src bench.json
            git commit --quiet -m Base
            git checkout --quiet -b topic
            echo 'pull request' | tee NuGet.config src/Bench/Cli/Program.cs .config/dotnet-tools.json global.json > /dev/null
            echo '{{Loose}}' > bench.json
            {{change}}
            git add NuGet.config src .config global.json $(ls bench.json 2> /dev/null)
            git commit --quiet -m Topic
            git checkout --quiet main
            git merge --quiet --no-ff -m Merge topic
            git rev-parse HEAD HEAD^1 > commits
            """
        );
        var commits = run.Written("commits").Split('\n');
        return new()
        {
            ["RUNNER_TEMP"] = run.Root,
            ["PARTS"] = Path.Combine(run.Root, "parts"),
            ["LOADS"] = Path.Combine(run.Root, "loads"),
            ["LOAD"] = "success",
            ["VERSION"] = "",
            ["MARGIN"] = "",
            ["BASE"] = "HEAD^1",
            ["CI_PROJECT_DIR"] = Path.Combine(run.Root, "parts"),
            ["CI_REPOSITORY_URL"] = run.Root,
            ["CI_COMMIT_SHA"] = commits[0],
            ["CI_MERGE_REQUEST_DIFF_BASE_SHA"] = commits[1],
        };
    }

    /// <summary>50% slower, with rules under which that passes.</summary>
    private void WriteFigures()
    {
        var check = new CheckInfo(
            "main (222222222222)",
            "the work tree (111111111111)",
            BaselineConfig: Loose,
            CandidateConfig: Loose,
            Options: new CheckOptions("own.json", Named, Margin: 9, AllowMissing: true)
        );
        Directory.CreateDirectory(Path.Combine(run.Root, "parts", "part-1-1"));
        using (var stream = File.Create(Path.Combine(run.Root, "parts", "part-1-1", "bench-results.json")))
            BenchResults.Write(
                stream,
                ResultsKind.Paired,
                new RunEnvironment(),
                [MergeTests.Benchmark("C", 0.4, confirmationReplicates: 8)],
                check: check
            );
        // An artifact may contain any file.
        File.WriteAllText(Path.Combine(run.Root, "parts", "NuGet.config"), "artifact");
        var load = LoadMatrices.Result(LoadMatrices.Interleaved("main", 1, 1, 1), LoadMatrices.Interleaved("the work tree", 1, 2, 1)) with
        {
            Check = check,
        };
        foreach (var name in new[] { "jsons", "orders", "login" })
        {
            var folder = Directory.CreateDirectory(Path.Combine(run.Root, "loads", $"load-{name}")).FullName;
            File.WriteAllText(Path.Combine(folder, $"{name}-gate.json"), load.ToJson());
        }
    }

    private void Run(string script, IEnumerable<KeyValuePair<string, string>> variables)
    {
        var exitCode = run.Run(
            script.Replace("export RUNNER_TEMP=/tmp/bench-tool", ":", StringComparison.Ordinal),
            variables.ToDictionary()
        );
        Assert.True(exitCode == 0, $"{script}\n{run.Output}{run.Error}");
    }

    private static JsonNode? Verdict(string name)
    {
        var document = Yaml.Read(WorkflowTests.Documents()[name]);
        return document["runs"]
            ?? document["benchmarks verdict"]
            ?? (document["jobs"] is JsonArray jobs ? jobs.Single(job => (string?)job!["job"] == "verdict") : document["jobs"]!["verdict"]);
    }

    private static IEnumerable<string> ConfigFiles(string call) =>
        Arguments(call).SkipWhile(argument => argument != "--configfile").Skip(1).Take(1);

    private static IEnumerable<string> Arguments(string call) => call[1..^1].Split("\" \"");
}
