namespace Bench.Tests;

/// <summary>The output of Microsoft.Crank's controller with <c>--json</c>, version 0.2.</summary>
internal static class CrankFile
{
    // Connections are a JSON value, a number or text; without them the load has no variables. Crank reports a runtime only if asked to.
    public static string Create(
        double rate,
        double p99,
        double bad = 0,
        string? connections = null,
        string? runtime = null,
        string path = "/a"
    ) =>
        FormattableString.Invariant(
            $$"""
            {
              "returnCode": 0,
              "jobResults": {
                "jobs": {
                  "application": {
                    "results": { "benchmarks/cpu": 45, "benchmarks/working-set": 80 },
                    "dependencies": [{{(
                runtime is null ? "" : $$"""{ "id": "x", "names": ["Microsoft.NETCore.App"], "version": "{{runtime}}" }"""
            )}}],
                    "environment": { "hw": "Physical", "env": "Custom", "os": "Linux", "arch": "X64", "proc": 8 }
                  },
                  "load": {
                    "results": {
                      "http/rps/mean": {{rate}},
                      "http/latency/mean": 6.4,
                      "http/latency/50": {{p99 / 2}},
                      "http/latency/95": {{0.9 * p99}},
                      "http/latency/99": {{p99}},
                      "http/latency/max": {{2 * p99}},
                      "http/requests": 100000,
                      "http/requests/badresponses": {{bad}},
                      "http/requests/errors": 0,
                      "wrk/rps/mean": {{rate}}
                    },
                    "variables": {{(
                connections is null ? "{}" : $$"""{ "connections": {{connections}}, "pipeline": 1, "path": "{{path}}", "script": "" }"""
            )}},
                    "environment": { "os": "Linux", "arch": "X64", "proc": 8 }
                  }
                },
                "properties": {}
              },
              "benchmarks": []
            }
            """
        );
}
