using Bench.Reports;

namespace Bench.Cli.Doctor;

internal static class FindingsPage
{
    public static void Write(TextPage page, IReadOnlyList<Finding> findings)
    {
        page.Table(null, [.. findings.SelectMany(Rows)], [false, false, false]);
        page.Write(Summary(findings), tone: findings.Any(Disturbs) ? Tone.Undecided : Tone.Passed);
    }

    private static bool Disturbs(Finding finding) => finding.Level == Level.Disturbs;

    private static IEnumerable<TonedText[]> Rows(Finding finding)
    {
        yield return [new(finding.Subject), new(Name(finding.Level), ToneOf(finding.Level)), new(finding.Text)];
        if (finding.Remedy is { } remedy)
            yield return [new(), new(), new($"-> {remedy}")];
    }

    private static string Summary(IReadOnlyList<Finding> findings)
    {
        string[] disturbing = [.. findings.Where(Disturbs).Select(finding => finding.Subject)];
        return disturbing.Length == 0
            ? "Nothing visible here disturbs a check."
            : $"A check is disturbed by: {string.Join(", ", disturbing)}. It takes longer and decides less.";
    }

    private static Tone ToneOf(Level level) =>
        level switch
        {
            Level.Fine => Tone.Good,
            Level.Disturbs => Tone.Bad,
            Level.Note => Tone.Doubtful,
            _ => Tone.Faint,
        };

    private static string Name(Level level) =>
        level switch
        {
            Level.Fine => "fine",
            Level.Note => "note",
            Level.Disturbs => "disturbs",
            _ => "unknown",
        };
}
