namespace Bench.Core.Tests;

public sealed class PairedFileTests : FolderTests
{
    [Fact]
    public void A_check_is_read_back_as_it_was_written()
    {
        var check = new CheckInfo(
            "main (0123456789ab)",
            "the work tree (4567)",
            "*Get*",
            new Shard(2, 3),
            new CheckSettings(true, true, "net9.0", ["net9.0", "net10.0"], ["Npgsql@10.0.3"], ["DOTNET_TieredPGO=0"]),
            "it was interrupted",
            12.5,
            Options: new CheckOptions("own.json", "{}", 0.1, 2, ["*Control*"], 0.5, true, true)
        );
        var (before, after) = (
            new RunEnvironment(Runtime: ".NET 9.0.1", Cores: 2),
            new RunEnvironment(Runtime: ".NET 10.0.1", Cores: 2, GcMode: "Server")
        );
        BenchmarkResult[] benchmarks =
        [
            Benchmark(
                "Measured",
                screened: true,
                replicates: [new(100, 110, 0.1, [64, 64.5], [72, 72]), new(101, 111.5, 0.0999, [64, 64], [72, 72.25], IsConfirmation: true)]
            ),
            Benchmark("WithoutBytes", replicates: [new(0.1, 1e9, 23, null, null)]),
            Benchmark("Removed", PairedSides.Baseline),
            Benchmark("Added", PairedSides.Candidate, screened: true),
            Benchmark("Broke", failure: "it \"threw\"\nand more", screened: true, replicates: [new(1, 2, Math.Log(2))]),
            Benchmark("Mended", baselineFailure: "threw"),
            Benchmark("Broken", failure: "threw", baselineFailure: "threw before"),
            Benchmark("NotReached", unmeasured: "the budget ended", screened: true),
            Benchmark("Counted") with
            {
                AllocatedBytes = [72, 72, 72],
                BaselineAllocatedBytes = [64, 64, 64],
                AllocationSources = [new AllocationSource("System.String", "Program.Main()", 0, 8)],
            },
        ];

        var path = Write(benchmarks, before, after, check);
        var run = folder.Load(path);

        Assert.Equal(benchmarks.Select(Text), run.Benchmarks.Select(Text));
        Assert.Equal(check, Assert.Single(run.Checks));
        Assert.Equal((before, after), (Assert.Single(run.BaselineEnvironments), Assert.Single(run.Environments)));
        Assert.Equal(["runtime"], run.PairedDifferences.Select(difference => difference.Property));
        AssertInSchema(path);
    }

    [Fact]
    public void The_machines_of_a_check_are_read_back_with_what_each_measured()
    {
        var check = new CheckInfo("main (0123456789ab)", "the work tree (4567)", Replicate: new CheckReplicate(2, 3));
        CheckMachine[] machines = [new(1, new RunEnvironment("AMD EPYC 7763", 4)), new(2, new RunEnvironment("Intel Xeon", 4))];
        BenchmarkResult[] benchmarks =
        [
            Benchmark("Measured", screened: true, replicates: [new(100, 110, 0.1) { Machine = 1 }, new(90, 91, 0.01) { Machine = 2 }]),
            Benchmark("FailedOnOne", replicates: [new(1, 1, 0) { Machine = 1 }]) with
            {
                BaselineFailureInSome = "it crashed",
            },
            Benchmark("Counted") with
            {
                AllocatedBytes = [72, 80],
                BaselineAllocatedBytes = [64, 64],
                Counts = [new MachineCounts(1, [64], [72]), new MachineCounts(2, [64], [80])],
            },
        ];
        var path = folder.Write("machines.json", "");
        using (var stream = File.Create(path))
            BenchResults.Write(stream, ResultsKind.Paired, machines[0].Environment, benchmarks, check: check, machines: machines);

        var run = folder.Load(path);

        Assert.Equal(machines, run.Machines);
        Assert.Equal([1, 2], run.Benchmarks[0].Replicates.Select(replicate => replicate.Machine));
        Assert.Equal([null, "it crashed", null], run.Benchmarks.Select(benchmark => benchmark.BaselineFailureInSome));
        Assert.Equal(
            [(1, 64, 72), (2, 64, 80)],
            run.Benchmarks[2].Counts.Select(counts => (counts.Machine, counts.BaselineBytes[0], counts.CandidateBytes[0]))
        );
        Assert.Equal(check, Assert.Single(run.Checks));
        AssertInSchema(path);
    }

