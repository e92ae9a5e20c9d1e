using Bench.Comparison;
using Bench.Results;
using Bench.Statistics;
using Bench.Tests;

namespace Bench.Load.Tests;

public sealed class LoadVerdictTests : IDisposable
{
    private readonly Folder folder = new();

    public void Dispose() => folder.Dispose();

    [Fact]
    public void The_same_program_passes_in_words_of_programs()
    {
        var (before, after) = (LoadMatrices.Interleaved("before", 1, 1, 1), LoadMatrices.Interleaved("after", 1, 1, 1));
        var result = LoadMatrices.Result(before with { Rounds = [] }, after with { Rounds = [] }) with { HasSameCode = true };

        var outcome = LoadVerdict.Create(new JudgedMatrix(result, new Settings()), new Strictness());

        Assert.Equal((ExitCode.Passed, "Both are the same program."), (outcome.ExitCode, outcome.Reason));
    }

    [Fact]
    public void Two_builds_are_judged_by_each_measure_with_its_margin()
    {
        // A slightly longer tail, within its margin; 15% more processor time, 4% more allocation, the same throughput.
        var result = LoadMatrices.Result(
            LoadMatrices.Interleaved("before", 1, 1, 1),
            LoadMatrices.Interleaved("after", p99: 1.02, processor: 1.15, allocated: 1.04)
        );

        var judged = new JudgedMatrix(result, new Settings());
        var comparison = judged.Check;
        var outcome = LoadVerdict.Create(judged, new Strictness());

        Assert.Equal(
            [Verdict.Equivalent, Verdict.Equivalent, Verdict.Equivalent, Verdict.Regressed, Verdict.Regressed],
            comparison.Benchmarks.Select(benchmark => benchmark.Time!.Verdict)
        );
        Assert.Equal([0.05, 0.1, 0.2, 0.05, 0.02], comparison.Benchmarks.Select(benchmark => Math.Round(benchmark.Margin.Relative, 3)));
        Assert.Equal(
            (ExitCode.Regressed, "Worse by more than the margin: CPU time per request, allocated per request."),
            (outcome.ExitCode, outcome.Reason)
        );
        var page = GatePage.Render(judged, outcome);
        Assert.Matches(@"\| p99 \| 3\.0\d ms \| 3\.0\d ms \| 1\.02\dx \(.*\) \| Equivalent \| 20% \|", page);
        Assert.Matches(@"\| allocated \| 100\d B \| 104\d B \| 1\.04\dx", page);
        // The longest response time of a round is one request, so it is shown but not judged.
        Assert.Matches(@"\| max \| 5\.00 ms \| 5\.00 ms \| 1\.000x \(.*\) \| not judged \| \|", page);
        Assert.DoesNotContain("collections per million", page[..page.IndexOf("## At full speed", StringComparison.Ordinal)]);
        // 12 s as measured; 10 s were requested.
        Assert.Contains(
            "for 12 s at the common pace (h2load), and for 12 s at full speed (wrk). All variants run at the same time, and are loaded alternately in slices of 2 s.",
            page
        );
    }

    [Theory]
    [InlineData("m.Allocated", "allocation", "Allocated")]
    [InlineData("m.*", "allocation", "Allocated")]
    [InlineData("m.Processor", "time", "Processor")]
    [InlineData("m.*", "time", "P99 Processor")]
    public void A_regression_is_accepted_by_the_metric_of_its_measure(string pattern, string metric, string expected)
    {
        var settings = Settings.Parse(
            $$"""{"accepted":[{"benchmark":"{{pattern}}","metric":"{{metric}}","reason":"r","until":"2999-01-31"}]}""",
            "bench.json"
        );
        var result = LoadMatrices.Result(
            LoadMatrices.Interleaved("before", 1, 1, 1),
            LoadMatrices.Interleaved("after", p99: 1.5, processor: 1.2, allocated: 1.5)
        );

        var accepted = new JudgedMatrix(result, settings).Check.Benchmarks.Where(benchmark => benchmark.AcceptedTime is not null);

        Assert.Equal(expected, string.Join(' ', accepted.Where(one => one.Time!.Verdict == Verdict.Regressed).Select(one => one.Method)));
    }

