using Bench.Comparison;

namespace Bench.Reports;

// The few commands that a reader copies from a report.
internal sealed record NextSteps(string Introduction, IReadOnlyList<string> Commands)
{
    private const int MaxCommands = 3;

    // The worst benchmark is explained, and all that fail or are undecided are measured again.
    public static NextSteps Create(RunComparison comparison)
    {
        var benchmarks = BenchmarkOrder.WorstFirst(comparison.Benchmarks);
        string[] explain =
        [
            .. benchmarks
                .Where(Remedies.IsToRepeat)
                .Select(benchmark => CommandText.Explain(comparison, benchmark))
                .OfType<string>()
                .Take(1),
        ];
        string[] commands = [.. explain.Concat(Remedies.Create(comparison, benchmarks)).Take(MaxCommands)];
        var again = commands.Any(command => command.StartsWith("dotnet run", StringComparison.Ordinal))
            ? "measure both runs again"
            : "measure again";
        return new(explain.Length > 0 ? $"See why, and {again}:" : $"M{again[1..]}:", commands);
    }
}
