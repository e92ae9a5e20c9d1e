using System.Globalization;
using System.Text.Json.Nodes;
using Bench.Eng;

namespace CheckCost;

internal sealed record BenchmarkCost(string Name, double Seconds);

/// <summary>The result of a check of a known change, and its cost.</summary>
/// <param name="Edit">The name of the edit, or of the benchmark that was made slower.</param>
/// <param name="Seconds">The time of the whole command, including builds.</param>
/// <param name="MeasuringSeconds">The part after the builds: the proof and the measurement.</param>
/// <param name="NotPassed">The benchmarks that failed or are Inconclusive, each with its verdict.</param>
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
    /// <summary>
    /// The measuring times, in seconds and ascending, of the benchmarks that go through ASP.NET Core and of the others.
    /// </summary>
    public IReadOnlyList<double> WebSeconds { get; init; } = [];

    public IReadOnlyList<double> PlainSeconds { get; init; } = [];

    public IReadOnlyList<BenchmarkCost> Longest { get; init; } = [];

    public string? Commit { get; init; }

    /// <summary>The program that kept the machine busy, unless it was a spinning core.</summary>
    public string? Beside { get; init; }

    // Their requests pass through the pipeline of ASP.NET Core.
    private static readonly string[] Web = ["Benchmarks.WebApi.", "Benchmarks.Middleware.", "Benchmarks.AdventureWorks."];

    /// <summary>Whether the check failed only because of the time of the benchmark that was made slower.</summary>
    public bool FailsForItAlone() =>
        ExitCode == 1 && NotPassed.Where(IsRegressed).ToArray() is [var line] && line.StartsWith($"{Edit}: ", StringComparison.Ordinal);

    /// <summary>For a table: what else the machine did, and whether benchmarks with the same code were measured too.</summary>
    public string Conditions() =>
        (!IsBusy ? "idle" : Beside is null ? "one core busy" : $"next to {Beside}")
        + (Command.Contains(" --measure-same-code", StringComparison.Ordinal) ? ", everything measured" : "");

    public static CheckRecord Read(string edit, bool isBusy, int exitCode, TimeSpan time, string results, string command)
    {
        var figures = JsonNode.Parse(File.ReadAllText(Path.Combine(results, "bench-results.json")))!;
        var report = JsonNode.Parse(File.ReadAllText(Path.Combine(results, "report.json")))!;
        var benchmarks = report["rows"]!.AsArray().Select(row => row!).ToArray();
        BenchmarkCost[] costs =
        [
            .. figures["rows"]!
                .AsArray()
                .Where(benchmark => benchmark!["seconds"] is not null)
                .Select(benchmark => new BenchmarkCost((string)benchmark!["fullName"]!, (double)benchmark["seconds"]!))
                .OrderBy(benchmark => benchmark.Seconds),
        ];
        var measured = benchmarks.Where(benchmark => (bool?)benchmark["sameCode"] is not true).ToArray();
        return new CheckRecord(
            edit,
            isBusy,
            exitCode,
            Math.Round(time.TotalSeconds),
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

    public static IReadOnlyList<CheckRecord> ReadAll(string path) => JsonLines.ReadAll<CheckRecord>(path);

    // The first verdict of a line is that of the time.
    private static bool IsRegressed(string line) => line.Contains(" Regressed, ", StringComparison.Ordinal);

    public void AppendTo(string path) => JsonLines.Append(path, this);
}
