using System.Diagnostics;

namespace Bench.Runner;

/// <summary>Environment variables as a user writes them.</summary>
internal static class Variables
{
    public static void Apply(ProcessStartInfo start, IEnumerable<string> variables)
    {
        foreach (var (name, value) in variables.Select(Split))
            start.Environment[name] = value;
    }

    /// <param name="variable">NAME=VALUE; a value may have the sign as well.</param>
    public static (string Name, string Value) Split(string variable)
    {
        var equals = variable.IndexOf('=', StringComparison.Ordinal);
        return (variable[..equals], variable[(equals + 1)..]);
    }
}
