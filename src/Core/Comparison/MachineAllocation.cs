using System.Globalization;
using Bench.Results;
using Bench.Statistics;

namespace Bench.Comparison;

// Allocation depends on the machine's cores and vector size, so each machine is judged separately. An increase is a regression only if
// all machines show it.
internal static class MachineAllocation
{
    // Counts number the machines from 1. Null if no machine has figures of its own.
    public static AllocationJudgement? Judge(BenchmarkResult benchmark, IReadOnlyList<CheckMachine> machines)
    {
        // The shards of one replicate may have run on different machines, but a benchmark is in only one shard.
        CountedMachine[] each =
        [
            .. benchmark
                .Replicates.Select(replicate => replicate.Machine)
                .OfType<int>()
                .Concat(benchmark.Counts.Select(counts => counts.Machine))
                .Distinct()
                .GroupBy(machine => machines[machine - 1].Replicate)
                .OrderBy(replicate => replicate.Key)
                .Select(replicate => CountedMachine.Create(benchmark, replicate.ToHashSet(), machines))
                .OfType<CountedMachine>(),
        ];
        if (each.Length == 0)
            return null;
        var (verdict, reason) = Together(each, machines);
        return new AllocationJudgement(
            each.Average(machine => machine.Judgement.BaselineBytes),
            each.Average(machine => machine.Judgement.CandidateBytes),
            verdict,
            reason
        );
    }

    private static (Verdict Verdict, string? Reason) Together(CountedMachine[] each, IReadOnlyList<CheckMachine> machines)
    {
        var more = each.Where(machine => machine.Judgement.Verdict == Verdict.Regressed).ToArray();
        var others = each.Except(more).ToArray();
        var open = others.Where(machine => machine.Judgement.Verdict == Verdict.Inconclusive).ToArray();
        if (others.Length == 0)
        {
            var replicates = machines.DistinctBy(machine => machine.Replicate).Count();
            var missing = string.Create(
                CultureInfo.InvariantCulture,
                $"confirmed on {each.Length} of {replicates} machines, not measured on {MachineNames.Missing(machines, each.Select(machine => machine.Machine))}"
            );
            return each.Length == replicates ? (Verdict.Regressed, null)
                : MachineVerdicts.AreEnough(each.Length, replicates) ? (Verdict.Regressed, missing)
                : (Verdict.Inconclusive, $"{missing}: too few to fail");
        }

        if (more.Length > 0)
            return (
                Verdict.Inconclusive,
                open.Length == 0
                    ? $"depends on the machine: more on {Bytes(more)}, not on {Bytes(others)}{MachineNames.OfOneProcessor(more.Select(machine => machine.Machine), others.Select(machine => machine.Machine))}"
                    : string.Create(
                        CultureInfo.InvariantCulture,
                        $"shown on {more.Length} of {each.Length} machines: {Bytes(more)}; others: {Bytes(others)}"
                    )
            );
        if (open.Length > 0)
            return (
                Verdict.Inconclusive,
                string.Join(
                    "; ",
                    open.GroupBy(machine => machine.Judgement.Reason)
                        .Select(same => $"{same.Key} ({MachineNames.Processors(same.Select(machine => machine.Machine))})")
                )
            );
        // Lower on some machines and the same on others is neither Improved nor Equivalent.
        return each.DistinctBy(machine => machine.Judgement.Verdict).Count() == 1
            ? (each[0].Judgement.Verdict, null)
            : (Verdict.NotWorse, null);
    }

    private static string Bytes(IEnumerable<CountedMachine> machines) =>
        MachineNames.Processors(machines.Select(machine => (machine.Machine, Bytes(machine.Judgement))));

    private static string Bytes(AllocationJudgement judgement) =>
        judgement.BaselineBytes == judgement.CandidateBytes
            ? string.Create(CultureInfo.InvariantCulture, $"{judgement.CandidateBytes:0.##} B")
            : string.Create(CultureInfo.InvariantCulture, $"{judgement.BaselineBytes:0.##} B -> {judgement.CandidateBytes:0.##} B");

    private sealed record CountedMachine(CheckMachine Machine, AllocationJudgement Judgement)
    {
        public static CountedMachine? Create(BenchmarkResult benchmark, HashSet<int> numbers, IReadOnlyList<CheckMachine> machines)
        {
            Replicate[] replicates =
            [
                .. benchmark.Replicates.Where(replicate => replicate.Machine is { } number && numbers.Contains(number)),
            ];
            var judgement = replicates.Any(replicate => replicate.CandidateBytes is not null)
                ? ReplicateAllocation.Judge(replicates)
                : Counted([.. benchmark.Counts.Where(counts => numbers.Contains(counts.Machine))]);
            return judgement is null
                ? null
                : new CountedMachine(
                    machines[numbers.Min() - 1],
                    benchmark.IsScreened ? ReplicateAllocation.Confirmed(judgement, replicates) : judgement
                );
        }

        private static AllocationJudgement? Counted(MachineCounts[] counts) =>
            counts.Length == 0
                ? null
                : AllocationVerdict.Judge(
                    [.. counts.SelectMany(count => count.BaselineBytes)],
                    [.. counts.SelectMany(count => count.CandidateBytes)]
                );
    }
}
