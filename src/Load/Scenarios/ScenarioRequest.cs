namespace Bench.Load;

internal sealed record ScenarioRequest
{
    public string Method { get; set; } = "GET";

    public string Path { get; set; } = "/";

    public string? Body { get; set; }

    public string ContentType { get; set; } = "application/json";

    /// <summary>How often it is drawn, compared with the others.</summary>
    public double Weight { get; set; } = 1;

    public ScenarioChecks Checks { get; set; } = new();
}
