namespace Bench.Reports;

// Colours repeat what the words say, so that nothing is lost without them.
internal enum Tone
{
    Plain,
    Strong,
    Faint,
    Good,
    Bad,
    Doubtful,
    Passed,
    Failed,
    Undecided,
}
