using System.Text.Json;
using System.Text.RegularExpressions;

namespace Bench.Results;

/// <summary>Benchmarks that a build could not include: a package or a server was missing.</summary>
/// <param name="Pattern">Their full names, in which <c>*</c> is any text and <c>?</c> any character.</param>
internal sealed record LeftOutBenchmarks(string Pattern, string Reason);

/// <summary>
/// What a run of the harness recorded of itself: in <c>run.json</c> beside its results, and in a folder <c>runs</c> of published tables.
/// </summary>
/// <param name="Files">The names of the files that it wrote.</param>
internal sealed partial record RecordedRun(DateTimeOffset Started, IReadOnlySet<string> Files)
{
    public const string Name = "run.json";

    private const string PublishedFolder = "runs";
    private const int MaxMegabytes = 10;
    private const int MaxPattern = 500;

    /// <summary>The version of the way to measure. Runs before the second one do not record it.</summary>
    public int Method { get; private init; } = 1;

    /// <summary>Family and model of the processor; null where the run did not record them.</summary>
    public string? ProcessorModel { get; private init; }

    private string? Instructions { get; init; }

    public IReadOnlyList<LeftOutBenchmarks> LeftOut { get; private init; } = [];

    /// <summary>Whether a file is one by its path.</summary>
    public static bool IsName(string path) =>
        path.Split('/', '\\') is [.., var folder, var name]
            ? name == Name || (folder == PublishedFolder && name.EndsWith(".json", StringComparison.OrdinalIgnoreCase))
            : path == Name;

    /// <summary>The runs that wrote a file of this name, the newest first: published tables have a record of each machine class.</summary>
    public static IReadOnlyList<RecordedRun> Of(string file, IEnumerable<RecordedRun?> runs) =>
        [.. runs.OfType<RecordedRun>().Where(run => run.Files.Contains(Path.GetFileName(file))).OrderByDescending(run => run.Started)];

    /// <summary>Whether a file may be of this run by what it says of its machine.</summary>
    public bool MayBeOf(RunEnvironment file) =>
        (ProcessorModel is null || file.ProcessorModel is null || RunEnvironment.IsSameModel(ProcessorModel, file.ProcessorModel))
        && (Instructions is null || file.Instructions is null || Instructions == file.Instructions);

    /// <summary>Reads a file; null where it records nothing.</summary>
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

    /// <inheritdoc cref="Read"/>
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
                // What git keeps can't be converted: before it was a property of its own, the model ended the description.
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
