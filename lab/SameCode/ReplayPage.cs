using System.Globalization;
using System.Text;

namespace Lab.SameCode;

/// <summary>What was replayed: sums, what was measured different, and a line per commit.</summary>
internal static class ReplayPage
{
    public static string Render(IReadOnlyList<ReplayedCommit> commits)
    {
        ReplayedCommit[] examined = [.. commits.Where(commit => commit.Skipped is null)];
        MeasuredSame[] measured = [.. examined.SelectMany(commit => commit.Measured)];
        MeasuredSame[] different = [.. measured.Where(benchmark => benchmark.Verdict is "Regressed" or "Improved" or null)];
        var page = new StringBuilder();
        page.AppendLine("# Same code, replayed").AppendLine();
        page.AppendLine(
            CultureInfo.InvariantCulture,
            $"{examined.Length} commits of this repository's history, each against its parent. Of each commit's benchmarks a sample was drawn at random; of those that `bench affected` proves to run the same code in both builds, some were measured all the same, as `bench gate` measures."
        );
        page.AppendLine();
        page.AppendLine("| | |").AppendLine("| --- | ---: |");
        Line("benchmarks examined", examined.Sum(commit => commit.Examined));
        Line("of them proven to run the same code", examined.Sum(commit => commit.Same));
        Line("of them measured", measured.Length);
        Line("measured different beyond 5 %", different.Length);
        Line("measured equivalent within 5 %", measured.Count(benchmark => benchmark.Verdict == "Equivalent"));
        Line("commits with nothing to measure", examined.Count(commit => commit.Same == commit.Examined));
        Line("commits with everything to measure", examined.Count(commit => commit.Same == 0));
        page.AppendLine();
        foreach (var benchmark in different)
            page.AppendLine(
                CultureInfo.InvariantCulture,
                $"- {benchmark.Benchmark}: {benchmark.Ratio}x ({benchmark.Lower} to {benchmark.Upper}), {benchmark.Verdict ?? "failed"}"
            );
        if (different.Length > 0)
            page.AppendLine();
        page.AppendLine("| commit | | examined | same | proof s | measured | why the others are measured |");
        page.AppendLine("| --- | --- | ---: | ---: | ---: | ---: | --- |");
        foreach (var commit in commits)
            page.AppendLine(
                CultureInfo.InvariantCulture,
                $"| {commit.Commit[..7]} | {Cell(commit.Subject)} | {commit.Examined} of {commit.Benchmarks} | {commit.Same} | {commit.ProofSeconds:0} | {commit.Measured.Count} | {Cell(commit.Skipped ?? Why(commit))} |"
            );
        return page.ToString().ReplaceLineEndings("\n");

        void Line(string name, int count) => page.AppendLine(CultureInfo.InvariantCulture, $"| {name} | {count} |");
    }

    private static string Why(ReplayedCommit commit) =>
        string.Join(
            "; ",
            commit.Reasons.OrderByDescending(reason => reason.Value).Take(2).Select(reason => $"{reason.Value}: {reason.Key}")
        );

    private static string Cell(string text) => text.Replace("|", "\\|", StringComparison.Ordinal);
}
