using System.Globalization;
using System.Text.RegularExpressions;

namespace Bench.Results;

// The block above BenchmarkDotNet's tables: the machine, and what all jobs have in common.
internal static partial class MarkdownHead
{
    public static readonly HashSet<string> JobColumns = new(StringComparer.Ordinal)
    {
        "Job",
        "Runtime",
        "Toolchain",
        "Platform",
        "Jit",
        "Server",
        "Concurrent",
        "Force",
        "CpuGroups",
        "AllowVeryLargeObjects",
        "RetainVm",
        "NoAffinitize",
        "HeapAffinitizeMask",
        "HeapCount",
        "ConserveMemory",
        "Affinity",
        "EnvironmentVariables",
        "PowerPlanMode",
        "LargeAddressAware",
        "RunStrategy",
        "LaunchCount",
        "WarmupCount",
        "IterationCount",
        "IterationTime",
        "InvocationCount",
        "UnrollFactor",
        "MinIterationCount",
        "MaxIterationCount",
        "MinWarmupIterationCount",
        "MaxWarmupIterationCount",
        "MemoryRandomization",
        "EvaluateOverhead",
        "OutlierMode",
        "MaxRelativeError",
        "MaxAbsoluteError",
        "MinIterationTime",
        "MinInvokeCount",
        "AnalyzeLaunchVariance",
        "Clock",
        "EngineFactory",
        "Arguments",
        "BuildConfiguration",
        "NuGetReferences",
        "IsMutator",
        "IsBaseline",
    };

    public static (RunEnvironment Environment, List<KeyValuePair<string, string>> Common) Read(string head)
    {
        var environment = new RunEnvironment();
        var common = new List<KeyValuePair<string, string>>();
        var lines = head.Split('\n', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
        for (var i = 0; i < lines.Length; i++)
        {
            if (FirstLine().Match(lines[i]) is { Success: true } first)
            {
                environment = environment with { BenchmarkDotNet = first.Groups[1].Value, OperatingSystem = first.Groups[2].Value };
                if (i + 1 < lines.Length)
                    environment = environment with
                    {
                        Processor = Regex.Split(lines[i + 1], @", \d+ (?:physical )?CPU", RegexOptions.None, TimeSpan.FromSeconds(1))[0],
                        Cores = LogicalCores().Match(lines[i + 1]) is { Success: true } cores
                            ? int.Parse(cores.Groups[1].ValueSpan, CultureInfo.InvariantCulture)
                            : null,
                    };
            }
            else if (HostLine().Match(lines[i]) is { Success: true } host)
            {
                environment = environment with { Runtime = host.Groups[1].Value, Architecture = host.Groups[2].Value };
                if (InstructionSet.IsKnown(environment))
                    environment = environment with { Instructions = InstructionSet.LevelOf(lines[i]) };
            }
            else if (!lines[i].Contains(" : ", StringComparison.Ordinal) && !lines[i].StartsWith('['))
            {
                common.AddRange(Characteristics(lines[i]).Where(characteristic => JobColumns.Contains(characteristic.Key)));
            }
        }

        return (environment, common);
    }

    // Finds Name=value pairs, separated by at least two spaces. A regular expression would need quadratic time for a long line.
    private static IEnumerable<KeyValuePair<string, string>> Characteristics(string line)
    {
        var from = 0;
        for (var equals = line.IndexOf('='); equals >= 0; equals = line.IndexOf('=', equals + 1))
        {
            if (equals < from)
                continue;
            var start = equals;
            while (start > from && char.IsAsciiLetter(line[start - 1]))
                start--;
            while (start < equals && !char.IsAsciiLetterUpper(line[start]))
                start++;
            // A name has at least two letters.
            if (equals - start < 2)
                continue;
            var end = equals + 1;
            while (
                end < line.Length
                && !(end > equals + 1 && char.IsWhiteSpace(line[end]) && end + 1 < line.Length && char.IsWhiteSpace(line[end + 1]))
            )
                end++;
            if (end == equals + 1)
                continue;
            yield return new(line[start..equals], line[(equals + 1)..end]);
            from = end;
        }
    }

    [GeneratedRegex(@"^BenchmarkDotNet(?:=v| v)([^\s,]+), (?:OS=)?(.+)$", RegexOptions.CultureInvariant)]
    private static partial Regex FirstLine();

    [GeneratedRegex(
        @"^\[Host\]\s*: (.+?), (X64|X86|Arm64|Armv6|Arm|Wasm|S390x|LoongArch64|RiscV64|Ppc64le|64bit|32bit)\b",
        RegexOptions.CultureInvariant
    )]
    private static partial Regex HostLine();

    [GeneratedRegex(@", (\d{1,5}) logical ", RegexOptions.CultureInvariant)]
    private static partial Regex LogicalCores();
}
