using System.Text.Json;

namespace Bench.Runner;

internal static class TargetFramework
{
    // Names both frameworks if they differ; null if a program does not name its own.
    public static string? Of(BenchmarkProgram baseline, BenchmarkProgram candidate) =>
        (Of(baseline), Of(candidate)) switch
        {
            ({ } before, { } after) => before == after ? after : $"{before} -> {after}",
            _ => null,
        };

    private static string? Of(BenchmarkProgram program)
    {
        try
        {
            using var config = JsonDocument.Parse(File.ReadAllText(ConfigOf(program)));
            return config.RootElement.GetProperty("runtimeOptions").GetProperty("tfm").GetString();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or JsonException or KeyNotFoundException)
        {
            return null;
        }
    }

    private static string ConfigOf(BenchmarkProgram program)
    {
        var extension = Path.GetExtension(program.Path);
        return (extension is ".dll" or ".exe" ? program.Path[..^extension.Length] : program.Path) + ".runtimeconfig.json";
    }
}
