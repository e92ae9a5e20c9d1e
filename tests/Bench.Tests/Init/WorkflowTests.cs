using System.Text.Json.Nodes;
using Bench.Cli.Init;

namespace Bench.Tests;

/// <summary>
/// Checks workflows, actions and templates without the services that run them: they are YAML, their steps run in a real shell, and
/// the command accepts their arguments.
/// </summary>
[Trait("Category", "Process")]
public sealed partial class WorkflowTests
{
    private static readonly string[] OwnInstall =
    [
        "dotnet pack src/Bench -c Release -o \"$RUNNER_TEMP/packages\"",
        "dotnet tool install Bench.Tool --tool-path \"$RUNNER_TEMP/bench\" --source \"$RUNNER_TEMP/packages\"",
    ];

    /// <summary>The values of a service's expressions. Any other expression gets an arbitrary text.</summary>
    private static readonly Dictionary<string, string> Values = new()
    {
        ["${{ matrix.index }}/${{ matrix.count }}"] = "2/4",
        ["${{ matrix.replicate }}/${{ matrix.replicates }}"] = "2/3",
        ["$(System.JobPositionInPhase)"] = "5",
        ["${{ inputs.budget }}"] = "30m",
        ["${{ inputs.margin }}"] = "5%",
        ["${{ inputs.shards }}"] = "4",
        ["${{ inputs.shard }}"] = "2",
        ["${{ inputs.replicates }}"] = "3",
        ["${{ inputs.replicate }}"] = "1",
        ["${{ inputs.filter }}"] = "*Cache* *Parse*",
        ["${{ inputs.version }}"] = "",
        ["${{ github.event_name == 'pull_request' && 'HEAD^1' || github.event.merge_group.base_sha }}"] = "HEAD^1",
        ["${{ needs.load.result }}"] = "success",
        ["${{ steps.version.outputs.version }}"] = "1.2.3",
    };

    public static TheoryData<string> Names => [.. Documents().Keys];

    [Theory]
    [MemberData(nameof(Names))]
    public void It_is_yaml_with_all_placeholders_filled(string name)
    {
        var text = Documents()[name];
        Assert.NotEmpty(Yaml.Read(text).AsObject());
        Assert.DoesNotMatch("@[A-Z_]+@", text);
    }

    /// <summary>Text of a pull request inserted into a script would be executed, so scripts must get it in variables.</summary>
    [Theory]
    [MemberData(nameof(Names))]
    public void No_script_holds_an_expression(string name) =>
        Assert.All(Scripts(name), step => Assert.DoesNotMatch(@"\$\{\{|\$\([A-Z][A-Za-z]+\.", step.Script));

    [Theory]
    [MemberData(nameof(Names))]
    public void Actions_of_others_are_pinned_by_commit(string name) =>
        Assert.All(Yaml.Objects(Yaml.Read(Documents()[name])).Select(step => (string?)step["uses"]).OfType<string>(), action =>
            Assert.Matches("^[A-Za-z-]+/[a-z-]+@[0-9a-f]{40}$", action)
        );