    [Theory]
    [InlineData("m.P*", "**Passed (2 regressions accepted by this change)** (exit code 0)")]
    [InlineData("m.Processor", "**Failed (1 regression accepted by this change)** (exit code 1)")]
    [InlineData("*", "**Failed** (exit code 1)")]
    public void What_the_change_accepts_stands_in_the_heading(string pattern, string expected)
    {
        var today = DateOnly.FromDateTime(DateTime.UtcNow);
        var proposed = new AcceptedRegression(new BenchmarkPattern(pattern), Metric.Time, "r", today);
        var settings = ProposedSettings.Join(new Settings(), new Settings { Accepted = [proposed] }, today);
        var result = LoadMatrices.Result(
            LoadMatrices.Interleaved("before", 1, 1, 1),
            LoadMatrices.Interleaved("after", p99: 1.5, processor: 1.2, allocated: 1)
        );

        var judged = new JudgedMatrix(result, settings);
        var outcome = LoadVerdict.Create(judged, new Strictness());

        Assert.Contains($"\n{expected}: ", GatePage.Render(judged, outcome));
    }

    [Fact]
    public void A_rule_is_for_its_measures_in_proportion_and_the_page_says_what_was_used()
    {
        var settings = Settings.Parse(
            """{"benchmarks":[{"pattern":"m.P*","margin":"10%","noiseFloor":"1us"},{"pattern":"m.All*","noiseFloor":"1us"}]}""",
            "bench.json"
        );
        var result = LoadMatrices.Result(LoadMatrices.Interleaved("before", 1, 1, 1), LoadMatrices.Interleaved("after", 1, 1, 1)) with
        {
            Check = new CheckInfo("before", "after"),
        };

        var judged = new JudgedMatrix(result, settings);
        var measures = judged.Check;

        Assert.Equal(
            [(0.05, 0.5), (0.2, 1000), (0.4, 1000), (0.1, 1000), (0.02, 16)],
            measures.Benchmarks.Select(benchmark => (Math.Round(benchmark.Margin.Relative, 6), benchmark.Margin.NoiseFloor))
        );
        Assert.Equal([false, true, true, true, true], measures.Benchmarks.Select(benchmark => benchmark.HasOwnMargin));
        Assert.Equal(0.05, measures.Margin.Relative);
        Assert.Contains(
            "with margins of 5% (time at full speed), 20% (p50), 40% (p99), 10% (CPU time per request), 2% and 16 B (allocated per request).",
            GatePage.Render(judged, new Outcome(ExitCode.Passed, ""))
        );
    }

    [Fact]
    public void The_margin_of_a_measure_has_an_end()
    {
        var settings = new Settings { Margin = new Margin(9, 0.5) };
        var result = LoadMatrices.Result(LoadMatrices.Interleaved("before", 1, 1, 1), LoadMatrices.Interleaved("after", 1, 1, 1));

        var margins = new JudgedMatrix(result, settings).Check.Benchmarks.Select(benchmark => Math.Round(benchmark.Margin.Relative, 6));

        Assert.Equal([9, 9.99, 9.99, 9, 3.6], margins);
    }

    [Fact]
    public void What_has_regressed_but_does_not_fail_is_looked_at_again_and_said()
    {
        // A ratio of 1.076 and a t of 3 from the margin: a probability of 0.015, between the levels for listing and for failing.
        var before = LoadMatrices.Interleaved("before", 1, 1, 1);
        MeasuredVariant After(double spread) =>
            before with
            {
                Variant = new LoadVariant { Name = "after" },
                Rounds =
                [
                    .. before.Rounds.Select(
                        (round, i) =>
                            round with
                            {
                                ProcessorMicroseconds = round.ProcessorMicroseconds * Math.Exp(0.0733 + (i % 2 == 0 ? spread : -spread)),
                            }
                    ),
                ],
            };
        var (unsure, sure) = (LoadMatrices.Result(before, After(0.0183)), LoadMatrices.Result(before, After(0.001)));

        var judged = new JudgedMatrix(unsure, new Settings());
        var outcome = LoadVerdict.Create(judged, new Strictness());

        Assert.True(LoadVerdict.NeedsAnotherLook(judged, new Strictness()));
        Assert.Equal(
            (ExitCode.Passed, "Worse by more than the margin, but not significant enough to fail: CPU time per request."),
            (outcome.ExitCode, outcome.Reason)
        );
        Assert.Matches(
            @"\| CPU time \| .* 1\.076x \(.*\) \| Regressed, not significant enough to fail \|",
            GatePage.Render(judged, outcome)
        );
        Assert.False(LoadVerdict.NeedsAnotherLook(new JudgedMatrix(sure, new Settings()), new Strictness()));
        var same = LoadMatrices.Result(before, before with { Variant = new LoadVariant { Name = "after" } });
        Assert.False(LoadVerdict.NeedsAnotherLook(new JudgedMatrix(same, new Settings()), new Strictness()));
    }

