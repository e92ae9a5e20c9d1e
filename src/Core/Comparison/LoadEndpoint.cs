namespace Bench.Comparison;

/// <summary>A web application and a request to it, as <c>bench.json</c> describes what <c>bench load gate</c> loads.</summary>
/// <param name="Project">Its project file.</param>
/// <param name="Framework">Its target framework, where it has several; null for the newest that both builds have.</param>
/// <param name="ExpectStatus">The status of a good answer; null for any 2xx.</param>
/// <param name="ExpectBody">What the body of an answer must contain.</param>
/// <param name="Arguments">Of the application.</param>
/// <param name="Start">The command that starts it, word by word; null for the published program with <c>--urls</c>.</param>
/// <param name="ReadyPath">What it answers with 2xx once it is ready; null where listening is enough.</param>
/// <param name="StartSeconds">How long it may take until it is ready, s; null for the usual time.</param>
/// <param name="Pin">Whether servers and generator run on different cores.</param>
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
    /// <summary>How a load gate is called, and how the names of its measures begin.</summary>
    public static string GateOf(string name) => $"{name}-gate";
}
