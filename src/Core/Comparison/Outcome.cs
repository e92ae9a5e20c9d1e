using Bench.Statistics;

namespace Bench.Comparison;

internal sealed record Strictness(bool AllowMissing = false, bool StrictEnvironment = false, double MaxInconclusive = 0.2);

// ExitCode is the worst, in the order 1, 4, 5, 3, 0.
internal sealed record Outcome(ExitCode ExitCode, string Reason)
{
    public string Words =>
        ExitCode switch
        {
            ExitCode.Passed => "Passed",
            ExitCode.Inconclusive => "Undecided",
            ExitCode.NothingCompared => "Nothing compared",
            ExitCode.Interrupted => "Interrupted",
            _ => "Failed",
        };

    // With at least this many benchmarks, a share of them may be inconclusive. With fewer, at least one may be.
    private const int MinForShare = 10;

    public static Outcome Create(RunComparison comparison, Strictness strictness)
    {
        if (Failures(comparison, strictness) is { Length: > 0 } failures)
            return new(ExitCode.Regressed, $"{string.Join(", ", failures)}.");
        if (strictness.StrictEnvironment && comparison.EnvironmentDifferences.Count > 0)
            return new(ExitCode.Environment, $"The environments differ: {string.Join("; ", comparison.EnvironmentDifferences)}.");
        if (comparison.IsIdentical)
            return new(ExitCode.Passed, "The files of both runs are identical, so there is nothing to compare.");
        ComparedBenchmark[] both = [.. comparison.Benchmarks.Where(benchmark => benchmark.Presence == Presence.Both)];
        ComparedBenchmark[] compared =
        [
            .. both.Where(benchmark =>
                benchmark.TimeNotCompared is null || benchmark.Judged is not null || benchmark.Allocation is not null
            ),
        ];
        if (compared.Length == 0 && both.Length > 0)
            return new(ExitCode.NothingCompared, "The runs are from different machine classes, and do not both have allocation.");
        if (compared.Length == 0)
            return new(ExitCode.NothingCompared, "The runs have no measured benchmark in common.");

        if (comparison.IsAcrossMachines)
            return new(ExitCode.Passed, AcrossMachines(compared));

        // Benchmarks with the same code would increase the allowed number of inconclusive ones.
        compared = [.. compared.Where(benchmark => !benchmark.HasSameCode)];
        if (compared.Length == 0)
            return new(ExitCode.Passed, "The code of all benchmarks is the same in both builds.");

        // An accepted benchmark may be slower, so it needs no decision.
        var undecided = compared.Count(benchmark =>
            !benchmark.IsAcrossMachines
            && (
                IsOpen(benchmark)
                || (benchmark.Judged is null && benchmark.TimeNotCompared is null)
                || benchmark is { Allocation.Verdict: Verdict.Inconclusive, AcceptedAllocation: null }
                || benchmark.LostAllocation
            )
        );
        var max = MaxInconclusive(strictness, compared.Length);
        if (undecided > max)
            return new(
                ExitCode.Inconclusive,
                FormattableString.Invariant($"{undecided} of {compared.Length} benchmarks are Inconclusive; at most {max} may be")
                    + FormattableString.Invariant($"{(compared.Length < MinForShare ? "" : $" ({strictness.MaxInconclusive:0.##%})")}.")
            );
        // The measures of one request are not unrelated benchmarks, so the most important one must not be the undecided one.
        var open = compared.FirstOrDefault(benchmark => benchmark.IsThroughput && IsOpen(benchmark) && strictness.MaxInconclusive < 1);
        return open is null
            ? new(ExitCode.Passed, Passed(compared))
            : new(ExitCode.Inconclusive, $"The throughput of {open.Type} is Inconclusive, and it is the most important measure.");
    }

    private static string[] Failures(RunComparison comparison, Strictness strictness)
    {
        var compared = comparison.Benchmarks.Where(benchmark => benchmark.Presence == Presence.Both).ToArray();
        var slower = compared.Count(benchmark => benchmark is { TimeFails: true, AllocationFails: false });
        var larger = compared.Count(benchmark => benchmark is { TimeFails: false, AllocationFails: true });
        var both = compared.Count(benchmark => benchmark is { TimeFails: true, AllocationFails: true });
        // Another machine may lack something that a benchmark needs.
        var isAcrossMachines = comparison.IsAcrossMachines;
        var lost = comparison.Benchmarks.Count(benchmark =>
            IsLost(benchmark) && !(isAcrossMachines && benchmark.Presence == Presence.Removed)
        );
        return
        [
            .. Some(slower, "benchmark is slower", "benchmarks are slower"),
            .. Some(both, "benchmark is slower and allocates more", "benchmarks are slower and allocate more"),
            .. Some(larger, "benchmark allocates more", "benchmarks allocate more"),
            .. Some(strictness.AllowMissing ? 0 : lost, "benchmark vanished or failed", "benchmarks vanished or failed"),
        ];
    }

    // A share does not suit a few benchmarks: one of two would be too many, and one of five would just be allowed.
    private static int MaxInconclusive(Strictness strictness, int benchmarks) =>
        strictness.MaxInconclusive == 0 || benchmarks == 1 ? (int)strictness.MaxInconclusive
        : benchmarks < MinForShare ? Math.Max(1, Whole(strictness.MaxInconclusive * benchmarks))
        : Whole(strictness.MaxInconclusive * benchmarks);

    // 29% of 100 is 29, but slightly less as a double.
    private static int Whole(double number) => (int)Math.Floor(number + 1e-9);

    // The time is undecided, and no setting accepts that it may be slower.
    public static bool IsOpen(ComparedBenchmark benchmark) => benchmark is { Judged.Verdict: Verdict.Inconclusive, AcceptedTime: null };

    // The benchmark had a figure and now has none, or it is new and failed.
    public static bool IsLost(ComparedBenchmark benchmark)
    {
        return benchmark.Presence switch
        {
            Presence.Removed or Presence.Failed => benchmark is { FailedBefore: false, LeftOut: null },
            Presence.New => benchmark.Failure is not null,
            _ => false,
        };
    }

    private static string AcrossMachines(ComparedBenchmark[] compared)
    {
        var (judged, allocations) = (
            compared.Count(benchmark => benchmark.Judged is not null),
            compared.Count(benchmark => benchmark.Allocation is not null)
        );
        return judged == 0
            ? $"Allocation of {allocations} {(allocations == 1 ? "benchmark" : "benchmarks")} was compared; times of different machine classes are not judged."
            : $"{compared.Count(benchmark => benchmark.Judged is { Verdict: Verdict.DiffersBetweenMachines })} of {judged} benchmarks differ between the machine classes by more than usual.";
    }

    private static string Passed(ComparedBenchmark[] compared)
    {
        var listed = compared.Count(benchmark =>
            benchmark
                is { Judged.Verdict: Verdict.Regressed, TimeFails: false }
                    or { Allocation.Verdict: Verdict.Regressed, AllocationFails: false }
        );
        return listed == 0
            ? "No regression shown."
            : $"{listed} {(listed == 1 ? "benchmark is" : "benchmarks are")} listed as worse, but accepted or not significant enough to fail.";
    }

    private static IEnumerable<string> Some(int count, string one, string more) =>
        count == 0 ? [] : [$"{count} {(count == 1 ? one : more)}"];
}
