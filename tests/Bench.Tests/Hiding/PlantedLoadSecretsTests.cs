namespace Bench.Tests;

[Trait("Category", "Process")]
public sealed class PlantedLoadSecretsTests : IDisposable
{
    private static readonly string[] Variables = [.. PlantedSecrets.Variables.SelectMany(variable => new[] { "--env", variable })];

    private static readonly string[] Given =
    [
        .. Variables,
        .. PlantedSecrets.Headers.SelectMany(header => new[] { "--header", header }),
        "--path",
        PlantedSecrets.Path,
        "--ready-path",
        PlantedSecrets.ReadyPath,
        "--start",
        PlantedSecrets.Start,
        "--body",
        PlantedSecrets.Body,
        "--expect-body",
        PlantedSecrets.ExpectedBody,
        "--",
        .. PlantedSecrets.Switches,
    ];

    private readonly LoadRepository repository = new(
        ("bench.json", PlantedSecrets.Settings("a")),
        ("Other/Other.csproj", "<Project />"),
        (
            "own.plan",
            """
            {
              "name": "own", "sample": "App/App.csproj", "path": "/?key=plnt01", "body": "plnt02", "rounds": 5,
              "headers": { "X-Auth": "plnt03" }, "start": [ "env", "MY=plnt04", "./App" ],
              "variants": [
                { "name": "one", "environment": { "A": "plnt05" } },
                { "name": "other", "switches": [ "--pass", "plnt06" ], "expectHeaders": { "X-Shop": "plnt07" } }
              ]
            }
            """
        )
    );

    private SweptServer? swept;

    public void Dispose() => repository.Dispose();

    [Fact]
    public void A_load_gate_of_options_and_its_report()
    {
        var run = Gate(null, ["--project App/App.csproj --output out/g.json --output out/g.html", .. Given]);
        var report = Bench("load report out/App-gate.json --output out/r.md --output out/r.json");
        var page = Bench("report out --output out/page.html");

        Assert.True(run.ExitCode == 0, run.Output + run.Error);
        var measured = repository.Measured!.Matrix;
        Assert.Equal(
            (PlantedSecrets.Path, PlantedSecrets.Body, PlantedSecrets.ExpectedBody),
            (measured.Path, measured.Body, measured.ExpectBody)
        );
        Assert.Equal("plnt02", measured.Variants[1].Environment["REDIS_PASS"]);
        Assert.Equal(PlantedSecrets.Switches, measured.Variants[1].Switches);
        AreClean(run, report, page);
        var kept = repository.Result("out/App-gate.json").Matrix;
        Assert.Equal("/orders/(hidden)?access_token=(hidden)&id=(hidden)&page=2&(hidden)", kept.Path);
        Assert.Equal(("text/plain", "1"), (kept.Headers["Accept"], kept.Variants[0].Environment["DOTNET_gcServer"]));
        Assert.Equal(["--Layers", "None"], kept.Variants[0].Switches.TakeLast(2));
        Assert.Equal(["env", "MY=(hidden)", "./web", "--up", "http://(hidden)@h/", "--signing-key", "(hidden)"], kept.Start.Take(7));
    }

    [Fact]
    public void A_load_gate_of_settings_and_its_report()
    {
        repository.Write("bench.json", PlantedSecrets.Settings("b"));

        var run = Gate(null);
        var report = Bench("load report out/orders-gate.json");

        Assert.True(run.ExitCode == 0, run.Output + run.Error);
        Assert.Equal("plnt44", repository.Measured!.Matrix.Variants[0].Environment["Stripe"]);
        AreClean(run, report);
        // The report names the changed entry, without its values.
        Assert.All([run, report], one => Assert.Contains("load 'orders' changed (applies after the merge)", one.Output));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(3)]
    public void A_load_gate_that_fails_with_what_a_server_prints(int round)
    {
        var failed = Gate(
            (matrix, folder) => new RecordedMatrix(matrix, folder) { Before = (now, _) => Fail(round, now, PlantedSecrets.Printed) },
            ["--project App/App.csproj", .. Given]
        );
        var unanswered = Gate(
            (matrix, folder) =>
                new RecordedMatrix(matrix, folder)
                {
                    Before = (now, plan) =>
                    {
                        if (round > 0 && now == round)
                            throw new UnansweredException(plan.Variants[1], PlantedSecrets.Printed);
                    },
                },
            ["--project App/App.csproj --name unanswered", .. Given]
        );

        Assert.Equal(2, failed.ExitCode);
        Assert.Contains("answers 401", failed.Error);
        AreClean(failed, unanswered);
    }

