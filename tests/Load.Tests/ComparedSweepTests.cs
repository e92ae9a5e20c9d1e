using Bench.Load;

namespace Load.Tests;

public sealed class ComparedSweepTests
{
    // The second sample takes 10% more processor time at 64 connections; nothing else differs.
    private static readonly ComparedSweep Sweep = new("a-b", [Level(8, processor: 1), Level(64, processor: 1.1)]);

    [Fact]
    public void Each_level_has_a_line_with_what_the_samples_differ_in()
    {
        var page = ComparedSweepPage.Render(Sweep, new Settings());
        Assert.Contains("## B against A", page);
        Assert.Matches(@"\| 8 \| 1000 \| 1000 \| 1\.000x \(.*\) \| Equivalent \|.* 1\.000x \(.*\), Equivalent \|", page);
        Assert.Matches(@"\| 64 \| 1000 \| 1000 \| 1\.000x \(.*\) \| Equivalent \|.* 1\.100x \(.*\), Regressed \|", page);
        Assert.Contains("`A.csproj, B.csproj /x`", page);
        Assert.DoesNotContain("**Partial:**", page);
    }

    [Fact]
    public void Margins_that_levels_have_of_their_own_are_said()
    {
        var settings = Settings.Parse(
            $$"""{"benchmarks":[{"pattern":"{{Sweep.Levels[1].Matrix.Name}}.*","margin":"20%"}]}""",
            Settings.FileName
        );
        Assert.Contains("with margins of 5% to 20% (time at full speed), 10% to 40% (p50)", ComparedSweepPage.Render(Sweep, settings));
        Assert.Contains("with margins of 5% (time at full speed), 10% (p50)", ComparedSweepPage.Render(Sweep, new Settings()));
    }

    [Fact]
    public void An_interrupted_one_shows_the_levels_that_it_has()
    {
        var interrupted = Sweep with
        {
            Levels =
            [
                Sweep.Levels[0] with
                {
                    Partial = "it was interrupted",
                },
                Sweep.Levels[1] with
                {
                    Variants = [.. Sweep.Levels[1].Variants.Select(variant => variant with { Rounds = [] })],
                },
            ],
        };

        var page = ComparedSweepPage.Render(interrupted, new Settings());

        Assert.Contains("**Partial:** it was interrupted.", page);
        Assert.Contains("| 8 |", page);
        Assert.DoesNotContain("| 64 |", page);
        Assert.Single(interrupted.RunOf(interrupted.Levels[0].Variants[1].Variant).Levels, level => level.Rounds.Count > 0);
    }

    [Fact]
    public void Levels_at_which_the_generator_limits_are_named()
    {
        var busy = Sweep.Levels[1].Variants[1];
        busy = busy.Each(round => round with { Peak = round.Peak with { GeneratorCores = 1.2, ServerCores = 0.75 } });
        var limited = Sweep.Levels[1] with { Variants = [Sweep.Levels[1].Variants[0], busy] };
        var sweep = Sweep with { Levels = [Sweep.Levels[0], limited, limited with { Matrix = limited.Matrix with { Connections = 256 } }] };

        Assert.Contains(
            "**The generator was the limit:** with B at 64, 256 connections, the generator used more",
            ComparedSweepPage.Render(sweep, new Settings())
        );
        Assert.DoesNotContain("The generator was the limit", ComparedSweepPage.Render(Sweep, new Settings()));
    }

    [Fact]
    public void Levels_at_which_a_sample_refuses_at_the_pace_are_named_and_open()
    {
        var refusing = Refusing(Sweep.Levels[1].Variants[1], 0.2);
        var sweep = Sweep with { Levels = [Sweep.Levels[0], Sweep.Levels[1] with { Variants = [Sweep.Levels[1].Variants[0], refusing] }] };

        var page = ComparedSweepPage.Render(sweep, new Settings());

        Assert.Contains("**Not all responses at the pace were good:** B 80% at 64 connections.", page);
        Assert.Matches(
            @"\| 64 \| 1000 \| 1000 \| 1\.000x \(.*\) \| Equivalent \| 1\.000x \([^|]*\), Inconclusive: 80\.0% of the responses of B are good, and 100\.0% of those of A, at the pace \|",
            page
        );
        Assert.DoesNotContain("at the pace were good", ComparedSweepPage.Render(Sweep, new Settings()));
    }

