namespace Bench.Statistics;

// Judges a check that several machines made separately. A benchmark fails only if more than half of all machines have its complete
// figures and each of these confirmed its suspicion. In addition, one of two tests must fail it. Either each machine would fail it
// alone (an intersection-union test: Berger, "Multiparameter hypothesis testing and acceptance sampling", Technometrics 24, 1982), or
// the mean over at least three machines does, with the machine as a random effect (MachineEffect). Each test gets half of the error.
internal static class MachineVerdicts
{
    // The variance of two machines has only one degree of freedom.
    private const int MinMachinesOfMean = 3;

    // The level of Cochran's Q, corrected by Benjamini and Hochberg.
    private const double LevelOfInteraction = 0.05;

    // Machines can end without figures, for example when their budget ends. Half of the machines or fewer are too few to fail a check.
    public static bool AreEnough(int measured, int machines) => 2 * measured > machines;

    // Every machine lists the benchmarks in the same order, with null where it has no figures.
    public static IReadOnlyList<MachinesJudgement> Judge(IReadOnlyList<IReadOnlyList<BenchmarkSample?>> machines)
    {
        var own = machines.Select(Judge).ToArray();
        var benchmarks = Enumerable
            .Range(0, machines[0].Count)
            .Select(i => new BenchmarkOnMachines([.. machines.Select((machine, m) => JudgedMachine.Create(machine[i], own[m][i]))]))
            .ToArray();
        var prior = SpreadPrior.Estimate(
            benchmarks
                .Select(benchmark => benchmark.Effect)
                .OfType<MachineEffect>()
                .Select(effect => (effect.BetweenVariance, effect.Machines - 1.0))
        );
        double[] fails = [.. benchmarks.Select(benchmark => PFails(benchmark, prior))];
        var slower = Correct(benchmarks, fails, benchmark => benchmark.IsConfirmedOnAll, MultipleTesting.Holm);
        var differ = Correct(
            benchmarks,
            [.. benchmarks.Select(benchmark => benchmark.Effect?.PSame() ?? 1)],
            benchmark => benchmark.Effect is not null,
            MultipleTesting.BenjaminiHochberg
        );
        var faster = Correct(
            benchmarks,
            [.. benchmarks.Select(benchmark => PFaster(benchmark, prior))],
            benchmark => benchmark.Effect is not null,
            MultipleTesting.BenjaminiHochberg
        );
        return
        [
            .. benchmarks.Select(
                (benchmark, i) =>
                {
                    var (together, agreement) = Conclude(
                        benchmark,
                        prior,
                        fails[i],
                        slower[i] <= TimeVerdicts.LevelOfFailing,
                        differ[i] <= LevelOfInteraction,
                        faster[i] <= TimeVerdicts.FalseDiscoveryRate
                    );
                    return new MachinesJudgement(together, [.. own.Select(judgements => judgements[i].Judgement)], agreement);
                }
            ),
        ];
    }

    // For a suspected regression, only the confirmation counts: the replicates that raised the suspicion are biased towards it.
    private static (TimeJudgement? Judgement, TimeEvidence? Evidence)[] Judge(IReadOnlyList<BenchmarkSample?> machine)
    {
        var results = new (TimeJudgement? Judgement, TimeEvidence? Evidence)[machine.Count];
        int[] measured = [.. Enumerable.Range(0, machine.Count).Where(i => machine[i] is not null)];
        foreach (var (i, judgement) in measured.Zip(ScreenedVerdicts.Judge([.. measured.Select(i => machine[i]!)])))
            results[i].Judgement = judgement;
        foreach (var stage in measured.GroupBy(i => machine[i]!.ConfirmationReplicates > 0).Select(stage => stage.ToArray()))
        {
            var evidence = TimeVerdicts.Weigh([
                .. stage.Select(i =>
                    machine[i] is { ConfirmationReplicates: > 0 } confirmed
                        ? confirmed.Confirmation with
                        {
                            ShareOfError = ScreenedVerdicts.ShareOf(confirmed),
                        }
                        : machine[i]!
                ),
            ]);
            foreach (var (i, of) in stage.Zip(evidence))
                results[i].Evidence = of;
        }

        return results;
    }

