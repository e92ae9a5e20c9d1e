using System.Text;
using System.Text.Json.Nodes;
using Bench.Cli.History;
using Bench.Cli.Report;
using Lab.Claims;
using Lab.Study;

namespace Bench.Tests;

/// <summary>
/// Files of the project's own formats with damage that no program would write. Every verb that reads them quickly ends with a verdict
/// or with one line.
/// </summary>
public sealed partial class OwnFormatTests : FolderTests
{
    // CONTRIBUTING.md has the command for 10,000.
    private static readonly int MutantsOfFile = int.Parse(
        Environment.GetEnvironmentVariable("BENCH_MUTANTS") ?? "400",
        CultureInfo.InvariantCulture
    );

    private const long MostBytes = 500L << 20;

    // Only a guard: nothing takes a tenth of it.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(30);

    private static readonly string[] Values =
    [
        "null",
        "\"\"",
        "0",
        "-1",
        "1",
        "5e-324",
        "1e308",
        "-1e308",
        "1e999",
        "\"Infinity\"",
        "\"NaN\"",
        "true",
        "[]",
        "{}",
        "[null]",
        "2147483647",
        "-2147483648",
        "9223372036854775807",
        "0.5",
        "\"a\\u0000b\"",
        "\"2026-01-01\"",
        "[[]]",
        "[1]",
    ];

    [Theory]
    [InlineData("launches")]
    [InlineData("paired")]
    [InlineData("partial")]
    [InlineData("sweep")]
    [InlineData("matrix")]
    [InlineData("mix")]
    [InlineData("mix plan")]
    [InlineData("dat")]
    [InlineData("study")]
    [InlineData("calibration")]
    [InlineData("claims")]
    [InlineData("matrix plan")]
    [InlineData("settings")]
    [InlineData("history")]
    [InlineData("scenario")]
    [InlineData("scenario mix")]
    public async Task A_damaged_file_of_ours_is_a_verdict_or_one_line(string format)
    {
        var (name, text, read) = Format(format);
        Read(text);
        var random = new Random(format.Length + 17);
        for (var i = 0; i < MutantsOfFile; i++)
        {
            var mutant = Mutant(text, random, name.EndsWith("json", StringComparison.Ordinal));
            var done = Task.Run(() => Measured(mutant), TestContext.Current.CancellationToken);
            Assert.True(await Task.WhenAny(done, Task.Delay(Patience, TestContext.Current.CancellationToken)) == done, $"no end: {mutant}");
            if (done.Exception is { } failure)
                Assert.Fail($"{failure.InnerException}\n\n{(mutant.Length > 5000 ? mutant[..5000] : mutant)}");
            // More than it uses at any time.
            Assert.True(await done < MostBytes, $"too many bytes: {mutant}");
        }

        long Measured(string content)
        {
            var before = GC.GetAllocatedBytesForCurrentThread();
            Read(content);
            return GC.GetAllocatedBytesForCurrentThread() - before;
        }

        void Read(string content)
        {
            var path = folder.Write(name, content);
            foreach (var alternative in read)
                Expect(() => alternative(path));
        }
    }

    [Fact]
    public void A_figure_that_is_too_small_for_a_ratio_is_none()
    {
        var text = Format("matrix").Text;
        var path = folder.Write("matrix.json", text);
        Assert.NotNull(MatrixResult.TryRead(path));
        folder.Write("matrix.json", ProcessorOfRound().Replace(text, "$1:5e-324", count: 1));
        Assert.Null(MatrixResult.TryRead(path));
    }

    [GeneratedRegex("""("processorMicroseconds"):[0-9.]+""")]
    private static partial Regex ProcessorOfRound();

    private static void Expect(Action read)
    {
        try
        {
            read();
        }
        catch (Exception e) when (e is ResultsException or LoadException)
        {
            // The line that a user sees.
            Assert.NotEmpty(e.Message.Trim());
        }
    }

