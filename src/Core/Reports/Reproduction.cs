using Bench.Comparison;
using Bench.Results;

namespace Bench.Reports;

/// <summary>The commands that measure benchmarks again, and say why they differ.</summary>
internal static class Reproduction
{
    private const int MaxExplained = 3;
    private const string Explain = "bench explain";

    /// <summary>By itself BenchmarkDotNet writes tables, which don't tell launches apart.</summary>
    private const string Export = "--exporters json";

    /// <summary>So many benchmarks are named with their parameters; of more, one filter fits all sets of them.</summary>
    private const int MaxNamed = 5;

    /// <summary>What is worth measuring again: what fails a check.</summary>
    public static IReadOnlyList<ComparedBenchmark> ToRepeat(IEnumerable<ComparedBenchmark> benchmarks) =>
        [
            .. benchmarks.Where(benchmark =>
                BenchmarkOrder.GroupOf(benchmark) is BenchmarkGroup.Failing
                || (BenchmarkOrder.GroupOf(benchmark) == BenchmarkGroup.Lost && benchmark.Presence == Presence.Failed)
            ),
        ];

    /// <summary>What introduces the commands.</summary>
    public static string Introduction(IReadOnlyList<string> commands) =>
        commands.Any(command => command.StartsWith(Explain, StringComparison.Ordinal))
            ? "To measure them again, and to see why they differ:"
            : "To measure them again:";

    /// <summary>
    /// Of a check the same check of these benchmarks, and what explains the worst; a program may not understand BenchmarkDotNet's options.
    /// Of two runs a run of each.
    /// </summary>
    public static IReadOnlyList<string> Commands(RunComparison comparison, IReadOnlyList<ComparedBenchmark> benchmarks)
    {
        if (benchmarks.Count == 0)
            return [];
        if (comparison.Check?.Commit is not { } commit)
        {
            return [.. benchmarks.Select(benchmark => Run(comparison, $"'{Filter(benchmark.Id)}'", "--launchCount 5")).Distinct()];
        }

        var filters = benchmarks.Select(benchmark => benchmarks.Count > MaxNamed ? Filter(benchmark.Id) : ExactFilter(benchmark.Id));
        return
        [
            Gate(comparison, commit, filters.Distinct()),
            .. benchmarks
                .Where(benchmark => benchmark is { Presence: Presence.Both } and ({ Measured: not null } or { AllocationFails: true }))
                .Take(MaxExplained)
                .Select(benchmark => $"{Explain} '{ExactFilter(benchmark.Id)}' --baseline {commit}{OptionsToExplain(comparison)}")
                .Distinct(),
        ];
    }

    /// <summary>A run of some benchmarks.</summary>
    public static string Run(RunComparison comparison, string filters, string options) =>
        $"dotnet run -c Release{Project(comparison.Project ?? comparison.ProjectToRun?.Value)} -- --filter {filters} {options} {Export}";

    /// <summary>The check of some benchmarks, in the way that it was made before.</summary>
    public static string Gate(RunComparison comparison, string reference, IEnumerable<string> filters) =>
        $"bench gate --baseline {reference} --filter {string.Join(' ', filters.Select(filter => $"'{filter}'"))}{Options(comparison)}{comparison.GivenOptions}";

    public static string Project(RunComparison comparison) => Project(comparison.Project);

    private static string Project(string? path) => path is null ? "" : $" --project {ShellText.Argument(path)}";

    /// <summary>
    /// A filter for one method, whatever its parameters. Quoted for a shell, so nothing from a file gets out of the quotes: what is no part
    /// of a name becomes a '?', which fits it.
    /// </summary>
    public static string Filter(BenchmarkId benchmark)
    {
        var end = benchmark.FullName.IndexOf('(', StringComparison.Ordinal);
        return Fitting(end < 0 ? benchmark.FullName : benchmark.FullName[..end] + "(*");
    }

    /// <summary>A filter for one benchmark, with its parameters.</summary>
    private static string ExactFilter(BenchmarkId benchmark) => Fitting(benchmark.FullName);

    private static string Fitting(string name) =>
        string.Concat(
            name.Select(c =>
                char.IsAsciiLetterOrDigit(c) || c is '.' or '_' or '+' or '*' or '(' or ')' or '<' or '>' or ',' or ' ' or ':' or '-' or '='
                    ? c
                    : '?'
            )
        );

    private static string Options(RunComparison comparison) => Project(comparison) + string.Concat(SettingsOf(comparison).Select(Option));

    // It counts what is allocated whatever else it does, and has no option for that.
    private static string OptionsToExplain(RunComparison comparison) =>
        Project(comparison)
        + string.Concat(SettingsOf(comparison).Where(setting => setting != CheckInfo.AllocationOnlyOption).Select(Option));

    private static string[] SettingsOf(RunComparison comparison) => [.. comparison.Check?.ListedSettings ?? []];

    private static string Option(string setting) =>
        setting is CheckInfo.BaselineExactOption or CheckInfo.AllocationOnlyOption ? $" {setting}"
        : setting.StartsWith(CheckInfo.FrameworkOption, StringComparison.Ordinal)
            ? $" {CheckInfo.FrameworkOption}{ShellText.Argument(setting[CheckInfo.FrameworkOption.Length..])}"
        : $" --env {ShellText.Variable(setting)}";
}
