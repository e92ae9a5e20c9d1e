using Bench.Comparison;
using Bench.Reports;
using Bench.Results;
using Bench.Statistics;

namespace Bench.Core.Tests;

/// <summary>Times and ratios of runs on different machine classes say nothing about the code.</summary>
public sealed class MachineClassTests : IDisposable
{
    private const string ZenFour = "AMD EPYC 9654";
    private const string Broad = "AVX-512F+CD+BW+DQ+VL+VBMI,AES,BMI1,BMI2,FMA VectorSize=256";
    private const string Narrow = "AVX2,AES,BMI1,BMI2,FMA VectorSize=256";

    private static readonly ComparisonOptions Options = new()
    {
        AssumedSpread = AssumedSpread.OfTimes,
        EstimatesCommonFactor = true,
        NamesRemedies = true,
    };

    private readonly Folder folder = new();

    public void Dispose() => folder.Dispose();

    [Fact]
    public void Times_and_more_allocation_on_another_class_fail_nothing()
    {
        Write("old", "AMD EPYC", null, BdnJson.Steady("N.T.A", 100, 64), BdnJson.Steady("N.T.B", 100, 64));
        Write("new", "Intel Xeon", null, BdnJson.Steady("N.T.A", 200, 640), BdnJson.Steady("N.T.B", 200, 64));

        var comparison = Compare();
        var outcome = Outcome.Create(comparison, new Strictness());

        Assert.All(comparison.Benchmarks, benchmark => Assert.Null(benchmark.Judged));
        Assert.Equal(
            (640, Verdict.Regressed),
            (comparison.Benchmarks[0].Allocation!.CandidateBytes, comparison.Benchmarks[0].Allocation!.Verdict)
        );
        Assert.Equal(
            new(ExitCode.Passed, "Allocation of 2 benchmarks was compared; times of different machine classes are not judged."),
            outcome
        );
        Assert.Equal(
            """
            Different machine classes: AMD EPYC, 2 cores, Linux X64 and Intel Xeon, 2 cores, Linux X64.
            Times and ratios are not judged, because they depend on the class; use --across-machines to list those that differ more than usual. Allocation is compared, but differences do not fail.

            N.T
              A  +576 B  Allocates more

            1 with different allocation, 1 without a difference in allocation (--all lists each)

            PASSED: Allocation of 2 benchmarks was compared; times of different machine classes are not judged (exit code 0)

            """,
            Console(comparison, outcome)
        );
    }

    [Fact]
    public void Where_allocation_is_not_known_nothing_is_compared()
    {
        Write("old", "AMD EPYC", null, BdnJson.Steady("N.T.A", 100));
        Write("new", "Intel Xeon", null, BdnJson.Steady("N.T.A", 200));

        Assert.Equal(ExitCode.NothingCompared, Outcome.Create(Compare(), new Strictness()).ExitCode);
    }

    [Fact]
    public void Ratios_of_different_classes_are_not_judged()
    {
        WriteInterleaved(factor: 4);

        var comparison = Compare();

        Assert.All(comparison.Benchmarks, benchmark => Assert.Null(benchmark.Judged));
        Assert.Null(comparison.CommonFactorState);
        Assert.Empty(comparison.Warnings);
        Assert.Empty(Remedies.Create(comparison, comparison.Benchmarks));
    }

    [Theory]
    [InlineData(4, null, true)]
    [InlineData(1.5, null, false)]
    // A learned spread is narrower.
    [InlineData(1.5, 0.05, true)]
    public void Ratios_are_judged_by_the_spread_between_classes_if_asked(double factor, double? spread, bool differs)
    {
        WriteInterleaved(factor);
        var options = Options with
        {
            JudgesAcrossMachines = true,
            SpreadBetweenMachines = spread is { } known ? SpreadPrior.Stated(known, 20) : null,
        };

        var comparison = Compare(options);
        var outcome = Outcome.Create(comparison, new Strictness());

        Assert.All(comparison.Benchmarks.Where(benchmark => benchmark.Method == "Slower"), benchmark =>
            Assert.Equal(differs ? Verdict.DiffersBetweenMachines : Verdict.UsualBetweenMachines, benchmark.RatioToBaseline!.Verdict)
        );
        Assert.All(comparison.Benchmarks.Where(benchmark => benchmark.Method is "Same" or "Other"), benchmark =>
            Assert.Equal(Verdict.UsualBetweenMachines, benchmark.RatioToBaseline!.Verdict)
        );
        Assert.Equal(3, comparison.Benchmarks.Count(benchmark => benchmark.Judged is null));
        Assert.Equal(ExitCode.Passed, outcome.ExitCode);
        Assert.Equal(differs, Console(comparison, outcome).Contains("\n3 different between machines", StringComparison.Ordinal));
    }