    [Fact]
    public void A_build_that_refuses_more_has_failed_however_fast_it_does()
    {
        var (before, after) = (
            LoadMatrices.Interleaved("before", 1, 1, 1),
            LoadMatrices.Interleaved("after", p99: 0.5, processor: 0.5, allocated: 0.5)
        );
        var refusing = LoadMatrices.Refusing(after, 0.1);
        var result = LoadMatrices.Result(before, refusing);

        var outcome = LoadVerdict.Create(new JudgedMatrix(result, new Settings()), new Strictness());

        Assert.Equal(
            (ExitCode.Regressed, "90.0% of the responses of after are good, and 100.0% of those of before, at the pace."),
            (outcome.ExitCode, outcome.Reason)
        );
        var better = LoadMatrices.Result(refusing with { Variant = before.Variant }, after);
        Assert.Equal(ExitCode.Passed, LoadVerdict.Create(new JudgedMatrix(better, new Settings()), new Strictness()).ExitCode);
    }

    [Theory]
    [InlineData(0.5, 0, 2, "Inconclusive")]
    [InlineData(0.5, 0, 0.5, "Improved")]
    [InlineData(0, 0.5, 0.5, "Inconclusive")]
    [InlineData(0, 0.5, 1, "Inconclusive")]
    [InlineData(0, 0.5, 2, "Regressed")]
    [InlineData(0, 0.009, 0.5, "Improved")]
    [InlineData(0.5, 0.5, 2, "Regressed")]
    public void What_costs_less_and_refuses_more_at_the_pace_is_open(double refusedFirst, double refusedOther, double cost, string expected)
    {
        var (before, after) = (Refusing("before", 1, refusedFirst), Refusing("after", cost, refusedOther));
        var result = LoadMatrices.Result(before, after);

        var judged = new JudgedMatrix(result, new Settings());
        var measures = judged.Check;

        Assert.Equal(Verdict.Equivalent, measures.Benchmarks[0].Time!.Verdict);
        Assert.Equal([expected, expected, expected], measures.Benchmarks.Skip(2).Select(measure => measure.Time!.Verdict.ToString()));
        var ofMatrix = Assert.Single(judged.Of(LoadMeasure.Processor));
        Assert.Equal(expected, ofMatrix.Time!.Verdict.ToString());

        static MeasuredVariant Refusing(string name, double cost, double share) =>
            LoadMatrices.Refusing(LoadMatrices.Interleaved(name, cost, cost, cost), share);
    }

    [Fact]
    public void A_build_that_mends_refusals_does_not_fail_by_what_answers_cost()
    {
        var before = LoadMatrices.Interleaved("before", 1, 1, 1);
        var refusing = LoadMatrices.Refusing(before, 0.5);
        var result = LoadMatrices.Result(refusing, LoadMatrices.Interleaved("after", 2, 2, 2));

        var judged = new JudgedMatrix(result, new Settings());
        var outcome = LoadVerdict.Create(judged, new Strictness());
        var page = GatePage.Render(judged, outcome);

        const string Why = "100.0% of the responses of after are good, and 50.0% of those of before, at the pace";
        Assert.Equal(
            new Outcome(ExitCode.Inconclusive, $"Inconclusive: p99, CPU time per request, allocated per request; {Why}."),
            outcome
        );
        Assert.False(LoadVerdict.NeedsAnotherLook(judged, new Strictness()));
        Assert.Contains($"Inconclusive: {Why}", page);
        Assert.Contains("**Not all responses at the pace were good:** before 50%.", page);
        var good = LoadMatrices.Result(before, before with { Variant = new LoadVariant { Name = "after" } });
        Assert.DoesNotContain("at the pace were good", MatrixPage.Render(new JudgedMatrix(good, new Settings())));
    }

    [Theory]
    [InlineData(0.5, 2, "Refusals", false)]
    [InlineData(0, 2, "Interval", false)]
    [InlineData(0, 1.05, "Interval", true)]
    public void What_refusals_leave_open_needs_no_other_look(double refused, double cost, string by, bool needs)
    {
        var before = LoadMatrices.Interleaved("before", 1, 1, 1);
        var refusing = LoadMatrices.Refusing(before, refused);
        // In another order the noise of the two differs.
        var after = LoadMatrices.Interleaved("after", 1, cost, 1);
        var result = LoadMatrices.Result(refusing, after with { Rounds = [.. after.Rounds.Reverse()] });
        var judged = new JudgedMatrix(result, new Settings());

        Assert.Equal(by, judged.Check.Benchmarks[3].Time!.OpenBy.ToString());
        Assert.Equal(needs, LoadVerdict.NeedsAnotherLook(judged, new Strictness()));
    }

