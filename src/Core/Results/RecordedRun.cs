using System.Text.Json;
using System.Text.RegularExpressions;

namespace Bench.Results;

// Benchmarks that a build could not include because a package or a server was missing. In Pattern, `*` is any text and `?` any character.
internal sealed record LeftOutBenchmarks(string Pattern, string Reason);

// The record that a run of the harness wrote: `run.json` next to its results, or a file in the folder `runs` of published tables.
// Files are the names of the files that it wrote.
internal sealed partial record RecordedRun(DateTimeOffset Started, IReadOnlySet<string> Files)
{
    public const string Name = "run.json";

    private const string PublishedFolder = "runs";
    private const int MaxMegabytes = 10;
    private const int MaxPattern = 500;

    // The version of the measuring method. Version 1 did not record it.
    public int Method { get; private init; } = 1;

    public string? ProcessorModel { get; private init; }

    private string? Instructions { get; init; }

    public IReadOnlyList<LeftOutBenchmarks> LeftOut { get; private init; } = [];

    public static bool IsName(string path) =>
        path.Split('/', '\\') is [.., var folder, var name]
            ? name == Name || (folder == PublishedFolder && name.EndsWith(".json", StringComparison.OrdinalIgnoreCase))
            : path == Name;

    // Newest first. Published tables have a record per machine class.
    public static IReadOnlyList<RecordedRun> Of(string file, IEnumerable<RecordedRun?> runs) =>
        [.. runs.OfType<RecordedRun>().Where(run => run.Files.Contains(Path.GetFileName(file))).OrderByDescending(run => run.Started)];

    // False if the file describes another machine.
    public bool MayBeOf(RunEnvironment file) =>
        (ProcessorModel is null || file.ProcessorModel is null || RunEnvironment.IsSameModel(ProcessorModel, file.ProcessorModel))
        && (Instructions is null || file.Instructions is null || Instructions == file.Instructions);

    // Null if it is not a record.
    public static RecordedRun? Read(string path)
    {
        try
        {
            return Parse(new InputFile(path, path).ReadBytes(MaxMegabytes));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ResultsException)
        {
            return null;
        }
    }

    public static RecordedRun? Parse(ReadOnlyMemory<byte> json)
    {
        try
        {
            using var record = JsonDocument.Parse(json);
            var root = record.RootElement;
            if (
                root.ValueKind != JsonValueKind.Object
                || !root.TryGetProperty("started", out var started)
                || started.ValueKind != JsonValueKind.String
                || !started.TryGetDateTimeOffset(out var time)
            )
                return null;
            var files = new HashSet<string>(StringComparer.Ordinal);
            Collect(root, files);
            var run = new RecordedRun(time, files)
            {
                ProcessorModel = root.TryGetProperty("machine", out var machine) ? Text(machine, "processorModel") : null,
                Instructions = InstructionSet.LevelOf(Text(root, "runtime") ?? ""),
                LeftOut = [.. Items(root, "leftOut").Select(LeftOutOf).OfType<LeftOutBenchmarks>()],
            };
            return run with
            {
                Method = root.TryGetProperty("method", out var method) && method.TryGetInt32(out var version) ? version : run.Method,
                // Published records cannot be converted. In older ones the model is the end of the processor's description.
                ProcessorModel = run.ProcessorModel
                    ?? (
                        Text(root, "processor") is { } processor && Described().Match(processor) is { Success: true } family
                            ? $"family {family.Groups[1].Value} model {family.Groups[2].Value}"
                            : null
                    ),
            };
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException)
        {
            return null;
        }
    }

    private static LeftOutBenchmarks? LeftOutOf(JsonElement item) =>
        Text(item, "pattern") is { Length: <= MaxPattern } pattern && Text(item, "reason") is { } reason
            ? new(pattern, reason.ReplaceLineEndings(" "))
            : null;

    private static string? Text(JsonElement element, string name) =>
        element.ValueKind == JsonValueKind.Object && element.TryGetProperty(name, out var text) && text.ValueKind == JsonValueKind.String
            ? text.GetString()
            : null;

    private static IEnumerable<JsonElement> Items(JsonElement element, string name) =>
        element.TryGetProperty(name, out var items) && items.ValueKind == JsonValueKind.Array ? items.EnumerateArray() : [];

    private static void Collect(JsonElement element, HashSet<string> files)
    {
        if (element.ValueKind == JsonValueKind.Array)
        {
            foreach (var item in element.EnumerateArray())
                Collect(item, files);
        }

        if (element.ValueKind != JsonValueKind.Object)
            return;
        foreach (var property in element.EnumerateObject())
        {
            if (property.Name == "files" && property.Value.ValueKind == JsonValueKind.Array)
                files.UnionWith(
                    property.Value.EnumerateArray().Where(name => name.ValueKind == JsonValueKind.String).Select(name => name.GetString()!)
                );
            else
                Collect(property.Value, files);
        }
    }

    [GeneratedRegex(@"family (\d+), model (\d+)$", RegexOptions.CultureInvariant)]
    private static partial Regex Described();
}