    [Fact]
    public void Every_step_runs_and_the_command_understands_what_it_is_called_with()
    {
        SkipOnWindows();
        var calls = new List<string>();
        // Other tests cover the release, which needs a tag, and the comment, which needs GitHub.
        foreach (
            var step in Documents()
                .Keys.SelectMany(Scripts)
                .Where(step => !step.Script.Contains("comment-verdict", StringComparison.Ordinal))
        )
        {
            using var run = new ScriptRun();
            var variables = step.Variables.ToDictionary(
                variable => variable.Key,
                variable => variable.Key is "RUNNER_TEMP" or "PARTS" ? run.Root : Values.GetValueOrDefault(variable.Value, "any")
            );
            variables["GITHUB_REF_NAME"] = "v1.2.3";
            variables["GITHUB_ACTION_PATH"] = step.ActionPath;
            variables["CI_NODE_INDEX"] = "5";
            variables["CI_MERGE_REQUEST_DIFF_BASE_SHA"] = "0123456789";
            foreach (var name in new[] { "actions/x", "joined/x", "docs/x" })
                Directory.CreateDirectory(Path.GetDirectoryName(Path.Combine(run.Root, name))!);
            File.WriteAllText(Path.Combine(run.Root, "actions/version"), "1.2.3\n");

            var exitCode = run.Run(step.Script.Replace("export RUNNER_TEMP=/tmp/bench-tool", ":", StringComparison.Ordinal), variables);

            Assert.True(exitCode == 0, $"{step.Document}: {step.Script}\n{run.Output}{run.Error}");
            calls.AddRange(run.BenchCalls);
        }

        Assert.True(calls.Count(call => call.StartsWith("\"gate\"", StringComparison.Ordinal)) >= 5, string.Join('\n', calls));
        Assert.Contains(calls, call => call.StartsWith("\"affected\"", StringComparison.Ordinal));
        Assert.True(calls.Count(call => call.StartsWith("\"merge\"", StringComparison.Ordinal)) >= 5, string.Join('\n', calls));
        Assert.Equal(3, calls.Count(call => call.StartsWith("\"load\" \"gate\"", StringComparison.Ordinal)));
        Assert.Equal("", CommandPages.Mistakes(calls));
    }

    /// <summary>A required job counts as passed if it is skipped because a job that it needs failed.</summary>
    [Fact]
    public void The_job_that_judges_runs_where_a_part_could_not_be_measured()
    {
        var page = File.ReadAllText(Path.Combine(Checkout.Root, "docs", "guides", "gate-pull-requests.md"));
        var verdicts = Documents()
            .Values.Concat(YamlBlock().Matches(page).Select(block => block.Groups[1].Value))
            .Select(text => Yaml.Read(text)["jobs"] as JsonObject)
            .Select(jobs => jobs?["verdict"])
            .OfType<JsonObject>()
            .ToArray();

        Assert.Equal(4, verdicts.Length);
        Assert.All(verdicts, job => Assert.Equal("${{ !cancelled() }}", (string?)job["if"]));
    }

    /// <summary>Only one job is required: it fails for a load gate that does not pass, and does not trust the gate's own verdict.</summary>
    [Theory]
    [InlineData(".github/workflows/benchmarks.yml", "jsons")]
    [InlineData("init/load/.github/workflows/benchmarks.yml", "orders login")]
    public void The_job_that_is_required_fails_where_a_load_gate_does(string name, string endpoints)
    {
        SkipOnWindows();
        var job = Yaml.Read(Documents()[name])["jobs"]!["verdict"]!.AsObject();
        var step = Scripts(name).Single(step => step.Variables.Values.Contains("${{ needs.load.result }}"));

        Assert.Contains("load", job["needs"]!.ToJsonString());
        Assert.Equal(endpoints, step.Variables["ENDPOINTS"]);
        Assert.All(new[] { ("success", 0, 0), ("failure", 0, 1), ("cancelled", 0, 1), ("skipped", 0, 1), ("success", 3, 1) }, result =>
        {
            using var run = new ScriptRun(result.Item2);
            var variables = new Dictionary<string, string>
            {
                ["LOAD"] = result.Item1,
                ["LOADS"] = "loads",
                ["ENDPOINTS"] = endpoints,
            };
            Assert.Equal(result.Item3, run.Run(step.Script, variables));
            Assert.Equal(
                endpoints.Split(' ').Select(endpoint => $"\"load\" \"report\" \"loads/load-{endpoint}/{endpoint}-gate.json\""),
                run.BenchCalls.Select(call => call[..call.IndexOf(" \"--", StringComparison.Ordinal)])
            );
        });
    }