    /// <summary>A server's work without load slows the server under load at that time, and so hides its cost.</summary>
    [Theory]
    [InlineData(0.01, false, "Equivalent", 0)]
    [InlineData(0.2, false, "Inconclusive", 3)]
    [InlineData(-0.2, false, "Equivalent", 0)]
    // With one core it is twice the share.
    [InlineData(0.04, false, "Equivalent", 0)]
    [InlineData(0.04, true, "Inconclusive", 3)]
    public void A_build_that_works_without_load_leaves_its_speed_open(double cores, bool isPinned, string verdict, int exitCode)
    {
        var before = LoadMatrices.Interleaved("before", 1, 1, 1);
        var after = before with
        {
            Variant = new LoadVariant { Name = "after" },
            Rounds = [.. before.Rounds.Select(round => round with { IdleCores = 0.3 + cores })],
        };
        var result = LoadMatrices.Result(
            before with
            {
                Rounds = [.. before.Rounds.Select(round => round with { IdleCores = 0.3 })],
            },
            after
        );
        result.Matrix.Pin = isPinned;

        var judged = new JudgedMatrix(result, new Settings());
        var measures = judged.Check;

        var atFullSpeed = measures.Benchmarks[0].Time!;
        Assert.Equal(verdict, atFullSpeed.Verdict.ToString());
        Assert.Equal((ExitCode)exitCode, LoadVerdict.Create(judged, new Strictness()).ExitCode);
        Assert.False(LoadVerdict.NeedsAnotherLook(judged, new Strictness()));
        if (exitCode != 0)
            Assert.Equal(
                FormattableString.Invariant(
                    $"after keeps {cores:0.00} more cores busy than before while it is not loaded, which slows both"
                ),
                atFullSpeed.Reason
            );
    }

    [Fact]
    public void A_build_that_refuses_more_at_the_pace_has_failed_though_both_refuse_at_full_speed()
    {
        var variant = LoadMatrices.Interleaved("before", 1, 1, 1);
        var limited = variant with
        {
            Rounds =
            [
                .. variant.Rounds.Select(round =>
                    round with
                    {
                        Peak = round.Peak with { Errors = round.Peak.Errors with { Status = round.Peak.Requests / 10 } },
                    }
                ),
            ],
        };
        var after = LoadMatrices.Refusing(limited, 0.05) with { Variant = new LoadVariant { Name = "after" } };
        var result = LoadMatrices.Result(limited, after);

        var outcome = LoadVerdict.Create(new JudgedMatrix(result, new Settings()), new Strictness());

        Assert.Equal(
            new Outcome(ExitCode.Regressed, "95.0% of the responses of after are good, and 100.0% of those of before, at the pace."),
            outcome
        );
    }

    [Fact]
    public void Answers_that_are_late_are_slow_and_not_lost()
    {
        var before = LoadMatrices.Interleaved("before", 1, 1, 1);
        var late = before with
        {
            Variant = new LoadVariant { Name = "after" },
            Rounds =
            [
                .. before.Rounds.Select(round =>
                    round with
                    {
                        Peak = round.Peak with { Errors = round.Peak.Errors with { Timeout = round.Peak.Requests } },
                    }
                ),
            ],
        };
        var result = LoadMatrices.Result(before, late);

        var judged = new JudgedMatrix(result, new Settings());
        var measures = judged.Check;

        Assert.Equal(ExitCode.Passed, LoadVerdict.Create(judged, new Strictness()).ExitCode);
        Assert.Equal(Verdict.Equivalent, measures.Benchmarks[0].Time!.Verdict);
        Assert.Empty(result.Silences);
    }

    // A limit of 1,000 requests/s lets as many through, even if one build refuses the others faster.
    [Theory]
    [InlineData(1.05, 1, 0, false)]
    [InlineData(1, 0.96, 0, true)]
    [InlineData(1, 0.96, 0.1, false)]
    public void Where_both_refuse_only_good_answers_that_become_fewer_are_a_loss(double faster, double good, double noise, bool isLost)
    {
        var result = LoadMatrices.Result(Limited("before", 1, 1, 0), Limited("after", faster, good, noise));

        var outcome = LoadVerdict.Create(new JudgedMatrix(result, new Settings()), new Strictness());

        Assert.Equal(isLost, outcome.Reason.Contains("of the responses of after are good", StringComparison.Ordinal));
        Assert.Equal(isLost, outcome.ExitCode == ExitCode.Regressed);

        static MeasuredVariant Limited(string name, double faster, double good, double noise)
        {
            var variant = LoadMatrices.Interleaved(name, 1, 1, 1);
            return variant with
            {
                Rounds =
                [
                    .. variant.Rounds.Select(
                        (round, i) =>
                        {
                            var (requests, passed) = (24_000 * faster, 10_000 * good * (1 + (i % 2 == 0 ? noise : -noise)));
                            return round with
                            {
                                Peak = round.Peak with
                                {
                                    Requests = (long)requests,
                                    Errors = round.Peak.Errors with { Status = (long)(requests - passed) },
                                },
                            };
                        }
                    ),
                ],
            };
        }
    }

