using System.Globalization;
using System.Text;

namespace Lab.SameCode;

/// <summary>Sums, the benchmarks that were measured as different, and a line per commit.</summary>
internal static class ReplayPage
{
    public static string Render(IReadOnlyList<ReplayedCommit> commits)
    {
        ReplayedCommit[] examined = [.. commits.Where(commit => commit.Skipped is null)];
        MeasuredSame[] measured = [.. examined.SelectMany(commit => commit.Measured)];
        MeasuredSame[] different = [.. measured.Where(benchmark => benchmark.Verdict is "Regressed" or "Improved" or null)];
        var page = new StringBuilder();
        page.AppendLine("# Is the proof of same code right?").AppendLine();
        page.AppendLine(
            CultureInfo.InvariantCulture,
            $"{examined.Length} commits of this repository's history were compared with their parents. From the benchmarks of each commit, a random sample was examined. Some of those that `bench affected` proved to run the same code in both builds were measured nevertheless, in the same way as in `bench gate`."
        );
        page.AppendLine();
        page.AppendLine("| benchmarks | number |").AppendLine("| --- | ---: |");
        Line("examined", examined.Sum(commit => commit.Examined));
        Line("proven to run the same code", examined.Sum(commit => commit.Same));
        Line("proven, and measured nevertheless", measured.Length);
        Line("measured as different by more than 5%", different.Length);
        Line("measured as equivalent within 5%", measured.Count(benchmark => benchmark.Verdict == "Equivalent"));
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
        page.AppendLine("| commit | subject | examined | same code | proof, s | measured | why the others would be measured |");
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
