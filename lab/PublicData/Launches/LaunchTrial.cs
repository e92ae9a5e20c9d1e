using Bench.Comparison;

namespace Lab.PublicData.Launches;

/// <summary>How often a rule was right, over all checks with one number of launches and one slowdown.</summary>
internal sealed record Tally(string Rule, int Launches, double Slowdown)
{
    public int Checks { get; set; }

    public int FailedChecks { get; set; }

    public int InconclusiveChecks { get; set; }

    public bool CanBeUndecided { get; init; } = true;

    public HashSet<string> FailedSystems { get; } = [];

    public int Unchanged { get; set; }

    public int UnchangedListed { get; set; }

    public int UnchangedFailing { get; set; }

    public int UnchangedUndecided { get; set; }

    public int Slowed { get; set; }

    public int SlowedListed { get; set; }

    public int SlowedFailing { get; set; }

    /// <summary>Slowed benchmarks that the rule wrongly shows not to be slower by the margin.</summary>
    public int SlowedCleared { get; set; }
}

internal static class LaunchTrial
{
    private static readonly (string Name, bool CanBeUndecided, Func<double[], double[], Finding> Judge)[] Others =
    [
        ("5% rule on medians", false, Rules.Medians),
        ("Mann-Whitney with a 5% shift", false, Rules.MannWhitney),
        ("Pragmastat, ratio above 1.05", true, Rules.Pragmastat),
    ];

    public static IReadOnlyList<Tally> Run(IReadOnlyList<JmhSystem> systems, LaunchOptions options)
    {
        var rules = options.JudgesByOthers ? Others : [];
        var all = new List<Tally>();
        foreach (var launches in options.LaunchesPerBuild)
        {
            foreach (var slowdown in options.Slowdowns)
            {
                Tally[] tallies =
                [
                    new("`bench compare`", launches, slowdown),
                    .. rules.Select(rule => new Tally(rule.Name, launches, slowdown) { CanBeUndecided = rule.CanBeUndecided }),
                    new("oracle: each spread is known", launches, slowdown),
                    new("`bench compare` with robust locations", launches, slowdown),
                ];
                // Sequential, because comparing runs is parallel itself: nested, it would wait for the threads that it occupies.
                for (var number = 0; number < options.Checks; number++)
                    Add(tallies, rules, Check.Draw(systems, number, launches, slowdown));
                all.AddRange(tallies);
            }
        }

        return all;
    }

    private static void Add(Tally[] tallies, (string, bool, Func<double[], double[], Finding> Judge)[] rules, Check check)
    {
        var (exitCode, findings) = CompareRule.Judge(check);
        var pooled = check.Benchmarks.Select(benchmark => (Pooled(benchmark.Baseline), Pooled(benchmark.Candidate))).ToArray();
        Finding[][] others =
        [
            .. rules.Select(rule => pooled.AsParallel().AsOrdered().Select(sides => rule.Judge(sides.Item1, sides.Item2)).ToArray()),
        ];
        Finding[][] estimated = [OtherEstimates.Oracle(check), OtherEstimates.Robust(check, findings)];
        Add(tallies[0], check, findings, exitCode == ExitCode.Inconclusive);
        foreach (var (tally, judged) in tallies.Skip(1).Zip(others.Concat(estimated)))
            Add(tally, check, judged, OtherEstimates.IsInconclusive(judged));
    }

    private static void Add(Tally tally, Check check, Finding[] findings, bool isInconclusive)
    {
        var fails = findings.Contains(Finding.Fails);
        tally.Checks++;
        tally.FailedChecks += fails ? 1 : 0;
        tally.InconclusiveChecks += isInconclusive ? 1 : 0;
        if (fails)
            tally.FailedSystems.Add(check.System);
        foreach (var (benchmark, finding) in check.Benchmarks.Zip(findings))
        {
            var isListed = finding is Finding.Listed or Finding.Fails ? 1 : 0;
            var isFailing = finding == Finding.Fails ? 1 : 0;
            if (benchmark.IsSlowed)
            {
                tally.Slowed++;
                tally.SlowedListed += isListed;
                tally.SlowedFailing += isFailing;
                tally.SlowedCleared += finding == Finding.NotSlower ? 1 : 0;
            }
            else
            {
                tally.Unchanged++;
                tally.UnchangedListed += isListed;
                tally.UnchangedFailing += isFailing;
                tally.UnchangedUndecided += finding == Finding.Undecided ? 1 : 0;
            }
        }
    }

    private static double[] Pooled(double[][] launches) => [.. launches.SelectMany(launch => launch)];
}
