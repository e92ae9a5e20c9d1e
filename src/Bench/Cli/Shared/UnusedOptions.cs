using System.CommandLine;
using System.CommandLine.Parsing;

namespace Bench.Cli;

// An option without effect is an error: the user expected one.
internal static class UnusedOptions
{
    /// <summary>Refuses options that need another option which is not given.</summary>
    public static void Refuse(ParseResult arguments, Option needed, IEnumerable<Option> options)
    {
        string[] unused = [.. options.Where(option => arguments.GetResult(option) is { Implicit: false }).Select(option => option.Name)];
        if (unused.Length > 0)
            throw new UsageException($"{string.Join(", ", unused)} cannot be used without {needed.Name}, because nothing is measured.");
    }
}
