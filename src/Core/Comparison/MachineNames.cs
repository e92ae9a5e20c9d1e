using System.Globalization;
using Bench.Results;

namespace Bench.Comparison;

/// <summary>How machines are named for a reader: by their processors.</summary>
internal static class MachineNames
{
    /// <summary>The processors of some machines, each once, with the number of machines where it is not one.</summary>
    public static string Processors(IEnumerable<CheckMachine> machines) =>
        string.Join(
            ", ",
            machines
                .CountBy(Processor)
                .Select(processor =>
                    processor.Value == 1
                        ? processor.Key
                        : string.Create(CultureInfo.InvariantCulture, $"{processor.Key} ({processor.Value} machines)")
                )
        );

    /// <summary>The same with what each machine says.</summary>
    public static string Processors(IEnumerable<(CheckMachine Machine, string Figure)> machines) =>
        string.Join(
            ", ",
            machines
                .GroupBy(machine => Processor(machine.Machine))
                .Select(same => $"{same.Key} ({string.Join(", ", same.Select(machine => machine.Figure))})")
        );

    /// <summary>
    /// Equal machines that differ are no matter of the processor: one of them was disturbed, or is not what it is called. Empty where
    /// there are none.
    /// </summary>
    public static string OfOneProcessor(IEnumerable<CheckMachine> some, IEnumerable<CheckMachine> others) =>
        some.Select(machine => machine.Environment.Processor).Intersect(others.Select(machine => machine.Environment.Processor)).Any()
            ? "; machines of one processor differ"
            : "";

    private static string Processor(CheckMachine machine) => machine.Environment.Processor ?? "unknown processor";
}
