using System.Text.RegularExpressions;
using Bench.Processes;

namespace Bench.Runner;

internal static partial class BuildErrors
{
    public static string? First(ChildProcess build)
    {
        if (build.ExitCode == 0)
            return null;
        var text = build.Error + "\n" + build.Output;
        if (MissingSdk().Match(text) is { Success: true } missing)
            return $"global.json requires the SDK {missing.Groups[1].Value}, which is not installed";
        var lines = text.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
        // A warning may name a file or class called Error.
        string[] grave = [.. lines.Where(line => !line.Contains(": warning ", StringComparison.Ordinal))];
        return grave.FirstOrDefault(line => ErrorCode().IsMatch(line))
            ?? grave.FirstOrDefault(line => ErrorText().IsMatch(line))
            ?? grave.Concat(lines).FirstOrDefault()
            ?? $"exit code {build.ExitCode}";
    }

    [GeneratedRegex(@"\berror [A-Za-z]+\d+\s*:", RegexOptions.CultureInvariant)]
    private static partial Regex ErrorCode();

    [GeneratedRegex(@"^Requested SDK version: (\S+)", RegexOptions.CultureInvariant | RegexOptions.Multiline)]
    private static partial Regex MissingSdk();

    [GeneratedRegex(@"\berror\b", RegexOptions.CultureInvariant | RegexOptions.IgnoreCase)]
    private static partial Regex ErrorText();
}