    /// <summary>Exit code 2 before the first round: the summary reports it, and so does the comment, from a file without figures.</summary>
    [Fact]
    public void A_load_gate_that_leaves_no_page_is_named()
    {
        SkipOnWindows();
        using var run = new ScriptRun(exitCode: 2);
        var step = Scripts(".github/workflows/benchmarks.yml")
            .Single(step => step.Script.Contains("bench load gate", StringComparison.Ordinal));

        var exitCode = run.Run(step.Script, new Dictionary<string, string> { ["BASE"] = "HEAD^1", ["ENDPOINT"] = "orders" });

        Assert.Equal(2, exitCode);
        Assert.StartsWith("## Load orders: no verdict\n\nExit code 2;", run.Written("GITHUB_STEP_SUMMARY"));
        Assert.Equal("{}\n", run.Written("load/orders-gate.json"));
    }

    /// <summary>GitHub merges into the current base when it checks the pull request; the event names an earlier base.</summary>
    [Fact]
    public void A_pull_request_is_compared_with_what_it_is_merged_into()
    {
        var gates = Documents()
            .Where(document => document.Key.EndsWith("benchmarks.yml", StringComparison.Ordinal))
            .SelectMany(document => Scripts(document.Key))
            .Where(step => step.Script.Contains("--baseline \"$BASE\"", StringComparison.Ordinal))
            .ToArray();
        Assert.Equal(7, gates.Length);
        Assert.All(gates, step => Assert.Equal("HEAD^1", step.Variables["BASE"]));
    }

    [Theory]
    [InlineData("git merge --quiet --no-ff -m Merge topic", "HEAD^1")]
    [InlineData("git checkout --quiet topic", "event")]
    [InlineData("git checkout --quiet topic; git merge --quiet --no-ff -m Base main", "event")]
    public void The_action_compares_a_merge_with_what_was_merged_into(string checkout, string baseline)
    {
        SkipOnWindows();
        using var run = new ScriptRun();
        RunGit(
            run,
            $"""
            git init --quiet --initial-branch main
            git commit --quiet --allow-empty -m First
            git checkout --quiet -b topic
            git commit --quiet --allow-empty -m Topic
            git rev-parse HEAD > topic-head
            git checkout --quiet main
            git commit --quiet --allow-empty -m Meanwhile
            {checkout}
            """
        );
        var variables = new Dictionary<string, string>(Inputs("1"))
        {
            ["BASELINE"] = "",
            ["EVENT_BASE"] = "event",
            ["PULL_REQUEST_HEAD"] = run.Written("topic-head").Trim(),
        };

        Assert.Equal(0, run.Run($"rm bin/git\n{Action("gate.sh")}", variables));
        Assert.StartsWith($"\"gate\" \"--baseline\" \"{baseline}\" ", Assert.Single(run.BenchCalls));
    }

    /// <summary>The site includes the pages that bench wrote before, and is in the folder that is uploaded afterwards.</summary>
    [Fact]
    public void The_site_is_made_by_docfx_and_has_the_pages_of_bench()
    {
        SkipOnWindows();
        const string Workflow = ".github/workflows/site.yml";
        var variables = new Dictionary<string, string>
        {
            ["GITHUB_SERVER_URL"] = "https://host",
            ["GITHUB_REPOSITORY"] = "team/repository",
        };
        using var run = new ScriptRun();
        foreach (var step in Scripts(Workflow))
            Assert.Equal(0, run.Run(step.Script, variables));

        Assert.Equal(["\"tool\" \"restore\"", "\"docfx\""], run.DotnetCalls.TakeLast(2));
        var uploaded = Yaml.Objects(Yaml.Read(Documents()[Workflow]))
            .Single(step => ((string?)step["uses"])?.StartsWith("actions/upload-pages-artifact@", StringComparison.Ordinal) ?? false);
        var site = (string)uploaded["with"]!["path"]!;
        var docfx = JsonNode.Parse(File.ReadAllText(Path.Combine(Checkout.Root, "docfx.json")))!;
        Assert.Equal(site, (string?)docfx["build"]!["output"]);
        string[] pages = ["results", "history"];
        Assert.Equal(pages.Select(page => $"{site}/{page}.html"), run.BenchCalls.Select(call => Written().Match(call).Groups[1].Value));
        Assert.All(pages, page => Assert.True(File.Exists(Path.Combine(Checkout.Root, "docs", "site", $"{page}.md")), page));
        Assert.All(pages, page =>
            Assert.Equal("<a href=\"https://host/team/repository/blob/HEAD/src/A.cs\">A.cs</a>\n", run.Written($"{site}/{page}.html"))
        );
    }

