using System.Text.RegularExpressions;
using Bench.Results;

namespace Bench.Comparison;

/// <summary>
/// What times depend on besides the code: processor family and model, instruction-set level, logical cores, operating system,
/// architecture. Null for what a file does not have.
/// </summary>
/// <param name="Processor">The name of the processor, without speed and marks.</param>
/// <param name="Model">Vendor, family, model and stepping.</param>
/// <param name="System">Windows, macOS or Linux.</param>
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

    /// <summary>
    /// Whether the name stands for one model: "Intel Core i7-8700K" does, "AMD EPYC" and "Intel Xeon" of a virtual machine do not.
    /// </summary>
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

    // The vendor is part of the name, and two processors that differ in their stepping alone are rare.
    private string? FamilyAndModel =>
        Model is null ? null
        : Family().Match(Model) is { Success: true } family ? family.Value
        : Model;

    // Versions of BenchmarkDotNet name one processor with and without its speed, microarchitecture and marks.
    private static string? NameOf(string? name)
    {
        var plain = name is null ? "" : Blanks().Replace(Decoration().Replace(name, " "), " ").Trim();
        return plain.Length == 0 || plain.StartsWith("Unknown", StringComparison.OrdinalIgnoreCase) ? null : plain;
    }

    // Another version of a system is a warning of its own; a kernel's patch must not forbid a comparison.
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
