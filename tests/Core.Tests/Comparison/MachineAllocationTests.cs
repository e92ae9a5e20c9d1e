namespace Bench.Core.Tests;

public sealed class MachineAllocationTests
{
    private const string Amd = "AMD EPYC 7763";
    private const string Intel = "Intel Xeon 8370C";
    private static readonly CheckMachine[] Two = [Machine(1, Amd), Machine(2, Intel)];
    private static readonly CheckMachine[] Three = [Machine(1, Amd), Machine(2, Intel), Machine(3, Amd)];

    [Fact]
    public void Machines_with_other_bytes_that_all_show_more_fail_together()
    {
        var compared = Compare(Two, [.. Confirmed(1, 100, 150), .. Confirmed(2, 200, 250)]);
        Assert.Equal((Verdict.Regressed, true), (compared.Allocation!.Verdict, compared.AllocationFails));
        Assert.Equal((150, 200), (compared.Allocation.BaselineBytes, compared.Allocation.CandidateBytes));
    }

    [Fact]
    public void More_on_one_machine_fails_nothing_and_names_the_processors()
    {
        var compared = Compare(Two, [.. Confirmed(1, 100, 150), .. Screened(2, 100, 100)]);
        Assert.False(compared.AllocationFails);
        Assert.Equal(
            (Verdict.Inconclusive, $"depends on the machine: more on {Amd} (100 B -> 150 B), not on {Intel} (100 B)"),
            (compared.Allocation!.Verdict, compared.Allocation.Reason)
        );
    }

    [Fact]
    public void Machines_of_one_processor_that_differ_are_called_so()
    {
        var compared = Compare(Three, [.. Confirmed(1, 100, 150), .. Screened(2, 100, 100), .. Screened(3, 100, 100)]);
        Assert.EndsWith($"not on {Intel} (100 B), {Amd} (100 B); machines with the same processor differ", compared.Allocation!.Reason);
    }

    [Fact]
    public void What_a_machine_did_not_confirm_is_open()
    {
        var compared = Compare(Two, [.. Confirmed(1, 100, 150), .. Screened(2, 100, 150)]);
        Assert.Equal(
            (Verdict.Inconclusive, $"shown on 1 of 2 machines: {Amd} (100 B -> 150 B); others: {Intel} (100 B -> 150 B)"),
            (compared.Allocation!.Verdict, compared.Allocation.Reason)
        );
    }

    [Fact]
    public void What_one_machine_alone_shows_fails_nothing()
    {
        var compared = Compare(Two, Confirmed(1, 100, 150));
        Assert.Equal(
            (Verdict.Inconclusive, $"confirmed on 1 of 2 machines, not measured on {Intel}: too few to fail"),
            (compared.Allocation!.Verdict, compared.Allocation.Reason)
        );
    }

    [Fact]
    public void What_most_machines_confirm_fails_and_says_which_one_did_not_measure_it()
    {
        var compared = Compare(Three, [.. Confirmed(1, 100, 150), .. Confirmed(3, 100, 150)]);
        Assert.True(compared.AllocationFails);
        Assert.Contains($"allocation: confirmed on 2 of 3 machines, not measured on {Intel}", Figures.Notes(compared));
    }

    [Theory]
    [InlineData(100, 150, "Inconclusive")]
    [InlineData(100, 100, "NotWorse")]
    [InlineData(100, 60, "Improved")]
    public void Less_on_one_machine_is_less_only_where_the_other_has_less_too(double before, double after, string expected)
    {
        var compared = Compare(Two, [.. Screened(1, 100, 50), .. Screened(2, before, after)]);
        Assert.Equal(expected, compared.Allocation!.Verdict.ToString());
    }

    [Fact]
    public void Machines_that_count_other_bytes_and_no_change_are_equivalent() =>
        Assert.Equal(Verdict.Equivalent, Compare(Two, [.. Screened(1, 64, 64), .. Screened(2, 96, 96)]).Allocation!.Verdict);

    [Fact]
    public void What_one_machine_leaves_open_is_open_and_named()
    {
        var compared = Compare(Two, [.. Screened(1, 64, 64), new Replicate(100, 100, 0, [64, 90], [70, 100]) { Machine = 2 }]);
        Assert.Equal(
            (Verdict.Inconclusive, $"figures of one build differ from each other ({Intel})"),
            (compared.Allocation!.Verdict, compared.Allocation.Reason)
        );
    }

    [Theory]
    [InlineData(250, "Regressed")]
    [InlineData(200, "Inconclusive")]
    public void Counts_without_times_are_those_of_their_machines(double after, string expected)
    {
        var compared = Compare(
            Two,
            [],
            [new MachineCounts(1, [100, 100, 100], [150, 150, 150]), new MachineCounts(2, [200, 200, 200], [after, after, after])]
        );
        Assert.Equal(expected, compared.Allocation!.Verdict.ToString());
    }

    private static CheckMachine Machine(int replicate, string processor) => new(replicate, new RunEnvironment(processor));

    private static Replicate[] Screened(int machine, double before, double after) => Replicates(2, machine, before, after, false);

    /// <summary>Two replicates that make a suspected regression, and four that confirm it: twelve figures for each build.</summary>
    private static Replicate[] Confirmed(int machine, double before, double after) =>
        [.. Screened(machine, before, after), .. Replicates(4, machine, before, after, true)];

    private static Replicate[] Replicates(int count, int machine, double before, double after, bool isConfirmation) =>
        [
            .. Enumerable
                .Range(0, count)
                .Select(i => new Replicate(100, 100, i % 2 * 0.0004, [before, before], [after, after], isConfirmation)
                {
                    Machine = machine,
                }),
        ];

    private static ComparedBenchmark Compare(CheckMachine[] machines, Replicate[] replicates, MachineCounts[]? counts = null)
    {
        var benchmark = new BenchmarkResult
        {
            Id = new BenchmarkId("N.T.A", JobTraits.Default),
            Type = "N.T",
            Method = "A",
            Parameters = "",
            Places = [],
            IsPaired = true,
            IsScreened = counts is null,
            Replicates = replicates,
            Counts = counts ?? [],
            BaselineAllocatedBytes =
            [
                .. replicates.SelectMany(replicate => replicate.BaselineBytes!),
                .. (counts ?? []).SelectMany(machine => machine.BaselineBytes),
            ],
            AllocatedBytes =
            [
                .. replicates.SelectMany(replicate => replicate.CandidateBytes!),
                .. (counts ?? []).SelectMany(machine => machine.CandidateBytes),
            ],
        };
        var environment = machines[0].Environment;
        var run = Run.FromCheck([benchmark], environment, environment, new CheckInfo("main", "the work tree"), machines);
        return Assert.Single(RunComparison.CreatePaired(run, new ComparisonOptions()).Benchmarks);
    }
}