    [Fact]
    public void Levels_at_which_a_sample_refuses_at_full_speed_or_falls_behind_are_named()
    {
        var variant = Sweep.Levels[1].Variants[1];
        variant = variant.Each(round =>
            round with
            {
                Peak = round.Peak with { Errors = round.Peak.Errors with { Status = round.Peak.Requests / 4 } },
                Paced = round.Paced! with { Requests = round.Paced.Requests / 2 },
            }
        );
        var level = Sweep.Levels[1] with { Pace = 500, Variants = [Sweep.Levels[1].Variants[0], variant] };

        var page = ComparedSweepPage.Render(Sweep with { Levels = [Sweep.Levels[0], level] }, new Settings());

        Assert.Contains("**Not all responses at full speed were good:** B 75", page);
        Assert.Contains("**Not at the same load:** B at 64 connections reached less than 95% of the pace", page);
        Assert.DoesNotContain("at full speed were good", ComparedSweepPage.Render(Sweep, new Settings()));
        Assert.DoesNotContain("Not at the same load", ComparedSweepPage.Render(Sweep, new Settings()));
    }

    [Fact]
    public void A_sample_that_answers_nothing_at_a_level_is_noticed()
    {
        var silent = Sweep.Levels[1].Variants[1];
        silent = silent.Each((round, i) => i == 2 ? round with { Peak = round.Peak with { Requests = 0 } } : round);
        var sweep = Sweep with { Levels = [Sweep.Levels[0], Sweep.Levels[1] with { Variants = [Sweep.Levels[1].Variants[0], silent] }] };
        Assert.True(sweep.IsAnyUnanswered);
        Assert.False(Sweep.IsAnyUnanswered);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_sample_that_hangs_for_whole_slices_at_a_level_is_noticed_and_named(bool atFullSpeed)
    {
        foreach (var name in new[] { "A", "B" })
        {
            var hung = Hung(name);

            Assert.True(hung.IsAnyUnanswered);
            Assert.Contains(
                $"\n**No response:** {name} gave no good response in whole slices of 1 of 6 rounds at 64 connections.\n",
                ComparedSweepPage.Render(hung, new Settings())
            );
        }

        // A failure of all samples is the machine's.
        Assert.False(Hung("A", "B").IsAnyUnanswered);
        Assert.DoesNotContain("No response", ComparedSweepPage.Render(Hung("A", "B"), new Settings()));

        ComparedSweep Hung(params string[] names)
        {
            var level = Sweep.Levels[1];
            var variants = level.Variants.Select(variant => Sliced(variant, names.Contains(variant.Variant.Name) ? 2 : null, atFullSpeed));
            return Sweep with { Levels = [Sweep.Levels[0], level with { Variants = [.. variants] }] };
        }
    }

    [Fact]
    public void Its_picture_has_a_curve_of_each_sample()
    {
        var picture = LoadPicture.Render(
            "a-b",
            [.. Sweep.Levels[0].Variants.Select(variant => Sweep.RunOf(variant.Variant))],
            isFile: true,
            isPaced: true
        );

        Assert.Contains("response time at the pace in ms", picture);
        Assert.Contains(">A</text>", picture);
        Assert.Contains(">B</text>", picture);
    }

    private static MatrixResult Level(int connections, double processor)
    {
        MeasuredVariant[] variants = [Named("A", Interleaved("A")), Named("B", Interleaved("B", processor: processor))];
        var result = Result(variants);
        return result with
        {
            Matrix = result.Matrix with
            {
                Name = ComparedSweep.NameOf("a-b", connections),
                Sample = "",
                Path = "/x",
                Connections = connections,
            },
        };
    }

    private static MeasuredVariant Named(string name, MeasuredVariant variant) =>
        variant with
        {
            Variant = variant.Variant with { Sample = $"{name}.csproj" },
        };
}
