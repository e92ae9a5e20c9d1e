using System.Text.RegularExpressions;
using Bench.Results;
using Bench.Runner;

namespace Bench.Tests;

internal sealed partial record MadeUpProgram(IReadOnlyList<MadeUpBenchmark> Benchmarks)
{
    /// <summary>Why it does not start; null if it does.</summary>
    public string? StartFailure { get; init; }

    public string Runtime { get; init; } = ".NET 10.0.0";

    /// <summary>The unreadable part of its configuration; null for none.</summary>
    public string? Unread { get; init; }

    public RunEnvironment Environment =>
        new(ThisProcessor.Instance.Name, 2, "Linux", "X64", Runtime, MeasuredPrograms.BenchmarkDotNet, "Workstation");

    /// <summary>
    /// Reads the sources of a project, one benchmark per line: all .cs files in its folder, and those that it names.
    /// </summary>
    /// <param name="side">The build of the project, for errors.</param>
    public static MadeUpProgram Read(string project, string side)
    {
        var folder = Path.GetDirectoryName(project)!;
        var named = Named().Matches(File.ReadAllText(project)).Select(file => Path.Combine(folder, file.Groups["file"].Value));
        var program = new MadeUpProgram([]);
        foreach (
            var file in Directory.EnumerateFiles(folder, "*.cs", SearchOption.AllDirectories).Order(StringComparer.Ordinal).Concat(named)
        )
        {
            foreach (var line in File.ReadLines(file).Where(line => line.Length > 0 && !line.StartsWith("//", StringComparison.Ordinal)))
            {
                program =
                    After(line, "does not start: ") is { } failure ? program with { StartFailure = failure }
                    : After(line, "unread: ") is { } unread ? program with { Unread = unread }
                    : After(line, "runtime ") is { } runtime ? program with { Runtime = runtime }
                    : MadeUpBenchmark.Parse(line) is { } benchmark ? program with { Benchmarks = [.. program.Benchmarks, benchmark] }
                    : throw new RunnerException($"{side} does not build: {file}(1,1): error CS1002: ; expected");
            }
        }

        return program;
    }

    private static string? After(string line, string start) =>
        line.StartsWith(start, StringComparison.Ordinal) ? line[start.Length..] : null;

    [GeneratedRegex("Compile Include=\"(?<file>[^\"]+)\"")]
    private static partial Regex Named();
}