    [Fact]
    public void The_workflows_of_this_repository_are_the_templates()
    {
        foreach (
            var file in CiTemplates.Render(CiSystem.GitHub, new CiValues("", OwnInstall, 4, 1, true, ["jsons"], "eng/comment-verdict.sh"))
        )
        {
            if (file.Path == CiTemplates.CommentScript)
                continue;
            var own = Yaml.Read(File.ReadAllText(Path.Combine(Checkout.Root, file.Path)));

            Assert.Equal(Yaml.Read(file.Text).ToJsonString(), own.ToJsonString());
        }
    }

    [Fact]
    public void The_script_of_the_comment_is_the_one_that_is_tested()
    {
        var script = CiTemplates.Render(CiSystem.GitHub, CiValues.OfPackage("1.0.0", 1, 1, false, []))[^1];
        Assert.Equal(File.ReadAllText(Path.Combine(Checkout.Root, "eng", "comment-verdict.sh")), script.Text);
    }

    /// <summary>An old global.json names the SDK that the builds need; the command needs another one.</summary>
    [Theory]
    [InlineData("GitHub", "global-json-file:")]
    [InlineData("Azure", "useGlobalJson: true")]
    [InlineData("GitLab", "--jsonfile global.json")]
    public void The_sdk_of_a_global_json_is_installed_and_does_not_install_the_command(string system, string installs)
    {
        var with = Text(hasGlobalJson: true);
        var without = Text(hasGlobalJson: false);

        Assert.Contains(installs, with);
        Assert.DoesNotContain(installs, without);
        Assert.DoesNotContain("@", Regex.Replace(with + without, "[a-z/-]+@[0-9]+|[a-z/-]+@[0-9a-f]{40}", ""));
        Assert.Contains("(cd \"$RUNNER_TEMP\" && dotnet tool install Bench.Tool", without);

        string Text(bool hasGlobalJson) =>
            CiTemplates
                .Render(Enum.Parse<CiSystem>(system), CiValues.OfPackage("1.2.3", 2, 3, hasGlobalJson, []))
                .First(file => file.Path.EndsWith(".yml"))
                .Text;
    }

    [Fact]
    public void The_command_is_installed_from_the_package_sources_of_the_repository()
    {
        SkipOnWindows();
        using var run = new ScriptRun();
        File.WriteAllText(Path.Combine(run.Root, "NuGet.config"), "");
        var temp = Path.Combine(run.Root, "temp");

        var exitCode = run.Run(
            string.Join('\n', CiValues.OfPackage("1.2.3", 2, 3, hasGlobalJson: true, []).Install),
            new Dictionary<string, string> { ["RUNNER_TEMP"] = temp }
        );

        Assert.Equal((0, ""), (exitCode, run.Error));
        Assert.EndsWith($"\"--tool-path\" \"{temp}/bench\" \"--configfile\" \"{run.Root}/NuGet.config\"", Assert.Single(run.DotnetCalls));
    }