    [Theory]
    [InlineData(0, true)]
    [InlineData(0.05, false)]
    public void Where_both_refuse_at_the_pace_the_rounds_tell_whether_more_is_lost(double noise, bool isLost)
    {
        var result = LoadMatrices.Result(
            LoadMatrices.Refusing(LoadMatrices.Interleaved("before", 1, 1, 1), 0.2),
            LoadMatrices.Refusing(LoadMatrices.Interleaved("after", 1, 1, 1), 0.22, noise)
        );

        var outcome = LoadVerdict.Create(new JudgedMatrix(result, new Settings()), new Strictness());

        Assert.Equal(isLost, outcome.Reason.StartsWith("78.0% of the responses of after are good", StringComparison.Ordinal));
    }

    [Fact]
    public void Where_nothing_is_answered_well_at_the_pace_its_figures_are_those_of_refusals()
    {
        var before = LoadMatrices.Interleaved("before", 1, 1, 1);
        var refusing = LoadMatrices.Refusing(before, 1);
        var result = LoadMatrices.Result(refusing, refusing with { Variant = new LoadVariant { Name = "after" } });

        var judged = new JudgedMatrix(result, new Settings());
        var measures = judged.Check;

        Assert.Equal(ExitCode.Inconclusive, LoadVerdict.Create(judged, new Strictness()).ExitCode);
        Assert.All(measures.Benchmarks.Skip(1), measure => Assert.Equal("before gave no good response at the pace", measure.Time!.Reason));
        Assert.False(LoadVerdict.NeedsAnotherLook(judged, new Strictness()));
    }

    [Fact]
    public void A_build_that_refuses_or_hangs_in_a_third_of_its_processes_has_failed()
    {
        var before = LoadMatrices.Interleaved("before", 1, 1, 1);
        Outcome Of(Func<VariantRound, VariantRound> bad)
        {
            var result = LoadMatrices.Result(before, Bad(before with { Variant = new LoadVariant { Name = "after" } }, bad));
            return LoadVerdict.Create(new JudgedMatrix(result, new Settings()), new Strictness());
        }

        var refused = Of(round =>
            round with
            {
                Peak = round.Peak with { Errors = round.Peak.Errors with { Status = round.Peak.Requests } },
                Paced = round.Paced! with { Failed = round.Paced.Requests },
            }
        );
        var hung = Of(round => round with { Peak = round.Peak with { Requests = 0 }, Paced = null, ProcessorMicroseconds = null });
        var hungAtFullSpeed = Of(round => round with { Peak = round.Peak with { Requests = 0 } });

        Assert.Equal(ExitCode.Regressed, refused.ExitCode);
        Assert.Matches(@"^66\.\d% of the responses of after are good", refused.Reason);
        Assert.Equal(new Outcome(ExitCode.Regressed, "after gave no good response in 2 of 6 rounds."), hung);
        Assert.Equal(hung, hungAtFullSpeed);
    }

    [Theory]
    [InlineData(true, false, true, "after gave no good response in whole slices of 1 of 6 rounds.")]
    [InlineData(false, false, true, "after gave no good response in whole slices of 1 of 6 rounds.")]
    [InlineData(true, true, false, null)]
    [InlineData(false, true, false, null)]
    [InlineData(true, true, true, null)]
    public void A_build_that_hangs_before_the_end_of_a_round_has_failed(bool atFullSpeed, bool first, bool other, string? reason)
    {
        var before = LoadMatrices.Sliced(LoadMatrices.Interleaved("before", 1, 1, 1), first ? 2 : null, atFullSpeed);
        var after = LoadMatrices.Sliced(LoadMatrices.Interleaved("after", 1, 1, 1), other ? 2 : null, atFullSpeed);
        var result = LoadMatrices.Result(before, after);
        var judged = new JudgedMatrix(result, new Settings());

        var outcome = LoadVerdict.Create(judged, new Strictness());

        Assert.Equal(reason is null ? ExitCode.Passed : ExitCode.Regressed, outcome.ExitCode);
        if (reason is not null)
            Assert.Equal(reason, outcome.Reason);
    }