    [Theory]
    [InlineData("""{"replicate":{"index":3,"count":2},"baseline":"a","candidate":"b"}""", "[]", "1", "impossible shard or replicate")]
    [InlineData("""{"baseline":"a","candidate":"b"}""", """[{"replicate":1,"environment":{}}]""", "2", "not listed")]
    [InlineData("""{"baseline":"a","candidate":"b"}""", """[{"replicate":1,"environment":{}}]""", "0", "not listed")]
    [InlineData("""{"baseline":"a","candidate":"b"}""", """[{"replicate":0,"environment":{}}]""", "1", "from 1 on")]
    [InlineData("""{"baseline":"a","candidate":"b"}""", """[{"replicate":1}]""", "1", "an environment")]
    public void Machines_that_there_are_not_are_refused(string check, string machines, string machine, string cause)
    {
        var path = folder.Write(
            "wrong.json",
            $$"""{"schema":"bench-results/1","kind":"Paired","check":{{check}},"machines":{{machines}},"benchmarks":[{"fullName":"a","replicates":[{"baselineNanoseconds":1,"candidateNanoseconds":1,"logRatio":0,"machine":{{machine}}}]}]}"""
        );
        Assert.Contains(cause, Assert.Throws<ResultsException>(() => folder.Load(path)).Message);
    }

    [Theory]
    [InlineData("""{"machine":2,"baselineBytes":[1],"candidateBytes":[1]}""", "not listed")]
    [InlineData("""{"machine":1,"baselineBytes":[1]}""", "counts are invalid")]
    [InlineData("""{"machine":1,"baselineBytes":[1],"candidateBytes":[-1]}""", "counts are invalid")]
    [InlineData("null", "counts are invalid")]
    public void Counts_that_do_not_fit_are_refused(string counts, string cause)
    {
        var path = folder.Write(
            "wrong.json",
            $$"""{"schema":"bench-results/1","kind":"Paired","check":{"baseline":"a","candidate":"b"},"machines":[{"replicate":1,"environment":{} }],"benchmarks":[{"fullName":"a","allocatedBytes":[1],"baselineAllocatedBytes":[1],"counts":[ {{counts}} ]}]}"""
        );
        Assert.Contains(cause, Assert.Throws<ResultsException>(() => folder.Load(path)).Message);
    }

    [Fact]
    public void What_is_not_so_is_not_written()
    {
        var path = Write([Benchmark("Plain", replicates: [new(1, 1, 0)])], new RunEnvironment(), new RunEnvironment(), null);

        var text = File.ReadAllText(path);

        Assert.All(
            new[]
            {
                "sides",
                "screened",
                "confirmation",
                "check",
                "baselineEnvironment",
                "Bytes",
                "unmeasured",
                "ailure",
                "machine",
                "replicate\"",
                "counts",
            },
            name => Assert.DoesNotContain(name, text)
        );
    }

    [Theory]
    [InlineData("""{"fullName":"a","replicates":[{"baselineNanoseconds":0,"candidateNanoseconds":1,"logRatio":1}]}""", "above 0")]
    [InlineData("""{"fullName":"a","replicates":[{"baselineNanoseconds":1,"candidateNanoseconds":1,"logRatio":60}]}""", "logRatio")]
    [InlineData(
        """{"fullName":"a","replicates":[{"baselineNanoseconds":1,"candidateNanoseconds":1,"logRatio":1,"baselineBytes":[1]}]}""",
        "one build only"
    )]
    [InlineData(
        """{"fullName":"a","replicates":[{"baselineNanoseconds":1,"candidateNanoseconds":1,"logRatio":1,"baselineBytes":[],"candidateBytes":[]}]}""",
        "one build only"
    )]
    [InlineData(
        """{"fullName":"a","replicates":[{"baselineNanoseconds":1,"candidateNanoseconds":1,"logRatio":1,"baselineBytes":[1],"candidateBytes":[-1]}]}""",
        "bytes"
    )]
    [InlineData("""{"fullName":"a","replicates":[null]}""", "replicate")]
    [InlineData("""{"fullName":"a","sides":"Neither"}""", "does not fit")]
    [InlineData("""{"fullName":"a","sides":7}""", "unknown builds")]
    public void What_does_not_fit_is_an_error_that_names_it(string benchmark, string cause)
    {
        folder.Write("a.json", $$"""{"schema":"bench-results/1","kind":"Paired","benchmarks":[{{benchmark}}]}""");
        var error = Assert.Throws<ResultsException>(() => folder.Load("a.json")).Message;
        Assert.Contains("a.json", error);
        Assert.Contains(cause, error);
    }

    [Theory]
    [InlineData("""{"margin":0}""")]
    [InlineData("""{"margin":10}""")]
    [InlineData("""{"noiseFloorNanoseconds":-1}""")]
    [InlineData("""{"maxInconclusive":2}""")]
    [InlineData("""{"controls":[null]}""")]
    public void Options_that_nobody_can_give_are_an_error(string options)
    {
        folder.Write(
            "a.json",
            $$"""{"schema":"bench-results/1","kind":"Paired","check":{"baseline":"a","candidate":"b","options":{{options}} },"benchmarks":[]}"""
        );
        Assert.Contains("options", Assert.Throws<ResultsException>(() => folder.Load("a.json")).Message);
    }