    private (string Name, string Text, Action<string>[] Read) Format(string format) =>
        format switch
        {
            "launches" => ("N-bench-results.json", Written(ResultsKind.Launches, Launches("A"), Launches("B")), [Compare, Report]),
            "paired" => ("bench-results.json", Written(ResultsKind.Paired, Paired("A", 10), Paired("B", 2)), [Compare, Report, Matrix]),
            "partial" => (
                "bench-results.json",
                Written(ResultsKind.Paired, Paired("A", 1), Unmeasured("B"), Failed("C")),
                [Compare, Report, Matrix]
            ),
            "sweep" => (
                "a.json",
                LoadFiles.Json(LoadRuns.Create("a", LoadRuns.Level(200, 1, 1000, 1100), LoadRuns.Level(500, 1, 900, 950))),
                [Compare, Report, Diff]
            ),
            "matrix" => (
                "middleware.json",
                Short(File.ReadAllText(Path.Combine(Checkout.Root, "docs", "load", "middleware.json"))),
                [Report, Matrix]
            ),
            "mix" => ("m.json", LoadMatrices.Mix().ToJson(), [Report, Matrix]),
            "mix plan" => (
                "m.json",
                File.ReadAllText(Path.Combine(Checkout.Root, "samples", "matrices", "serializers-mix.json")),
                [path => LoadMatrix.Read(path).Parts(new Uri("http://127.0.0.1:5000"))]
            ),
            "dat" => ("a.dat", LoadFiles.Dat(LoadRuns.Create("a", LoadRuns.Level(200, 1, 1000), LoadRuns.Level(500, 1, 900))), [Diff]),
            "study" => (
                "study-records.jsonl",
                string.Join('\n', File.ReadLines(Path.Combine(Checkout.Root, "docs", "internals", "study-records.jsonl")).Take(12)),
                [Study]
            ),
            "calibration" => (
                "study-calibration.json",
                File.ReadAllText(Path.Combine(Checkout.Root, "docs", "internals", "study-calibration.json")),
                [path => Calibrations.Read(path)]
            ),
            "claims" => (
                "claims.json",
                File.ReadAllText(Path.Combine(Checkout.Root, "docs", "claims", "claims.json")),
                [path => ClaimsReport.Render(JudgedClaim.All(ClaimsFile.Read(path), new ClaimFigures([], [])), 0.2, "lab claims")]
            ),
            "matrix plan" => (
                "m.json",
                File.ReadAllText(Path.Combine(Checkout.Root, "samples", "matrices", "middleware.json")),
                [path => LoadMatrix.Read(path)]
            ),
            "settings" => (
                "bench.json",
                """{"project":"a","margin":"3%","noiseFloor":"2us","maxInconclusive":"10%","benchmarks":[{"pattern":"*W*","margin":"0.1"}],"accepted":[{"benchmark":"A","metric":"time","reason":"b","until":"2026-12-31"}],"control":["*C"]}""",
                [path => ProposedSettings.Join(Settings.Read(path), new Settings(), default)]
            ),
            "scenario" => (
                "s.json",
                File.ReadAllText(
                    Directory.EnumerateFiles(Path.Combine(Checkout.Root, "samples", "scenarios"), "minimal-*.json").Order().First()
                ),
                [path => Scenario.Read(path).ToLua(folder.Root)]
            ),
            "scenario mix" => (
                "s.json",
                File.ReadAllText(Path.Combine(Checkout.Root, "samples", "scenarios", "adventureworks-mix.json")),
                [path => Scenario.Read(path).ToLua(folder.Root)]
            ),
            _ => ("runs/1/N-bench-results.json", Written(ResultsKind.Launches, Launches("A"), Launches("B")), [History]),
        };

    // Reads a file like compare, merge and claims. Common steps run only once, because judging takes most of the time.
    private void Compare(string path)
    {
        var run = folder.Load(path);
        var isPaired = run.Benchmarks.All(benchmark => benchmark.IsPaired || benchmark.Failure is not null);
        if (isPaired || run.Checks.Count == 1 || run.Benchmarks.Any(benchmark => benchmark.Replicates.Count > 0))
            Expect(() => Render(RunComparison.CreatePaired(run, new ComparisonOptions())));
        if (!isPaired)
            Render(
                RunComparison.Create(
                    run,
                    run,
                    new ComparisonOptions { EstimatesCommonFactor = true, AssumedSpread = AssumedSpread.OfTimes }
                )
            );
    }

    private static void Matrix(string path)
    {
        if (MatrixResult.TryRead(path) is { } matrix)
            MatrixPage.Render(new JudgedMatrix(matrix, new Settings()));
    }

    private static void Render(RunComparison comparison)
    {
        var outcome = comparison.Decide();
        MarkdownReport.Render(comparison, outcome);
        JsonReport.Render(comparison, outcome);
        HtmlReport.Render(comparison, outcome);
        ConsoleReport.Render(false, 80, comparison, outcome, showAll: true);
    }

    private void Report(string path)
    {
        var artifacts = Artifacts.Read([path], folder.Root, new Settings());
        RunPage.Render(artifacts, new SourceLinks(folder.Root, folder.Root), "bench report");
        foreach (var _ in RunPage.Pictures(artifacts)) { }
    }

    private static void Diff(string path)
    {
        var run = LoadFiles.Read(path);
        LoadDiffPage.Render(LoadDiff.Create(run, run, new ComparisonOptions(), new Strictness()));
        SweepPage.Render(run);
    }

    private static void Study(string path)
    {
        var records = StudyRecords.Read(path);
        if (records.Count > 0)
            StudyPage.Render(
                StudyAnalysis.Create([.. records.Take(4)], [], new RunEnvironment(), Margin.Default),
                "lab study",
                "study.svg"
            );
    }

    private void History(string path)
    {
        var lines = HistoryLine.Create(RunLoader.LoadHistory("runs", folder.Root), new Settings());
        HistoryReport.Render(lines, 0.05, path);
        HistoryPage.Render(lines, 0.05, path, null);
    }

