using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace Bench.Results;

// Reads the file that Microsoft.Crank's controller writes with `--json`. Each job that loads a server has response times and a
// throughput, which is converted to the time per request. A file is one launch, because crank only keeps the mean of several
// `--iterations`.
internal static partial class CrankJson
{
    // The measure for the time per request at the measured throughput.
    public const string Throughput = "Request";

    // The value of BenchmarkResult.How for its results.
    public const string How = "by crank";

    private const string ThroughputResult = "http/rps/mean";

    // In bytes: enough to recognize a file.
    private const int Head = 512;

    public const double NanosecondsOfSecond = 1e9;
    public const double NanosecondsOfMillisecond = 1e6;

    // The names of results of crank's generators, each of which has some of them, and their conversion to ns.
    private static readonly (string Result, string Name, Func<double, double> Nanoseconds)[] Measures =
    [
        (ThroughputResult, Throughput, rate => NanosecondsOfSecond / rate),
        ("http/latency/mean", "LatencyMean", Milliseconds),
        ("http/latency/50", "LatencyP50", Milliseconds),
        ("http/latency/75", "LatencyP75", Milliseconds),
        ("http/latency/90", "LatencyP90", Milliseconds),
        ("http/latency/95", "LatencyP95", Milliseconds),
        ("http/latency/99", "LatencyP99", Milliseconds),
        ("http/latency/max", "LatencyMax", Milliseconds),
    ];

    // The names of load settings of crank's generators.
    private static readonly string[] LoadSettings =
    [
        "protocol",
        "path",
        "connections",
        "threads",
        "streams",
        "pipeline",
        "requests",
        "rate",
        "duration",
        "warmup",
    ];

    private const string RuntimePackage = "Microsoft.NETCore.App";

    private static readonly string[] Failures = ["http/requests/badresponses", "http/requests/errors"];

    // The words for a response time in messages.
    public static string Words(string measure) => measure.Replace("Latency", "", StringComparison.Ordinal).ToLowerInvariant();

    // True for files of any version of crank.
    public static bool Begins(string text) => Results().IsMatch(text);

    // False for a pipe, because it can be read only once.
    public static bool IsIn(string path)
    {
        if (!File.Exists(path) || !FolderFiles.IsRegular(path))
            return false;
        using var file = new InputFile(path, path).Open(InputFile.MaxMegabytesOfRun);
        var head = new byte[Head];
        return Begins(Encoding.Latin1.GetString(head, 0, file.ReadAtLeast(head, head.Length, throwOnEndOfStream: false)));
    }

    public static RunFile Read(string place, Stream stream)
    {
        try
        {
            using var file = JsonDocument.Parse(stream);
            if (!file.RootElement.TryGetProperty("jobResults", out var results) || !results.TryGetProperty("jobs", out var jobs))
                throw new ResultsException(place, "has no jobResults with jobs: not a file of crank's --json.");
            var failure =
                file.RootElement.TryGetProperty("returnCode", out var code) && code.TryGetInt32(out var value) && value != 0
                    ? FormattableString.Invariant($"crank ended with {value}")
                    : null;
            BenchmarkResult[] benchmarks =
            [
                .. jobs.EnumerateObject().SelectMany(job => Benchmarks(place, job.Name, job.Value.GetProperty("results"), failure)),
            ];
            return benchmarks.Length > 0
                ? new RunFile(place, EnvironmentOf(jobs), benchmarks)
                : throw new ResultsException(
                    place,
                    $"{(failure is null ? "" : failure + ": ")}no job has a throughput or a response time. Check that crank ran a load job."
                );
        }
        catch (Exception e) when (e is JsonException or InvalidOperationException or KeyNotFoundException)
        {
            throw new ResultsException(place, $"is not a file of --json of crank 0.2: {e.Message}", e);
        }
    }

