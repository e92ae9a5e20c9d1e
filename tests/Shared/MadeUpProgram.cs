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
    /// Reads the sources of a project, one benchmark per line: all .cs files in its folder, and those that it names. A line that begins
    /// with <c>net9.0: </c> or <c>Some@1.2.3: </c> belongs to builds with that framework or package, and replaces those without.
    /// </summary>
    public static MadeUpProgram Read(ProgramRequest request)
    {
        var (project, side) = (request.Project.Path, request.Side);
        var folder = Path.GetDirectoryName(project)!;
        var named = Named().Matches(File.ReadAllText(project)).Select(file => Path.Combine(folder, file.Groups["file"].Value));
        var program = new MadeUpProgram([]);
        foreach (
            var file in Directory.EnumerateFiles(folder, "*.cs", SearchOption.AllDirectories).Order(StringComparer.Ordinal).Concat(named)
        )
        {
            foreach (var text in File.ReadLines(file).Where(text => text.Length > 0 && !text.StartsWith("//", StringComparison.Ordinal)))
            {
                var line = text;
                if (OfSome().Match(text) is { Success: true } some)
                {
                    if (
                        some.Groups["which"].Value is var which
                        && which != request.TargetFramework
                        && request.Packages.All(package => package.ToString() != which)
                    )
                        continue;
                    line = text[some.Length..];
                }

                program =
                    After(line, "does not start: ") is { } failure ? program with { StartFailure = failure }
                    : After(line, "unread: ") is { } unread ? program with { Unread = unread }
                    : After(line, "runtime ") is { } runtime ? program with { Runtime = runtime }
                    : MadeUpBenchmark.Parse(line) is { } benchmark
                        ? program with
                        {
                            Benchmarks =
                            [
                                .. program.Benchmarks.Where(other => line == text || other.FullName != benchmark.FullName),
                                benchmark,
                            ],
                        }
                    : throw new RunnerException($"{side} does not build: {file}(1,1): error CS1002: ; expected");
            }
        }

        return program;
    }

    private static string? After(string line, string start) =>
        line.StartsWith(start, StringComparison.Ordinal) ? line[start.Length..] : null;

    [GeneratedRegex("^(?<which>net[0-9.]+|[^ ]+@[^ ]+): ")]
    private static partial Regex OfSome();

    [GeneratedRegex("Compile Include=\"(?<file>[^\"]+)\"")]
    private static partial Regex Named();
}
