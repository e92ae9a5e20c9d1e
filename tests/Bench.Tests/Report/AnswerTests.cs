using Bench.Cli.Report;

namespace Bench.Tests;

public class AnswerTests
{
    [Fact]
    public void One_case_is_answered_with_its_ratio() =>
        Assert.Equal(
            "Base is fastest. Slow takes 1.50x its time.",
            Answer.Create([Times("Base", Baseline, ("Slow", 1.5, 1.4, 1.6))]).ToString()
        );

    [Fact]
    public void What_is_not_significant_is_no_answer() =>
        Assert.Equal(
            "Base and Near do not differ significantly.",
            Answer.Create([Times("Base", Baseline, ("Near", 1.02, 0.98, 1.06))]).ToString()
        );

    [Fact]
    public void The_best_is_named_with_its_ratio_to_the_reference() =>
        Assert.Equal(
            "Fast is fastest. It takes 0.50x the time of Base.",
            Answer.Create([Times("Base", ("Fast", 0.5, 0.4, 0.6), Baseline, ("Slow", 2, 1.9, 2.1), ("Slowest", 9, 8, 10))]).ToString()
        );

    [Fact]
    public void A_reference_that_is_best_everywhere_is_the_answer_and_where_it_is_not_significant_is_said()
    {
        var slow = Times("Base", Baseline, ("Slow", 1.5, 1.4, 1.6));
        Assert.Equal("Base is fastest in both cases. Slow takes 1.50x its time.", Answer.Create([slow, slow]).ToString());
        Assert.Equal(
            "Base is fastest in 1 of 2 cases, and tied in the other. Slow takes 1.01x to 1.50x its time.",
            Answer.Create([slow, Times("Base", Baseline, ("Slow", 1.01, 0.9, 1.1))]).ToString()
        );
    }

    [Fact]
    public void Two_that_are_best_everywhere_are_named_both() =>
        Assert.Equal(
            "One and Two are tied for fastest in both cases. They take 0.50x to 0.71x the time of Base.",
            Answer
                .Create([
                    Times("Base", ("One", 0.5, 0.4, 0.6), ("Two", 0.51, 0.4, 0.6), Baseline),
                    Times("Base", ("One", 0.7, 0.6, 0.8), ("Two", 0.71, 0.6, 0.8), Baseline),
                ])
                .ToString()
        );

    [Fact]
    public void Cases_that_disagree_are_counted() =>
        Assert.Equal(
            "It depends: the fastest is Base in 1, Other in 1, no single variant in 1 of 3 cases.",
            Answer
                .Create([
                    Times("Base", Baseline, ("Other", 1.5, 1.4, 1.6)),
                    Times("Base", ("Other", 0.5, 0.4, 0.6), Baseline),
                    Times("Base", Baseline, ("Other", 1, 0.9, 1.1)),
                ])
                .ToString()
        );

    [Fact]
    public void Without_intervals_nobody_wins()
    {
        var once = Times("Base", Baseline) with
        {
            Alternatives = [Alternative(Baseline), new("Slow", "2 ns", 2, null, "", null, null, "")],
        };

        Assert.Equal("Not judged: too few launches for an interval.", Answer.Create([once]).ToString());
        Assert.Equal("Not judged: too few rounds for an interval.", Answer.Create([once with { IsMoreBetter = true }]).ToString());
        Assert.StartsWith("Not judged: 1 of 2 cases", Answer.Create([once, Times("Base", Baseline, ("Slow", 1.5, 1.4, 1.6))]).ToString());
        Assert.Equal("Nothing was measured.", Answer.Create([Times("Base", Baseline)]).ToString());
    }

    [Fact]
    public void Of_throughputs_more_is_better() =>
        Assert.Equal(
            "Base is best. Less has 0.50x its throughput.",
            Answer.Create([Times("Base", Baseline, ("Less", 0.5, 0.4, 0.6)) with { IsMoreBetter = true }]).ToString()
        );

    [Fact]
    public void A_question_of_the_settings_takes_the_categories_of_its_patterns_in_their_order()
    {
        var (one, two) = (
            Times("Base", Baseline, ("Slow", 1.5, 1.4, 1.6)) with
            {
                Question = "1",
                Benchmarks = [new BenchmarkId("N.T.M(X: 1)", JobTraits.Default)],
            },
            Times("Base", Baseline, ("Slow", 2.5, 2.4, 2.6)) with
            {
                Question = "2",
                Benchmarks = [new BenchmarkId("N.T.M(X: 2)", JobTraits.Default)],
            }
        );
        (string, IReadOnlyList<ReportedCategory>)[] topics = [("N", [one, two])];

        var asked = Question.Create([Ask("Which?", "*X: 2*", "*X*"), Ask("What else?", "*Nothing*")], topics);
        Assert.Equal("Which?: 2 1", Assert.Single(asked.Select(Shown)));

        // The settings of other benchmarks do not apply to these.
        Assert.Equal("N: 1 2", Assert.Single(Question.Create([Ask("What else?", "*Nothing*")], topics).Select(Shown)));

        static string Shown(Question question) =>
            $"{question.Text}: {string.Join(' ', question.Categories.Select(category => category.Question))}";
        static AskedQuestion Ask(string text, params string[] patterns) =>
            new(text, [.. patterns.Select(pattern => new BenchmarkPattern(pattern))]);
    }

    private static (string Name, double Ratio, double Lower, double Upper) Baseline => ("Base", 1, double.NaN, double.NaN);

    private static ReportedCategory Times(
        string reference,
        params (string Name, double Ratio, double Lower, double Upper)[] alternatives
    ) => new("N", "T", reference, [.. alternatives.Select(Alternative)], false, "", "", "");

    private static ReportedAlternative Alternative((string Name, double Ratio, double Lower, double Upper) one) =>
        new(
            one.Name,
            "1 ns",
            one.Ratio,
            double.IsNaN(one.Lower) ? null : (one.Lower, one.Upper),
            double.IsNaN(one.Lower) ? "baseline"
                : one.Lower > 1 ? "slower"
                : one.Upper < 1 ? "faster"
                : "not significant",
            null,
            null,
            ""
        );
}