    private static IEnumerable<BenchmarkResult> Benchmarks(string place, string job, JsonElement results, string? failure)
    {
        var failed = Failures.Select(kind => (kind, Count: Number(results, kind) ?? 0)).FirstOrDefault(kind => kind.Count > 0);
        var why = failure
            ?? (
                failed.Count > 0
                    ? FormattableString.Invariant($"{failed.kind} is {failed.Count:0.##}, so not all responses were good")
                    : null
            )
            ?? (Number(results, ThroughputResult) is 0 ? $"{ThroughputResult} is 0, so the server never responded" : null);
        var reason = why is null ? null : $"{Path.GetFileName(place)}: {why}";
        foreach (var (result, name, nanoseconds) in Measures)
        {
            // A server that sends no responses has no response times.
            if (Number(results, result) is not { } figure || figure < 0 || (figure == 0 && name != Throughput))
                continue;
            yield return new BenchmarkResult
            {
                Id = new BenchmarkId($"{job}.{name}", JobTraits.Default),
                Type = job,
                Method = name,
                Parameters = "",
                Places = [place],
                Failure = reason,
                How = How,
                IsOfLoad = true,
                IsThroughput = name == Throughput,
                Launches = reason is null ? [new Launch([Time(result, nanoseconds(figure))])] : [],
            };
        }

        double Time(string result, double nanoseconds) =>
            nanoseconds is > 0 and <= Limits.Largest
                ? nanoseconds
                : throw new ResultsException(place, $"{job}: {result} is not a figure of a load test.");
    }

    // Jobs are in the order of their start. The loaded one is directly before the load. A database may be before it.
    private static RunEnvironment EnvironmentOf(JsonElement jobs)
    {
        JsonProperty[] all = [.. jobs.EnumerateObject()];
        var load = Math.Max(
            0,
            Array.FindIndex(all, job => Measures.Any(measure => Number(job.Value.GetProperty("results"), measure.Result) is not null))
        );
        foreach (var job in all.Take(load).Reverse().Concat(all.Skip(load)))
        {
            if (!job.Value.TryGetProperty("environment", out var environment) || environment.ValueKind != JsonValueKind.Object)
                continue;
            var cores = Number(environment, "proc");
            return new RunEnvironment(
                Cores: cores is > 0 and < int.MaxValue ? (int)cores : null,
                OperatingSystem: Text(environment, "os"),
                Architecture: Text(environment, "arch"),
                Runtime: RuntimeOf(job.Value),
                Load: LoadOf(all[load].Value)
            );
        }

        return new RunEnvironment();
    }

    // Crank uses the newest build of a channel. It only reports the version if it collects dependencies.
    private static string? RuntimeOf(JsonElement job) =>
        job.TryGetProperty("dependencies", out var dependencies) && dependencies.ValueKind == JsonValueKind.Array
            ? dependencies
                .EnumerateArray()
                .Where(dependency =>
                    dependency.ValueKind == JsonValueKind.Object
                    && dependency.TryGetProperty("names", out var names)
                    && names.ValueKind == JsonValueKind.Array
                    && names.EnumerateArray().Any(name => name.ValueKind == JsonValueKind.String && name.ValueEquals(RuntimePackage))
                )
                .Select(dependency => Text(dependency, "version") is { } version ? $".NET {version}" : null)
                .FirstOrDefault()
            : null;

    private static string? LoadOf(JsonElement job)
    {
        if (!job.TryGetProperty("variables", out var variables) || variables.ValueKind != JsonValueKind.Object)
            return null;
        string[] settings =
        [
            .. LoadSettings
                .Select(name => (Name: name, Value: variables.TryGetProperty(name, out var value) ? Scalar(value) : null))
                .Where(setting => setting.Value is not null)
                .Select(setting => $"{setting.Name} {setting.Value}"),
        ];
        return settings.Length == 0 ? null : string.Join(", ", settings);
    }

    // A setting from the command line is text, and one from a file is a number.
    private static string? Scalar(JsonElement value) =>
        value.ValueKind switch
        {
            JsonValueKind.Number => value.GetRawText(),
            JsonValueKind.String when value.GetString() is { Length: > 0 } text => text,
            _ => null,
        };

    private static double Milliseconds(double milliseconds) => milliseconds * NanosecondsOfMillisecond;

    private static double? Number(JsonElement element, string name) =>
        element.TryGetProperty(name, out var value) && value.ValueKind == JsonValueKind.Number && value.TryGetDouble(out var number)
            ? number
            : null;

    private static string? Text(JsonElement element, string name) =>
        element.TryGetProperty(name, out var value) && value.ValueKind == JsonValueKind.String ? value.GetString() : null;

    [GeneratedRegex("\"jobResults\"\\s*:\\s*\\{", RegexOptions.CultureInvariant | RegexOptions.IgnoreCase)]
    private static partial Regex Results();
}
