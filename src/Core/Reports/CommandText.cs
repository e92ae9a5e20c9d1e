using Bench.Comparison;
using Bench.Results;

namespace Bench.Reports;

// Commands that a reader pastes into a shell. Text from a file must not end the quotes, so characters that cannot be in a name become '?',
// which matches them.
internal static class CommandText
{
    // By default BenchmarkDotNet only writes tables, which do not show single launches.
    private const string Export = "--exporters json";

    // More methods are named by their classes, and more classes not at all.
    private const int MaxMethods = 3;
    private const int MaxClasses = 5;
    private const int MaxCharacters = 100;

    public static string Run(RunComparison comparison, IReadOnlyList<string> filters, string options) =>
        $"dotnet run -c Release{Project(comparison.Project ?? comparison.ProjectToRun?.Value)} -- --filter {Quoted(filters)} {options} {Export}";

    public static string Versus(RunComparison comparison, IReadOnlyList<string> filters, string options) =>
        $"bench versus{Project(comparison.Project)} {Quoted(filters)} {options}";

    // The same check, with the same options.
    public static string Gate(RunComparison comparison, IReadOnlyList<string> filters) =>
        $"bench gate --baseline {comparison.Check?.Commit ?? "REF"}{(filters.Count == 0 ? "" : " --filter " + Quoted(filters))}{Project(comparison.Project)}{Options(comparison)}{comparison.GivenOptions}";

    // Null if there is nothing to explain. `bench explain` always counts allocation, and lacks the option.
    public static string? Explain(RunComparison comparison, ComparedBenchmark benchmark) =>
        comparison is { NamesRemedies: true, Check.Commit: { } commit }
        && benchmark
            is { Presence: Presence.Both, HasSameCode: false, Against: null }
                and ({ Measured: not null } or { IsAllocationOnly: true })
            ? $"bench explain '{OnlyFilter(comparison, benchmark)}' --baseline {commit}{Project(comparison.Project)}{Options(comparison, CheckSettings.AllocationOnlyOption)}"
            : null;

    // For one method with any parameters.
    public static string Filter(BenchmarkId benchmark)
    {
        var end = benchmark.FullName.IndexOf('(', StringComparison.Ordinal);
        return Fitting(end < 0 ? benchmark.FullName : benchmark.FullName[..end] + "(*");
    }

    // Such as *Prices.Total*, with the parameters of few benchmarks. Those of many may match more than necessary. Empty for all benchmarks.
    public static IReadOnlyList<string> ShortFilters(IReadOnlyCollection<BenchmarkId> benchmarks)
    {
        string[] cases = [.. benchmarks.Select(benchmark => Fitting($"*{End(benchmark.FullName, 2)}*")).Distinct()];
        if (cases.Length <= MaxMethods && cases.All(filter => filter.Length <= MaxCharacters))
            return cases;
        string[] methods = [.. benchmarks.Select(benchmark => Fitting($"*{End(benchmark.FullName.Split('(')[0], 2)}*")).Distinct()];
        if (methods.Length <= MaxMethods)
            return methods;
        string[] classes =
        [
            .. benchmarks.Select(benchmark => Fitting($"*{End(BenchmarkPattern.ClassOf(benchmark.FullName), 1)}.*")).Distinct(),
        ];
        return classes.Length <= MaxClasses ? classes : [];
    }

    // `bench explain` needs a pattern that matches one benchmark.
    private static string OnlyFilter(RunComparison comparison, ComparedBenchmark benchmark)
    {
        var end = End(benchmark.Id.FullName, 2);
        return Fitting(
            comparison.Benchmarks.Count(one => one.Id.FullName.EndsWith(end, StringComparison.Ordinal)) == 1
                ? "*" + end
                : benchmark.Id.FullName
        );
    }

    // The last parts of a name before its parameters, and the parameters.
    private static string End(string name, int parts)
    {
        var start = name.IndexOf('(', StringComparison.Ordinal) is >= 0 and var open ? open : name.Length;
        for (; parts > 0 && start > 0; parts--)
            start = Math.Max(0, name.LastIndexOf('.', start - 1));
        return name[start..].TrimStart('.');
    }

    private static string Quoted(IReadOnlyList<string> filters) => filters.Count == 0 ? "'*'" : $"'{string.Join("' '", filters)}'";

    private static string Project(string? path) => path is null ? "" : $" --project {ShellText.Argument(path)}";

    private static string Fitting(string name) =>
        string.Concat(
            name.Select(c =>
                char.IsAsciiLetterOrDigit(c) || c is '.' or '_' or '+' or '*' or '(' or ')' or '<' or '>' or ',' or ' ' or ':' or '-' or '='
                    ? c
                    : '?'
            )
        );

    private static string Options(RunComparison comparison, string? without = null) =>
        comparison.Check?.Settings is { } settings
            ? string.Concat(
                settings
                    .Options()
                    .Where(option => option[0] != without)
                    .Select(option => string.Join(' ', [$" {option[0]}", .. option[1..].Select(ShellText.Argument)]))
                    .Concat((settings.Variables ?? []).Select(variable => $" --env {ShellText.Variable(variable)}"))
            )
            : "";
}
