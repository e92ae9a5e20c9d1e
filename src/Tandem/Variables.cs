using System.Diagnostics;

namespace Bench.Tandem;

/// <summary>Environment variables as a user writes them.</summary>
internal static class Variables
{
    /// <summary>Sets them for a process.</summary>
    /// <param name="start">The process.</param>
    /// <param name="variables">NAME=VALUE each.</param>
    public static void Apply(ProcessStartInfo start, IEnumerable<string> variables)
    {
        foreach (var variable in variables)
        {
            var equals = variable.IndexOf('=', StringComparison.Ordinal);
            start.Environment[variable[..equals]] = variable[(equals + 1)..];
        }
    }
}
