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

    /// <summary>What some variables are set to: of one that is given twice the last holds, and it goes before what was there.</summary>
    public static IReadOnlyDictionary<string, string> Of(
        IEnumerable<string> variables,
        IReadOnlyDictionary<string, string>? before = null
    )
    {
        var all = new Dictionary<string, string>(before ?? new Dictionary<string, string>(), StringComparer.Ordinal);
        foreach (var (name, value) in variables.Select(Split))
            all[name] = value;
        return all;
    }

    /// <param name="variable">NAME=VALUE; a value may have the sign as well.</param>
    public static (string Name, string Value) Split(string variable)
    {
        var equals = variable.IndexOf('=', StringComparison.Ordinal);
        return (variable[..equals], variable[(equals + 1)..]);
    }
}
