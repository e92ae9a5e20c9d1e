using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.RegularExpressions;

namespace Bench.Harness.Records;

/// <summary>What a run was and what it measured: enough to tell whether it may be published, which code it belongs to, and to merge it with others.</summary>
/// <param name="Started">When the run began, in UTC.</param>
/// <param name="Ended">When its last benchmark was measured; null before.</param>
/// <param name="Commit">What was measured, as git names it, "-dirty" where the work tree had changes; null without git.</param>
/// <param name="Kind">Measured or Quick.</param>
/// <param name="Launches">The fewest launches of a benchmark.</param>
/// <param name="Host">BenchmarkDotNet's version and the operating system; empty before the run.</param>
/// <param name="Processor">The processor; empty before the run.</param>
/// <param name="Runtime">The runtime; empty before the run.</param>
/// <param name="Obstacles">Why the run may not be published; empty for one that may.</param>
/// <param name="Topics">What was asked for, by topic.</param>
/// <param name="Method">Which version of the measuring made the ratios: only runs of the same are merged. 1 measured the empty calls of a category's processes all at once.</param>
internal sealed record RunRecord(
    DateTimeOffset Started,
    DateTimeOffset? Ended,
    string? Commit,
    RunKind Kind,
    int Launches,
    string Host,
    string Processor,
    string Runtime,
    IReadOnlyList<string> Obstacles,
    IReadOnlyList<TopicRecord> Topics,
    int Method = 1)
{
    public const string FileName = "run.json";

    /// <summary>The version of today's code.</summary>
    public const int CurrentMethod = 2;

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

    [JsonIgnore]
    public int Benchmarks => Topics.Sum(topic => topic.Benchmarks);

    /// <summary>What a run is called among others: its start.</summary>
    [JsonIgnore]
    public string Name => FormattableString.Invariant($"{Started.UtcDateTime:yyyy-MM-dd-HHmm}");

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

    private bool IsPlausible() =>
        Obstacles.All(reason => reason is not null)
        && (Obstacles.Count > 0 || (Kind == RunKind.Measured && Launches >= MinLaunches && Ended is not null))
        && Topics.Count > 0
        && Topics.All(topic => topic is not null && topic.IsPlausible())
        // What is published is what was measured, all of it.
        && (Obstacles.Count > 0 || Topics.All(topic => topic.Categories.Sum(category => category.Benchmarks.Count) == topic.Benchmarks))
        && Topics.DistinctBy(topic => topic.Name, StringComparer.OrdinalIgnoreCase).Count() == Topics.Count;

    /// <summary>Launches of a published table: fewer show no spread worth the name.</summary>
    public const int MinLaunches = 3;

    // Times and ratios to six significant digits: a launch repeats to two or three.
    private sealed class ShortNumbers : JsonConverter<double>
    {
        public override double Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            reader.GetDouble() is var number && double.IsFinite(number) ? number : throw new JsonException("A number is too large.");

        public override void Write(Utf8JsonWriter writer, double value, JsonSerializerOptions options) =>
            writer.WriteRawValue(value.ToString("G6", System.Globalization.CultureInfo.InvariantCulture));
    }
}

/// <summary>A namespace of benchmarks in a run: what is published together, because what is compared must come from one run.</summary>
/// <param name="Name">The last part of the namespace.</param>
/// <param name="Benchmarks">How many benchmarks of it were asked for.</param>
/// <param name="Code">What identifies the code that its figures depend on; null without git.</param>
/// <param name="Files">The names of its tables in the results folder; none before the run.</param>
/// <param name="Notes">What a reader must know beside the figures of all its tables.</param>
/// <param name="Categories">What was measured; none before the run.</param>
internal sealed partial record TopicRecord(
    string Name, int Benchmarks, string? Code, IReadOnlyList<string> Files, IReadOnlyList<string> Notes, IReadOnlyList<CategoryRecord> Categories)
{
    // The record may have been edited: nothing outside the results folder is copied, and nothing is replaced by less than a table.
    public bool IsPlausible() =>
        SafeName().IsMatch(Name)
        && Files.All(file => file is { Length: > 0 } && file == Path.GetFileName(file) && file.Contains("-report", StringComparison.Ordinal))
        && Files.Distinct(StringComparer.OrdinalIgnoreCase).Count() == Files.Count
        && Files.Any(file => file.EndsWith("-report-github.md", StringComparison.Ordinal))
        && Categories.All(category => category is not null && category.IsPlausible());

    [GeneratedRegex(@"\A[A-Za-z][A-Za-z0-9]{0,50}\z")]
    private static partial Regex SafeName();
}

/// <summary>The alternatives of a category.</summary>
/// <param name="Type">The class, without namespace and "Benchmarks".</param>
/// <param name="Parameters">The values of its parameters, in order.</param>
/// <param name="Name">The benchmark categories; empty where there are none.</param>
/// <param name="Benchmarks">The benchmarks, in the order of the table.</param>
internal sealed record CategoryRecord(string Type, IReadOnlyList<string> Parameters, string Name, IReadOnlyList<BenchmarkRecord> Benchmarks)
{
    /// <summary>What tells it from all others of its topic.</summary>
    [JsonIgnore]
    public string Title => string.Join(", ", [Type, .. Parameters, .. Name.Length > 0 ? [Name] : Array.Empty<string>()]);

    public bool IsPlausible() =>
        Benchmarks.Count > 0 && Benchmarks.All(benchmark => benchmark is not null && benchmark.IsPlausible()) && Benchmarks.Count(benchmark => benchmark.IsBaseline) <= 1
        && Benchmarks.DistinctBy(benchmark => benchmark.Name, StringComparer.Ordinal).Count() == Benchmarks.Count;
}

/// <summary>What a run says of a benchmark.</summary>
/// <param name="Name">The method, and its job where the category has several.</param>
/// <param name="FullName">BenchmarkDotNet's full name.</param>
/// <param name="IsBaseline">Whether the others are compared with it.</param>
/// <param name="Times">The mean of each launch, ns an operation; none where it failed.</param>
/// <param name="LogRatios">The logarithm of the ratio to the baseline in each launch that measured both.</param>
/// <param name="Errors">The standard errors of those, from the rounds of the launch.</param>
/// <param name="Bytes">Allocated bytes an operation; null where not counted.</param>
/// <param name="IsInterleaved">Whether it was measured interleaved with its baseline.</param>
internal sealed record BenchmarkRecord(
    string Name, string FullName, bool IsBaseline, IReadOnlyList<double> Times, IReadOnlyList<double> LogRatios, IReadOnlyList<double> Errors, double? Bytes, bool IsInterleaved)
{
    public bool IsPlausible() => Times.All(time => time > 0) && Errors.Count == LogRatios.Count && Errors.All(error => error >= 0) && Bytes is null or >= 0;
}
