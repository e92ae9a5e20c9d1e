using System.Globalization;
using System.Text.RegularExpressions;
using Bench.Results;

namespace Bench.Published;

// The name of a machine class in tables: the processor's generation, or its family and model.
internal static partial class MachineClassName
{
    // From the vendors' lists of processors. Each range covers models of one family.
    private static readonly (string Vendor, int Family, int First, int Last, string Name)[] Generations =
    [
        ("AuthenticAMD", 23, 0x00, 0x2f, "Zen 1"),
        ("AuthenticAMD", 23, 0x30, 0xff, "Zen 2"),
        ("AuthenticAMD", 25, 0x00, 0x0f, "Zen 3"),
        ("AuthenticAMD", 25, 0x10, 0x1f, "Zen 4"),
        ("AuthenticAMD", 25, 0x20, 0x5f, "Zen 3"),
        ("AuthenticAMD", 25, 0x60, 0xaf, "Zen 4"),
        ("AuthenticAMD", 26, 0x00, 0xff, "Zen 5"),
        ("GenuineIntel", 6, 0x55, 0x55, "Skylake"),
        ("GenuineIntel", 6, 0x6a, 0x6c, "Ice Lake"),
        ("GenuineIntel", 6, 0x8f, 0x8f, "Sapphire Rapids"),
        ("GenuineIntel", 6, 0xad, 0xae, "Granite Rapids"),
        ("GenuineIntel", 6, 0xcf, 0xcf, "Emerald Rapids"),
    ];

    public static string Of(RunEnvironment machine)
    {
        var numbers = Numbers().Match(machine.ProcessorModel ?? "");
        if (!numbers.Success)
            return machine.ProcessorModel ?? machine.Processor ?? "unknown machine";
        var (vendor, family, model) = (numbers.Groups[1].Value, Number(numbers.Groups[2]), Number(numbers.Groups[3]));
        return Array.Find(Generations, one => one.Vendor == vendor && one.Family == family && one.First <= model && model <= one.Last).Name
            ?? string.Create(
                CultureInfo.InvariantCulture,
                $"{vendor.Replace("Authentic", "", StringComparison.Ordinal).Replace("Genuine", "", StringComparison.Ordinal)} {family}/{model}"
            );
    }

    private static int Number(Group digits) => int.Parse(digits.ValueSpan, CultureInfo.InvariantCulture);

    [GeneratedRegex(@"^(\S+) family (\d{1,4}) model (\d{1,4})\b", RegexOptions.CultureInvariant)]
    private static partial Regex Numbers();
}
