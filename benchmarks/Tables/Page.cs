using BenchmarkDotNet.Reports;
using Benchmarks.Running;

namespace Benchmarks.Tables;

/// <summary>What the pages about a whole run have in common.</summary>
internal static class Page
{
    /// <summary>The machine, the runtime and the code that the figures came from, as one paragraph.</summary>
    public static string Origin(IReadOnlyList<Summary> summaries, RunManifest run)
    {
        // "BenchmarkDotNet v0.15.8, <system>", then "<processor>, <cores>".
        var host = string.Join(", ", summaries[0].HostEnvironmentInfo.ToFormattedString().Take(2));
        var runtime = summaries[0].AllRuntimes.Split('\n')[0].Split(':', 2)[^1].Trim();
        return FormattableString.Invariant($"{host}, {runtime}, {run.Launches} launches, {run.Started:yyyy-MM-dd}, commit {run.Commit ?? "unknown"}.");
    }

    /// <summary>The pages of topics as one.</summary>
    public static string Assemble(string head, IEnumerable<string> topics) => head + string.Concat(topics.Select(topic => "\n" + topic));

    public static string Topic(Type type) => type.Namespace!.Split('.')[^1];

    public static string ShortName(Type type) => type.Name.Replace("Benchmarks", "", StringComparison.Ordinal);

    /// <summary>Three significant digits, in the unit that suits the value.</summary>
    public static string Time(double nanoseconds)
    {
        var (value, unit) = nanoseconds switch
        {
            < 1e3 => (nanoseconds, "ns"),
            < 1e6 => (nanoseconds / 1e3, "us"),
            _ => (nanoseconds / 1e6, "ms"),
        };
        var digits = value switch { < 10 => "0.00", < 100 => "0.0", _ => "0" };
        return value.ToString(digits, System.Globalization.CultureInfo.InvariantCulture) + " " + unit;
    }
}
