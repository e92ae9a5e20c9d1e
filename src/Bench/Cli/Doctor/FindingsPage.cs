namespace Bench.Cli.Doctor;

internal static class FindingsPage
{
    private const int SubjectWidth = 12;
    private const int LevelWidth = 10;

    public static IEnumerable<string> Lines(IReadOnlyList<Finding> findings) =>
        findings.SelectMany(Lines).Concat(Paragraph.Lines(Summary(findings)));

    private static IEnumerable<string> Lines(Finding finding)
    {
        var head = $"{finding.Subject.PadRight(SubjectWidth)}{Name(finding.Level).PadRight(LevelWidth)}";
        return Paragraph
            .Lines(finding.Text, head)
            .Concat(finding.Remedy is null ? [] : Paragraph.Lines(finding.Remedy, new string(' ', SubjectWidth + LevelWidth) + "-> "));
    }

    private static string Summary(IReadOnlyList<Finding> findings)
    {
        string[] disturbing = [.. findings.Where(finding => finding.Level == Level.Disturbs).Select(finding => finding.Subject)];
        return disturbing.Length == 0
            ? "Nothing visible here disturbs a check."
            : $"A check is disturbed by: {string.Join(", ", disturbing)}. It takes longer and decides less.";
    }

    private static string Name(Level level) =>
        level switch
        {
            Level.Fine => "fine",
            Level.Note => "note",
            Level.Disturbs => "disturbs",
            _ => "unknown",
        };
}