    [Fact]
    public void A_repository_without_global_json_is_not_asked_for_it()
    {
        var files = CiTemplates.Render(CiSystem.GitHub, CiValues.OfPackage("1.2.3", 2, 3, hasGlobalJson: false, []));
        Assert.DoesNotContain(files, file => file.Text.Contains("global-json", StringComparison.Ordinal));
        Assert.Contains("Bench.Tool --version \"${version:-1.2.3}\" ", files[0].Text);
        Assert.Contains("--max-shards 2 --replicates 3 ", files[0].Text);
        Assert.DoesNotContain(files, file => file.Text.Contains("load gate", StringComparison.Ordinal) && file.Path.EndsWith(".yml"));
        Assert.DoesNotContain("@", Regex.Replace(files[0].Text, "uses: [a-z/-]+@", ""));
    }

    [Fact]
    public void Actions_use_the_inputs_that_they_declare_and_give_outputs_of_steps_that_exist()
    {
        foreach (var (name, text) in Actions())
        {
            var action = Yaml.Read(text);
            var declared = action["inputs"]!.AsObject().Select(input => input.Key).Order();
            var used = InputUse().Matches(text).Select(use => use.Groups[1].Value).Distinct().Order();
            var steps = Yaml.Objects(action["runs"]).Select(step => (string?)step["id"]).OfType<string>();

            Assert.Equal(declared, used);
            Assert.All(action["inputs"]!.AsObject(), input => Assert.True(input.Value!["description"] is not null, $"{name}: {input.Key}"));
            Assert.All(Scripts(name), step => Assert.NotEqual(step.Script, Inlined(step.Script, step.ActionPath)));
            Assert.All(StepUse().Matches(text), use => Assert.Contains(use.Groups[1].Value, steps));
            foreach (var output in (action["outputs"] as JsonObject ?? []).Select(output => output.Key))
                Assert.Contains($"\"{output}=", string.Concat(Scripts(name).Select(step => Inlined(step.Script, step.ActionPath))));
        }
    }

    /// <summary>The workflows that the pages show to readers.</summary>
    [Fact]
    public void Workflows_of_the_pages_are_yaml_and_use_inputs_that_exist()
    {
        var actions = Actions()
            .ToDictionary(
                action => Path.GetDirectoryName(action.Key)!.Replace('\\', '/'),
                action => Yaml.Read(action.Value)["inputs"]!.AsObject().Select(input => input.Key).ToArray()
            );
        var page = File.ReadAllText(Path.Combine(Checkout.Root, "docs", "guides", "gate-pull-requests.md"));
        var used = YamlBlock()
            .Matches(page)
            .SelectMany(block => Yaml.Objects(Yaml.Read(block.Groups[1].Value)))
            .Where(step => ((string?)step["uses"])?.StartsWith("OWNER/REPO", StringComparison.Ordinal) ?? false)
            .ToArray();

        Assert.Equal(actions.Keys.Order(), used.Select(PathOf).Distinct().Order());
        Assert.All(used, step =>
            Assert.All((step["with"] as JsonObject ?? []).Select(input => input.Key), input =>
                Assert.Contains(input, actions[PathOf(step)])
            )
        );

        static string PathOf(JsonObject step) => ((string)step["uses"]!).Split('@')[0]["OWNER/REPO".Length..].TrimStart('/');
    }

    [Theory]
    [InlineData("1", 1, 1, "verdict")]
    [InlineData("1", 3, 3, "verdict")]
    [InlineData("4", 1, 0, "")]
    [InlineData("4", 3, 0, "")]
    [InlineData("4", 2, 2, "")]
    [InlineData("1", 0, 0, "verdict")]
    public void A_part_fails_for_errors_only_and_a_whole_check_by_its_verdict(string shards, int bench, int step, string summary)
    {
        SkipOnWindows();
        using var run = new ScriptRun(bench);
        Assert.Equal(step, run.Run(Action("gate.sh"), Inputs(shards)));
        Assert.Contains($"exit-code={bench}\n", run.Written("GITHUB_OUTPUT"));
        Assert.Contains("results=", run.Written("GITHUB_OUTPUT"));
        Assert.Equal(summary, run.Written("GITHUB_STEP_SUMMARY").Trim());
    }

