using System.Text.Json;
using Bench.Results;

namespace Bench.Load;

/// <summary>
/// Data of k6's <c>handleSummary</c> as JSON, or the file of the older <c>--summary-export</c>. Both cover the whole run, including the
/// time in which users come and go.
/// </summary>
/// <param name="Name">File name without extension.</param>
/// <param name="FailedShare">Share of requests that k6 counts as failed, from 0 to 1.</param>
/// <param name="FailedThresholds">Each as "metric: threshold".</param>
internal sealed record K6Summary(
    string Name,
    double RequestsPerSecond,
    double? MeanMilliseconds,
    double? P95Milliseconds,
    double? FailedShare,
    IReadOnlyList<string> FailedThresholds
)
{
    private const double Largest = 1e15;

    public static K6Summary Read(InputFile file)
    {
        try
        {
            using var json = JsonDocument.Parse(file.ReadText());
            return Create(Path.GetFileNameWithoutExtension(file.Path), json.RootElement)
                ?? throw new LoadException($"{file} is not a summary of k6: it has no metrics.http_reqs with a rate.");
        }
        catch (JsonException e)
        {
            throw new LoadException($"{file} is not JSON: {JsonTrouble.Of(e)}.");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new LoadException($"{file} cannot be read: {e.Message}");
        }
    }

    private static K6Summary? Create(string name, JsonElement root)
    {
        if (Property(root, "metrics") is not { ValueKind: JsonValueKind.Object } metrics || Value("http_reqs", "rate") is not { } rate)
            return null;
        return new K6Summary(
            name,
            rate,
            Value("http_req_duration", "avg"),
            Value("http_req_duration", "p(95)"),
            Value("http_req_failed", "rate") ?? Value("http_req_failed", "value"),
            [.. metrics.EnumerateObject().SelectMany(FailedOf)]
        );

        // --summary-export has the values in the metric itself.
        double? Value(string metric, string value) =>
            Property(metrics, metric) is { } all
            && Property(Property(all, "values") ?? all, value) is { ValueKind: JsonValueKind.Number } number
            && number.TryGetDouble(out var found)
            && found is >= 0 and <= Largest
                ? found
                : null;
    }

    private static IEnumerable<string> FailedOf(JsonProperty metric) =>
        Property(metric.Value, "thresholds") is { ValueKind: JsonValueKind.Object } thresholds
            ? thresholds
                .EnumerateObject()
                .Where(threshold => IsFailed(threshold.Value))
                .Select(threshold => $"{metric.Name}: {threshold.Name}")
            : [];

    // --summary-export writes true for a failed threshold; handleSummary writes "ok": false.
    private static bool IsFailed(JsonElement threshold) =>
        threshold.ValueKind == JsonValueKind.True || Property(threshold, "ok") is { ValueKind: JsonValueKind.False };

    private static JsonElement? Property(JsonElement element, string name) =>
        element.ValueKind == JsonValueKind.Object && element.TryGetProperty(name, out var value) ? value : null;
}
