using System.Text.Json.Serialization;

namespace Bench.Load;

internal sealed record ScenarioRequest
{
    public string Method { get; set; } = "GET";

    public string Path { get; set; } = "/";

    /// <summary>What the request line says: letters beyond ASCII are encoded there.</summary>
    [JsonIgnore]
    public string Target => new Uri(new Uri("http://localhost"), Path).PathAndQuery;

    public string? Body { get; set; }

    public string ContentType { get; set; } = "application/json";

    /// <summary>How often it is drawn, compared with the others.</summary>
    public double Weight { get; set; } = 1;

    public ScenarioChecks Checks { get; set; } = new();
}
