using System.Text.Json;
using Bench.Hiding;

namespace Bench.Load;

// Hides secrets of a plan before it gets into files and reports.
internal static class LoadSecrets
{
    // True if a plan from a file has every value that Hide reads.
    public static bool IsWhole(LoadMatrix matrix) =>
        matrix.Path is not null
        && !matrix.Start.Concat(matrix.Headers.Values).Contains(null)
        && matrix.Requests?.All(request =>
            request is { Name: not null, Path: not null, Headers: { } headers } && !headers.Values.Contains(null)
        )
            is true;

    public static bool IsWhole(LoadVariant? variant) =>
        variant is { Switches: { } switches, Expect: not null, Environment: not null, Properties: not null, ExpectHeaders: not null }
        && !switches
            .Concat(variant.Environment.Values)
            .Concat(variant.Properties.Values)
            .Concat(variant.ExpectHeaders.Values)
            .Contains(null);

    public static Secrets Of(LoadMatrix matrix)
    {
        var secrets = new Secrets();
        Hide(matrix, secrets);
        return secrets;
    }

    public static LoadMatrix Hide(LoadMatrix matrix, Secrets secrets) =>
        matrix with
        {
            Path = secrets.Path(matrix.Path),
            Headers = Each(matrix.Headers, secrets.Header),
            Body = secrets.Body(matrix.Body),
            ExpectBody = secrets.Body(matrix.ExpectBody),
            Requests =
            [
                .. matrix.Requests.Select(request =>
                    request with
                    {
                        Path = secrets.Path(request.Path),
                        Headers = Each(request.Headers, secrets.Header),
                        Body = secrets.Body(request.Body),
                        ExpectBody = secrets.Body(request.ExpectBody),
                    }
                ),
            ],
            Start = secrets.Words(matrix.Start),
            ReadyPath = matrix.ReadyPath is { } path ? secrets.Path(path) : null,
            Variants = [.. matrix.Variants.Select(variant => Hide(variant, secrets))],
        };

    public static LoadVariant Hide(LoadVariant variant, Secrets secrets) =>
        variant with
        {
            Environment = Each(variant.Environment, secrets.Variable),
            Switches = secrets.Words(variant.Switches),
            Properties = Each(variant.Properties, secrets.Setting),
            Expect = variant.Expect.ToDictionary(one => one.Key, one => Shown(one.Key, one.Value, secrets)),
            ExpectHeaders = Each(variant.ExpectHeaders, secrets.Header),
        };

    private static Dictionary<string, string> Each(IReadOnlyDictionary<string, string> values, Func<string, string, string> hide) =>
        values.ToDictionary(value => value.Key, value => hide(value.Key, value.Value));

    private static JsonElement Shown(string name, JsonElement value, Secrets secrets)
    {
        if (value.ValueKind != JsonValueKind.String)
            return value;
        using var shown = JsonDocument.Parse($"\"{JsonEncodedText.Encode(secrets.Setting(name, value.GetString()!))}\"");
        return shown.RootElement.Clone();
    }
}