    private static string Mutant(string text, Random random, bool isJson)
    {
        if (isJson && random.Next(3) > 0)
            return Changed(text, random);
        var at = random.Next(text.Length);
        var cut = Math.Min(random.Next(1, 60), text.Length - at);
        return random.Next(4) switch
        {
            0 => text[..at],
            1 => text[..at] + text[(at + cut)..],
            2 => text[..at] + text[at..(at + cut)] + text[at..],
            _ => text[..at] + Values[random.Next(Values.Length)] + text[(at + cut)..],
        };
    }

    // Replaces a value, removes or duplicates a property, or repeats an element.
    private static string Changed(string text, Random random)
    {
        var root = JsonNode.Parse(text)!;
        var all = new List<JsonNode>();
        Collect(root, all);
        var node = all[random.Next(all.Count)];
        const string marker = "\"the mutation\"";
        var value = Values[random.Next(Values.Length)];
        switch (node.Parent)
        {
            case JsonObject parent:
                var name = node.GetPropertyName();
                switch (random.Next(4))
                {
                    case 0:
                        parent.Remove(name);
                        return root.ToJsonString();
                    case 1:
                        var quoted = JsonValue.Create(name)!.ToJsonString();
                        parent[name] = JsonNode.Parse(marker);
                        return root.ToJsonString().Replace(marker, $"{node.ToJsonString()},{quoted}:{value}", StringComparison.Ordinal);
                    default:
                        parent[name] = JsonNode.Parse(marker);
                        return root.ToJsonString().Replace(marker, value, StringComparison.Ordinal);
                }

            case JsonArray parent:
                var index = node.GetElementIndex();
                switch (random.Next(3))
                {
                    case 0:
                        parent.RemoveAt(index);
                        return root.ToJsonString();
                    case 1:
                        parent.Add(node.DeepClone());
                        return root.ToJsonString();
                    default:
                        parent[index] = JsonNode.Parse(marker);
                        return root.ToJsonString().Replace(marker, value, StringComparison.Ordinal);
                }

            default:
                return value;
        }
    }

    private static void Collect(JsonNode? node, List<JsonNode> all)
    {
        if (node is null)
            return;
        all.Add(node);
        foreach (
            var inner in node switch
            {
                JsonObject o => o.Select(property => property.Value),
                JsonArray a => a,
                _ => [],
            }
        )
            Collect(inner, all);
    }

    // Two variants, five rounds and three slices cover the whole format. More would only take longer.
    private static string Short(string matrix)
    {
        const int variants = 2,
            rounds = 5,
            slices = 3;
        var root = JsonNode.Parse(matrix)!;
        Trim(root["matrix"]!["matrix"]!["variants"], variants);
        Trim(root["matrix"]!["variants"], variants);
        foreach (var variant in root["matrix"]!["variants"]!.AsArray())
        {
            Trim(variant!["rounds"], rounds);
            foreach (var round in variant["rounds"]!.AsArray())
            {
                Trim(round!["fullSpeedSlices"], slices);
                Trim(round["pacedSlices"], slices);
                round["slices"] = slices;
            }
        }

        return root.ToJsonString();

        static void Trim(JsonNode? array, int count)
        {
            while (array!.AsArray().Count > count)
                array.AsArray().RemoveAt(count);
        }
    }

    private static string Written(ResultsKind kind, params BenchmarkResult[] benchmarks)
    {
        using var stream = new MemoryStream();
        BenchResults.Write(
            stream,
            kind,
            new RunEnvironment(Processor: "P", Cores: 2),
            benchmarks,
            check: kind == ResultsKind.Paired
                ? new CheckInfo(
                    "a",
                    "b",
                    "*",
                    new Shard(1, 2),
                    new CheckSettings(false, true, "x", ["y", "z"], ["P@1"], ["A=b"]),
                    "it was interrupted",
                    3,
                    "{}",
                    "{}"
                )
                : null
        );
        return Encoding.UTF8.GetString(stream.ToArray());
    }

    private static BenchmarkResult Launches(string method) =>
        Named(method) with
        {
            Launches = [new Launch([100, 101]), new Launch([102, 103])],
            AllocatedBytes = [64, 64],
        };

    private static BenchmarkResult Paired(string method, int replicates) =>
        Named(method) with
        {
            IsScreened = true,
            Replicates =
            [
                .. Enumerable.Range(0, replicates).Select(i => new Replicate(100, 101, 0.01 + (i * 0.001), [64, 64], [64, 64], i >= 2)),
            ],
        };

    private static BenchmarkResult Unmeasured(string method) =>
        Named(method) with
        {
            Unmeasured = "the check ended before it was measured",
            IsScreened = true,
        };

    private static BenchmarkResult Failed(string method) => Named(method) with { Failure = "it threw", BaselineFailure = "it threw" };

    private static BenchmarkResult Named(string method) =>
        new()
        {
            Id = new BenchmarkId($"N.T.{method}(a: 1)", JobTraits.Default),
            Type = "N.T",
            Method = method,
            Parameters = "a=1",
            Places = [],
        };
}
