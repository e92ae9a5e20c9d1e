using System.Globalization;
using System.Text.Json.Nodes;
using Bench.Comparison;
using Bench.Eng;
using Bench.Load;

namespace LoadTruth;

/// <summary>An arm of a matrix against its first one, measured in two ways.</summary>
/// <param name="Matrix">As a file of <c>bench load matrix</c> has it.</param>
internal sealed record Difference(JsonObject Matrix, JsonObject Baseline, JsonObject Arm)
{
    private const string Why = "the truth that interleaved arms are compared with";

    public string Name => $"{Matrix["name"]}: {Arm["name"]}";

    public static IReadOnlyList<Difference> All() =>
        [
            .. Directory
                .EnumerateFiles(Path.Combine(AppContext.BaseDirectory, "matrices"))
                .Order(StringComparer.Ordinal)
                .Select(file => JsonNode.Parse(File.ReadAllText(file))!.AsObject())
                .SelectMany(matrix =>
                    matrix["arms"]!
                        .AsArray()
                        .Skip(1)
                        .Select(arm => new Difference(matrix, matrix["arms"]![0]!.AsObject(), arm!.AsObject()))
                ),
        ];

    public TruthRecord Measure(TruthSettings settings, CancellationToken cancellationToken)
    {
        using var clone = new ThrowAwayClone("load-truth-", cancellationToken);
        AddCosts(clone.Root);
        var interleaved = Run(clone, settings, isAlone: false);
        var alone = Run(clone, settings, isAlone: true);
        return new TruthRecord(
            Name,
            [
                .. LoadMeasure
                    .All.Select(measure => (measure, Ours: RatioOf(interleaved, measure), Truth: RatioOf(alone, measure)))
                    .Where(one => one is { Ours: not null, Truth: not null })
                    .Select(one => new MeasuredTwice(one.measure.Id, one.Ours!, one.Truth!)),
            ],
            settings,
            clone.Commit
        );
    }

    // An endpoint of the minimal sample that costs what the environment says.
    private static void AddCosts(string root)
    {
        const string sample = "samples/MinimalApi";
        File.Copy(Path.Combine(AppContext.BaseDirectory, "Cost.cs"), Path.Combine(root, sample, "Cost.cs"));
        new Edit("the costs", $"{sample}/MinimalApiApp.cs", "() => \"response\"", "Cost.Of(Environment.GetEnvironmentVariable(\"COST\"))").Make(
            root
        );
    }

    private MatrixResult Run(ThrowAwayClone clone, TruthSettings settings, bool isAlone)
    {
        var matrix = Matrix.DeepClone().AsObject();
        matrix["arms"] = new JsonArray(Baseline.DeepClone(), Arm.DeepClone());
        matrix["rounds"] = settings.Rounds;
        matrix["warmUpSeconds"] = settings.WarmUpSeconds;
        matrix["durationSeconds"] = isAlone ? settings.AloneSeconds : settings.InterleavedSeconds;
        matrix["alone"] = isAlone ? Why : null;
        var name = isAlone ? "alone" : "interleaved";
        matrix["name"] = name;
        var file = Path.Combine(clone.Folder, $"{name}-matrix.json");
        File.WriteAllText(file, matrix.ToJsonString());
        var run = clone.Bench("load", "matrix", file, "--directory", clone.Folder);
        return run.ExitCode == 0
            ? MatrixResult.Read(Path.Combine(clone.Folder, $"{name}.json"))
            : throw new InvalidOperationException(
                string.Create(CultureInfo.InvariantCulture, $"{Name}, {name}: exit code {run.ExitCode}: {run.Error}")
            );
    }

    private static LogRatio? RatioOf(MatrixResult result, LoadMeasure measure) =>
        result.Compare(new Settings(), measure).Benchmarks[0].Time is { Lower: { } lower, Upper: { } upper, Ratio: var ratio }
            ? new LogRatio(Math.Log(ratio), Math.Log(upper / lower) / 2)
            : null;
}
