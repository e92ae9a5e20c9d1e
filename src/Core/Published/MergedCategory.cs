namespace Bench.Published;

/// <summary>A category with its ratios.</summary>
/// <param name="Record">As the newest run has it.</param>
/// <param name="Baseline">The baseline; null where there is none.</param>
/// <param name="Alternatives">The others.</param>
internal sealed record MergedCategory(CategoryRecord Record, BenchmarkRecord? Baseline, IReadOnlyList<MergedAlternative> Alternatives)
{
    public string Title => Record.Title;

    /// <summary>Of the alternatives that are faster than the baseline on every machine class the fastest, and else the baseline.</summary>
    public string? Fastest => FastestBy(alternative => alternative.Ratio);

    /// <summary>The fastest on one machine class, by the same rule.</summary>
    /// <param name="machine">Its place among the classes of the topic.</param>
    public string? FastestOn(int machine) => FastestBy(alternative => alternative.On(machine));

    private string? FastestBy(Func<MergedAlternative, MergedRatio?> ratio) =>
        Baseline is null || Alternatives.All(alternative => ratio(alternative) is null)
            ? null
            : Alternatives.Where(alternative => ratio(alternative) is { Upper: < 1 }).MinBy(alternative => ratio(alternative)!.Ratio)?.Name
                ?? Baseline.Name;
}

/// <summary>An alternative with its ratio to the baseline.</summary>
/// <param name="Record">As the newest run has it.</param>
/// <param name="ByMachine">
/// The ratio on each machine class of the topic, in their order, with the interval that the next run there is expected in; null where it
/// was not measured.
/// </param>
/// <param name="AnotherMachine">The ratio that another machine class is expected to show; null where nothing is known.</param>
internal sealed record MergedAlternative(BenchmarkRecord Record, IReadOnlyList<MergedRatio?> ByMachine, MergedRatio? AnotherMachine = null)
{
    public string Name => Record.Name;

    /// <summary>
    /// The geometric mean over machine classes, from the lowest end of their intervals to the highest: what is said of it holds on each.
    /// Null where it or the baseline failed, or nothing was interleaved.
    /// </summary>
    public MergedRatio? Ratio { get; } = Over([.. ByMachine.OfType<MergedRatio>()]);

    /// <summary>How many machine classes measured it.</summary>
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

/// <summary>A ratio with its 95 % interval.</summary>
internal sealed record MergedRatio(double Ratio, double Lower, double Upper)
{
    public bool IsSignificant => Lower > 1 || Upper < 1;
}
