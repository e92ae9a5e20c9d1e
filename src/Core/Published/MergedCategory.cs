namespace Bench.Published;

// Record is that of the newest run. Alternatives are the variants without the baseline.
internal sealed record MergedCategory(CategoryRecord Record, BenchmarkRecord? Baseline, IReadOnlyList<MergedAlternative> Alternatives)
{
    public string Title => Record.Title;

    // The fastest variant if any is faster than the baseline on every machine class. Otherwise the baseline.
    public string? Fastest => FastestBy(alternative => alternative.Ratio);

    // The same for one machine class. `machine` is its index among the classes of the topic.
    public string? FastestOn(int machine) => FastestBy(alternative => alternative.On(machine));

    private string? FastestBy(Func<MergedAlternative, MergedRatio?> ratio) =>
        Baseline is null || Alternatives.All(alternative => ratio(alternative) is null)
            ? null
            : Alternatives.Where(alternative => ratio(alternative) is { Upper: < 1 }).MinBy(alternative => ratio(alternative)!.Ratio)?.Name
                ?? Baseline.Name;
}

// A variant. Record is that of the newest run. ByMachine has the ratio on each machine class of the topic, in their order, and null if it
// was not measured. Its interval is the one expected for the next run there. AnotherMachine is the ratio expected on another machine
// class.
internal sealed record MergedAlternative(BenchmarkRecord Record, IReadOnlyList<MergedRatio?> ByMachine, MergedRatio? AnotherMachine = null)
{
    public string Name => Record.Name;

    // The geometric mean over machine classes. Its interval spans all of theirs, so that it holds on each class. Null if the variant or the
    // baseline failed, or nothing was interleaved.
    public MergedRatio? Ratio { get; } = Over([.. ByMachine.OfType<MergedRatio>()]);

    public int Machines => ByMachine.Count(ratio => ratio is not null);

    public MergedRatio? On(int machine) => ByMachine[machine];

    private static MergedRatio? Over(MergedRatio[] machines) =>
        machines.Length == 0
            ? null
            : new(
                Math.Exp(machines.Average(ratio => Math.Log(ratio.Ratio))),
                machines.Min(ratio => ratio.Lower),
                machines.Max(ratio => ratio.Upper)
            );
}

// Lower and Upper are the ends of the 95% interval.
internal sealed record MergedRatio(double Ratio, double Lower, double Upper)
{
    public bool IsSignificant => Lower > 1 || Upper < 1;
}
