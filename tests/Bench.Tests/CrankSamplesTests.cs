using YamlDotNet.RepresentationModel;

namespace Bench.Tests;

public sealed partial class CrankSamplesTests
{
    private static readonly string Folder = Path.Combine(Checkout.Root, "samples", "crank");

    private static readonly string[] Imported = ["wrk", "h2LoadClient", "k6"];

    /// <summary>Variables with values in these jobs. They override the file's variables, and a profile overrides them.</summary>
    private static readonly string[] Theirs = ["serverAddress", "serverPort", "connections", "threads", "warmup", "duration"];

    private static readonly YamlMappingNode Root = Read();

    [Fact]
    public void Jobs_name_projects_that_exist_and_variables_that_are_defined()
    {
        var global = Keys(Root, "variables");
        var profiles = Children(Root, "profiles").Select(profile => Keys(profile.Node, "variables")).ToArray();

        foreach (var (name, job) in Children(Root, "jobs"))
        {
            var source = Children(job, "sources").Single();
            var local = Path.GetFullPath(Path.Combine(Folder, Text(source.Node, "localFolder")!));
            if (Text(job, "project") is { } project)
                Assert.True(File.Exists(Path.Combine(local, project[(source.Name.Length + 1)..])), $"{name}: {project}");
            else
                Assert.True(File.Exists(Path.Combine(local, "Dockerfile")), name);
            Assert.NotNull(Text(job, "readyStateText"));
            var own = Keys(job, "variables");
            Assert.All(Variable().Matches(Text(job, "arguments") ?? "").Select(match => match.Groups[1].Value), variable =>
                Assert.True(
                    global.Contains(variable) || own.Contains(variable) || profiles.All(profile => profile.Contains(variable)),
                    $"{name}: {variable} is defined nowhere"
                )
            );
        }
    }

    [Fact]
    public void What_an_imported_job_has_a_value_for_is_set_where_it_counts()
    {
        Assert.Empty(Keys(Root, "variables").Intersect(Theirs));
        Assert.All(Children(Root, "profiles"), profile => Assert.Empty(Theirs.Except(Keys(profile.Node, "variables"))));
    }

    [Fact]
    public void A_job_names_the_framework_that_its_project_file_leaves_to_another()
    {
        var framework = Regex.Match(
            File.ReadAllText(Path.Combine(Checkout.Root, "Directory.Build.props")),
            "<TargetFramework>(.+)</TargetFramework>"
        );
        Assert.All(Children(Root, "jobs").Where(job => Text(job.Node, "project") is not null), job =>
            Assert.Equal(framework.Groups[1].Value, Text(job.Node, "framework"))
        );
    }

    [Fact]
    public void Each_service_of_a_scenario_has_a_job_and_each_profile_an_endpoint_for_it()
    {
        string[] jobs = [.. Children(Root, "jobs").Select(job => job.Name), .. Imported];
        var services = new HashSet<string>();
        foreach (var (name, scenario) in Children(Root, "scenarios"))
        {
            foreach (var service in scenario.Children)
            {
                Assert.Contains(Text((YamlMappingNode)service.Value, "job"), jobs);
                services.Add(((YamlScalarNode)service.Key).Value!);
            }

            Assert.Equal(["application", "load"], scenario.Children.Keys.Select(key => key.ToString()).Except(["database"]));
        }

        Assert.All(Children(Root, "profiles"), profile =>
        {
            var own = Children(profile.Node, "jobs").ToDictionary(job => job.Name, job => job.Node);
            Assert.Equal(services.Order(), own.Keys.Order());
            Assert.All(own.Values.SelectMany(job => (YamlSequenceNode)job["endpoints"]), endpoint =>
                Assert.True(Uri.TryCreate(endpoint.ToString(), UriKind.Absolute, out var url) && url.Port > 1024)
            );
        });
    }

    [Fact]
    public void The_guide_speaks_of_scenarios_and_profiles_that_exist()
    {
        var guide = File.ReadAllText(Path.Combine(Folder, "README.md"));
        string[] scenarios = [.. Option("scenario")],
            profiles = [.. Option("profile")];
        Assert.NotEmpty(scenarios);
        Assert.Empty(scenarios.Except(Children(Root, "scenarios").Select(scenario => scenario.Name)));
        Assert.Empty(profiles.Except(Children(Root, "profiles").Select(profile => profile.Name)));
        IEnumerable<string> Option(string name) => Regex.Matches(guide, $"--{name} ([a-z0-9-]+)").Select(match => match.Groups[1].Value);
    }

    private static YamlMappingNode Read()
    {
        var stream = new YamlStream();
        using var reader = File.OpenText(Path.Combine(Folder, "samples.benchmarks.yml"));
        stream.Load(reader);
        return (YamlMappingNode)stream.Documents[0].RootNode;
    }

    private static IEnumerable<(string Name, YamlMappingNode Node)> Children(YamlMappingNode node, string key) =>
        node.Children.TryGetValue(key, out var child)
            ? ((YamlMappingNode)child).Children.Select(one => (one.Key.ToString(), (YamlMappingNode)one.Value))
            : [];

    private static string[] Keys(YamlMappingNode node, string key) =>
        node.Children.TryGetValue(key, out var child) ? [.. ((YamlMappingNode)child).Children.Keys.Select(one => one.ToString())] : [];

    private static string? Text(YamlMappingNode node, string key) =>
        node.Children.TryGetValue(key, out var child) ? child.ToString() : null;

    [GeneratedRegex(@"\{\{\s*([A-Za-z]+)\s*\}\}")]
    private static partial Regex Variable();
}
