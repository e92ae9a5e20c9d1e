using System.Text.RegularExpressions;
using Benchmarks.Tables;

namespace Benchmarks.Running;

/// <summary>A folder of benchmarks in a run: what is published together, because what is compared must come from one run.</summary>
/// <param name="Name">The last part of the namespace.</param>
/// <param name="Rows">How many rows of it were asked for.</param>
/// <param name="Files">The names of its tables in the results folder; none before the run.</param>
internal sealed partial record RunTopic(string Name, int Rows, IReadOnlyList<string> Files)
{
    /// <summary>What a page about this topic is called in the results folder, where all topics lie side by side.</summary>
    public static string PageName(string topic, string page) => $"{topic}-{page}";

    /// <summary>The files to publish and their names in the topic's folder.</summary>
    public IEnumerable<(string From, string To)> Published() =>
    [
        .. Files.Select(file => (file, file)),
        .. new[] { Overview.FileName, LaunchSpreadPage.FileName }.Select(page => (PageName(Name, page), page)),
    ];

    // The record may have been edited: nothing outside the results folder is copied, and nothing is replaced by less than a table.
    public bool IsPlausible() =>
        SafeName().IsMatch(Name)
        && Files.All(file => file is { Length: > 0 } && file == Path.GetFileName(file) && file.Contains("-report", StringComparison.Ordinal))
        && Files.Distinct(StringComparer.OrdinalIgnoreCase).Count() == Files.Count
        && Files.Any(file => file.EndsWith("-report-github.md", StringComparison.Ordinal));

    [GeneratedRegex(@"\A[A-Za-z][A-Za-z0-9]{0,50}\z")]
    private static partial Regex SafeName();
}
