using Bench.Published;
using Bench.Results;

namespace Bench.Core.Tests;

public sealed class AgainstPublishedTests
{
    private const string Zen1 = "AuthenticAMD family 23 model 1 stepping 2";
    private const string Zen5 = "AuthenticAMD family 26 model 2 stepping 1";
    private const string Xeon = "GenuineIntel family 6 model 207 stepping 2";

    [Fact]
    public void The_same_answers_are_counted_and_not_listed()
    {
        var found = AgainstPublished.Create(Run(3, Xeon, 0.5, 0.9), [Run(1, Zen1, 0.5, 0.9), Run(2, Zen5, 0.51, 0.92)]);

        Assert.Null(found.SameMachine);
        Assert.Equal(["Zen 1", "Zen 5"], found.Machines);
        Assert.Equal((1, 2), (found.Questions, found.Ratios));
        Assert.Empty(found.Winners);
        Assert.Empty(found.Sizes);
    }

    [Fact]
    public void Another_winner_and_another_size_are_listed()
    {
        var found = AgainstPublished.Create(Run(3, Xeon, -0.7, 2.9), [Run(1, Zen1, 0.5, 0.9), Run(2, Zen5, 0.51, 0.92)]);

        var winner = Assert.Single(found.Winners);
        Assert.Equal(("Sort, 100", "Once", "Twice", true), (winner.Question, winner.Published, winner.Here, winner.IsClear));
        Assert.Equal(Math.Exp(-0.7), winner.Ratio, 3);
        Assert.Equal(["Thrice", "Twice"], found.Sizes.Select(size => size.Alternative).Order());
    }

    [Fact]
    public void On_a_published_machine_class_the_next_run_on_it_is_expected()
    {
        RunRecord[] published = [Run(1, Zen1, 0.5, 0.9), Run(2, Zen5, 0.7, 1.2)];

        var found = AgainstPublished.Create(Run(3, Zen5, 0.5, 1.2), published);

        Assert.Equal("Zen 5", found.SameMachine);
        // The other class has 0.5.
        Assert.Equal(["Twice"], found.Sizes.Select(size => size.Alternative));
    }

    [Fact]
    public void What_the_run_has_not_measured_is_left_out()
    {
        var run = Run(3, Xeon, 0.5, 0.9);
        var category = run.Topics[0].Categories[0];
        run = run with { Topics = [run.Topics[0] with { Categories = [category with { Benchmarks = [.. category.Benchmarks.Take(2)] }] }] };

        Assert.Equal(["Thrice"], AgainstPublished.Create(run, [Run(1, Zen1, 0.5, 0.9)]).LeftOut);
    }

    [Fact]
    public void Questions_that_an_interrupted_run_did_not_measure_are_not_counted()
    {
        var run = Run(3, Xeon, 0.5, 0.9);
        var category = run.Topics[0].Categories[0];
        var unmeasured = category.Benchmarks.Select(benchmark => benchmark with { Times = [], LogRatios = [], Errors = [] });
        run = run with { Topics = [run.Topics[0] with { Categories = [category with { Benchmarks = [.. unmeasured] }] }] };

        var found = AgainstPublished.Create(run, [Run(1, Zen1, 0.5, 0.9)]);

        Assert.Equal((0, 0), (found.Questions, found.Ratios));
        Assert.Empty(found.LeftOut);
    }

    [Fact]
    public void A_run_says_nothing_of_itself()
    {
        var run = Run(1, Zen1, 0.5, 0.9);

        Assert.Equal(0, AgainstPublished.Create(run, [run]).Questions);
    }

    private static RunRecord Run(int day, string processor, double twice, double thrice) =>
        new(
            new DateTimeOffset(2026, 1, day, 0, 0, 0, TimeSpan.Zero),
            new DateTimeOffset(2026, 1, day, 1, 0, 0, TimeSpan.Zero),
            "abc",
            false,
            3,
            "BenchmarkDotNet v0.15.8, Linux",
            "a processor",
            ".NET 10.0.12",
            [],
            [
                new TopicRecord(
                    "Text",
                    3,
                    "code",
                    ["Text.Sort-report-github.md"],
                    [],
                    [
                        new CategoryRecord(
                            "Sort",
                            ["100"],
                            "",
                            [Benchmark("Once", null), Benchmark("Twice", twice), Benchmark("Thrice", thrice)]
                        ),
                    ]
                ),
            ],
            Machine: new RunEnvironment("a processor", 2, "Linux", "X64", ProcessorModel: processor)
        );

    private static BenchmarkRecord Benchmark(string name, double? logRatio) =>
        new(
            name,
            $"Text.Sort.{name}(Length: 100)",
            logRatio is null,
            [10, 10, 10],
            logRatio is { } ratio ? [ratio - 0.01, ratio, ratio + 0.01] : [],
            logRatio is null ? [] : [0.001, 0.001, 0.001],
            0,
            true
        );
}