    [Fact]
    public void A_page_names_the_variants_that_gave_no_good_answer_for_whole_slices_or_rounds()
    {
        var (first, second) = (LoadMatrices.Interleaved("first", 1, 1, 1), LoadMatrices.Interleaved("second", 1, 1, 1));
        var silent = Bad(LoadMatrices.Interleaved("third", 1, 1, 1), round => round with { Peak = round.Peak with { Requests = 0 } });
        var hung = LoadMatrices.Result(LoadMatrices.Sliced(first, null, true), LoadMatrices.Sliced(second, 3, true), silent);
        var dead = LoadMatrices.Result(silent with { Variant = first.Variant }, silent with { Variant = second.Variant });

        Assert.Contains(
            "\n**No response:** second gave no good response in whole slices of 1 of 6 rounds; third gave no good response in 2 of 6 rounds.\n",
            MatrixPage.Render(new JudgedMatrix(hung, new Settings()))
        );
        // Not even if neither responds.
        Assert.Equal(2, dead.Silences.Count);
        Assert.DoesNotContain("No response", MatrixPage.Render(new JudgedMatrix(LoadMatrices.Result(first, second), new Settings())));
    }

    [Fact]
    public void A_measure_that_some_rounds_lack_is_open()
    {
        var after = LoadMatrices.Interleaved("after", 1, 1, 1);
        var result = LoadMatrices.Result(
            Bad(LoadMatrices.Interleaved("before", 1, 1, 1), round => round with { ProcessorMicroseconds = null }),
            after
        );

        var judged = new JudgedMatrix(result, new Settings());
        var measures = judged.Check;

        Assert.Equal(Verdict.Equivalent, measures.Benchmarks[0].Time!.Verdict);
        Assert.Equal(
            (Verdict.Inconclusive, "only 4 of 6 rounds have a figure for both"),
            (measures.Benchmarks[3].Time!.Verdict, measures.Benchmarks[3].Time!.Reason)
        );
        Assert.True(LoadVerdict.NeedsAnotherLook(judged, new Strictness()));
        Assert.Contains(
            "Inconclusive: only 4 of 6 rounds have a figure for both",
            GatePage.Render(judged, new Outcome(ExitCode.Passed, ""))
        );
    }

    [Theory]
    [InlineData(0.96, 2, 1, true)]
    [InlineData(0.94, 2, 1, false)]
    [InlineData(0.94, 1, 2, true)]
    public void Latencies_at_another_pace_are_open(double ofPace, int bad, int repeats, bool isDecided)
    {
        var before = LoadMatrices.Interleaved("before", 1, 1, 1);
        var after = before with
        {
            Variant = new LoadVariant { Name = "after" },
            Rounds =
            [
                .. before.Rounds.Select(
                    (round, i) =>
                        i < bad ? round with { Paced = round.Paced! with { Requests = (long)(ofPace * round.Paced.Requests) } } : round
                ),
                .. Enumerable.Repeat(before.Rounds, repeats - 1).SelectMany(rounds => rounds),
            ],
        };
        before = before with { Rounds = [.. Enumerable.Repeat(before.Rounds, repeats).SelectMany(rounds => rounds)] };
        var result = LoadMatrices.Result(before, after);

        var measures = new JudgedMatrix(result, new Settings()).Check.Benchmarks;

        string?[] open = [.. measures.Where(measure => measure.Time!.Verdict == Verdict.Inconclusive).Select(measure => measure.Method)];
        string?[] expected = isDecided ? [] : ["P50", "P99"];
        Assert.Equal(expected, open.Except(["Allocated"]));
        Assert.All(measures.Where(measure => expected.Contains(measure.Method)), measure =>
            Assert.Equal("in 2 of 6 rounds, less than 95% of the pace was reached", measure.Time!.Reason)
        );
        var alone = Assert.Single(new JudgedMatrix(result, new Settings()).Of(LoadMeasure.Median));
        Assert.Equal(isDecided, alone.Time!.Verdict != Verdict.Inconclusive);
    }

    // Less load and later responses: more of the pace would not be better.
    [Theory]
    [InlineData(true, 1, 1.5, "Regressed")]
    [InlineData(true, 1.5, 1, "Inconclusive")]
    [InlineData(false, 1, 1.5, "Inconclusive")]
    [InlineData(false, 1.5, 1, "Improved")]
    public void Who_falls_behind_the_pace_and_answers_later_is_slower(bool isOther, double first, double other, string expected)
    {
        var (before, after) = (LoadMatrices.Interleaved("before", first, 1, 1), LoadMatrices.Interleaved("after", other, 1, 1));
        var result = isOther ? LoadMatrices.Result(before, Behind(after)) : LoadMatrices.Result(Behind(before), after);

        Assert.Equal(expected, new JudgedMatrix(result, new Settings()).Check.Benchmarks[2].Time!.Verdict.ToString());

        static MeasuredVariant Behind(MeasuredVariant variant) =>
            variant with
            {
                Rounds = [.. variant.Rounds.Select(round => round with { Paced = round.Paced! with { Requests = 5000 } })],
            };
    }

