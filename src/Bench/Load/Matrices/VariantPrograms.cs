using System.Globalization;
using System.Text.Json;
using Bench.Runner;

namespace Bench.Load;

internal sealed class VariantPrograms(
    LoadMatrix matrix,
    IReadOnlyList<string> variables,
    string folder,
    IReadOnlyList<int>? cores,
    Func<LoadVariant, string, CancellationToken, string> publish
)
{
    private readonly Dictionary<string, string> programs = [];

    public void Publish(Action<LoadVariant> report, CancellationToken cancellationToken)
    {
        foreach (var variant in matrix.Variants.Where(variant => !programs.ContainsKey(Key(variant))))
        {
            report(variant);
            programs.Add(
                Key(variant),
                VariantServer.Named(variant, () =>
                    publish(
                        variant,
                        Path.Combine(folder, string.Create(CultureInfo.InvariantCulture, $"server{programs.Count}")),
                        cancellationToken
                    )
                )
            );
        }
    }

    public string ProgramOf(LoadVariant variant) => programs[Key(variant)];

    public VariantServer Start(LoadVariant variant, CancellationToken cancellationToken)
    {
        var server = VariantServer.Named(variant, () => SampleServer.Start(
                new ServerStart(
                    ProgramOf(variant),
                    variant.Switches,
                    [.. variables, .. variant.Environment.Select(variable => $"{variable.Key}={variable.Value}")]
                )
                {
                    Command = matrix.Start,
                    ReadyPath = matrix.ReadyPath,
                    Cores = cores,
                    Temporary = TemporaryFiles.Of(folder),
                    TimeToStart = TimeSpan.FromSeconds(matrix.StartSeconds),
                },
                cancellationToken
            ));
        try
        {
            VariantServer.Named(variant, () =>
            {
                EnsureAnswer(server, variant, cancellationToken);
                return server;
            });
        }
        catch
        {
            server.Dispose();
            throw;
        }

        return new VariantServer(variant, server, cancellationToken);
    }

    private static string Key(LoadVariant variant) =>
        string.Join(
            ' ',
            variant
                .Properties.OrderBy(property => property.Key, StringComparer.Ordinal)
                .Select(property => $"{property.Key}={property.Value}")
                .Prepend($"{variant.Project} {variant.Framework}")
        );

    private void EnsureAnswer(SampleServer server, LoadVariant variant, CancellationToken cancellationToken)
    {
        foreach (var part in matrix.Parts(server.Addresses[0]))
        {
            var answer = Probe.Get(part.Url, cancellationToken, part.Request, server);
            foreach (var (name, expected) in variant.ExpectHeaders)
            {
                if (!answer.Headers.TryGetValue(name, out var actual) || !actual.Contains(expected, StringComparison.OrdinalIgnoreCase))
                    throw new LoadException(
                        $"the setting had no effect: the header {name} is {(actual is null ? "not sent" : $"\"{actual}\"")} instead of \"{expected}\"."
                    );
            }
        }

        if (variant.Expect.Count == 0)
            return;
        using var health = Parse(Probe.Get(new Uri(server.Addresses[0], "/health"), cancellationToken, server: server).Body);
        foreach (var (name, expected) in variant.Expect)
        {
            var isThere = health.RootElement.TryGetProperty(name, out var actual);
            if (!isThere || !Fits(actual, expected))
                throw new LoadException(
                    $"the setting had no effect: {name} is {(isThere ? actual.GetRawText() : "missing")} instead of {expected.GetRawText()}."
                );
        }
    }

    private static JsonDocument Parse(string text)
    {
        try
        {
            var json = JsonDocument.Parse(text);
            if (json.RootElement.ValueKind == JsonValueKind.Object)
                return json;
            json.Dispose();
        }
        catch (JsonException)
        {
            // Same error as for JSON that is not an object.
        }

        throw new LoadException("/health did not return a JSON object.");
    }

    // ".NET 8." fits ".NET 8.0.31": the expected text may be a prefix.
    private static bool Fits(JsonElement actual, JsonElement expected) =>
        actual.ValueKind == JsonValueKind.String && expected.ValueKind == JsonValueKind.String
            ? actual.GetString()!.StartsWith(expected.GetString()!, StringComparison.OrdinalIgnoreCase)
            : JsonElement.DeepEquals(actual, expected);
}
