using System.Globalization;
using Bench.Published;
using Bench.Results;

namespace Bench.Comparison;

/// <summary>How machines are named for a reader: by their processors, with the generation where several have one name.</summary>
internal static class MachineNames
{
    /// <summary>The processors of some machines, each once, with the number of machines where it is not one.</summary>
    public static string Processors(IEnumerable<CheckMachine> machines) => Counted(machines.Select(Processor));

    /// <summary>
    /// Those of the machines that did not measure what others did. Where each shard had a machine of its own, nobody knows which it would
    /// have been.
    /// </summary>
    public static string Missing(IReadOnlyList<CheckMachine> all, IEnumerable<CheckMachine> measured)
    {
        var known = measured.Select(machine => machine.Replicate).ToHashSet();
        return Counted(
            all.Where(machine => !known.Contains(machine.Replicate))
                .GroupBy(machine => machine.Replicate)
                .Select(shards => string.Join(" or ", shards.Select(Processor).Distinct()))
        );
    }

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
        some.Select(Processor).Intersect(others.Select(Processor)).Any() ? "; machines of one processor differ" : "";

    private static string Counted(IEnumerable<string> processors) =>
        string.Join(
            ", ",
            processors
                .CountBy(processor => processor)
                .Select(processor =>
                    processor.Value == 1
                        ? processor.Key
                        : string.Create(CultureInfo.InvariantCulture, $"{processor.Key} ({processor.Value} machines)")
                )
        );

    private static string Processor(CheckMachine machine)
    {
        var name = machine.Environment.Processor ?? "unknown processor";
        return machine.Environment.ProcessorModel is null ? name : $"{name} ({MachineClassName.Of(machine.Environment)})";
    }
}
