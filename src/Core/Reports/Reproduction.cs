using Bench.Comparison;
using Bench.Results;

namespace Bench.Reports;

// Commands that measure benchmarks again and explain why they differ.
internal static class Reproduction
{
    private const int MaxExplained = 3;
    private const string Explain = "bench explain";

    // By default BenchmarkDotNet only writes tables, which do not show single launches.
    private const string Export = "--exporters json";

    private static readonly string[] WithValues = [CheckInfo.FrameworkOption, CheckInfo.RuntimesOption, CheckInfo.PackageOption];

    // Up to this many benchmarks are named with their parameters. With more, one filter matches all parameters of a method.
    private const int MaxNamed = 5;

    // Only what fails a check is worth measuring again.
    public static IReadOnlyList<ComparedBenchmark> ToRepeat(IEnumerable<ComparedBenchmark> benchmarks) =>
        [
            .. benchmarks.Where(benchmark =>
                BenchmarkOrder.GroupOf(benchmark) is BenchmarkGroup.Failing
                || (BenchmarkOrder.GroupOf(benchmark) == BenchmarkGroup.Lost && benchmark.Presence == Presence.Failed)
            ),
        ];

    public static string Introduction(IReadOnlyList<string> commands) =>
        commands.Any(command => command.StartsWith(Explain, StringComparison.Ordinal))
            ? "Measure them again, and see why they differ:"
            : "Measure them again:";

    // For a check, the same check of these benchmarks and an explanation of the worst, because a program may not support BenchmarkDotNet's
    // options. For two runs, a new run of each benchmark.
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

    public static string Run(RunComparison comparison, string filters, string options) =>
        $"dotnet run -c Release{Project(comparison.Project ?? comparison.ProjectToRun?.Value)} -- --filter {filters} {options} {Export}";

    // Repeats the check of some benchmarks with the same options.
    public static string Gate(RunComparison comparison, string reference, IEnumerable<string> filters) =>
        $"bench gate --baseline {reference} --filter {string.Join(' ', filters.Select(filter => $"'{filter}'"))}{Options(comparison)}{comparison.GivenOptions}";

    public static string Project(RunComparison comparison) => Project(comparison.Project);

    private static string Project(string? path) => path is null ? "" : $" --project {ShellText.Argument(path)}";

    // A filter for one method with any parameters. It is quoted for a shell, so text from a file must not end the quotes. Characters that
    // cannot be in a name become '?', which matches them.
    public static string Filter(BenchmarkId benchmark)
    {
        var end = benchmark.FullName.IndexOf('(', StringComparison.Ordinal);
        return Fitting(end < 0 ? benchmark.FullName : benchmark.FullName[..end] + "(*");
    }

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

    // `bench explain` always counts allocation, and lacks the option.
    private static string OptionsToExplain(RunComparison comparison) =>
        Project(comparison)
        + string.Concat(SettingsOf(comparison).Where(setting => setting != CheckInfo.AllocationOnlyOption).Select(Option));

    private static string[] SettingsOf(RunComparison comparison) => [.. comparison.Check?.ListedSettings ?? []];

    private static string Option(string setting) =>
        setting is CheckInfo.BaselineExactOption or CheckInfo.AllocationOnlyOption ? $" {setting}"
        : WithValues.FirstOrDefault(option => setting.StartsWith(option, StringComparison.Ordinal)) is { } named
            ? $" {named}{string.Join(' ', setting[named.Length..].Split(' ').Select(ShellText.Argument))}"
        : $" --env {ShellText.Variable(setting)}";
}
