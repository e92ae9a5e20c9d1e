using Bench.Results;

namespace Bench.Published;

/// <summary>A question whose winner here is another than the published one.</summary>
/// <param name="Question">The category.</param>
/// <param name="Published">The published winner.</param>
/// <param name="Here">The winner here.</param>
/// <param name="Ratio">The time of the winner here divided by the published winner's, as measured here.</param>
/// <param name="IsClear">Whether the published figures show a difference between the two.</param>
internal sealed record OtherWinner(string Question, string Published, string Here, double Ratio, bool IsClear);

/// <summary>A ratio that is not where another machine, or the next run on the same class, is expected.</summary>
internal sealed record OtherSize(string Question, string Alternative, MergedRatio Published, MergedRatio Expected, double Here)
{
    /// <summary>How far it is beyond the expected interval, as the logarithm of a factor.</summary>
    public double Beyond => Math.Log(Here > Expected.Upper ? Here / Expected.Upper : Expected.Lower / Here);
}

/// <summary>One run beside the published ones: which answers a reader would find different on this machine.</summary>
/// <param name="SameMachine">The published machine class that the run was measured on; null for another.</param>
/// <param name="Machines">The names of all published machine classes.</param>
/// <param name="Questions">How many questions both answer.</param>
/// <param name="Ratios">How many ratios both have.</param>
/// <param name="LeftOut">Published benchmarks of the run's categories that the run has not measured.</param>
internal sealed record AgainstPublished(
    RunRecord Run,
    string? SameMachine,
    IReadOnlyList<string> Machines,
    int Questions,
    int Ratios,
    IReadOnlyList<OtherWinner> Winners,
    IReadOnlyList<OtherSize> Sizes,
    IReadOnlyList<string> LeftOut
)
{
    public static AgainstPublished Create(RunRecord run, IReadOnlyList<RunRecord> published)
    {
        var here = MergedTopic.FromOne(run).ToDictionary(topic => topic.Name, StringComparer.Ordinal);
        // The run itself may be among the published ones: it says nothing of itself.
        var topics = MergedTopic.Merge(published.Where(one => one.Started != run.Started));
        var (questions, ratios) = (0, 0);
        var (winners, sizes, leftOut) = (new List<OtherWinner>(), new List<OtherSize>(), new List<string>());
        foreach (var topic in topics.Where(topic => here.ContainsKey(topic.Name)))
        {
            var same = SameAs(topic, run);
            foreach (var category in topic.Categories)
            {
                if (here[topic.Name].Categories.FirstOrDefault(one => one.Title == category.Title) is not { Baseline: not null } own)
                    continue;
                questions++;
                var measured = own.Alternatives.ToDictionary(alternative => alternative.Name, StringComparer.Ordinal);
                foreach (var alternative in category.Alternatives)
                {
                    if (!measured.TryGetValue(alternative.Name, out var one) || one.Ratio is not { } ratio)
                    {
                        leftOut.Add(alternative.Name);
                        continue;
                    }

                    if (
                        (same is { } place ? alternative.On(place) ?? alternative.AnotherMachine : alternative.AnotherMachine)
                        is not { } expected
                    )
                        continue;
                    ratios++;
                    if (ratio.Ratio < expected.Lower || ratio.Ratio > expected.Upper)
                        sizes.Add(new OtherSize(category.Title, alternative.Name, alternative.Ratio!, expected, ratio.Ratio));
                }

                if (WinnerHere(topic, category, own) is { } winner)
                    winners.Add(winner);
            }
        }

        return new AgainstPublished(
            run,
            topics
                .Select(topic => SameAs(topic, run) is { } place ? topic.Machines[place].Name : null)
                .FirstOrDefault(name => name is not null),
            [.. topics.SelectMany(topic => topic.Machines).Select(machine => machine.Name).Distinct(StringComparer.Ordinal)],
            questions,
            ratios,
            winners,
            [.. sizes.OrderByDescending(size => size.Beyond)],
            [.. leftOut.Distinct(StringComparer.Ordinal)]
        );
    }

    private static int? SameAs(MergedTopic topic, RunRecord run) =>
        topic.Machines.Index().Where(machine => machine.Item.IsOf(run)).Select(machine => (int?)machine.Index).FirstOrDefault();

    // Another one wins only where its interval and that of the published winner do not meet.
    private static OtherWinner? WinnerHere(MergedTopic topic, MergedCategory published, MergedCategory here)
    {
        if (published.Fastest is not { } winner || here.Fastest is not { } own || winner == own)
            return null;
        var (theirs, ours) = (RatioOf(here, winner), RatioOf(here, own));
        return theirs is null || ours is null || ours.Upper >= theirs.Lower
            ? null
            : new OtherWinner(
                published.Title,
                winner,
                own,
                ours.Ratio / theirs.Ratio,
                topic.Between(FullNameOf(own), FullNameOf(winner))?.Ratio is { IsSignificant: true }
            );

        string FullNameOf(string name) => published.Record.Benchmarks.FirstOrDefault(benchmark => benchmark.Name == name)?.FullName ?? "";
    }

    private static MergedRatio? RatioOf(MergedCategory category, string name) =>
        category.Baseline!.Name == name
            ? new MergedRatio(1, 1, 1)
            : category.Alternatives.FirstOrDefault(alternative => alternative.Name == name)?.Ratio;
}
