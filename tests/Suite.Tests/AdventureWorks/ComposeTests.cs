using Microsoft.Extensions.Configuration;
using Npgsql;
using Samples.AdventureWorksApi;
using YamlDotNet.Serialization;
using YamlDotNet.Serialization.NamingConventions;

namespace Suite.Tests.AdventureWorks;

/// <summary>
/// Checks compose.yaml without Docker: its keys, its settings, and that the program builds from the files that the image copies.
/// </summary>
public sealed class ComposeTests
{
    private static readonly string SampleFolder = Path.Combine(Checkout.Root, "samples", "AdventureWorksApi");

    // A key without a property in the classes below is an error.
    private static readonly Compose Read = new DeserializerBuilder()
        .WithNamingConvention(UnderscoredNamingConvention.Instance)
        .Build()
        .Deserialize<Compose>(File.ReadAllText(Path.Combine(Checkout.Root, "compose.yaml")));

    private static readonly Service Api = Read.Services["api"];
    private static readonly Service Database = Read.Services["database"];

    [Fact]
    public void The_settings_are_those_of_the_sample_and_fit_the_database()
    {
        var configuration = new ConfigurationBuilder()
            .AddInMemoryCollection(
                Api.Environment.Select(one => KeyValuePair.Create(one.Key.Replace("__", ":", StringComparison.Ordinal), (string?)one.Value))
            )
            .Build();
        var settings = ApiSettings.From(configuration);
        var connection = new NpgsqlConnectionStringBuilder(settings.ConnectionString);

        Assert.Empty(configuration.GetChildren().Select(section => section.Key).Except(ApiSettings.Names));
        Assert.Equal(Provider.Postgres, settings.Provider);
        Assert.Equal(nameof(Database), connection.Host, ignoreCase: true);
        Assert.Equal(
            (Database.Environment["POSTGRES_USER"], Database.Environment["POSTGRES_PASSWORD"], Database.Environment["POSTGRES_DB"]),
            (connection.Username, connection.Password, connection.Database)
        );
        Assert.Equal("service_healthy", Assert.Single(Api.DependsOn).Value.Condition);
        Assert.Contains("pg_isready", Database.Healthcheck!.Test);
    }

    [Fact]
    public void Only_this_machine_reaches_the_ports()
    {
        var port = DockerLines("ENV").Single(line => line.StartsWith("ASPNETCORE_HTTP_PORTS=", StringComparison.Ordinal)).Split('=')[1];
        Assert.Equal($"127.0.0.1:7250:{port}", Assert.Single(Api.Ports));
        Assert.Matches("^127\\.0\\.0\\.1:[0-9]+:5432$", Assert.Single(Database.Ports));
    }

    [Fact]
    [Trait("Category", "Process")]
    public void The_program_of_the_image_builds_from_what_the_image_copies()
    {
        Assert.Equal(".", Api.Build!.Context);
        Assert.True(File.Exists(Path.Combine(Checkout.Root, Api.Build.Dockerfile)));
        string[] sent =
        [
            .. File.ReadAllLines(Path.Combine(SampleFolder, "Dockerfile.dockerignore"))
                .Where(line => line.StartsWith('!'))
                .Select(line => line[1..]),
        ];
        using var folder = new TemporaryFolder();
        var (source, app) = (Path.Combine(folder.Path, "source"), Path.Combine(folder.Path, "app"));
        foreach (var copied in DockerLines("COPY").Where(line => !line.StartsWith("--from", StringComparison.Ordinal)))
        {
            string[] words = copied.Split(' ');
            foreach (var word in words[..^1])
            {
                Assert.Contains(word.Split('/')[0], sent);
                Copy(Path.Combine(Checkout.Root, word), Path.Combine(source, words[^1]), isInto: words[^1].EndsWith('/'));
            }
        }

        string[] command = Assert.Single(DockerLines("RUN")).Replace("/app", app, StringComparison.Ordinal).Split(' ');
        using var publish = Process.Start(
            new ProcessStartInfo(command[0], command[1..]) { WorkingDirectory = source, RedirectStandardOutput = true }
        )!;
        var output = publish.StandardOutput.ReadToEnd();
        publish.WaitForExit();

        Assert.True(publish.ExitCode == 0, output);
        var start = JsonSerializer.Deserialize<string[]>(Assert.Single(DockerLines("ENTRYPOINT")))!;
        Assert.Equal("dotnet", start[0]);
        Assert.True(File.Exists(Path.Combine(app, start[1])), start[1]);
    }

    private static IEnumerable<string> DockerLines(string instruction) =>
        File.ReadLines(Path.Combine(SampleFolder, "Dockerfile"))
            .Where(line => line.StartsWith(instruction + " ", StringComparison.Ordinal))
            .Select(line => line[(instruction.Length + 1)..]);

    private static void Copy(string from, string to, bool isInto)
    {
        if (File.Exists(from))
        {
            var target = isInto ? Path.Combine(to, Path.GetFileName(from)) : to;
            Directory.CreateDirectory(Path.GetDirectoryName(target)!);
            File.Copy(from, target);
            return;
        }

        foreach (var file in Directory.EnumerateFiles(from, "*", SearchOption.AllDirectories))
        {
            var relative = Path.GetRelativePath(from, file);
            if (!relative.Split(Path.DirectorySeparatorChar).Any(part => part is "bin" or "obj"))
                Copy(file, Path.Combine(to, relative), isInto: false);
        }
    }

    private sealed class Compose
    {
        public string Name { get; set; } = "";

        public Dictionary<string, Service> Services { get; set; } = [];
    }

    private sealed class Service
    {
        public string? Image { get; set; }

        public Build? Build { get; set; }

        public Dictionary<string, string> Environment { get; set; } = [];

        public string[] Ports { get; set; } = [];

        public Healthcheck? Healthcheck { get; set; }

        public Dictionary<string, Dependency> DependsOn { get; set; } = [];
    }

    private sealed class Build
    {
        public string Context { get; set; } = "";

        public string Dockerfile { get; set; } = "";
    }

    private sealed class Healthcheck
    {
        public string[] Test { get; set; } = [];

        public string? Interval { get; set; }

        public int? Retries { get; set; }
    }

    private sealed class Dependency
    {
        public string Condition { get; set; } = "";
    }
}