    [Theory]
    [InlineData("1", 0, "")]
    [InlineData("3", 0, "")]
    [InlineData("2", 2, "")]
    public void One_of_several_machines_fails_for_errors_only(string shards, int step, string summary)
    {
        SkipOnWindows();
        using var run = new ScriptRun(step == 0 ? 1 : step);
        Assert.Equal(step, run.Run(Action("gate.sh"), Inputs(shards, replicates: "2")));
        Assert.Contains("\"--replicate\" \"1/2\"", Assert.Single(run.BenchCalls));
        Assert.Equal(summary, run.Written("GITHUB_STEP_SUMMARY").Trim());
    }

    /// <summary>On services that only number their jobs, each machine must measure each shard once.</summary>
    [Theory]
    [InlineData("init/.gitlab/benchmarks.yml", "CI_NODE_INDEX")]
    [InlineData("init/azure-pipelines-benchmarks.yml", "JOB")]
    public void Numbered_jobs_are_all_shards_of_all_replicates(string name, string variable)
    {
        SkipOnWindows();
        var document = Documents()[name];
        var script = Scripts(name).Single(step => step.Script.Contains(" gate ", StringComparison.Ordinal)).Script;
        var parts = new List<string>();
        for (var job = 1; job <= 6; job++)
        {
            using var run = new ScriptRun();
            var exitCode = run.Run(
                script,
                new Dictionary<string, string>
                {
                    [variable] = job.ToString(System.Globalization.CultureInfo.InvariantCulture),
                    ["RUNNER_TEMP"] = run.Root,
                    ["CI_MERGE_REQUEST_DIFF_BASE_SHA"] = "0123456789",
                }
            );
            Assert.True(exitCode == 0, run.Error);
            parts.Add(Part().Match(Assert.Single(run.BenchCalls)).Value);
        }

        Assert.Contains("parallel: 6 ", document);
        Assert.Equal(
            [
                .. from replicate in new[] { 1, 2 }
                from shard in new[] { 1, 2, 3 }
                select $"\"--shard\" \"{shard}/3\" \"--replicate\" \"{replicate}/2\"",
            ],
            parts
        );
    }

    [Fact]
    public void Patterns_reach_the_command_as_they_are()
    {
        SkipOnWindows();
        using var run = new ScriptRun();
        run.Run(Action("gate.sh"), Inputs("1", "*Cache*\n*Parse* $(touch injected) `id`"));
        Assert.EndsWith("\"--filter\" \"*Cache*\" \"*Parse*\" \"$(touch\" \"injected)\" \"`id`\"", Assert.Single(run.BenchCalls));
        Assert.False(File.Exists(Path.Combine(run.Root, "injected")));
    }

    [Fact]
    public void Without_a_baseline_the_action_says_so()
    {
        SkipOnWindows();
        using var run = new ScriptRun();
        Assert.Equal(2, run.Run(Action("gate.sh"), new Dictionary<string, string>(Inputs("1")) { ["BASELINE"] = "" }));
        Assert.Contains("::error::no commit to compare with", run.Output);
    }

    /// <summary>Otherwise the newest command would run with a token that may write, although the action is pinned to a commit.</summary>
    [Theory]
    [InlineData("", null)]
    [InlineData("2.0.0", "2.0.0")]
    public void The_command_is_the_one_that_belongs_to_the_commit_of_the_action(string version, string? installed)
    {
        SkipOnWindows();
        foreach (var step in Actions().Keys.SelectMany(Scripts).Where(step => step.Variables.ContainsKey("VERSION")))
        {
            using var run = new ScriptRun();
            var variables = new Dictionary<string, string> { ["VERSION"] = version, ["GITHUB_ACTION_PATH"] = step.ActionPath };

            Assert.Equal(0, run.Run(step.Script, variables));
            Assert.Contains($"\"--version\" \"{installed ?? BenchVersion.OfPackage}\"", Assert.Single(run.DotnetCalls));
            Assert.Equal($"{run.Root}/bench\n", run.Written("GITHUB_PATH"));
        }
    }