    [Theory]
    [InlineData(2, "Inconclusive")]
    [InlineData(4, "Equivalent")]
    public void One_round_in_ten_may_lack_a_measure_but_that_of_full_speed(int repeats, string expected)
    {
        var before = LoadMatrices.Interleaved("before", 1, 1, 1);
        before = before with { Rounds = [.. Enumerable.Repeat(before.Rounds, repeats).SelectMany(rounds => rounds)] };
        var odd = before with
        {
            Variant = new LoadVariant { Name = "after" },
            Rounds = [.. before.Rounds.Select((round, i) => i is 1 or 4 ? round with { ProcessorMicroseconds = null } : round)],
        };
        var silent = odd with
        {
            Rounds = [.. before.Rounds.Select((round, i) => i == 1 ? round with { Peak = round.Peak with { Requests = 0 } } : round)],
        };

        var verdicts = new JudgedMatrix(LoadMatrices.Result(before, odd), new Settings()).Check.Benchmarks;
        var ofSilent = new JudgedMatrix(LoadMatrices.Result(before, silent), new Settings()).Check.Benchmarks;

        Assert.Equal(expected, verdicts[3].Time!.Verdict.ToString());
        Assert.Equal(Verdict.Inconclusive, ofSilent[0].Time!.Verdict);
    }

    [Fact]
    public void A_check_that_is_open_says_why_each_measure_is()
    {
        var before = LoadMatrices.Interleaved("before", 1, 1, 1);
        var result = LoadMatrices.Result(
            before,
            Bad(before with { Variant = new LoadVariant { Name = "after" } }, round => round with { ProcessorMicroseconds = null })
        );

        var judged = new JudgedMatrix(result, new Settings());

        Assert.Equal(
            new Outcome(ExitCode.Inconclusive, "Inconclusive: CPU time per request; only 4 of 6 rounds have a figure for both."),
            LoadVerdict.Create(judged, new Strictness(MaxInconclusive: 0))
        );
        Assert.Equal(
            new Outcome(
                ExitCode.Passed,
                "No regression shown. Inconclusive: CPU time per request; only 4 of 6 rounds have a figure for both."
            ),
            LoadVerdict.Create(judged, new Strictness())
        );
    }

    [Theory]
    [InlineData(4.5, true)]
    [InlineData(5, false)]
    public void A_warm_up_that_does_not_wait_for_the_compiler_is_warned_of(double seconds, bool isTold)
    {
        var result = LoadMatrices.Result(LoadMatrices.Interleaved("before", 1, 1, 1), LoadMatrices.Interleaved("after", 1, 1, 1));
        result.Matrix.WarmUpSeconds = seconds;

        string[] warnings = [.. new JudgedMatrix(result, new Settings()).Check.Warnings];

        Assert.Equal(
            isTold,
            warnings.Contains("The warm-up of 4.5 s was too short to wait for the servers' JIT compiler. Use at least 5 s.")
        );
    }

    [Fact]
    public void A_build_that_gives_no_good_answer_in_the_trial_run_has_failed_also_in_a_report()
    {
        var (before, after) = (LoadMatrices.Interleaved("before", 1, 1, 1), LoadMatrices.Interleaved("after", 1, 1, 1));
        var result = LoadMatrices.Result(before with { Rounds = [] }, after with { Rounds = [] }) with
        {
            Pace = null,
            Unanswered = "after: no good response under load.",
        };
        var file = folder.Write("unanswered.json", result.ToJson());

        var read = MatrixResult.Read(file);
        var judged = new JudgedMatrix(read, new Settings());
        var outcome = LoadVerdict.Create(judged, new Strictness());

        Assert.Equal(new Outcome(ExitCode.Regressed, "after: no good response under load."), outcome);
        Assert.Contains("(exit code 1): after: no good response", GatePage.Render(judged, outcome));
    }

    // Two of six rounds.
    private static MeasuredVariant Bad(MeasuredVariant variant, Func<VariantRound, VariantRound> bad) =>
        variant with
        {
            Rounds = [.. variant.Rounds.Select((round, i) => i is 1 or 4 ? bad(round) : round)],
        };

