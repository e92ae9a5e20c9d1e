using System.Globalization;
using Bench.Published;
using Bench.Results;

namespace Bench.Comparison;

// Names machines by their processors, with the generation if several share a name.
internal static class MachineNames
{
    // Lists each processor once, with the number of machines if there are several.
    public static string Processors(IEnumerable<CheckMachine> machines) => Counted(machines.Select(Processor));

    // The machines that did not measure what others did. If each shard had its own machine, any of these could have been the one.
    public static string Missing(IReadOnlyList<CheckMachine> all, IEnumerable<CheckMachine> measured)
    {
        var known = measured.Select(machine => machine.Replicate).ToHashSet();
        return Counted(
            all.Where(machine => !known.Contains(machine.Replicate))
                .GroupBy(machine => machine.Replicate)
                .Select(shards => string.Join(" or ", shards.Select(Processor).Distinct()))
        );
    }

    // The same, with the figure of each machine.
    public static string Processors(IEnumerable<(CheckMachine Machine, string Figure)> machines) =>
        string.Join(
            ", ",
            machines
                .GroupBy(machine => Processor(machine.Machine))
                .Select(same => $"{same.Key} ({string.Join(", ", same.Select(machine => machine.Figure))})")
        );

    // If equal machines differ, the processor is not the reason. One was disturbed, or has the wrong name.
    public static string OfOneProcessor(IEnumerable<CheckMachine> some, IEnumerable<CheckMachine> others) =>
        some.Select(Processor).Intersect(others.Select(Processor)).Any() ? "; machines with the same processor differ" : "";

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