    [Fact]
    public void A_matrix_that_is_interrupted_and_goes_on()
    {
        using var interruption = new CancellationTokenSource();
        string[] arguments = ["load", "matrix", "own.plan", "--artifacts", "out"];

        var interrupted = BenchProgram.Run(repository.InterruptedBefore(3, interruption), arguments);
        AreClean(interrupted);
        var other = repository.Read("own.plan").Replace("plnt05", "plnt08", StringComparison.Ordinal);
        var plan = repository.Read("own.plan");
        repository.Write("own.plan", other);
        var refused = Bench([.. arguments, "--resume"]);
        repository.Write("own.plan", plan);
        var resumed = Bench([.. arguments, "--resume"]);

        Assert.Equal((130, 2), (interrupted.ExitCode, refused.ExitCode));
        Assert.Contains("cannot be continued", refused.Error);
        Assert.True(resumed.ExitCode == 0, resumed.Error);
        Assert.Equal(3, repository.Measured!.Rounds);
        AreClean(refused, resumed);
    }

    [Fact]
    public void Sweeps_and_their_comparison()
    {
        string[] sample = ["load", "sweep", "--artifacts", "out", "--sample", "App/App.csproj"];
        string[] given = ["--path", PlantedSecrets.Path, .. Variables];
        var one = Bench([.. sample, "--levels 8 -n one", .. given, "--", .. PlantedSecrets.Switches]);
        var other = Bench([.. sample, "--levels 8 -n other", .. given]);
        var diff = Bench("load diff out/one out/other --artifacts out");
        var both = Bench([.. sample, "Other/Other.csproj", "--levels 4 8 -n both", .. given, "--", .. PlantedSecrets.Switches]);
        var page = Bench("report out --output out/page.html");

        Assert.Equal((0, 0, 0), (one.ExitCode, other.ExitCode, both.ExitCode));
        Assert.Equal(PlantedSecrets.Path, swept!.Path);
        Assert.Equal(PlantedSecrets.Variables, swept.Variables);
        AreClean(one, other, diff, both, page);
    }

    [Fact]
    public void A_sweep_does_not_go_on_with_other_hidden_values()
    {
        string[] arguments = ["load", "sweep", "--artifacts", "out", "--sample", "App/App.csproj", "--levels", "8"];
        Bench([.. arguments, "--env REDIS_PASS=plnt01"]);
        var same = Bench([.. arguments, "--resume --env REDIS_PASS=plnt01"]);
        var other = Bench([.. arguments, "--resume --env REDIS_PASS=plnt02"]);
        Assert.Equal((0, 2), (same.ExitCode, other.ExitCode));
        AreClean(same, other);
    }

    private static void Fail(int round, int now, string message)
    {
        if (now == round)
            throw new LoadException(message);
    }

    private void AreClean(params BenchProgram.Finished[] runs)
    {
        Assert.All(runs, PlantedSecrets.AreNotIn);
        PlantedSecrets.AreNotIn(Path.Combine(repository.Root, "out"));
    }

    private BenchProgram.Finished Gate(LoadRepository.Recording? recording, params string[] arguments) =>
        repository.Gate(recording, arguments);

    private BenchProgram.Finished Bench(params string[] arguments)
    {
        var context = repository.Context();
        return BenchProgram.Run(
            context with
            {
                Load = context.Load with { Sweep = (server, _, _, _) => new RecordedSweep(swept = server) },
            },
            arguments
        );
    }
}
