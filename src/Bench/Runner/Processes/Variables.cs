using System.Diagnostics;

namespace Bench.Runner;

internal static class Variables
{
    public static void Apply(ProcessStartInfo start, IEnumerable<string> variables)
    {
        foreach (var (name, value) in variables.Select(Split))
            start.Environment[name] = value;
    }

    // The last value of a repeated variable counts, and it overrides the value in "before".
    public static IReadOnlyDictionary<string, string> Of(IEnumerable<string> variables, IReadOnlyDictionary<string, string>? before = null)
    {
        var all = new Dictionary<string, string>(before ?? new Dictionary<string, string>(), StringComparer.Ordinal);
        foreach (var (name, value) in variables.Select(Split))
            all[name] = value;
        return all;
    }

    // NAME=VALUE. The value may contain "=" too.
    public static (string Name, string Value) Split(string variable)
    {
        var equals = variable.IndexOf('=', StringComparison.Ordinal);
        return (variable[..equals], variable[(equals + 1)..]);
    }
}
