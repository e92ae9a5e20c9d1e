using System.Runtime.InteropServices;
using System.Text.Json.Serialization;
using System.Text.RegularExpressions;

namespace Bench.Results;

// Describes where a file was measured. Null if the file does not contain it. ProcessorModel is vendor, family, model and stepping,
// because several processors share a name. Instructions is a level such as x86-64-v4.
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
    // The version of the harness's measuring method. Null for other tools.
    [JsonIgnore]
    public int? Method { get; init; }

    // Without the properties that depend on the benchmark.
    public static RunEnvironment OfThisMachine() =>
        new(
            ThisProcessor.Instance.Name,
            Environment.ProcessorCount,
            RuntimeInformation.OSDescription,
            RuntimeInformation.ProcessArchitecture.ToString(),
            ProcessorModel: ThisProcessor.Instance.Model,
            Instructions: ThisProcessor.Instructions
        );

    // Only properties that both environments have.
    public IEnumerable<EnvironmentDifference> DifferencesTo(RunEnvironment other)
    {
        return Compare(other)
            .Where(difference => !IsSame(difference.Property, difference.Baseline, difference.Candidate))
            .Select(difference => new EnvironmentDifference(difference.Property, difference.Baseline, difference.Candidate));
    }

    // Properties of the machine, not of the software on it.
    public static bool IsOfMachine(EnvironmentDifference difference) =>
        difference.Property
            is Names.Processor
                or Names.ProcessorModel
                or Names.Instructions
                or Names.Cores
                or Names.OperatingSystem
                or Names.Architecture;

    public static bool IsOfRuntime(EnvironmentDifference difference) => difference.Property == Names.Runtime;

    // One of them may lack the vendor at the start or the stepping at the end.
    public static bool IsSameModel(string a, string b) =>
        $" {a} ".Contains($" {b} ", StringComparison.OrdinalIgnoreCase) || $" {b} ".Contains($" {a} ", StringComparison.OrdinalIgnoreCase);

    // Exports of BenchmarkDotNet 0.15 and 0.14 name the same machine differently.
    private static bool IsSame(string property, string baseline, string candidate) =>
        property switch
        {
            Names.OperatingSystem => WithoutSystem().Replace(baseline, "") == WithoutSystem().Replace(candidate, ""),
            Names.Runtime => WithoutSecondVersion().Replace(baseline, "(") == WithoutSecondVersion().Replace(candidate, "("),
            // Only one of the names may have a frequency, as in tables. Two different frequencies are two processors.
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

    // ".NET 10.0.12 (10.0.12, 10.0.1226.42308)" becomes ".NET 10.0.12 (10.0.1226.42308)".
    [GeneratedRegex(@"\([^(),]+, ", RegexOptions.CultureInvariant)]
    private static partial Regex WithoutSecondVersion();

    [GeneratedRegex(@" \d+(?:\.\d+)?GHz$", RegexOptions.CultureInvariant)]
    private static partial Regex WithoutFrequency();

    // The system's name includes the number of cores, and BenchmarkDotNet's does not.
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

internal sealed record EnvironmentDifference(string Property, string Baseline, string Candidate)
{
    public override string ToString() => $"{Property}: {Baseline} -> {Candidate}";
}
