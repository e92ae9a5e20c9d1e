using System.Text.Json.Serialization;
using Bench.Hiding;

namespace Bench.Load;

internal sealed record ScenarioRequest
{
    /// <summary>Name in reports; null for method and path.</summary>
    public string? Name { get; set; }

    public string Method { get; set; } = "GET";

    public string Path { get; set; } = "/";

    /// <summary>For the request line, in which letters beyond ASCII are encoded.</summary>
    [JsonIgnore]
    public string Target => new Uri(new Uri("http://localhost"), Path).PathAndQuery;

    /// <summary>Name in reports.</summary>
    [JsonIgnore]
    public string Label => Name ?? (Method == "GET" ? "" : Method + " ") + new Secrets().Path(Path);

    public string? Body { get; set; }

    public string ContentType { get; set; } = "application/json";

    /// <summary>Relative frequency with which it is drawn.</summary>
    public double Weight { get; set; } = 1;

    /// <summary>Number of virtual users that send only this request; null if all users send all requests, drawn by weight.</summary>
    public int? VirtualUsers { get; set; }

    public ScenarioChecks Checks { get; set; } = new();
}