    [Theory]
    [InlineData("v1.2.3", "1.2.3", 0)]
    [InlineData("v1.2.3-rc.1", "1.2.3-rc.1", 0)]
    [InlineData("v1.2", "1.2", 1)]
    [InlineData("v1.2.3; id", "1.2.3; id", 1)]
    [InlineData("v1.2.4", "1.2.3", 1)]
    public void A_release_takes_its_version_from_the_tag_and_the_action_has_the_same(string tag, string ofAction, int exitCode)
    {
        SkipOnWindows();
        using var run = new ScriptRun();
        Directory.CreateDirectory(Path.Combine(run.Root, "actions"));
        File.WriteAllText(Path.Combine(run.Root, "actions/version"), $"{ofAction}\n");
        var step = Scripts(".github/workflows/release.yml")
            .First(step => step.Script.Contains("GITHUB_REF_NAME", StringComparison.Ordinal));

        Assert.Equal(exitCode, run.Run(step.Script, new Dictionary<string, string> { ["GITHUB_REF_NAME"] = tag }));
        Assert.Equal(exitCode == 0 ? $"version={tag[1..]}\n" : "", run.Written("GITHUB_OUTPUT"));
    }

    [Fact]
    public void Shellcheck_has_nothing_to_say()
    {
        SkipOnWindows();
        Assert.SkipUnless(IsInstalled("shellcheck"), "shellcheck is not on PATH: sudo apt-get install shellcheck");

        using var process = Process.Start(
            new ProcessStartInfo(
                "shellcheck",
                [
                    "--severity=warning",
                    .. Directory.GetFiles(Path.Combine(Checkout.Root, "actions"), "*.sh"),
                    Path.Combine(Checkout.Root, "eng", "comment-verdict.sh"),
                ]
            )
            {
                RedirectStandardOutput = true,
            }
        )!;
        var output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();

        Assert.True(process.ExitCode == 0, output);
    }

    private static readonly Lazy<Dictionary<string, string>> AllDocuments = new(ReadDocuments);

    /// <summary>Every workflow, action and template, by path.</summary>
    internal static Dictionary<string, string> Documents() => AllDocuments.Value;

    private static Dictionary<string, string> ReadDocuments()
    {
        var own = Directory
            .EnumerateFiles(Path.Combine(Checkout.Root, ".github", "workflows"))
            .ToDictionary(file => Path.GetRelativePath(Checkout.Root, file).Replace('\\', '/'), File.ReadAllText);
        var rendered = Enum.GetValues<CiSystem>()
            .SelectMany(system => CiTemplates.Render(system, CiValues.OfPackage("1.2.3", 3, 2, hasGlobalJson: true, ["orders", "login"])))
            .Where(file => file.Path != CiTemplates.CommentScript)
            .ToDictionary(file => $"init/{file.Path}", file => file.Text);
        var ofLoad = CiTemplates
            .Render(
                CiSystem.GitHub,
                CiValues.OfPackage("1.2.3", 3, 2, hasGlobalJson: true, ["orders", "login"]) with
                {
                    HasBenchmarks = false,
                }
            )
            .Where(file => file.Path != CiTemplates.CommentScript)
            .ToDictionary(file => $"init/load/{file.Path}", file => file.Text);
        return own.Concat(rendered).Concat(ofLoad).Concat(Actions()).ToDictionary();
    }

    private static Dictionary<string, string> Actions() =>
        new[] { "action.yml", "actions/merge/action.yml", "actions/comment/action.yml" }.ToDictionary(
            path => path,
            path => File.ReadAllText(Path.Combine(Checkout.Root, path))
        );

