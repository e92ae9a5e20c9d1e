using System.Text.Json.Serialization;
using Bench.Hiding;

namespace Bench.Load;

internal sealed record ScenarioRequest
{
    /// <summary>What its figures are called; null for its method and path.</summary>
    public string? Name { get; set; }

    public string Method { get; set; } = "GET";

    public string Path { get; set; } = "/";

    /// <summary>What the request line says: letters beyond ASCII are encoded there.</summary>
    [JsonIgnore]
    public string Target => new Uri(new Uri("http://localhost"), Path).PathAndQuery;

    /// <summary>What its figures are called.</summary>
    [JsonIgnore]
    public string Label => Name ?? (Method == "GET" ? "" : Method + " ") + new Secrets().Path(Path);

    public string? Body { get; set; }

    public string ContentType { get; set; } = "application/json";

    /// <summary>How often it is drawn, compared with the others.</summary>
    public double Weight { get; set; } = 1;

    /// <summary>How many virtual users send this request and no other; null where each sends all of them, drawn by weight.</summary>
    public int? VirtualUsers { get; set; }

    public ScenarioChecks Checks { get; set; } = new();
}
