using System.Globalization;
using Bench.Results;
using Bench.Statistics;

namespace Bench.Comparison;

// Judges a check that several machines made. Replicates number the machines from 1.
internal sealed class MachineRatios(IReadOnlyList<CheckMachine> machines)
{
    // The reason names the machines if they differ.
    public IReadOnlyList<(TimeJudgement Together, IReadOnlyList<MachineRatio> Each)> Judge(
        IReadOnlyList<(BenchmarkResult Benchmark, BenchmarkSample Sample)> samples
    )
    {
        // The shards of one replicate may have run on different machines, but a benchmark is in only one shard.
        int[] replicates = [.. machines.Select(machine => machine.Replicate).Distinct().Order()];
        var parts = samples
            .Select(sample =>
                replicates
                    .Select(replicate =>
                        sample
                            .Benchmark.Replicates.Where(measured => Of(measured) is { } machine && machine.Replicate == replicate)
                            .ToArray()
                    )
                    .ToArray()
            )
            .ToArray();
        var judgements = MachineVerdicts.Judge([
            .. replicates.Select(
                (_, machine) =>
                    (IReadOnlyList<BenchmarkSample?>)
                        [
                            .. samples.Select(
                                (sample, i) =>
                                    parts[i][machine] is { Length: > 0 } measured
                                        ? ReplicateSample.Create(measured, sample.Sample.Margin)
                                        : null
                            ),
                        ]
            ),
        ]);
        return
        [
            .. judgements.Select(
                (judgement, i) =>
                {
                    (MachineRatio Ratio, bool IsConfirmed)[] each =
                    [
                        .. parts[i]
                            .Zip(judgement.Each)
                            .Where(machine => machine is { First.Length: > 0, Second: not null })
                            .Select(machine =>
                                (
                                    new MachineRatio(Of(machine.First[0])!, machine.Second!),
                                    machine.First.Any(replicate => replicate.IsConfirmation)
                                )
                            ),
                    ];
                    MachineRatio[] ratios = [.. each.Select(machine => machine.Ratio)];
                    MachineRatio[] confirmed = [.. each.Where(machine => machine.IsConfirmed).Select(machine => machine.Ratio)];
                    return (Explained(judgement, ratios, confirmed, replicates.Length), (IReadOnlyList<MachineRatio>)ratios);
                }
            ),
        ];
    }

    private CheckMachine? Of(Replicate replicate) => replicate.Machine is { } number ? machines[number - 1] : null;

    private TimeJudgement Explained(MachinesJudgement judgement, MachineRatio[] each, MachineRatio[] confirming, int replicates)
    {
        var slower = each.Where(machine => machine.Judgement.FailsCheck).ToArray();
        var others = each.Except(slower).ToArray();
        var confirmed = string.Create(
            CultureInfo.InvariantCulture,
            $"confirmed on {confirming.Length} of {replicates} machines, not {(confirming.Length == each.Length ? "measured" : "confirmed")} on {MachineNames.Missing(machines, Names(confirming))}"
        );
        return judgement.Agreement switch
        {
            MachineAgreement.NoneStandsOut when judgement.Together.FailsCheck && confirming.Length < replicates => judgement.Together with
            {
                Reason = confirmed,
            },
            MachineAgreement.OnTooFew => judgement.Together with { Reason = $"{confirmed}: too few to fail" },
            MachineAgreement.ShownOnSome when others.Length == 0 => judgement.Together with
            {
                Reason = $"it fails on each machine alone, but not when they share the error rate: {Ratios(slower)}",
            },
            MachineAgreement.Interaction => judgement.Together with
            {
                Reason =
                    $"depends on the machine: slower on {Ratios(slower)}, not on {Ratios(others)}{MachineNames.OfOneProcessor(Names(slower), Names(others))}",
            },
            MachineAgreement.ShownOnSome => judgement.Together with
            {
                Reason = string.Create(
                    CultureInfo.InvariantCulture,
                    $"shown on {slower.Length} of {each.Length} machines: {Ratios(slower)}; others: {Ratios(others)}"
                ),
            },
            MachineAgreement.OneMachine when judgement.Together.Verdict == Verdict.Inconclusive => judgement.Together with
            {
                Reason = string.Create(CultureInfo.InvariantCulture, $"measured on {each.Length} of {replicates} machines"),
            },
            _ => judgement.Together,
        };
    }

    private static string Ratios(IEnumerable<MachineRatio> ratios) =>
        MachineNames.Processors(
            ratios.Select(ratio => (ratio.Machine, string.Create(CultureInfo.InvariantCulture, $"{ratio.Judgement.Ratio:0.00}x")))
        );

    private static IEnumerable<CheckMachine> Names(IEnumerable<MachineRatio> ratios) => ratios.Select(ratio => ratio.Machine);
}
