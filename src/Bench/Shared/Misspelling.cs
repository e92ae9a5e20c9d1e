using System.Text.RegularExpressions;
using Bench.Runner;

namespace Bench;

/// <summary>Tells of filters with a name that no file of the repository has, before minutes of builds say that nothing fits them.</summary>
internal static partial class Misspelling
{
    public static void Warn(IEnumerable<string> patterns, Repository repository, ProgressLine progress)
    {
        foreach (var pattern in patterns)
        {
            // What stands in brackets are values, which may be computed.
            var names = Name().Matches(pattern.Split('(')[0]).Select(name => name.Value);
            if (names.FirstOrDefault(name => !repository.Mentions(name)) is { } unknown)
                progress.Step($"warning: no file here has the name '{unknown}', so '{pattern}' may fit no benchmark");
        }
    }

    [GeneratedRegex(@"[A-Za-z_]\w{2,}", RegexOptions.CultureInvariant)]
    private static partial Regex Name();
}
