namespace Bench.Tests;

[Trait("Category", "Process")]
public sealed class PlantedSecretsTests : IDisposable
{
    private const string Before = "N.Rows.Slower = 100 ns, 64 B";
    private const string After = "N.Rows.Slower = 150 ns, 64 B";

    private static readonly string[] Given = [.. PlantedSecrets.Variables.SelectMany(variable => new[] { "--env", variable })];

    private readonly MadeUpRepository repository = new("N.Rows.Same = 100 ns", "N.Rows.Ways.A = 100 ns, baseline", Before);

    public PlantedSecretsTests()
    {
        repository.Write("bench.json", PlantedSecrets.Settings("a"));
        repository.Commit("settings");
        repository.Write("bench.json", PlantedSecrets.Settings("b"));
        repository.WriteBenchmarks("N.Rows.Same = 100 ns", "N.Rows.Ways.A = 100 ns, baseline", "N.Rows.Ways.B = 100 ns", After);
    }

    public void Dispose() => repository.Dispose();

    [Fact]
    public void More_than_forty_are_planted() =>
        Assert.True(
            string.Join(
                    '\n',
                    [
                        .. PlantedSecrets.Variables,
                        .. PlantedSecrets.Headers,
                        .. PlantedSecrets.Switches,
                        PlantedSecrets.Path,
                        PlantedSecrets.ReadyPath,
                        PlantedSecrets.Start,
                        PlantedSecrets.Body,
                        PlantedSecrets.ExpectedBody,
                        PlantedSecrets.Settings(""),
                        PlantedSecrets.Printed,
                    ]
                )
                .Split(PlantedSecrets.Mark, StringSplitOptions.None)
                .Skip(1)
                .Select(text => text[..2])
                .Distinct()
                .Count() > 40
        );

    [Fact]
    public void Gate_merge_compare_and_report()
    {
        string[] reports = ["--output", "out/own.md", "--output", "out/own.json", "--output", "out/own.html"];
        Directory.CreateDirectory(Path.Combine(repository.Root, "out"));
        foreach (var shard in new[] { "1", "2" })
            PlantedSecrets.AreNotIn(Gate("--shard", $"{shard}/2", "--artifacts", $"out/{shard}", "--measure-same-code"));
        var run = Gate([.. reports, "--title Slower"]);
        var merged = repository.Run("merge out/1 out/2 --artifacts out/merged");
        var compared = repository.Run("compare", $"{CheckFolder.Default}/bench-results.json");
        var page = repository.Run("report out --output out/page.html");

        Assert.Equal((1, 1), (run.ExitCode, merged.ExitCode));
        Assert.Matches("bench gate --baseline [0-9a-f]{12} .*--env \"REDIS_PASS=\\$REDIS_PASS\"", run.Text);
        Assert.Matches("bench explain .*--env \"DATABASE_URL=\\$DATABASE_URL\".* --env DOTNET_gcServer=1", run.Text);
        Assert.All([run, merged, compared, page], PlantedSecrets.AreNotIn);
        Assert.True(PlantedSecrets.AreNotIn(repository.Results, Path.Combine(repository.Root, "out")) > 15);
        // The report names the changed entry, without its values.
        Assert.Contains("load 'orders' changed (applies after the merge)", merged.Text);
    }

    [Fact]
    public void Parts_of_a_check_with_other_hidden_values_are_not_merged()
    {
        foreach (var shard in new[] { "1", "2" })
            repository.Run([
                "gate --baseline HEAD --shard",
                $"{shard}/2",
                "--artifacts",
                $"out/{shard}",
                "--env",
                $"REDIS_PASS=plnt0{shard}",
            ]);

        var merged = repository.Run("merge out/1 out/2");

        Assert.Equal(2, merged.ExitCode);
        Assert.Contains("out/2/bench-results.json is from another check than out/1/bench-results.json", merged.Message);
    }

    [Fact]
    public void An_interrupted_gate()
    {
        using var cancellation = new CancellationTokenSource();
        repository.Programs.OnPair = pair =>
        {
            if (pair == 4)
                cancellation.Cancel();
        };

        var run = repository.Run(cancellation.Token, ["gate --baseline HEAD", .. Given]);

        Assert.Equal(130, run.ExitCode);
        PlantedSecrets.AreNotIn(run);
        Assert.True(PlantedSecrets.AreNotIn(repository.Results) > 0);
    }

    /// <summary>Explain starts real processes, so only its settings are tested.</summary>
    [Fact]
    public void What_explain_says_of_its_settings()
    {
        var stated = new MeasurementChoices(null, null, TimeSpan.Zero, PlantedSecrets.Variables, false).SettingsOfCheck()!.ToString();
        PlantedSecrets.IsNotIn("explain", stated);
        Assert.Contains("DOTNET_gcServer=1", stated);
    }

    [Fact]
    public void Versus()
    {
        Directory.CreateDirectory(Path.Combine(repository.Root, "out"));
        var run = repository.Run(["versus *Ways* --replicates 2 --results out/ways.json --output out/ways.md", .. Given]);
        Assert.True(run.ExitCode == 0, run.Output + run.Error);
        PlantedSecrets.AreNotIn(run);
        Assert.Equal(2, PlantedSecrets.AreNotIn(Path.Combine(repository.Root, "out")));
    }

    [Fact]
    public void A_bisection_and_the_journal_of_an_interrupted_one()
    {
        var good = repository.Hash("HEAD");
        repository.Commit("slower");
        repository.WriteBenchmarks(After, "N.Rows.Other = 1 ns");
        repository.Commit("another");
        string[] arguments = ["bisect", "*Slower", "--good", good, "--bad", "HEAD", "--output", "found.md", .. Given];
        using var cancellation = new CancellationTokenSource();

        var run = repository.Run(arguments);
        var pairs = repository.Programs.MeasuredPairs;
        repository.Programs.OnPair = pair =>
        {
            if (pair == (2 * pairs) - 1)
                cancellation.Cancel();
        };
        var interrupted = repository.Run(cancellation.Token, arguments);

        Assert.True(run.ExitCode == 0, run.Output + run.Error);
        Assert.Matches("bench explain .* --env \"REDIS_PASS=\\$REDIS_PASS\"", run.Output);
        Assert.Equal(130, interrupted.ExitCode);
        Assert.All([run, interrupted], PlantedSecrets.AreNotIn);
        File.Move(Path.Combine(repository.Root, "found.md"), Path.Combine(repository.Root, "BenchmarkDotNet.Artifacts/found.md"));
        Assert.True(PlantedSecrets.AreNotIn(Path.Combine(repository.Root, "BenchmarkDotNet.Artifacts")) > 1);
    }

    private BenchProgram.Finished Gate(params string[] arguments) => repository.Run(["gate --baseline HEAD", .. arguments, .. Given]);
}