    [Theory]
    [InlineData("""{"baseline":"a"}""")]
    [InlineData("""{"baseline":"a","candidate":"b","shard":{"index":3,"count":2}}""")]
    [InlineData("""{"baseline":"a","candidate":"b","shard":{"index":0,"count":2}}""")]
    [InlineData("""{"baseline":"a","candidate":"b","shard":{}}""")]
    public void A_check_that_names_no_builds_or_no_shard_there_is_is_an_error(string check)
    {
        folder.Write("a.json", $$"""{"schema":"bench-results/1","kind":"Paired","check":{{check}},"benchmarks":[]}""");
        Assert.Contains("check", Assert.Throws<ResultsException>(() => folder.Load("a.json")).Message);
    }

    private string Write(BenchmarkResult[] benchmarks, RunEnvironment before, RunEnvironment after, CheckInfo? check)
    {
        var path = Path.Combine(folder.Root, "bench-results.json");
        using var stream = File.Create(path);
        BenchResults.Write(stream, ResultsKind.Paired, after, benchmarks, before, check);
        return path;
    }

    // There is no JSON schema validator here. The likely mistake is a property that the schema does not describe, or with another type.
    private static void AssertInSchema(string path)
    {
        using var schema = JsonDocument.Parse(File.ReadAllText(Path.Combine(AppContext.BaseDirectory, "bench-results.schema.json")));
        using var file = JsonDocument.Parse(File.ReadAllText(path));
        Check(file.RootElement, schema.RootElement, "$");

        void Check(JsonElement value, JsonElement described, string where)
        {
            if (described.TryGetProperty("$ref", out var reference))
                described = schema.RootElement.GetProperty("$defs").GetProperty(reference.GetString()!.Split('/')[^1]);
            if (described.TryGetProperty("enum", out var values))
                Assert.True(values.EnumerateArray().Any(one => one.GetString() == value.GetString()), where);
            if (described.TryGetProperty("type", out var type))
            {
                Assert.True(
                    value.ValueKind
                        == type.GetString() switch
                        {
                            "object" => JsonValueKind.Object,
                            "array" => JsonValueKind.Array,
                            "string" => JsonValueKind.String,
                            "boolean" => JsonValueKind.True,
                            _ => JsonValueKind.Number,
                        },
                    where
                );
            }

            foreach (var property in value.ValueKind == JsonValueKind.Object ? value.EnumerateObject().ToArray() : [])
            {
                Assert.True(
                    described.GetProperty("properties").TryGetProperty(property.Name, out var next),
                    $"{where}.{property.Name} stands in no schema"
                );
                Check(property.Value, next, $"{where}.{property.Name}");
            }

            foreach (var item in value.ValueKind == JsonValueKind.Array ? value.EnumerateArray().ToArray() : [])
                Check(item, described.GetProperty("items"), $"{where}[]");
        }
    }

    private static BenchmarkResult Benchmark(
        string method,
        PairedSides sides = PairedSides.Both,
        string? failure = null,
        string? baselineFailure = null,
        string? unmeasured = null,
        bool screened = false,
        Replicate[]? replicates = null
    ) =>
        new()
        {
            Id = new BenchmarkId($"N.T.{method}", JobTraits.Default),
            Type = "N.T",
            Method = method,
            Parameters = "Size=1",
            Places = [],
            Sides = sides,
            Failure = failure,
            BaselineFailure = baselineFailure,
            Unmeasured = unmeasured,
            IsScreened = screened,
            Seconds = replicates is null ? 0 : 12.5,
            Replicates = replicates ?? [],
        };

    private static string Text(BenchmarkResult benchmark) =>
        string.Join(
            '|',
            benchmark.Id,
            benchmark.Type,
            benchmark.Method,
            benchmark.Parameters,
            benchmark.Sides,
            benchmark.Failure,
            benchmark.BaselineFailure,
            benchmark.Unmeasured,
            benchmark.IsScreened,
            benchmark.Seconds,
            // Replicates have them instead.
            benchmark.Replicates.Count > 0
                ? ""
                : $"{Bytes(benchmark.BaselineAllocatedBytes)} {Bytes(benchmark.AllocatedBytes)}",
            string.Join(';', benchmark.AllocationSources),
            string.Join(
                ';',
                benchmark.Replicates.Select(replicate =>
                    FormattableString.Invariant(
                        $"{replicate.BaselineNanoseconds:R} {replicate.CandidateNanoseconds:R} {replicate.LogRatio:R} {Bytes(replicate.BaselineBytes)} {Bytes(replicate.CandidateBytes)} {replicate.IsConfirmation}"
                    )
                )
            )
        );

    private static string Bytes(IReadOnlyList<double>? bytes) =>
        bytes is null ? "none" : string.Join(',', bytes.Select(value => FormattableString.Invariant($"{value:R}")));
}
