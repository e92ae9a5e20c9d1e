using Bench.Results;

namespace Bench.Published;

// The winner here differs from the published one. Ratio is the time of the winner here relative to the published one, both measured here.
// IsClear means that the published figures show a significant difference between the two.
internal sealed record OtherWinner(string Question, string Published, string Here, double Ratio, bool IsClear);

// A ratio outside of the interval expected for another machine class, or for the next run on the same class.
internal sealed record OtherSize(string Question, string Alternative, MergedRatio Published, MergedRatio Expected, double Here)
{
    // The distance from the expected interval, as the logarithm of a factor.
    public double Beyond => Math.Log(Here > Expected.Upper ? Here / Expected.Upper : Expected.Lower / Here);
}

// Compares one run with the published ones. SameMachine is the published machine class that the run was measured on, or null. Questions
// and Ratios count those that both have figures for. LeftOut are published benchmarks of these questions that the run did not measure.
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
        // The run itself may be published. It must not be compared with itself.
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
                // An interrupted run also lists the questions that it did not get to.
                if (own.Alternatives.All(alternative => alternative.Ratio is null))
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

    // The winner differs only if its interval and that of the published winner do not overlap.
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
