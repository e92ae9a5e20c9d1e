using System.Globalization;
using System.Text;
using System.Text.RegularExpressions;
using Bench.Reports;

namespace Lab.Claims;

// The part between the two marks is generated; the rest of the page is written by hand.
internal static partial class SourcePage
{
    private const string Begin = "<!-- measured claims -->";
    private const string End = "<!-- end of measured claims -->";

    public static void EnsureMarked(string path, string page)
    {
        if (!Place().IsMatch(page))
            throw new UsageException($"{path} has no place for the results: expected the line {Begin}, and after it {End}.");
    }

    public static string Render(string path, string page, IReadOnlyList<JudgedClaim> claims)
    {
        EnsureMarked(path, page);
        return Place().Replace(page.ReplaceLineEndings("\n"), _ => $"{Begin}\n{Results(claims)}{End}", 1);
    }

    private static string Results(IReadOnlyList<JudgedClaim> claims)
    {
        string[] machines =
        [
            .. claims.SelectMany(claim => claim.Classes).Select(one => one.Figure.Machine).Distinct().Order(StringComparer.Ordinal),
        ];
        var text = new StringBuilder("| | claim | claimed |")
            .AppendJoin("", machines.Select(machine => $" {MarkdownText.Cell(machine)} |"))
            .Append(" judgement |\n| ---: | --- | --- |")
            .AppendJoin("", machines.Select(_ => " --- |"))
            .Append(" --- |\n");
        foreach (var (i, judged) in claims.Index())
            text.Append(
                    CultureInfo.InvariantCulture,
                    $"| {i + 1} | {MarkdownText.Cell(judged.Claim.Says)} | {ClaimText.Claimed(judged.Claim)} |"
                )
                .AppendJoin("", machines.Select(machine => $" {Cell(judged, machine)} |"))
                .Append($" {ClaimText.Verdict(judged)} |\n");
        AppendList(text, "Why lines are not measured", claims, claim => claim.Unmeasured);
        if (claims[0].Source.Differs is { } always)
            text.Append($"\nIn all measured lines, these conditions differ from the source's:\n\n{ClaimText.Conditions(always)}");
        AppendList(
            text,
            "In some lines, more conditions differ",
            claims,
            claim => claim.Differs,
            conditions => $"\n{ClaimText.Conditions(conditions, "  ")}"
        );
        AppendList(text, "Explanations", claims, claim => claim.Comment);
        return text.ToString();
    }

    private static void AppendList(
        StringBuilder text,
        string title,
        IReadOnlyList<JudgedClaim> claims,
        Func<Claim, string?> about,
        Func<string, string>? render = null
    )
    {
        var said = claims
            .Index()
            .Where(claim => about(claim.Item.Claim) is not null)
            .GroupBy(claim => about(claim.Item.Claim)!, claim => claim.Index + 1)
            .ToArray();
        if (said.Length == 0)
            return;
        text.Append($"\n{title}:\n\n");
        foreach (var same in said)
            text.Append(
                CultureInfo.InvariantCulture,
                $"- {string.Join(", ", same)}:{(render is null ? $" {MarkdownText.Cell(same.Key)}\n" : render(same.Key))}"
            );
    }

    private static string Cell(JudgedClaim judged, string machine) =>
        judged.Classes.FirstOrDefault(one => one.Figure.Machine == machine) is { } measured ? ClaimText.Measured(measured.Figure) : "-";

    [GeneratedRegex($"^{Begin}\r?$.*?^{End}", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex Place();
}
