namespace Bench.Core.Tests;

public sealed class MachineRatiosTests
{
    private const string Amd = "AMD EPYC 7763";
    private const string Intel = "Intel Xeon 8370C";

    [Fact]
    public void What_most_machines_confirm_fails_and_says_which_one_did_not_measure_it()
    {
        var time = Judge([Amd, Amd, Intel], Slower(1), Slower(2));
        Assert.True(time.FailsCheck);
        Assert.Equal($"confirmed on 2 of 3 machines, not measured on {Intel}", time.Reason);
    }

    [Fact]
    public void What_all_machines_confirm_needs_no_word() => Assert.Null(Judge([Amd, Intel], Slower(1), Slower(2)).Reason);

    [Fact]
    public void What_half_of_the_machines_confirm_is_too_little()
    {
        var time = Judge([Amd, Amd, Intel, Intel], Slower(1), Slower(2));
        Assert.Equal((Verdict.Inconclusive, false), (time.Verdict, time.FailsCheck));
        Assert.Equal($"confirmed on 2 of 4 machines, not measured on {Intel} (2 machines): too few to fail", time.Reason);
    }

    [Fact]
    public void What_one_machine_of_three_measured_is_too_little()
    {
        var time = Judge([Amd, Amd, Intel], Slower(1));
        Assert.Equal((Verdict.Inconclusive, "measured on 1 of 3 machines"), (time.Verdict, time.Reason));
    }

    [Fact]
    public void The_machine_of_a_shard_that_is_missing_is_one_of_its_replicate()
    {
        CheckMachine[] all =
        [
            new(1, new RunEnvironment(Amd)),
            new(1, new RunEnvironment(Amd)),
            new(2, new RunEnvironment(Amd)),
            new(2, new RunEnvironment(Intel)),
        ];

        Assert.Equal($"{Amd} or {Intel}", MachineNames.Missing(all, [all[0]]));
        Assert.Equal(Amd, MachineNames.Missing(all, [all[3]]));
    }

    /// <summary>Each machine has a p between half of the level and the level. Far apart, they say little about their mean.</summary>
    [Fact]
    public void Machines_that_would_each_fail_it_and_do_not_together_have_a_sentence_of_their_own()
    {
        var time = Judge([Amd, Intel, Amd], AtTheLevel(1, 0.02), AtTheLevel(2, 0.06), AtTheLevel(3, 0.14));
        Assert.Equal((Verdict.Inconclusive, false), (time.Verdict, time.FailsCheck));
        Assert.Equal(
            $"it fails on each machine alone, but not when they share the error rate: {Amd} (1.08x, 1.25x), {Intel} (1.13x)",
            time.Reason
        );
    }

    private static Replicate[] Slower(int machine) => Replicates(machine, 0.4, 0.0002);

    private static Replicate[] AtTheLevel(int machine, double around) =>
        Replicates(machine, Math.Log(1.05) + (3.8 * around / Math.Sqrt(9)), around);

    /// <summary>Two replicates that make a suspected regression, and ten that confirm it.</summary>
    private static Replicate[] Replicates(int machine, double logRatio, double around) =>
        [
            .. Enumerable
                .Range(0, 12)
                .Select(i => (LogRatio: logRatio + (i % 2 == 0 ? around : -around), IsConfirmation: i >= 2))
                .Select(replicate => new Replicate(
                    100,
                    100 * Math.Exp(replicate.LogRatio),
                    replicate.LogRatio,
                    IsConfirmation: replicate.IsConfirmation
                )
                {
                    Machine = machine,
                }),
        ];

    private static TimeJudgement Judge(string[] processors, params Replicate[][] replicates)
    {
        CheckMachine[] machines = [.. processors.Select((processor, i) => new CheckMachine(i + 1, new RunEnvironment(processor)))];
        var benchmark = new BenchmarkResult
        {
            Id = new BenchmarkId("N.T.A", JobTraits.Default),
            Type = "N.T",
            Method = "A",
            Parameters = "",
            Places = [],
            IsPaired = true,
            IsScreened = true,
            Replicates = [.. replicates.SelectMany(machine => machine)],
        };
        var environment = machines[0].Environment;
        var run = Run.FromCheck([benchmark], environment, environment, new CheckInfo("main", "the work tree"), machines);
        return Assert.Single(RunComparison.CreatePaired(run, new ComparisonOptions()).Benchmarks).Time!;
    }
}