    private static double PFails(BenchmarkOnMachines benchmark, SpreadPrior prior)
    {
        if (!benchmark.IsConfirmedOnAll)
            return 1;
        var onEach = benchmark.Machines.Max(machine => machine.Evidence.PFails);
        if (benchmark.Effect is not { Machines: >= MinMachinesOfMean } effect)
            return onEach;
        var (error, degreesOfFreedom) = effect.Error(prior);
        var onAverage =
            Student.UpperTail((effect.LogRatio - benchmark.Margin.Log) / error, degreesOfFreedom)
            / benchmark.Machines.Min(machine => machine.ShareOfError);
        return EitherOf(onEach, onAverage);
    }

    private static double PFaster(BenchmarkOnMachines benchmark, SpreadPrior prior)
    {
        if (benchmark.Effect is not { } effect)
            return 1;
        var (error, degreesOfFreedom) = effect.Error(prior);
        return EitherOf(
            benchmark.Machines.Max(machine =>
                Student.UpperTail(
                    (-machine.Evidence.LogRatio - benchmark.Margin.Log) / machine.Evidence.Error,
                    machine.Evidence.DegreesOfFreedom
                )
            ),
            Student.UpperTail((-effect.LogRatio - benchmark.Margin.Log) / error, degreesOfFreedom)
        );
    }

    private static double EitherOf(double p, double other) => Math.Min(1, 2 * Math.Min(p, other));

    private static double[] Correct(
        BenchmarkOnMachines[] benchmarks,
        double[] p,
        Func<BenchmarkOnMachines, bool> isTest,
        Func<IReadOnlyList<double>, double[]> method
    )
    {
        int[] tests = [.. Enumerable.Range(0, benchmarks.Length).Where(i => isTest(benchmarks[i]))];
        var all = new double[p.Length];
        Array.Fill(all, 1);
        foreach (var (i, adjusted) in tests.Zip(method([.. tests.Select(i => p[i])])))
            all[i] = adjusted;
        return all;
    }

    private static (TimeJudgement Together, MachineAgreement Agreement) Conclude(
        BenchmarkOnMachines benchmark,
        SpreadPrior prior,
        double p,
        bool isSlower,
        bool differs,
        bool isFaster
    )
    {
        if (benchmark.Effect is not { } effect)
            return (OfOneMachine(benchmark), MachineAgreement.OneMachine);

        var student = new Student();
        var baseline = benchmark.Machines.Average(machine => machine.Evidence.LogBaseline);
        var (error, degreesOfFreedom) = effect.Error(prior);
        var overall = Interval(student, effect.LogRatio, error, degreesOfFreedom);
        var each = benchmark
            .Machines.Select(machine =>
                Interval(student, machine.Evidence.LogRatio, machine.Evidence.Error, machine.Evidence.DegreesOfFreedom)
            )
            .ToArray();
        var ofAll = (Lower: each.Min(interval => interval.Lower), Upper: each.Max(interval => interval.Upper));
        var judgement = new TimeJudgement
        {
            Baseline = Math.Exp(baseline),
            Candidate = Math.Exp(baseline + effect.LogRatio),
            Ratio = Math.Exp(effect.LogRatio),
            Spread = error * Math.Sqrt(effect.Machines),
            P = p,
        };
        var isBeyondFloor = Math.Abs(judgement.Candidate - judgement.Baseline) >= benchmark.Margin.NoiseFloor;

        if (isSlower && isBeyondFloor)
            return (
                With(judgement, overall.Lower > benchmark.Margin.Log ? overall : ofAll) with
                {
                    Verdict = Verdict.Regressed,
                    FailsCheck = true,
                },
                MachineAgreement.NoneStandsOut
            );
        if (!benchmark.IsOnEnough && benchmark.Machines.All(machine => machine.Own.FailsCheck))
            return (With(judgement, overall), MachineAgreement.OnTooFew);
        if (benchmark.Machines.Any(machine => machine.Own.FailsCheck))
        {
            var isElsewhereNot = benchmark.Machines.Any(machine =>
                machine.Own.Verdict is Verdict.Equivalent or Verdict.NotWorse or Verdict.Improved
            );
            return (With(judgement, overall), isElsewhereNot && differs ? MachineAgreement.Interaction : MachineAgreement.ShownOnSome);
        }

        return (
            WithoutRegression(benchmark, judgement, overall, ofAll, isImproved: isFaster && isBeyondFloor),
            MachineAgreement.NoneStandsOut
        );
    }