    /// <summary>The scripts of a document of any service: run on GitHub, bash on Azure, lists on GitLab.</summary>
    internal static IEnumerable<Step> Scripts(string name) => ScriptsOf(name, Yaml.Read(Documents()[name]));

    internal static IEnumerable<Step> ScriptsOf(string name, JsonNode? part)
    {
        var folder = Path.Combine(Checkout.Root, Path.GetDirectoryName(name) ?? "");
        foreach (var step in Yaml.Objects(part))
        {
            var variables = (step["env"] as JsonObject ?? []).ToDictionary(variable => variable.Key, variable => (string)variable.Value!);
            foreach (var script in new[] { step["run"], step["bash"] }.OfType<JsonValue>())
                yield return new Step(name, (string)script!, variables, folder);
            // GitLab runs both in one shell.
            JsonNode?[] lines = [.. step["before_script"] as JsonArray ?? [], .. step["script"] as JsonArray ?? []];
            if (lines.Length > 0)
                yield return new Step(name, string.Join('\n', lines.Select(line => (string)line!)), variables, folder);
        }
    }

    private static string Inlined(string script, string actionPath) =>
        ScriptFile().Match(script) is { Success: true } file ? File.ReadAllText(Path.Join(actionPath, file.Groups[1].Value)) : script;

    private static string Action(string name) => File.ReadAllText(Path.Combine(Checkout.Root, "actions", name));

    private static Dictionary<string, string> Inputs(string shards, string filter = "", string replicates = "1") =>
        new()
        {
            ["BASELINE"] = "main",
            ["EVENT_BASE"] = "",
            ["PULL_REQUEST_HEAD"] = "",
            ["BUDGET"] = "30m",
            ["FILTER"] = filter,
            ["PROJECT"] = "",
            ["MARGIN"] = "",
            ["SHARD"] = "1",
            ["SHARDS"] = shards,
            ["REPLICATE"] = "1",
            ["REPLICATES"] = replicates,
        };

    /// <summary>The real git, instead of the stand-in of <see cref="ScriptRun"/>, without this machine's settings.</summary>
    internal static void RunGit(ScriptRun run, string script)
    {
        var variables = new Dictionary<string, string>
        {
            ["PATH"] = Environment.GetEnvironmentVariable("PATH")!,
            ["GIT_CONFIG_GLOBAL"] = "/dev/null",
            ["GIT_AUTHOR_NAME"] = "A",
            ["GIT_AUTHOR_EMAIL"] = "a@example.org",
            ["GIT_COMMITTER_NAME"] = "A",
            ["GIT_COMMITTER_EMAIL"] = "a@example.org",
        };
        Assert.True(run.Run(script, variables) == 0, run.Error);
    }

    internal static void SkipOnWindows() => Assert.SkipWhen(OperatingSystem.IsWindows(), "the workflows run their steps in bash on Linux");

    private static bool IsInstalled(string program) =>
        (Environment.GetEnvironmentVariable("PATH") ?? "").Split(':').Any(folder => File.Exists(Path.Combine(folder, program)));

    internal sealed record Step(string Document, string Script, IReadOnlyDictionary<string, string> Variables, string ActionPath);

    [GeneratedRegex("\"--shard\" \"[^\"]+\" \"--replicate\" \"[^\"]+\"")]
    private static partial Regex Part();

    [GeneratedRegex("\"--output\" \"([^\"]+)\"")]
    private static partial Regex Written();

    [GeneratedRegex(@"\binputs\.([a-z-]+)")]
    private static partial Regex InputUse();

    [GeneratedRegex(@"\bsteps\.([a-z-]+)\.outputs")]
    private static partial Regex StepUse();

    [GeneratedRegex(@"^bash ""\$GITHUB_ACTION_PATH(/[^""]+)""")]
    private static partial Regex ScriptFile();

    [GeneratedRegex(@"```yaml\n(.*?)```", RegexOptions.Singleline)]
    private static partial Regex YamlBlock();
}
