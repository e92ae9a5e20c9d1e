using Bench.Comparison;
using Bench.Statistics;

namespace Bench.Reports;

/// <summary>
/// One line per benchmark below the name of its class: both values, the changes of time and allocation, and the verdict. Notes are below
/// the line.
/// </summary>
internal sealed class ChangeLines
{
    private const int Indent = 2;
    private const int Gap = 2;
    private const int IndentOfNotes = 4;

    private readonly (string Type, Line[] Lines)[] classes;

    /// <param name="benchmarks">Worst first.</param>
    public ChangeLines(IReadOnlyList<ComparedBenchmark> benchmarks) =>
        classes = [.. benchmarks.GroupBy(benchmark => benchmark.Type).Select(type => (type.Key, type.Select(Line.Create).ToArray()))];

    public void Write(TextPage page)
    {
        Line[] all = [.. classes.SelectMany(type => type.Lines)];
        if (all.Length == 0)
            return;
        var (before, after) = (all.Max(line => line.Before.Length), all.Max(line => line.After.Length));
        all = [.. all.Select(line => line.Aligned(before, after))];
        var columns = Columns(all);
        // The interval is worth a column only if there is room for it.
        if (Indent + all.Max(line => line.Name.Length) + Gap + Width(columns) > page.Width)
        {
            all = [.. all.Select(line => line with { Interval = "" })];
            columns = Columns(all);
        }

        var room = Math.Max(0, page.Width - Indent - Gap - Width(columns));
        var name = Math.Min(room, all.Where(line => line.Name.Length <= room).Select(line => line.Name.Length).DefaultIfEmpty().Max());
        var next = 0;
        foreach (var (type, lines) in classes)
        {
            page.Empty();
            if (type.Length > 0)
                page.Write(type, tone: Tone.Strong);
            for (var i = 0; i < lines.Length; i++, next++)
            {
                Write(page, all[next], name, columns);
                // Notes that the next line has, too, are below the last of these lines.
                if (i + 1 == lines.Length || !lines[i].Notes.SequenceEqual(lines[i + 1].Notes))
                    foreach (var note in lines[i].Notes)
                        page.Write(note, IndentOfNotes, Tone.Faint);
            }
        }
    }

    private static int[] Columns(Line[] all) =>
        [.. Enumerable.Range(0, all[0].Cells.Length).Select(i => all.Max(line => line.Cells[i].Text.Length))];

    private static int Width(int[] columns) => columns.Where(column => column > 0).Sum(column => column + Gap) - Gap;

    private static void Write(TextPage page, Line line, int name, int[] columns)
    {
        var text = new TonedText();
        if (line.Name.Length > name)
            page.Write(line.Name, Indent);
        else
            text.Add(line.Name);
        text.Add(new string(' ', Math.Max(0, name - text.Length)));
        foreach (var (cell, column) in line.Cells.Zip(columns).Where(one => one.Second > 0))
        {
            text.Add(new string(' ', Gap));
            text.Add(cell.IsLeft ? cell.Text.PadRight(column) : cell.Text.PadLeft(column), cell.Tone);
        }

        page.Write(text, Indent);
    }

    private sealed record Cell(string Text, Tone Tone = Tone.Plain, bool IsLeft = false);

    private sealed record Line(
        string Name,
        string Before,
        string After,
        string Change,
        Tone ToneOfChange,
        string Interval,
        string Allocation,
        Tone ToneOfAllocation,
        string Verdict,
        Tone ToneOfVerdict,
        IReadOnlyList<string> Notes
    )
    {
        public Cell[] Cells =>
            [
                new(Before.Length == 0 ? "" : $"{Before} -> {After}"),
                new(Change, ToneOfChange),
                new(Interval, Tone.Faint, IsLeft: true),
                new(Allocation, ToneOfAllocation),
                new(Verdict, ToneOfVerdict, IsLeft: true),
            ];

        public Line Aligned(int before, int after) =>
            Before.Length == 0 ? this : this with { Before = Before.PadLeft(before), After = After.PadLeft(after) };

        public static Line Create(ComparedBenchmark benchmark)
        {
            var sides = benchmark.Judged is { Ratio: double.NaN } ? null : Figures.Sides(benchmark);
            if (sides is null && benchmark is { IsAllocationOnly: true, Allocation: { } counted })
                sides = (Figures.Bytes(counted.BaselineBytes), Figures.Bytes(counted.CandidateBytes));
            var (verdict, tone) = VerdictOf(benchmark);
            return new Line(
                Topic.WithoutType(benchmark.Name, benchmark.Type),
                sides?.Baseline ?? "",
                sides?.Candidate ?? "",
                benchmark.Judged is { } judged && sides is not null ? Figures.Change(judged.Ratio) : "",
                ToneOf(benchmark.Judged?.Verdict, benchmark.TimeFails),
                benchmark.Judged?.Deciding is ({ } lower, { } upper) ? $"{Figures.Change(lower)} to {Figures.Change(upper)}" : "",
                Figures.Change(benchmark.Allocation),
                ToneOf(benchmark.Allocation?.Verdict, benchmark.AllocationFails),
                verdict,
                tone,
                [
                    .. benchmark.Judged is { Verdict: Statistics.Verdict.Regressed, FailsCheck: false }
                        ? ["not significant enough to fail"]
                        : (string[])[],
                    .. Figures.Notes(benchmark) is { Length: > 0 } notes ? [notes] : (string[])[],
                ]
            );
        }

        private static Tone ToneOf(Verdict? verdict, bool fails) =>
            fails ? Tone.Bad
            : verdict == Statistics.Verdict.Improved ? Tone.Good
            : verdict is Statistics.Verdict.Regressed or Statistics.Verdict.Inconclusive ? Tone.Doubtful
            : Tone.Plain;

        // Verdicts that fail the check are in capitals.
        private static (string, Tone) VerdictOf(ComparedBenchmark benchmark) =>
            BenchmarkOrder.GroupOf(benchmark) switch
            {
                BenchmarkGroup.Failing => (benchmark.TimeFails ? "REGRESSED" : "ALLOCATES MORE", Tone.Failed),
                BenchmarkGroup.Lost => (benchmark.Presence == Presence.Removed ? "REMOVED" : "FAILED", Tone.Failed),
                BenchmarkGroup.Regressed => (
                    benchmark.AcceptedTime is null && benchmark.AcceptedAllocation is null ? "Regressed" : "Accepted",
                    Tone.Doubtful
                ),
                BenchmarkGroup.Inconclusive => (nameof(Statistics.Verdict.Inconclusive), Tone.Undecided),
                BenchmarkGroup.Improved => (nameof(Statistics.Verdict.Improved), Tone.Good),
                BenchmarkGroup.NotWorse or BenchmarkGroup.Equivalent => (
                    Figures.Verdict(benchmark).Replace("Time and allocation: ", "", StringComparison.Ordinal),
                    Tone.Plain
                ),
                BenchmarkGroup.OtherAllocation => (
                    benchmark.Allocation is { Verdict: Statistics.Verdict.Regressed } ? "Allocates more" : "Allocates less",
                    Tone.Doubtful
                ),
                BenchmarkGroup.Differs => ("Differs", Tone.Doubtful),
                _ => (Figures.VerdictOnTime(benchmark), Tone.Plain),
            };
    }
}