    [Fact]
    public void Times_are_judged_against_the_mean_change_where_there_are_no_ratios()
    {
        double[] old = [100, 200, 300, 400];
        double[] now = [300, 600, 900, 8000];
        Write("old", "AMD EPYC", null, [.. old.Select((time, i) => BdnJson.Steady($"N.T.M{i}", time))]);
        Write("new", "Intel Xeon", null, [.. now.Select((time, i) => BdnJson.Steady($"N.T.M{i}", time))]);

        var comparison = Compare(Options with { JudgesAcrossMachines = true });

        Assert.Equal([0.622, 0.622, 0.622, 4.149], comparison.Benchmarks.Select(benchmark => Math.Round(benchmark.Time!.Ratio, 3)));
        Assert.Equal(
            [.. Enumerable.Repeat(Verdict.UsualBetweenMachines, 3), Verdict.DiffersBetweenMachines],
            comparison.Benchmarks.Select(benchmark => benchmark.Time!.Verdict)
        );
        Assert.Contains("divided by the geometric mean", Remarks.Machines(comparison).Last());
    }

    [Fact]
    public void Two_benchmarks_have_no_mean_change_to_be_judged_against()
    {
        Write("old", "AMD EPYC", null, BdnJson.Steady("N.T.A", 100), BdnJson.Steady("N.T.B", 100));
        Write("new", "Intel Xeon", null, BdnJson.Steady("N.T.A", 100), BdnJson.Steady("N.T.B", 900));

        var comparison = Compare(Options with { JudgesAcrossMachines = true });

        Assert.All(comparison.Benchmarks, benchmark => Assert.Null(benchmark.Judged));
        Assert.StartsWith("No ratio is judged", Remarks.Machines(comparison).Last());
        Assert.Equal(ExitCode.NothingCompared, Outcome.Create(comparison, new Strictness()).ExitCode);
    }

    [Fact]
    public void Of_what_another_machine_lacks_nothing_fails_and_what_failed_there_does()
    {
        Write("old", "AMD EPYC", null, BdnJson.Steady("N.T.A", 100, 64), BdnJson.Steady("N.T.B", 100, 64));
        Write("new", "Intel Xeon", null, BdnJson.Steady("N.T.A", 200, 64));

        Assert.Equal(ExitCode.Passed, Outcome.Create(Compare(), new Strictness()).ExitCode);

        Write("new", "Intel Xeon", null, BdnJson.Steady("N.T.A", 200, 64), BdnJson.Raw("N.T.B", "DefaultJob", null, "null", null));

        Assert.Equal(ExitCode.Regressed, Outcome.Create(Compare(), new Strictness()).ExitCode);
    }

    // BenchmarkDotNet's JSON has no model of the processor, and names the instruction sets of each benchmark.
    [Theory]
    [InlineData(Broad, Broad, false)]
    [InlineData(Broad, Narrow, true)]
    [InlineData(Broad, null, false)]
    public void One_name_with_two_instruction_sets_is_of_two_classes(string before, string? after, bool differs)
    {
        Write("old", "AMD EPYC", before, BdnJson.Steady("N.T.A", 100));
        Write("new", "AMD EPYC", after, BdnJson.Steady("N.T.A", 101));

        Assert.Equal(differs ? "instruction set x86-64-v4 and x86-64-v3" : null, Compare().Benchmarks[0].TimeNotCompared);
    }

    // Earlier runtimes and versions of BenchmarkDotNet do not know AVX-512.
    [Theory]
    [InlineData(".NET 7.0.1", "0.14.0")]
    [InlineData(".NET 10.0.12", "0.13.5")]
    public void An_upgrade_is_no_other_class(string runtime, string version)
    {
        Write("old", ZenFour, Narrow, BdnJson.Steady("N.T.A", 100));
        var old = Path.Combine(folder.Root, "old/N.T-report-full.json");
        File.WriteAllText(
            old,
            File.ReadAllText(old)
                .Replace(".NET 10.0.12", runtime, StringComparison.Ordinal)
                .Replace("0.14.0", version, StringComparison.Ordinal)
        );
        Write("new", ZenFour, Broad, BdnJson.Steady("N.T.A", 101));

        Assert.Null(Compare().Benchmarks[0].TimeNotCompared);
    }

    [Theory]
    [InlineData("AMD EPYC", null, null, "judged")]
    [InlineData("AMD EPYC", "AuthenticAMD family 26 model 2", "AuthenticAMD family 26 model 2 stepping 1", "judged")]
    [InlineData("AMD EPYC", "AuthenticAMD family 26 model 2", "AuthenticAMD family 23 model 1", "different")]
    [InlineData("AMD EPYC", "family 26 model 2", "AuthenticAMD family 26 model 2 stepping 1", "judged")]
    [InlineData("AMD EPYC", "family 26 model 2", "AuthenticAMD family 26 model 21 stepping 1", "different")]
    [InlineData("AMD EPYC", null, "AuthenticAMD family 26 model 2", "unknown")]
    [InlineData("QEMU Virtual CPU version 2.5+", null, "AuthenticAMD family 26 model 2", "unknown")]
    // The name stands for one model.
    [InlineData(ZenFour, null, "AuthenticAMD family 25 model 17", "judged")]
    public void A_class_that_one_side_alone_names_is_unknown(string processor, string? before, string? after, string expected)
    {
        var meeting = MachineMeeting.Of(Environment(before), Environment(after));

        Assert.Equal(
            expected,
            meeting is null ? "judged"
                : meeting.Difference is null ? "unknown"
                : "different"
        );

        RunEnvironment Environment(string? model) => new(processor, 2, "Linux", "X64", ProcessorModel: model);
    }

