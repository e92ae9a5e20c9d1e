using System.Text.Json;
using System.Text.Json.Serialization;
using Bench.Results;

namespace Bench.Published;

/// <summary>
/// What a run was and what it measured: enough to tell whether it may be published, which code it belongs to, and to merge it with others.
/// </summary>
/// <param name="Started">When the run began, in UTC.</param>
/// <param name="Ended">When its last benchmark was measured; null before.</param>
/// <param name="Commit">What was measured, as git names it, "-dirty" where the work tree had changes; null without git.</param>
/// <param name="IsQuick">Whether it is a first answer, and no figure to quote.</param>
/// <param name="Launches">The fewest launches of a benchmark.</param>
/// <param name="Host">BenchmarkDotNet's version and the operating system; empty before the run.</param>
/// <param name="Processor">The processor; empty before the run.</param>
/// <param name="Runtime">The runtime; empty before the run.</param>
/// <param name="Obstacles">Why the run may not be published; empty for one that may.</param>
/// <param name="Topics">What was asked for, by topic.</param>
/// <param name="Method">Which version of the measuring made the ratios: only runs of the same are merged. 1 measured the empty calls of a
/// category's processes all at once; 4 takes ratios of processor time.</param>
/// <param name="Machine">The machine class that it was measured on; null before the run.</param>
internal sealed record RunRecord(
    DateTimeOffset Started,
    DateTimeOffset? Ended,
    string? Commit,
    bool IsQuick,
    int Launches,
    string Host,
    string Processor,
    string Runtime,
    IReadOnlyList<string> Obstacles,
    IReadOnlyList<TopicRecord> Topics,
    int Method = 1,
    RunEnvironment? Machine = null
)
{
    public const string FileName = "run.json";

    /// <summary>The version of today's code.</summary>
    public const int CurrentMethod = 4;

    /// <summary>What the build or the machine could not include: <c>bench compare</c> does not report it as vanished.</summary>
    public IReadOnlyList<LeftOutBenchmarks> LeftOut { get; init; } = [];

    private static readonly JsonSerializerOptions Json = new(JsonSerializerDefaults.Web)
    {
        WriteIndented = true,
        IndentSize = 1,
        Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        RespectNullableAnnotations = true,
        RespectRequiredConstructorParameters = true,
        AllowDuplicateProperties = false,
        Converters = { new JsonStringEnumConverter(), new ShortNumbers() },
    };

    /// <summary>How the machine class is called in tables: the generation of its processor, where that is known.</summary>
    [JsonIgnore]
    public string MachineName => Machine is null ? "unknown machine" : MachineClassName.Of(Machine);

    [JsonIgnore]
    public int Benchmarks => Topics.Sum(topic => topic.Benchmarks);

    /// <summary>What a run is called among others: its start.</summary>
    [JsonIgnore]
    public string Name => FormattableString.Invariant($"{Started.UtcDateTime:yyyy-MM-dd-HHmm}");

    /// <summary>What a launch of each benchmark took, s: its share of that of its category; only those of which it is known.</summary>
    public Dictionary<string, double> SecondsByBenchmark() =>
        Topics
            .SelectMany(topic => topic.Categories)
            .Where(category => category.Seconds > 0)
            .SelectMany(category =>
                category.Benchmarks.Select(benchmark => (benchmark.FullName, Seconds: category.Seconds / category.Benchmarks.Count))
            )
            .DistinctBy(benchmark => benchmark.FullName)
            .ToDictionary(benchmark => benchmark.FullName, benchmark => benchmark.Seconds, StringComparer.Ordinal);

    /// <summary>Null where there is no such file, or what it says is not what a run writes.</summary>
    public static RunRecord? Read(string path)
    {
        try
        {
            var run = JsonSerializer.Deserialize<RunRecord>(File.ReadAllText(path), Json);
            return run is not null && run.IsPlausible() ? run : null;
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException or JsonException)
        {
            return null;
        }
    }

    public string ToJson() => JsonSerializer.Serialize(this, Json) + "\n";

    /// <summary>Whether it is what a run writes.</summary>
    public bool IsPlausible() =>
        Obstacles.All(reason => reason is not null)
        && LeftOut.All(missing => missing is { Pattern: not null, Reason: not null })
        && (Obstacles.Count > 0 || (!IsQuick && Launches >= MinLaunches && Ended is not null))
        && Topics.Count > 0
        && Topics.All(topic => topic is not null && topic.IsPlausible())
        // What is published is what was measured, all of it.
        && (Obstacles.Count > 0 || Topics.All(topic => topic.Categories.Sum(category => category.Benchmarks.Count) == topic.Benchmarks))
        && Topics.DistinctBy(topic => topic.Name, StringComparer.OrdinalIgnoreCase).Count() == Topics.Count;

    /// <summary>Launches of a published table, of which each shows a spread.</summary>
    public const int MinLaunches = 2;

    // Times and ratios to six significant digits: a launch repeats to two or three.
    private sealed class ShortNumbers : JsonConverter<double>
    {
        public override double Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            reader.GetDouble() is var number && double.IsFinite(number) ? number : throw new JsonException("A number is too large.");

        public override void Write(Utf8JsonWriter writer, double value, JsonSerializerOptions options) =>
            writer.WriteRawValue(value.ToString("G6", System.Globalization.CultureInfo.InvariantCulture));
    }
}
