using Bench.Reports;

namespace Bench.Cli.Report;

/// <summary>The answer to a question in words, computed from the figures.</summary>
/// <param name="Name">The variant to choose.</param>
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
        if (cases.Length == 1)
            return Of(cases[0].Category);
        var unjudged = cases.Count(one => !one.IsJudged);
        if (unjudged > 0)
            return new Answer("", $"Not judged: {unjudged} of {cases.Length} cases have too few {cases[0].Replicates} for an interval.");

        string[] common = [.. cases[0].Leaders.Where(name => cases.All(one => one.Leaders.Contains(name)))];
        var reference =
            cases.Select(one => one.Category.Reference).Distinct(StringComparer.Ordinal).Count() == 1 ? cases[0].Category.Reference : null;
        if (reference is not null && common.Contains(reference))
            return OfReference(cases, reference);
        if (common.Length > 0)
        {
            var isAlone = cases.All(one => one.Leaders.Count == common.Length);
            var ratios = common
                .SelectMany(name => cases.Select(one => one.Category.Alternatives.First(alternative => alternative.Name == name)))
                .Select(alternative => alternative.Ratio!.Value)
                .ToArray();
            var among = common.Length == 1 ? "" : $", with no significant difference between {(common.Length == 2 ? "the two" : "them")}";
            return new Answer(
                Listed(common, "or"),
                $": {(isAlone ? $"significantly {cases[0].Better} than all others in {All(cases.Length)}" : $"{cases[0].Best}, or tied for {cases[0].Best}, in {All(cases.Length)}")}{among}. "
                    + $"{(common.Length == 1 ? Capital(cases[0].Does) : "They " + cases[0].DoPlural)} {Range(ratios)} the {cases[0].What} of {reference ?? "the baseline"}."
            );
        }

        var bests = cases
            .Where(one => one.Leaders.Count == 1)
            .CountBy(one => one.Leaders[0], StringComparer.Ordinal)
            .OrderByDescending(best => best.Value);
        var known = bests.Select(best => $"{best.Key} in {best.Value}");
        var open = cases.Count(one => one.Leaders.Count > 1);
        return new Answer(
            "It depends",
            $": the {cases[0].Best} is {string.Join(", ", known.Concat(open == 0 ? [] : [$"no single variant in {open}"]))} of {cases.Length} cases."
        );
    }

    public static Answer Of(ReportedCategory category)
    {
        if (Case.Create(category) is not { } only)
            return new Answer("", "Nothing was measured.");
        var best = category.Alternatives[0];
        var others = category.Alternatives.Skip(1).Where(alternative => alternative.Ratio is not null).ToArray();
        if (!only.IsJudged)
            return new Answer(
                "",
                $"Not judged: too few {only.Replicates} for an interval. {only.First} figure: {best.Name}, {best.Figure}."
            );
        var leaders = only.Leaders;
        if (others is [var other] && best.Name == category.Reference)
        {
            var relation = $"{other.Name} {only.Does} {RatioText.Render(other)} the {only.What} of {best.Name}";
            return leaders.Count == 1
                ? new Answer(best.Name, $": {relation}, significantly {only.Worse}.")
                : new Answer("", $"No significant difference: {relation}.");
        }

        var apart = others.Where(alternative => !leaders.Contains(alternative.Name)).ToArray();
        var figure = best.Figure is { } known ? $", {known}" : "";
        var told = new List<string>();
        if (best.Name != category.Reference)
            told.Add(Relation(best, isFirst: true));
        if (apart.FirstOrDefault(alternative => alternative.Name != category.Reference) is { } next)
            told.Add(Relation(next, isFirst: told.Count == 0));
        if (apart.LastOrDefault() is { } last && last.Name != category.Reference && apart.Length > 2)
            told.Add($"the {only.Worst}, {Relation(last, isFirst: false)}");
        var relations = told.Count == 0 ? "" : $" {string.Join("; ", told)}.";
        if (apart.Length == 0)
            return new Answer("", $"No significant difference between {Listed(leaders, "and")}.{relations}");
        return leaders.Count == 1
            ? new Answer(
                best.Name,
                $"{figure}: significantly {only.Better} than {(apart.Length == 1 ? apart[0].Name : $"the other {apart.Length}")}.{relations}"
            )
            : new Answer(
                Listed(leaders, "or"),
                $": no significant difference between them; significantly {only.Better} than {(apart.Length == 1 ? apart[0].Name : $"the other {apart.Length}")}.{relations}"
            );

        string Relation(ReportedAlternative alternative, bool isFirst) =>
            $"{alternative.Name}{(isFirst ? $" {only.Does}" : "")} {RatioText.Render(alternative)}{(isFirst ? $" the {only.What} of {category.Reference}" : "")}";
    }

    private static Answer OfReference(Case[] cases, string reference)
    {
        var alone = cases.Count(one => one.Leaders.Count == 1);
        var others = cases
            .SelectMany(one => one.Category.Alternatives)
            .Where(alternative => alternative.Ratio is not null && alternative.Name != reference)
            .GroupBy(alternative => alternative.Name, StringComparer.Ordinal)
            .Select(same => (Name: same.Key, Ratios: same.Select(alternative => alternative.Ratio!.Value).ToArray()))
            .ToArray();
        var (better, does, what) = (cases[0].Better, cases[0].Does, cases[0].What);
        var first =
            alone == cases.Length
                ? $": significantly {better} than {(others.Length == 1 ? others[0].Name : "all others")} in {All(cases.Length)}. "
            : alone > 0 ? $": {cases[0].Best} in {alone} of {cases.Length} cases, and tied for {cases[0].Best} in the others. "
            : $": {cases[0].Best}, or tied for {cases[0].Best}, in {All(cases.Length)}. ";
        if (others.Length == 1)
            return new Answer(reference, $"{first}{others[0].Name} {does} {Range(others[0].Ratios)} its {what}.");
        var worst = cases[0].Category.IsMoreBetter ? others.MinBy(other => other.Ratios.Min()) : others.MaxBy(other => other.Ratios.Max());
        string[] level = [.. others.Select(other => other.Name).Where(name => cases.All(one => one.Leaders.Contains(name)))];
        var like = level.Length == 0 ? "" : $"Not significantly different: {Listed(level, "and")}. ";
        return new Answer(reference, $"{first}{like}The {cases[0].Worst}, {worst.Name}, {does} {Range(worst.Ratios)} its {what}.");
    }

    private static string Range(IReadOnlyCollection<double> ratios) =>
        Figures.Factor(ratios.Min()) is var lowest && Figures.Factor(ratios.Max()) is var highest && lowest == highest
            ? lowest
            : $"{lowest} to {highest}";

    private static string All(int cases) => cases == 2 ? "both cases" : $"all {cases} cases";

    private static string Capital(string text) => char.ToUpperInvariant(text[0]) + text[1..];

    private static string Listed(IReadOnlyList<string> names, string word) =>
        names.Count > MaxNames ? $"{string.Join(", ", names.Take(MaxNames))} {word} {names.Count - MaxNames} more"
        : names.Count > 1 ? $"{string.Join(", ", names.SkipLast(1))} {word} {names[^1]}"
        : names[0];

    /// <summary>A category, its best variant and those that do not differ significantly from it.</summary>
    private sealed record Case(ReportedCategory Category, IReadOnlyList<string> Leaders, bool IsJudged)
    {
        public string Better => Category.IsMoreBetter ? "better" : "faster";
        public string Worse => Category.IsMoreBetter ? "lower" : "slower";
        public string Best => Category.IsMoreBetter ? "highest" : "fastest";
        public string First => Category.IsMoreBetter ? "Highest" : "Lowest";
        public string Replicates => Category.IsMoreBetter ? "rounds" : "launches";
        public string Worst => Category.IsMoreBetter ? "lowest" : "slowest";
        public string Does => Category.IsMoreBetter ? "has" : "takes";
        public string DoPlural => Category.IsMoreBetter ? "have" : "take";
        public string What => Category.IsMoreBetter ? "throughput" : "time";

        public static Case? Create(ReportedCategory category)
        {
            var measured = category.Alternatives.Where(alternative => alternative.Ratio is not null).ToArray();
            return measured.Length < 2
                ? null
                : new Case(
                    category,
                    [
                        .. measured
                            .Where((alternative, i) => i == 0 || !category.IsSignificantlyDifferent(alternative))
                            .Select(alternative => alternative.Name),
                    ],
                    measured.All(category.IsJudged)
                );
        }
    }
}
