using System.Text.RegularExpressions;
using Bench.Results;

namespace Bench.Comparison;

// The properties besides the code that times depend on. Null means that a file does not have the property. Processor is the name without
// speed and trademarks. Model is vendor, family, model and stepping. System is Windows, macOS or Linux.
internal sealed partial record MachineClass(
    string? Processor,
    string? Model,
    string? Instructions,
    int? Cores,
    string? System,
    string? Architecture
)
{
    public static MachineClass Of(RunEnvironment environment) =>
        new(
            NameOf(environment.Processor),
            environment.ProcessorModel,
            environment.Instructions,
            environment.Cores,
            FamilyOf(environment.OperatingSystem),
            environment.Architecture
        );

    // "Intel Core i7-8700K" names one model. A virtual machine's "AMD EPYC" or "Intel Xeon" does not.
    public bool IsNameOfModel =>
        Processor is not null && Processor.Any(char.IsAsciiDigit) && !Processor.Contains("Virtual", StringComparison.OrdinalIgnoreCase);

    public override string ToString()
    {
        var details = string.Join(", ", new[] { FamilyAndModel, Instructions }.OfType<string>());
        string?[] parts =
        [
            (Processor ?? "unknown processor") + (details.Length == 0 ? "" : $" ({details})"),
            Cores is { } cores ? FormattableString.Invariant($"{cores} {(cores == 1 ? "core" : "cores")}") : null,
            System is null && Architecture is null ? null : $"{System} {Architecture}".Trim(),
        ];
        return string.Join(", ", parts.OfType<string>());
    }

    // The name includes the vendor, and processors that only differ in their stepping are rare.
    private string? FamilyAndModel =>
        Model is null ? null
        : Family().Match(Model) is { Success: true } family ? family.Value
        : Model;

    // Versions of BenchmarkDotNet name the same processor with or without speed, microarchitecture and trademarks.
    private static string? NameOf(string? name)
    {
        var plain = name is null ? "" : Blanks().Replace(Decoration().Replace(name, " "), " ").Trim();
        return plain.Length == 0 || plain.StartsWith("Unknown", StringComparison.OrdinalIgnoreCase) ? null : plain;
    }

    // Another version of the system causes a separate warning. A kernel patch must not forbid a comparison.
    private static string? FamilyOf(string? system) =>
        system is null ? null
        : system.Contains("Windows", StringComparison.OrdinalIgnoreCase) ? "Windows"
        : new[] { "macOS", "Darwin", "OS X", "OSX" }.Any(name => system.Contains(name, StringComparison.OrdinalIgnoreCase)) ? "macOS"
        : "Linux";

    [GeneratedRegex(@"\bfamily \S+ model \S+", RegexOptions.CultureInvariant)]
    private static partial Regex Family();

    [GeneratedRegex(
        @"\([^()]*\)|\b\d+(?:\.\d+)?\s?GHz\b|@|\b\w+-Core\b|\bCPU\b|\bProcessor\b",
        RegexOptions.CultureInvariant | RegexOptions.IgnoreCase
    )]
    private static partial Regex Decoration();

    [GeneratedRegex(@"\s+", RegexOptions.CultureInvariant)]
    private static partial Regex Blanks();
}
