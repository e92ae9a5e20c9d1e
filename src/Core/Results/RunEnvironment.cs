using System.Runtime.InteropServices;
using System.Text.Json.Serialization;
using System.Text.RegularExpressions;

namespace Bench.Results;

/// <summary>Where a file was measured, as far as the file says; null for what it does not say.</summary>
/// <param name="ProcessorModel">Which processor it is among those of one name: vendor, family, model and stepping.</param>
/// <param name="Instructions">The level of its instruction set, such as x86-64-v4.</param>
internal sealed partial record RunEnvironment(
    string? Processor = null,
    int? Cores = null,
    string? OperatingSystem = null,
    string? Architecture = null,
    string? Runtime = null,
    string? BenchmarkDotNet = null,
    string? GcMode = null,
    string? Load = null,
    string? ProcessorModel = null,
    string? Instructions = null
)
{
    /// <summary>The version of the harness's way to measure; null for other tools.</summary>
    [JsonIgnore]
    public int? Method { get; init; }

    /// <summary>This machine, without what a benchmark runs on.</summary>
    public static RunEnvironment OfThisMachine() =>
        new(
            ThisProcessor.Instance.Name,
            Environment.ProcessorCount,
            RuntimeInformation.OSDescription,
            RuntimeInformation.ProcessArchitecture.ToString(),
            ProcessorModel: ThisProcessor.Instance.Model,
            Instructions: ThisProcessor.Instructions
        );

    /// <summary>What two environments both say and say differently.</summary>
    /// <returns>A property with both values each; empty where nothing is known to differ.</returns>
    public IEnumerable<EnvironmentDifference> DifferencesTo(RunEnvironment other)
    {
        return Compare(other)
            .Where(difference => !IsSame(difference.Property, difference.Baseline, difference.Candidate))
            .Select(difference => new EnvironmentDifference(difference.Property, difference.Baseline, difference.Candidate));
    }

    /// <summary>Whether a property is one of the machine, and not of what runs on it.</summary>
    public static bool IsOfMachine(EnvironmentDifference difference) =>
        difference.Property
            is Names.Processor
                or Names.ProcessorModel
                or Names.Instructions
                or Names.Cores
                or Names.OperatingSystem
                or Names.Architecture;

    /// <summary>Whether two models are one: a record may lack the vendor before it, or the stepping behind it.</summary>
    public static bool IsSameModel(string a, string b) =>
        $" {a} ".Contains($" {b} ", StringComparison.OrdinalIgnoreCase) || $" {b} ".Contains($" {a} ", StringComparison.OrdinalIgnoreCase);

    // The same machine has other names in an export of BenchmarkDotNet 0.15 than in one of 0.14.
    private static bool IsSame(string property, string baseline, string candidate) =>
        property switch
        {
            Names.OperatingSystem => WithoutSystem().Replace(baseline, "") == WithoutSystem().Replace(candidate, ""),
            Names.Runtime => WithoutSecondVersion().Replace(baseline, "(") == WithoutSecondVersion().Replace(candidate, "("),
            // In tables only. Of two frequencies, both may be part of the name, and mean two processors.
            Names.Processor => IsSameProcessor(WithoutCores().Replace(baseline, ""), WithoutCores().Replace(candidate, "")),
            Names.ProcessorModel => IsSameModel(baseline, candidate),
            _ => baseline == candidate,
        };

    private static bool IsSameProcessor(string baseline, string candidate) =>
        baseline == candidate
        || WithoutFrequency().Replace(baseline, "") == candidate
        || baseline == WithoutFrequency().Replace(candidate, "");

    private IEnumerable<(string Property, string Baseline, string Candidate)> Compare(RunEnvironment other)
    {
        (string Property, string? Baseline, string? Candidate)[] all =
        [
            (Names.Processor, Processor, other.Processor),
            (Names.ProcessorModel, ProcessorModel, other.ProcessorModel),
            (Names.Instructions, Instructions, other.Instructions),
            (Names.Cores, Text(Cores), Text(other.Cores)),
            (Names.OperatingSystem, OperatingSystem, other.OperatingSystem),
            (Names.Architecture, Architecture, other.Architecture),
            (Names.Runtime, Runtime, other.Runtime),
            ("BenchmarkDotNet", BenchmarkDotNet, other.BenchmarkDotNet),
            ("method of measuring", Text(Method), Text(other.Method)),
            ("GC mode", GcMode, other.GcMode),
            ("load", Load, other.Load),
        ];
        foreach (var (property, baseline, candidate) in all)
        {
            if (baseline is not null && candidate is not null)
                yield return (property, baseline, candidate);
        }
    }

    private static string? Text(int? value) => value?.ToString(System.Globalization.CultureInfo.InvariantCulture);

    [GeneratedRegex("^(?:Linux )+", RegexOptions.CultureInvariant)]
    private static partial Regex WithoutSystem();

    /// <summary>".NET 10.0.12 (10.0.12, 10.0.1226.42308)" is ".NET 10.0.12 (10.0.1226.42308)".</summary>
    [GeneratedRegex(@"\([^(),]+, ", RegexOptions.CultureInvariant)]
    private static partial Regex WithoutSecondVersion();

    [GeneratedRegex(@" \d+(?:\.\d+)?GHz$", RegexOptions.CultureInvariant)]
    private static partial Regex WithoutFrequency();

    // The system says it, and BenchmarkDotNet, which says the number itself, leaves it out.
    [GeneratedRegex(@"\s+\w+-Core(?:\s+Processor)?\b", RegexOptions.CultureInvariant)]
    private static partial Regex WithoutCores();

    private static class Names
    {
        public const string Processor = "processor";
        public const string ProcessorModel = "processor model";
        public const string Instructions = "instruction set";
        public const string Cores = "logical cores";
        public const string Architecture = "architecture";
        public const string OperatingSystem = "operating system";
        public const string Runtime = "runtime";
    }
}

/// <summary>A property of the environment that differs between the sides.</summary>
internal sealed record EnvironmentDifference(string Property, string Baseline, string Candidate)
{
    public override string ToString() => $"{Property}: {Baseline} -> {Candidate}";
}
