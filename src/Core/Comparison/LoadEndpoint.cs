namespace Bench.Comparison;

// Describes in `bench.json` a web application and a request that `bench load gate` sends.
// Framework is only needed if the project has several, and defaults to the newest that both builds have. ExpectStatus defaults to any
// 2xx. ExpectBody is text that the response must contain. Start is the command, word by word, and defaults to the published program
// with `--urls`. ReadyPath returns 2xx once the application is ready; by default listening is enough. Pin runs servers and generator on
// different cores.
internal sealed record LoadEndpoint(
    string? Name = null,
    string? Project = null,
    string? Framework = null,
    string? Path = null,
    string? Method = null,
    IReadOnlyDictionary<string, string>? Headers = null,
    string? Body = null,
    int? ExpectStatus = null,
    string? ExpectBody = null,
    int? Connections = null,
    IReadOnlyDictionary<string, string>? Environment = null,
    IReadOnlyList<string>? Arguments = null,
    IReadOnlyList<string>? Start = null,
    string? ReadyPath = null,
    double? StartSeconds = null,
    bool? Pin = null
)
{
    // The name of the load gate, and the prefix of its measures.
    public static string GateOf(string name) => $"{name}-gate";
}
