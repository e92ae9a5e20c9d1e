using System.Globalization;
using System.Text.RegularExpressions;
using Bench.Host;
using Bench.Results;
using Bench.Runner;

namespace Bench.Tests;

/// <summary>A benchmark with made-up figures, described by one line of a source.</summary>
/// <param name="Code">Equal in two builds that run the same code.</param>
internal sealed partial record MadeUpBenchmark(string FullName, string Code)
{
    public double Nanoseconds { get; init; } = 100;

    public double Bytes { get; init; }

    /// <summary>The time of a process pair; null for the usual one.</summary>
    public TimeSpan? TimeOfPair { get; init; }

    /// <summary>The message of its exception; null for none.</summary>
    public string? Failure { get; init; }

    public bool IsBaseline { get; init; }

    public RunMode Mode { get; init; } = RunMode.Slices;

    public string Unsupported { get; init; } = "";

    private string Method => FullName.Split('(')[0].Split('.')[^1];

    private string Type => FullName.Split('(')[0][..^(Method.Length + 1)];

    private string Parameters => FullName[(Type.Length + Method.Length + 1)..].Trim('(', ')');

    /// <summary>Reads <c>N.T.Method = 100 ns, 64 B, 30 s pairs, cold, baseline, group A, fails: reason, unsupported: reason</c>.</summary>
    /// <returns>Null for any other line.</returns>
    public static MadeUpBenchmark? Parse(string line)
    {
        if (Declaration().Match(line.Trim()) is not { Success: true } found)
            return null;
        var (name, figures) = (found.Groups["name"].Value, found.Groups["figures"].Value.Split(", "));
        return new MadeUpBenchmark(name, line.Trim())
        {
            Nanoseconds = Figure(figures, " ns") ?? 100,
            Bytes = Figure(figures, " B") ?? 0,
            TimeOfPair = Figure(figures, " s pairs") is { } seconds ? TimeSpan.FromSeconds(seconds) : null,
            Failure = After(figures, "fails: "),
            Unsupported = After(figures, "unsupported: ") ?? "",
            IsBaseline = figures.Contains("baseline"),
            Mode = figures.Contains("cold") ? RunMode.FirstCall : RunMode.Slices,
            Category = After(figures, "group ") ?? "",
        };
    }

    private string Category { get; init; } = "";

    public HostedBenchmark Listed(int index) =>
        new(
            index,
            new BenchmarkId(FullName, JobTraits.Default),
            new ListedBenchmark(
                FullName,
                Type,
                Type,
                Method,
                Parameters,
                $"{Type}.{Method}: DefaultJob",
                Method,
                $"{Type} {Category} {Parameters}",
                IsBaseline,
                1,
                Mode,
                1,
                false,
                Unsupported,
                [],
                0
            )
        );

    private static double? Figure(string[] figures, string unit) =>
        figures.FirstOrDefault(figure => figure.EndsWith(unit, StringComparison.Ordinal)) is { } text
            ? double.Parse(text[..^unit.Length], CultureInfo.InvariantCulture)
            : null;

    private static string? After(string[] figures, string start) =>
        figures.FirstOrDefault(figure => figure.StartsWith(start, StringComparison.Ordinal))?[start.Length..];

    [GeneratedRegex(@"^(?<name>[A-Z][\w.+<>]*\.\w+(\(.*\))?) = (?<figures>.+)$")]
    private static partial Regex Declaration();
}
