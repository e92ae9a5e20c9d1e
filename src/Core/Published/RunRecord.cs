using System.Text.Json;
using System.Text.Json.Serialization;
using Bench.Results;

namespace Bench.Published;

// The record of a run. It shows whether the run may be published and which code it belongs to, and it can be merged with others.
// Ended is null before the last benchmark was measured. Commit is git's name, with "-dirty" for a changed work tree, and null without git.
// IsQuick marks a first answer whose figures must not be quoted. Launches is the fewest of any benchmark. Host has BenchmarkDotNet's
// version and the operating system. Host, Processor and Runtime are empty, and Machine is null, before the run. Obstacles are the reasons
// against publishing it. Topics are those requested. Method is the version of the measuring method. Only runs of the same version are
// merged. Version 1 measured the empty calls of all processes of a comparison group at the same time. Version 4 uses processor time.
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

    // The version that this code uses.
    public const int CurrentMethod = 4;

    // Benchmarks that the build or the machine could not include. `bench compare` does not report them as vanished.
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

    // The processor's generation, if known.
    [JsonIgnore]
    public string MachineName => Machine is null ? "unknown machine" : MachineClassName.Of(Machine);

    [JsonIgnore]
    public int Benchmarks => Topics.Sum(topic => topic.Benchmarks);

    // Distinguishes runs by their start.
    [JsonIgnore]
    public string Name => FormattableString.Invariant($"{Started.UtcDateTime:yyyy-MM-dd-HHmm}");

    // The duration of a launch of each benchmark: its share of that of its comparison group. Only those with a known duration.
    public Dictionary<string, double> SecondsByBenchmark() =>
        Topics
            .SelectMany(topic => topic.Categories)
            .Where(category => category.Seconds > 0)
            .SelectMany(category =>
                category.Benchmarks.Select(benchmark => (benchmark.FullName, Seconds: category.Seconds / category.Benchmarks.Count))
            )
            .DistinctBy(benchmark => benchmark.FullName)
            .ToDictionary(benchmark => benchmark.FullName, benchmark => benchmark.Seconds, StringComparer.Ordinal);

    // Null if the file is missing, or is not a record that a run can write.
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

    // False for a record that no run writes.
    public bool IsPlausible() =>
        Obstacles.All(reason => reason is not null)
        && LeftOut.All(missing => missing is { Pattern: not null, Reason: not null })
        && (Obstacles.Count > 0 || (!IsQuick && Launches >= MinLaunches && Ended is not null))
        && Topics.Count > 0
        && Topics.All(topic => topic is not null && topic.IsPlausible())
        // A published run has measured everything that was requested.
        && (Obstacles.Count > 0 || Topics.All(topic => topic.Categories.Sum(category => category.Benchmarks.Count) == topic.Benchmarks))
        && Topics.DistinctBy(topic => topic.Name, StringComparer.OrdinalIgnoreCase).Count() == Topics.Count;

    // The fewest launches for publishing a table. Each table must show a spread.
    public const int MinLaunches = 2;

    // Six significant digits for times and ratios, because a launch repeats to two or three.
    private sealed class ShortNumbers : JsonConverter<double>
    {
        public override double Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            reader.GetDouble() is var number && double.IsFinite(number) ? number : throw new JsonException("A number is too large.");

        public override void Write(Utf8JsonWriter writer, double value, JsonSerializerOptions options) =>
            writer.WriteRawValue(value.ToString("G6", System.Globalization.CultureInfo.InvariantCulture));
    }
}
