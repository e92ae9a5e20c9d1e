using System.Globalization;
using System.Text.Json.Nodes;
using Lab.Trials;

namespace Lab.CheckCost;

/// <param name="Seconds">The time for its measurement.</param>
internal sealed record BenchmarkCost(string Name, double Seconds);

/// <summary>The result and the time of a check of a known change.</summary>
/// <param name="Edit">The name of the edit, or of the benchmark that was made slower.</param>
/// <param name="Seconds">From the start of the command to its end, builds included.</param>
/// <param name="MeasuringSeconds">The time after the builds, for the proof and the measurement.</param>
/// <param name="NotPassed">The benchmarks that are neither the same code nor clear, each with its verdict.</param>
internal sealed record CheckRecord(
    string Edit,
    bool IsBusy,
    int ExitCode,
    double Seconds,
    double MeasuringSeconds,
    int SameCode,
    int Measured,
    IReadOnlyList<string> NotPassed,
    string Command
)
{
    /// <summary>The time for each measured benchmark that goes through ASP.NET Core, s, in ascending order.</summary>
    public IReadOnlyList<double> WebSeconds { get; init; } = [];

    public IReadOnlyList<double> PlainSeconds { get; init; } = [];

    /// <summary>The measured benchmarks that took longest, the longest first.</summary>
    public IReadOnlyList<BenchmarkCost> Longest { get; init; } = [];

    /// <summary>The commit that was checked.</summary>
    public string? Commit { get; init; }

    /// <summary>The program that kept the machine busy; null for a spinning core.</summary>
    public string? Beside { get; init; }

    // A request passes through a pipeline of ASP.NET Core.
    private static readonly string[] Web = ["Benchmarks.WebApi.", "Benchmarks.Middleware.", "Benchmarks.AdventureWorks."];

    /// <summary>The check failed for the time of the benchmark that was made slower, and for no other.</summary>
    public bool FailsForItAlone() =>
        ExitCode == 1 && NotPassed.Where(IsRegressed).ToArray() is [var line] && line.StartsWith($"{Edit}: ", StringComparison.Ordinal);

    /// <summary>The load of the machine, and whether same code was measured.</summary>
    public string Conditions() =>
        (
            !IsBusy ? "idle"
            : Beside is null ? "one core busy"
            : $"next to {Beside}"
        ) + (Command.Contains(" --measure-same-code", StringComparison.Ordinal) ? ", everything measured" : "");

    public static CheckRecord Read(string edit, bool isBusy, BenchRun check, string results, string command)
    {
        var figures = JsonNode.Parse(File.ReadAllText(Path.Combine(results, "bench-results.json")))!;
        var report = JsonNode.Parse(File.ReadAllText(Path.Combine(results, "report.json")))!;
        var benchmarks = report["benchmarks"]!.AsArray().Select(row => row!).ToArray();
        BenchmarkCost[] costs =
        [
            .. figures["benchmarks"]!
                .AsArray()
                .Where(benchmark => benchmark!["seconds"] is not null)
                .Select(benchmark => new BenchmarkCost((string)benchmark!["fullName"]!, (double)benchmark["seconds"]!))
                .OrderBy(benchmark => benchmark.Seconds),
        ];
        var measured = benchmarks.Where(benchmark => (bool?)benchmark["sameCode"] is not true).ToArray();
        return new CheckRecord(
            edit,
            isBusy,
            check.ExitCode,
            check.Seconds,
            (double?)figures["check"]?["seconds"] ?? 0,
            benchmarks.Length - measured.Length,
            measured.Length,
            [
                .. measured
                    .Where(benchmark =>
                        (bool?)benchmark["time"]?["fails"] is true
                        || (bool?)benchmark["allocation"]?["fails"] is true
                        || (string?)benchmark["time"]?["verdict"] is "Inconclusive"
                    )
                    .Select(benchmark =>
                        string.Create(
                            CultureInfo.InvariantCulture,
                            $"{benchmark["fullName"]}: {benchmark["time"]?["ratio"]} {benchmark["time"]?["verdict"]}, allocation {benchmark["allocation"]?["verdict"]}"
                        )
                    ),
            ],
            command
        )
        {
            WebSeconds = Seconds(isWeb: true),
            PlainSeconds = Seconds(isWeb: false),
            Longest = [.. costs.Reverse().Take(5)],
        };

        double[] Seconds(bool isWeb) =>
            [.. costs.Where(benchmark => Web.Any(benchmark.Name.StartsWith) == isWeb).Select(benchmark => benchmark.Seconds)];
    }

    // In time.
    private static bool IsRegressed(string line) => line.Contains(" Regressed, ", StringComparison.Ordinal);
}
