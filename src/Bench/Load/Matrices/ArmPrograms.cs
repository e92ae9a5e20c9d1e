using System.Globalization;
using System.Text.Json;
using Bench.Runner;

namespace Bench.Load;

internal sealed class ArmPrograms(
    LoadMatrix matrix,
    IReadOnlyList<string> variables,
    string folder,
    IReadOnlyList<int>? cores,
    Func<LoadArm, string, CancellationToken, string> publish
)
{
    private readonly Dictionary<string, string> programs = [];

    public void Publish(Action<LoadArm> report, CancellationToken cancellationToken)
    {
        foreach (var arm in matrix.Arms.Where(arm => !programs.ContainsKey(Key(arm))))
        {
            report(arm);
            programs.Add(
                Key(arm),
                ArmServer.Named(arm, () =>
                    publish(
                        arm,
                        Path.Combine(folder, string.Create(CultureInfo.InvariantCulture, $"server{programs.Count}")),
                        cancellationToken
                    )
                )
            );
        }
    }

    public string ProgramOf(LoadArm arm) => programs[Key(arm)];

    public ArmServer Start(LoadArm arm, CancellationToken cancellationToken)
    {
        var server = ArmServer.Named(arm, () => SampleServer.Start(
                new ServerStart(
                    ProgramOf(arm),
                    arm.Switches,
                    [.. variables, .. arm.Environment.Select(variable => $"{variable.Key}={variable.Value}")]
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
            ArmServer.Named(arm, () =>
            {
                EnsureAnswer(server, arm, cancellationToken);
                return server;
            });
        }
        catch
        {
            server.Dispose();
            throw;
        }

        return new ArmServer(arm, server, cancellationToken);
    }

    private static string Key(LoadArm arm) =>
        string.Join(
            ' ',
            arm.Properties.OrderBy(property => property.Key, StringComparer.Ordinal)
                .Select(property => $"{property.Key}={property.Value}")
                .Prepend($"{arm.Project} {arm.Framework}")
        );

    private void EnsureAnswer(SampleServer server, LoadArm arm, CancellationToken cancellationToken)
    {
        foreach (var part in matrix.Parts(server.Addresses[0]))
        {
            var answer = Probe.Get(part.Url, cancellationToken, part.Request, server);
            foreach (var (name, expected) in arm.ExpectHeaders)
            {
                if (!answer.Headers.TryGetValue(name, out var actual) || !actual.Contains(expected, StringComparison.OrdinalIgnoreCase))
                    throw new LoadException(
                        $"the setting had no effect: the header {name} is {(actual is null ? "not sent" : $"\"{actual}\"")} instead of \"{expected}\"."
                    );
            }
        }

        if (arm.Expect.Count == 0)
            return;
        using var health = Parse(Probe.Get(new Uri(server.Addresses[0], "/health"), cancellationToken, server: server).Body);
        foreach (var (name, expected) in arm.Expect)
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
