using Bench.Reports;

namespace Bench.Cli.Report;

/// <summary>The answer to a question in one or two sentences, computed from the figures.</summary>
/// <param name="Name">The variants to choose.</param>
internal sealed record Answer(string Name, string Rest)
{
    // A sentence with more names would be a list.
    private const int MaxNames = 3;

    public override string ToString() => Name + Rest;

    public static Answer Create(IReadOnlyList<ReportedCategory> categories)
    {
        var cases = categories.Select(Case.Create).OfType<Case>().ToArray();
        if (cases.Length == 0)
            return new Answer("", "Nothing was measured.");
        var unjudged = cases.Count(one => !one.IsJudged);
        if (unjudged > 0)
            return new Answer(
                "",
                $"Not judged: {(cases.Length == 1 ? "" : $"{unjudged} of {cases.Length} cases have ")}too few {cases[0].Replicates} for an interval."
            );
        if (cases.All(one => one.IsTied))
            return new Answer("", $"{Listed(cases[0].Leaders)} do not differ significantly{In(cases.Length)}.");
        string[] common = [.. cases[0].Leaders.Where(name => cases.All(one => one.Leaders.Contains(name)))];
        if (common.Length == 0)
            return Depends(cases);
        var reference =
            cases.Select(one => one.Category.Reference).Distinct(StringComparer.Ordinal).Count() == 1 ? cases[0].Category.Reference : null;
        string[] names = cases.Length > 1 && reference is not null && common.Contains(reference) ? [reference] : common;
        return new Answer(Listed(names), $"{Place(cases, names)}. {Ratios(cases, names, reference)}");
    }

    private static string Place(Case[] cases, string[] names)
    {
        var (best, count) = (cases[0].Best, cases.Length);
        if (names.Length > 1)
            return $" are {(cases.All(one => one.Leaders.Count == names.Length) ? $"tied for {best}" : $"{best} or tied")}{In(count)}";
        var alone = cases.Count(one => one.Leaders.Count == 1);
        return alone == count ? $" is {best}{In(count)}"
            : alone > 0 ? $" is {best} in {alone} of {count} cases, and tied in the other{(count - alone == 1 ? "" : "s")}"
            : $" is {best} or tied{In(count)}";
    }

    private static string Ratios(Case[] cases, string[] names, string? reference)
    {
        var (does, what) = (names.Length == 1 ? cases[0].Does : cases[0].DoPlural, cases[0].What);
        ILookup<string, double> ratios = cases
            .SelectMany(one => one.Measured)
            .ToLookup(alternative => alternative.Name, alternative => alternative.Ratio!.Value, StringComparer.Ordinal);
        if (reference is null || !names.Contains(reference))
            return $"{(names.Length == 1 ? "It" : "They")} {does} {Range(names.SelectMany(name => ratios[name]))} the {what} of {reference ?? "the baseline"}.";
        string[] others = [.. ratios.Select(ratio => ratio.Key).Except(names)];
        var worst = cases[0].Category.IsMoreBetter
            ? others.MinBy(other => ratios[other].Min())!
            : others.MaxBy(other => ratios[other].Max())!;
        return $"{(others.Length == 1 ? worst : $"The {cases[0].Worst}, {worst},")} {cases[0].Does} {Range(ratios[worst])} {(names.Length == 1 ? $"its {what}" : $"the {what} of {reference}")}.";
    }

    private static Answer Depends(Case[] cases)
    {
        var bests = cases
            .Where(one => one.Leaders.Count == 1)
            .CountBy(one => one.Leaders[0], StringComparer.Ordinal)
            .OrderByDescending(best => best.Value)
            .Select(best => $"{best.Key} in {best.Value}");
        var open = cases.Count(one => one.Leaders.Count > 1);
        return new Answer(
            "It depends",
            $": the {cases[0].Best} is {string.Join(", ", bests.Concat(open == 0 ? [] : [$"no single variant in {open}"]))} of {cases.Length} cases."
        );
    }

    private static string Range(IEnumerable<double> ratios)
    {
        var (lowest, highest) = (RatioText.Digits(ratios.Min()), RatioText.Digits(ratios.Max()));
        return lowest == highest ? $"{lowest}x" : $"{lowest}x to {highest}x";
    }

    private static string In(int cases) =>
        cases switch
        {
            1 => "",
            2 => " in both cases",
            _ => $" in all {cases} cases",
        };

    private static string Listed(IReadOnlyList<string> names) =>
        names.Count > MaxNames ? $"{string.Join(", ", names.Take(MaxNames))} and {names.Count - MaxNames} more"
        : names.Count > 1 ? $"{string.Join(", ", names.SkipLast(1))} and {names[^1]}"
        : names[0];

    /// <summary>A category, its best variant and those that do not differ significantly from it.</summary>
    private sealed record Case(ReportedCategory Category, IReadOnlyList<ReportedAlternative> Measured, IReadOnlyList<string> Leaders)
    {
        public bool IsTied => Leaders.Count == Measured.Count;
        public bool IsJudged => Measured.All(Category.IsJudged);
        public string Replicates => Category.IsMoreBetter ? "rounds" : "launches";
        public string Best => Category.IsMoreBetter ? "best" : "fastest";
        public string Worst => Category.IsMoreBetter ? "lowest" : "slowest";
        public string Does => Category.IsMoreBetter ? "has" : "takes";
        public string DoPlural => Category.IsMoreBetter ? "have" : "take";
        public string What => Category.IsMoreBetter ? "throughput" : "time";

        public static Case? Create(ReportedCategory category)
        {
            ReportedAlternative[] measured = [.. category.Alternatives.Where(alternative => alternative.Ratio is not null)];
            return measured.Length < 2
                ? null
                : new Case(
                    category,
                    measured,
                    [
                        .. measured
                            .Where((alternative, i) => i == 0 || !category.IsSignificantlyDifferent(alternative))
                            .Select(alternative => alternative.Name),
                    ]
                );
        }
    }
}
