using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using Bench.Comparison;
using Bench.Results;

namespace Bench.Load;

internal sealed record MatrixResult(
    LoadMatrix Matrix,
    RunEnvironment Environment,
    IReadOnlyList<string> Tools,
    double? Pace,
    IReadOnlyList<MeasuredArm> Arms,
    string? Partial
)
{
    private const double NanosecondsOfSecond = 1e9;

    /// <summary>Each arm against the first one: a replicate is a round, its time that of a good answer at full speed.</summary>
    /// <returns>A benchmark for each arm but the first.</returns>
    public IReadOnlyList<BenchmarkResult> Benchmarks()
    {
        var first = Arms[0];
        return
        [
            .. Arms.Skip(1)
                .Select(arm => new BenchmarkResult
                {
                    Id = new BenchmarkId($"{Matrix.Name}.{arm.Arm.Name}", JobTraits.Default),
                    Type = Matrix.Name,
                    Method = arm.Arm.Name,
                    Parameters = "",
                    Places = [],
                    IsPaired = true,
                    Against = $"{Matrix.Name}.{first.Arm.Name}",
                    Replicates =
                    [
                        .. first
                            .Rounds.Zip(arm.Rounds)
                            .Where(pair => Good(pair.First) > 0 && Good(pair.Second) > 0)
                            .Select(pair => Replicate(Time(pair.First), Time(pair.Second))),
                    ],
                })
                .Select(benchmark =>
                    benchmark.Replicates.Count > 0
                        ? benchmark
                        : new BenchmarkResult
                        {
                            Id = benchmark.Id,
                            Type = benchmark.Type,
                            Method = benchmark.Method,
                            Parameters = "",
                            Places = [],
                            IsPaired = true,
                            Against = benchmark.Against,
                            Unmeasured = Partial ?? "no round had a good answer",
                        }
                ),
        ];
    }

    public RunComparison Compare(Settings settings)
    {
        var check = new CheckInfo(Arms[0].Arm.Name, "the other arms", null, null, null, Partial);
        return RunComparison.CreatePaired(
            Run.FromCheck(Benchmarks(), Environment, Environment, check),
            ComparisonOptions.ForToday(settings)
        );
    }

    /// <summary>Everything, as bench-results/1 of kind Paired with the matrix beside its benchmarks.</summary>
    public string ToJson() =>
        BenchResults.ToJson(
            ResultsKind.Paired,
            Environment,
            Benchmarks(),
            "matrix",
            JsonSerializer.SerializeToNode(this, MatrixContext.Default.MatrixResult)
        );

    public static MatrixResult Read(string file)
    {
        try
        {
            return TryRead(file) ?? throw new LoadException($"{file} is no matrix that was measured.");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new LoadException($"{file} can't be read: {e.Message}");
        }
    }

    /// <summary>Reads a file if it is a matrix that was measured.</summary>
    /// <returns>The matrix; null where it is something else.</returns>
    public static MatrixResult? TryRead(string file)
    {
        try
        {
            return
                JsonNode
                    .Parse(File.ReadAllText(file), documentOptions: new JsonDocumentOptions { AllowDuplicateProperties = false })
                    ?["matrix"].Deserialize(MatrixContext.Default.MatrixResult)
                    is
                {
                    Matrix: { Name: not null, Question: not null, Sample: not null },
                    Arms: { Count: > 0 },
                    Tools: not null,
                    Environment: not null
                } read
                && read.Arms.All(arm => arm?.Arm?.Name is not null)
                && read.Arms.DistinctBy(arm => arm.Arm.Name).Count() == read.Arms.Count
                && read.Arms.All(arm =>
                    arm.Rounds is not null && arm.Rounds.All(round => round?.Peak is not null && round.Counters is not null)
                )
                && PlausibleFigures.AreIn(read)
                ? read
                : null;
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException)
        {
            return null;
        }
    }

    /// <summary>Whether another run measures the same in the same place, so that one may go on with the other's rounds.</summary>
    public bool IsOfTheSame(MatrixResult other)
    {
        return Plan(this) == Plan(other);

        static string Plan(MatrixResult result) =>
            JsonSerializer.Serialize(result with { Pace = null, Arms = [], Partial = null }, MatrixContext.Default.MatrixResult);
    }

    private static double Good(ArmRound round) => round.Peak.QueriesPerSecond * round.Peak.Success;

    private double Time(ArmRound round) => NanosecondsOfSecond * Matrix.Connections / Good(round);

    private static Replicate Replicate(double baseline, double candidate) => new(baseline, candidate, Math.Log(candidate / baseline));
}

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    UseStringEnumConverter = true,
    WriteIndented = true,
    NewLine = "\n"
)]
[JsonSerializable(typeof(MatrixResult))]
internal sealed partial class MatrixContext : JsonSerializerContext;