    [Fact]
    public void So_few_requests_that_they_are_those_of_the_start_have_no_percentiles()
    {
        var load = new VariantLoad(new LoadMatrix { Connections = 64 }, ".", null);
        Assert.Null(load.WhyNoPercentiles(32, TimeSpan.FromSeconds(20)));
        var why = load.WhyNoPercentiles(16, TimeSpan.FromSeconds(20));
        Assert.Equal("64 connections send 5.0 requests each in 20 s at the pace, but percentiles need 10. Use fewer connections", why);
        MeasuredVariant Slow(string name, double processor)
        {
            var variant = LoadMatrices.Interleaved(name, 1, processor, 1);
            return variant with { Rounds = [.. variant.Rounds.Select(round => round with { WhyNoPercentiles = why })] };
        }

        var result = LoadMatrices.Result(Slow("before", 1), Slow("after", 1));
        var worse = LoadMatrices.Result(Slow("before", 1), Slow("after", 1.2));

        var judged = new JudgedMatrix(result, new Settings());
        var outcome = LoadVerdict.Create(judged, new Strictness());
        var page = GatePage.Render(judged, outcome);
        Assert.Equal(new Outcome(ExitCode.Inconclusive, $"Inconclusive: p50, p99; {why}."), outcome);
        Assert.False(LoadVerdict.NeedsAnotherLook(judged, new Strictness()));
        Assert.Contains($"**No percentiles:** {why}.", page);
        Assert.Contains($"| p99 |  |  |  | {why} | 20% |", page);
        Assert.Equal(
            "Worse by more than the margin: CPU time per request.",
            LoadVerdict.Create(new JudgedMatrix(worse, new Settings()), new Strictness()).Reason
        );
        var inSome = LoadMatrices.Result([
            .. result.Variants.Select(variant =>
                variant with
                {
                    Rounds = [.. variant.Rounds.Select((round, i) => i == 1 ? round : round with { WhyNoPercentiles = null })],
                }
            ),
        ]);
        Assert.Contains($"**No percentiles in 1 of 6 rounds:** {why}.", MatrixPage.Render(new JudgedMatrix(inSome, new Settings())));
        folder.Write("slow.json", result.ToJson());
        Assert.Equal(why, MatrixResult.Read(Path.Combine(folder.Root, "slow.json")).WhyNoPercentiles);
    }

    [Theory]
    [InlineData(1, 0, true)]
    [InlineData(2, 0, false)]
    [InlineData(0, 2, false)]
    public void Bytes_that_jump_in_more_than_a_tenth_of_the_slices_are_open(int ofFirst, int ofOther, bool isDecided)
    {
        var result = LoadMatrices.Result(Jumping("before", ofFirst), Jumping("after", ofOther));

        var measures = new JudgedMatrix(result, new Settings()).Check.Benchmarks;

        Assert.Equal(isDecided ? Verdict.Equivalent : Verdict.Inconclusive, measures[4].Time!.Verdict);
        if (!isDecided)
            Assert.Equal($"the byte counter jumped in 12 of 60 slices of {(ofFirst > 0 ? "before" : "after")}", measures[4].Time!.Reason);
        Assert.All(measures.Take(4), measure => Assert.Equal(Verdict.Equivalent, measure.Time!.Verdict));

        MeasuredVariant Jumping(string name, int jumps)
        {
            var variant = LoadMatrices.Interleaved(name, 1, 1, 1);
            return variant with { Rounds = [.. variant.Rounds.Select(round => round with { Slices = 10, Jumps = jumps })] };
        }
    }

    [Fact]
    public void What_allocates_nothing_in_a_round_has_a_ratio_there_as_well()
    {
        var before = LoadMatrices.Interleaved("before", 1, 1, 0.003);
        var silent = before with
        {
            Rounds =
            [
                .. before.Rounds.Select(
                    (round, i) => i == 3 ? round with { Counters = round.Counters with { AllocatedBytesPerSecond = 0 } } : round
                ),
            ],
        };
        var result = LoadMatrices.Result(silent, LoadMatrices.Interleaved("after", 1, 1, 0.4));

        var compared = Assert.Single(new JudgedMatrix(result, new Settings()).Of(LoadMeasure.Allocated));

        Assert.Equal(Verdict.Regressed, compared.Time!.Verdict);
    }

    [Theory]
    [InlineData(1, 1.9, nameof(Verdict.Equivalent))]
    [InlineData(1, 30, nameof(Verdict.Regressed))]
    [InlineData(1000, 1.03, nameof(Verdict.Regressed))]
    public void A_few_bytes_are_no_change(double bytes, double factor, string expected)
    {
        var before = LoadMatrices.Interleaved("before", 1, 1, allocated: bytes / 1000);
        var after = LoadMatrices.Interleaved("after", 1, 1, allocated: factor * bytes / 1000);

        var compared = new JudgedMatrix(LoadMatrices.Result(before, after), new Settings()).Of(LoadMeasure.Allocated);

        Assert.Equal(expected, Assert.Single(compared).Time!.Verdict.ToString());
    }
}
