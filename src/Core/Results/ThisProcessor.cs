using System.Runtime.InteropServices;
using System.Runtime.Intrinsics.Arm;
using System.Runtime.Intrinsics.X86;

namespace Bench.Results;

// Name is the marketing name. Virtual machines give several generations the same name. Model is vendor, family, model and stepping; on
// Arm implementer, part, variant and revision.
internal sealed record ThisProcessor(string? Name, string? Model)
{
    private const string Description = "/proc/cpuinfo";

    private static readonly Lazy<ThisProcessor> Current = new(Read);

    public static ThisProcessor Instance => Current.Value;

    // The level that the runtime uses. Null for other architectures than x86 and Arm.
    public static string? Instructions { get; } =
        RuntimeInformation.ProcessArchitecture switch
        {
            Architecture.X64 or Architecture.X86 => Avx512F.IsSupported && Avx512BW.IsSupported && Avx512DQ.IsSupported ? "x86-64-v4"
            : Avx2.IsSupported && Fma.IsSupported && Bmi2.IsSupported && Lzcnt.IsSupported ? "x86-64-v3"
            : Sse42.IsSupported && Popcnt.IsSupported ? "x86-64-v2"
            : "x86-64-v1",
            Architecture.Arm64 => string.Join(
                '+',
                new[] { ("armv8", true), ("dp", Dp.IsSupported), ("rdm", Rdm.IsSupported) }
                    .Where(feature => feature.Item2)
                    .Select(feature => feature.Item1)
            ),
            _ => null,
        };

    private static ThisProcessor Read()
    {
        try
        {
            if (OperatingSystem.IsLinux() && File.Exists(Description))
                return ParseLinux(File.ReadLines(Description));
            return ParseWindows(Environment.GetEnvironmentVariable("PROCESSOR_IDENTIFIER"));
        }
        catch (Exception problem) when (problem is IOException or UnauthorizedAccessException)
        {
            return new(null, null);
        }
    }

    internal static ThisProcessor ParseLinux(IEnumerable<string> lines)
    {
        // All cores have the same description, except on hybrid processors, for which the first core is used.
        var first = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var line in lines)
        {
            if (line.Split(':', 2, StringSplitOptions.TrimEntries) is [{ } key, { Length: > 0 } value])
                first.TryAdd(key, value);
        }

        var name = first.GetValueOrDefault("model name");
        var model = Joined(("", "vendor_id"), ("family ", "cpu family"), ("model ", "model"), ("stepping ", "stepping"))
            ?? Joined(
                ("implementer ", "CPU implementer"),
                ("part ", "CPU part"),
                ("variant ", "CPU variant"),
                ("revision ", "CPU revision")
            );
        return new(name, model);

        string? Joined(params (string Label, string Key)[] parts) =>
            Array.TrueForAll(parts, part => first.ContainsKey(part.Key))
                ? string.Join(' ', parts.Select(part => part.Label + first[part.Key]))
                : null;
    }

    // For example "Intel64 Family 6 Model 158 Stepping 10, GenuineIntel".
    internal static ThisProcessor ParseWindows(string? identifier) =>
        identifier?.Split(", ") is [var numbers, var vendor] && numbers.IndexOf("Family", StringComparison.Ordinal) is >= 0 and var start
            ? new(identifier, $"{vendor} {numbers[start..].ToLowerInvariant()}")
            : new(identifier, null);
}
