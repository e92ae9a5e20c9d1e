using System.Diagnostics;

namespace Bench.Runner;

/// <summary>Environment variables as a user writes them.</summary>
internal static class Variables
{
    public static void Apply(ProcessStartInfo start, IEnumerable<string> variables)
    {
        foreach (var variable in variables)
        {
            var equals = variable.IndexOf('=', StringComparison.Ordinal);
            start.Environment[variable[..equals]] = variable[(equals + 1)..];
        }
    }
}