    [Theory]
    [InlineData(null, null, "judged")]
    [InlineData("Unknown processor", null, "judged")]
    [InlineData("AMD EPYC", null, "unknown")]
    [InlineData(ZenFour, "Unknown processor", "unknown")]
    [InlineData(ZenFour, ZenFour, "judged")]
    public void A_run_without_a_processor_is_judged_against_no_known_one(string? before, string? after, string expected)
    {
        var meeting = MachineMeeting.Of(new RunEnvironment(before, 2, "Linux", "X64"), new RunEnvironment(after, 2, "Linux", "X64"));

        Assert.Equal(expected, meeting is null ? "judged" : "unknown");
        if (meeting is not null)
            Assert.StartsWith($"only one run names its processor, {MachineClass.Of(new RunEnvironment(before))}", $"{meeting}");
    }

    [Fact]
    public void An_unknown_class_is_said_once_and_judges_nothing()
    {
        Write("old", "AMD EPYC", null, BdnJson.Steady("N.T.A", 100, 64), BdnJson.Steady("N.T.B", 100, 64));
        Write(
            "new",
            "AMD EPYC",
            null,
            [
                .. new[] { "N.T.A", "N.T.B" }.Select(name =>
                    BdnJson.Steady(name, 200, 64)[..^1]
                    + ""","Metrics":[{"Value":1,"Descriptor":{"Id":"Machine","Legend":"AuthenticAMD family 26 model 2 stepping 1; x86-64-v4"}}]}"""
                ),
            ]
        );

        var comparison = Compare();

        Assert.Equal(
            "Possibly different machine classes: AMD EPYC, 2 cores, Linux X64 and "
                + "AMD EPYC (family 26 model 2, x86-64-v4), 2 cores, Linux X64. Only one of them names its model.",
            Remarks.Machines(comparison).First()
        );
        Assert.Equal(2, Remarks.Machines(comparison).Count());
        Assert.Equal(ExitCode.Passed, Outcome.Create(comparison, new Strictness()).ExitCode);
    }

    [Theory]
    [InlineData("Unknown processor", "unknown processor, 2 cores, Linux X64")]
    [InlineData("AMD EPYC 7763 2.45GHz", "AMD EPYC 7763, 2 cores, Linux X64")]
    [InlineData("Intel Core i7-8700 CPU 3.20GHz (Coffee Lake)", "Intel Core i7-8700, 2 cores, Linux X64")]
    public void A_class_has_a_short_name(string processor, string expected) =>
        Assert.Equal(expected, MachineClass.Of(new(processor, 2, "Debian GNU/Linux 12 (bookworm)", "X64")).ToString());

    // The baselines drift by 8%, and Slower takes a multiple of its time on the other machine.
    private void WriteInterleaved(double factor)
    {
        new InterleavedSimulation(1).Write(folder, "simulated", 3, "", 1);
        Directory.Move(Path.Combine(folder.Root, "simulated.json"), Path.Combine(folder.Root, "old"));
        new InterleavedSimulation(2).Write(folder, "other", 3, "Slower", 4, factor);
        folder.Write(
            "new/N.T-report-full-compressed.json",
            File.ReadAllText(Path.Combine(folder.Root, "other.json/N.T-report-full-compressed.json"))
                .Replace("AMD EPYC", "Intel Xeon", StringComparison.Ordinal)
        );
    }

    private void Write(string side, string processor, string? instructions, params string[] benchmarks) =>
        folder.Write(
            $"{side}/N.T-report-full.json",
            BdnJson
                .File([
                    .. benchmarks.Select(benchmark =>
                        instructions is null ? benchmark : $"{benchmark[..^1]},\"HardwareIntrinsics\":\"{instructions}\"}}"
                    ),
                ])
                .Replace("AMD EPYC", processor, StringComparison.Ordinal)
        );

    private RunComparison Compare(ComparisonOptions? options = null)
    {
        var runs = RunLoader.Load(
            [
                ["old"],
                ["new"],
            ],
            folder.Root
        );
        return RunComparison.Create(runs[0], runs[1], options ?? Options);
    }

    private static string Console(RunComparison comparison, Outcome outcome)
    {
        var text = ConsoleReport.Render(hasColours: false, width: 250, comparison, outcome, showAll: false);
        return string.Join('\n', text.ReplaceLineEndings("\n").Split('\n').Select(line => line.TrimEnd()));
    }
}