    // "overall" is the interval of the mean over machines, and "ofAll" spans those of all machines.
    private static TimeJudgement WithoutRegression(
        BenchmarkOnMachines benchmark,
        TimeJudgement judgement,
        (double Lower, double Upper) overall,
        (double Lower, double Upper) ofAll,
        bool isImproved
    )
    {
        var inside = TimeVerdicts.Inside(benchmark.Margin, judgement.Baseline);
        var verdict =
            isImproved ? Verdict.Improved
            : IsWithin(overall, -inside, inside) || IsWithin(ofAll, -inside, inside) ? Verdict.Equivalent
            : overall.Upper < inside || ofAll.Upper < inside ? Verdict.NotWorse
            : Verdict.Inconclusive;
        var decides = verdict switch
        {
            Verdict.Improved => overall.Upper < -benchmark.Margin.Log,
            Verdict.Equivalent => IsWithin(overall, -inside, inside),
            Verdict.NotWorse => overall.Upper < inside,
            _ => true,
        };
        return With(judgement, decides ? overall : ofAll) with
        {
            Verdict = verdict,
            Reason =
                verdict != Verdict.Inconclusive ? null
                : benchmark.Machines.Any(machine => machine.IsSuspected)
                    ? "possibly slower: the machines together neither confirm it nor rule it out"
                : "the machines differ too much for their number",
        };
    }

    // A single machine can clear a benchmark but not fail it.
    private static TimeJudgement OfOneMachine(BenchmarkOnMachines benchmark) =>
        benchmark.Machines is not [{ Own: var own }] ? TimeJudgement.NotMeasured("its spread is unknown")
        : own.Verdict == Verdict.Regressed ? own with { Verdict = Verdict.Inconclusive, FailsCheck = false, LaunchesToDecide = null }
        : own;

    private static TimeJudgement With(TimeJudgement judgement, (double Lower, double Upper) interval) =>
        judgement with
        {
            Lower = Math.Exp(interval.Lower),
            Upper = Math.Exp(interval.Upper),
        };

    private static (double Lower, double Upper) Interval(Student student, double center, double error, double degreesOfFreedom)
    {
        var half = student.Quantile((1 + TimeVerdicts.Confidence) / 2, degreesOfFreedom) * error;
        return (center - half, center + half);
    }

    private static bool IsWithin((double Lower, double Upper) interval, double lower, double upper) =>
        lower < interval.Lower && interval.Upper < upper;

    private sealed record JudgedMachine(TimeEvidence Evidence, TimeJudgement Own, BenchmarkSample Sample)
    {
        public bool IsConfirmed => Sample.ConfirmationReplicates > 0;

        // It looks slower by most of the margin, so a check confirms it.
        public bool IsSuspected => Evidence.LogRatio > ScreenedVerdicts.SuspectedShare * Sample.Margin.Log;

        public double ShareOfError => ScreenedVerdicts.ShareOf(Sample);

        public static JudgedMachine? Create(BenchmarkSample? sample, (TimeJudgement? Judgement, TimeEvidence? Evidence) own) =>
            sample is not null && own is { Judgement: { } judgement, Evidence: { } evidence }
                ? new JudgedMachine(evidence, judgement, sample)
                : null;
    }

    private sealed class BenchmarkOnMachines
    {
        public BenchmarkOnMachines(IReadOnlyList<JudgedMachine?> machines)
        {
            Machines = [.. machines.OfType<JudgedMachine>()];
            // A machine whose budget ended before its confirmation neither confirms the suspicion nor contradicts it.
            JudgedMachine[] confirmed = [.. Machines.Where(machine => machine.IsConfirmed)];
            if (confirmed.Length > 1 && AreEnough(confirmed.Length, machines.Count) && Machines.All(machine => machine.IsSuspected))
                Machines = confirmed;
            IsOnEnough = AreEnough(Machines.Count, machines.Count);
            Effect = Machines.Count > 1 ? new MachineEffect([.. Machines.Select(machine => machine.Evidence)]) : null;
        }

        public IReadOnlyList<JudgedMachine> Machines { get; }

        public bool IsOnEnough { get; }

        // Null for fewer than two machines.
        public MachineEffect? Effect { get; }

        public Margin Margin => Machines[0].Sample.Margin;

        public bool IsConfirmedOnAll =>
            Effect is not null && IsOnEnough && Machines.All(machine => machine is { IsConfirmed: true, IsSuspected: true });
    }
}
