using System.Text.RegularExpressions;
using Bench.Runner;

namespace Bench.Cli;

/// <summary>Warns of a filter with a name that no file of the repository contains, before building takes minutes.</summary>
internal static partial class Misspelling
{
    public static void Warn(IEnumerable<string> patterns, Repository repository, ProgressLine progress)
    {
        foreach (var pattern in patterns)
        {
            // Values in brackets may be computed, so they need not be in a file.
            var names = Name().Matches(pattern.Split('(')[0]).Select(name => name.Value);
            if (names.FirstOrDefault(name => !repository.Mentions(name)) is { } unknown)
                progress.Step($"warning: no source file contains the name '{unknown}', so '{pattern}' may match no benchmark");
        }
    }

    [GeneratedRegex(@"[A-Za-z_]\w{2,}", RegexOptions.CultureInvariant)]
    private static partial Regex Name();
}
