using System.CommandLine;

namespace Bench.Cli;

internal static class IdenticalCodeOptions
{
    public static readonly Option<string[]> Filters = Declare.Several(
        "--filter",
        "PATTERN",
        "Measure these benchmarks, at most three. Default: some of different classes.",
        areTogether: true
    );
}
