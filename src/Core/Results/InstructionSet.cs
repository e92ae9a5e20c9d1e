using System.Globalization;
using System.Text.RegularExpressions;

namespace Bench.Results;

// The level of an instruction set, from the text of BenchmarkDotNet.
internal static partial class InstructionSet
{
    // Earlier versions of BenchmarkDotNet and earlier runtimes do not know AVX-512, so they name a lower level of the same processor.
    private static readonly Version FirstBenchmarkDotNet = new(0, 14);

    private const int FirstRuntime = 8;

    // For example "AVX2+BMI1+BMI2", "AVX-512F+CD+BW+DQ+VL" or "x86-64-v3". Null if the text names no level of x86.
    public static string? LevelOf(string text) =>
        Level().Match(text) is { Success: true } level ? level.Value
        : text.Contains("AVX-512F+", StringComparison.Ordinal) || text.Contains("AVX512 F+", StringComparison.Ordinal) ? "x86-64-v4"
        : text.Contains("AVX2", StringComparison.Ordinal) ? "x86-64-v3"
        : text.Contains("SSE4.2", StringComparison.Ordinal) ? "x86-64-v2"
        : null;

    // True if the versions behind an export know all levels.
    public static bool IsKnown(RunEnvironment environment) =>
        Number().Match(environment.BenchmarkDotNet ?? "") is { Success: true } version
        && Version.Parse(version.Value) >= FirstBenchmarkDotNet
        && Runtime().Match(environment.Runtime ?? "") is { Success: true } runtime
        && int.Parse(runtime.Groups[1].ValueSpan, CultureInfo.InvariantCulture) >= FirstRuntime;

    [GeneratedRegex(@"\bx86-64-v\d\b", RegexOptions.CultureInvariant)]
    private static partial Regex Level();

    [GeneratedRegex(@"^\d{1,5}\.\d{1,5}", RegexOptions.CultureInvariant)]
    private static partial Regex Number();

    [GeneratedRegex(@"^\.NET (\d{1,4})\.", RegexOptions.CultureInvariant)]
    private static partial Regex Runtime();
}
