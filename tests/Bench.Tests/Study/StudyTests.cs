using System.Globalization;
using System.Text.Json;
using System.Xml.Linq;
using Bench.Results;
using Bench.Statistics;
using Bench.Study;

namespace Bench.Tests;

/// <summary>What a study makes of its records.</summary>
public sealed class StudyTests
{
    private static readonly DateTime Start = new(2026, 1, 1, 0, 0, 0, DateTimeKind.Utc);

    // STATISTICS: 0 of 100 leaves 3.7 % possible, 1 of 100 leaves 5.4 %; the others by SciPy:
    // from scipy.stats import binomtest; binomtest(8, 10).proportion_ci(method='wilson')
    [Theory]
    [InlineData(0, 100, 0, 0.0370)]
    [InlineData(1, 100, 0.0018, 0.0545)]
    [InlineData(8, 10, 0.4902, 0.9433)]
    [InlineData(10, 10, 0.7225, 1)]
    public void Intervals_of_shares_are_Wilsons(int hits, int count, double lower, double upper)
    {
        var share = new Wilson(hits, count);

        Assert.Equal(lower, share.Lower, 0.0001);
        Assert.Equal(upper, share.Upper, 0.0001);
    }

    [Fact]
    public void Records_are_read_back_as_they_were_written_and_a_cut_last_line_is_dropped()
    {
        var file = Path.GetTempFileName();
        try
        {
            var records = Records(benchmarks: 2, replicates: 2, spread: 0.01, Effect.None).ToArray();
            foreach (var record in records)
                StudyRecords.Append(file, record);
            File.AppendAllText(file, "{\"row\":\"cut");

            Assert.Equal(records.Select(Comparable), StudyRecords.Read(file).Select(Comparable));
        }
        finally
        {
            File.Delete(file);
        }

        static string Comparable(StudyRecord record) =>
            $"{record with { BaselineIterations = [], CandidateIterations = [] }} {string.Join(' ', record.BaselineIterations)}";
    }

    /// <summary>By a full disk or the end of the power: within a line, before its end, or with what is no record.</summary>
    [Theory]
    [InlineData("{\"row\":\"cut")]
    [InlineData("{}\n")]
    [InlineData("")]
    public void What_is_recorded_after_a_line_that_was_cut_off_is_kept(string cut)
    {
        using var folder = new Folder();
        var records = Records(benchmarks: 2, replicates: 2, spread: 0.01, Effect.None).ToArray();
        foreach (var record in records)
            StudyRecords.Append(Path.Combine(folder.Root, "whole.jsonl"), record);
        var whole = File.ReadAllText(Path.Combine(folder.Root, "whole.jsonl"));
        var file = folder.Write("study-records.jsonl", cut.Length == 0 ? whole[..^1] : whole + cut);

        Assert.Equal(records.Length, StudyRecords.Open(file).Count);
        StudyRecords.Append(file, records[0]);
        StudyRecords.Append(file, records[1]);

        Assert.Equal(records.Length + 2, StudyRecords.Open(file).Count);
        Assert.StartsWith(whole, File.ReadAllText(file));
    }

    [Fact]
    public void A_file_of_records_that_is_not_there_or_empty_is_a_beginning()
    {
        using var folder = new Folder();
        var file = Path.Combine(folder.Root, "study-records.jsonl");

        Assert.Empty(StudyRecords.Open(file));
        Assert.False(File.Exists(file));
        File.WriteAllText(file, "");
        Assert.Empty(StudyRecords.Open(file));
        File.WriteAllText(file, "{\"row");
        Assert.Empty(StudyRecords.Open(file));
        Assert.Equal(0, new FileInfo(file).Length);
    }

    [Fact]
    public void A_line_that_is_no_record_is_an_error_that_names_it()
    {
        var file = Path.GetTempFileName();
        try
        {
            File.WriteAllText(file, "{}\n{}\n");

            Assert.Contains("line 1", Assert.Throws<ResultsException>(() => StudyRecords.Read(file)).Message, StringComparison.Ordinal);
        }
        finally
        {
            File.Delete(file);
        }
    }

    [Fact]
    public void Checks_of_quiet_identical_benchmarks_never_fail_and_slowed_benchmarks_do()
    {
        var result = Analyse([
            .. Records(10, 16, 0.01, Effect.None),
            .. Records(10, 2, 0.01, new Effect(0.1, 0)),
            .. Records(10, 2, 0.01, new Effect(0.03, 0)),
        ]);

        var alarms = Assert.Single(result.FalsePositives);
        Assert.Equal(0, alarms.Checks.Hits);
        Assert.Equal(3000, alarms.Checks.Count);
        Assert.InRange(alarms.PairsOfBenchmark, 2, 4);
        Assert.InRange(Found(0.1, 0.05), 0.98, 1);
        Assert.InRange(Found(0.03, 0.05), 0, 0.01);
        Assert.InRange(result.Spreads.Average(benchmark => benchmark.Idle!.Value), 0.008, 0.012);

        double Found(double effect, double margin) =>
            result.Power.Single(detection => detection.Share == effect && detection.Margin == margin).Found.Share;
    }

    [Fact]
    public void What_is_injected_is_measured_and_what_is_allocated_is_found()
    {
        var result = Analyse([
            .. Records(10, 12, 0.005, Effect.None),
            .. Records(10, 4, 0.005, new Effect(0.25, 0)),
            .. Records(10, 4, 0.005, new Effect(0, 8)),
        ]);

        Assert.Equal(0.25, result.Power.First(detection => detection.Share == 0.25).Measured, 0.01);
        Assert.Equal((10, 10), (result.Allocation.Hits, result.Allocation.Count));
    }

    [Fact]
    public void Effects_that_differ_no_more_than_replicates_do_are_one()
    {
        var effect = new Effect(0.05, 0);
        var identical = Recorded([.. Records(20, 12, 0.03, Effect.None)], Effect.None);
        var slowed = Recorded([.. Records(20, 1, 0.03, effect)], effect);

        var estimates = EffectSizes.Estimate(slowed, identical);

        double Spread(IEnumerable<double> logs) => Math.Sqrt(logs.Average(log => Math.Pow(log - logs.Average(), 2)));
        Assert.Equal(slowed.Average(benchmark => benchmark.MeanLogRatio), estimates.Values.Average(), 0.002);
        Assert.True(Spread([.. estimates.Values]) < 0.4 * Spread([.. slowed.Select(benchmark => benchmark.MeanLogRatio)]));
    }

    [Fact]
    public void Effects_that_differ_stay_what_each_benchmark_says()
    {
        var effect = new Effect(0.05, 0);
        var identical = Recorded([.. Records(20, 12, 0.01, Effect.None)], Effect.None);
        var slowed = Recorded(
            [
                .. Records(20, 4, 0.01, effect)
                    .Select(record => record with { LogRatio = record.LogRatio + (record.Benchmark.Length == 4 ? 0.3 : 0) }),
            ],
            effect
        );

        var estimates = EffectSizes.Estimate(slowed, identical);

        Assert.All(slowed, benchmark => Assert.Equal(benchmark.MeanLogRatio, estimates[benchmark.Benchmark], 0.002));
    }

    [Fact]
    public void Two_benchmarks_are_too_few_to_share_an_effect()
    {
        var effect = new Effect(0.05, 0);
        var slowed = Recorded([.. Records(2, 1, 0.03, effect)], effect);

        var estimates = EffectSizes.Estimate(slowed, Recorded([.. Records(2, 12, 0.03, Effect.None)], Effect.None));

        Assert.All(slowed, benchmark => Assert.Equal(benchmark.MeanLogRatio, estimates[benchmark.Benchmark]));
    }

    [Fact]
    public void Simple_rules_cry_wolf_where_runs_drift()
    {
        // The machine halves its speed between pairs, and both sides of a pair with it.
        var drifting = Records(10, 10, 0.005, Effect.None, pair => pair % 2 == 0 ? 1 : 2).ToArray();

        var result = Analyse(drifting);

        var means = result.OtherRules.First(rule => rule.Name.Contains("1.05", StringComparison.Ordinal));
        Assert.InRange(means.Interleaved.Share, 0, 0.05);
        Assert.InRange(means.OneAfterTheOther.Share, 0.4, 0.6);
        Assert.Equal(0, Assert.Single(result.FalsePositives).Checks.Hits);
    }

    [Fact]
    public void Pairs_of_two_days_are_no_neighbours()
    {
        var first = Records(1, 4, 0.005, Effect.None).ToArray();
        var again = Records(1, 4, 0.005, Effect.None, _ => 2).Select(record => record with { Time = record.Time.AddDays(1) });

        var spread = Assert.Single(Recorded([.. first, .. again], Effect.None)).SpreadOneAfterTheOther;

        Assert.Equal(Assert.Single(Recorded(first, Effect.None)).SpreadOneAfterTheOther, spread, 0.001);
    }

    [Fact]
    public void The_slope_of_a_calibration_is_that_of_its_changes()
    {
        var result = Analyse([.. Records(5, 4, 0.01, Effect.None)], new("A", 0.5, 0.01, 0.55, 0.01), new("B", -1, 0.01, -1.1, 0.01));

        Assert.Equal(1.1, result.Slope, 0.0001);
    }

    [Fact]
    public void A_calibration_compares_within_its_rounds()
    {
        // The machine changed between the rounds, and both ways of measuring saw it.
        var change = CalibrationRun.Compare("A", [0.5, 0.9, 0.6], [0.5, 0.92, 0.64]);

        Assert.Equal(0.02, change.Interleaved - change.Truth, 0.000001);
        // 0.02 / sqrt(3), and 4.303 is Student's quantile of two degrees of freedom.
        Assert.Equal(4.303 * 0.02 / Math.Sqrt(3), change.HalfInterval!.Value, 0.0001);
        Assert.True(change.TruthError > 0.1);
    }

    [Theory]
    [InlineData(0.03, false)]
    [InlineData(0.05, true)]
    public void A_calibration_misses_beyond_its_interval(double difference, bool isMiss)
    {
        var result = Analyse([.. Records(5, 4, 0.01, Effect.None)], new CalibratedChange("A", 0.5, 0.2, 0.5 + difference, 0.2, 0.04));

        Assert.Equal(isMiss, StudyPage.Render(result, "bench study", "study.svg").Contains("| miss |", StringComparison.Ordinal));
    }

    [Fact]
    public void The_page_holds_what_was_found_and_the_picture_is_XML()
    {
        var result = Analyse(
            [.. Records(5, 8, 0.01, Effect.None), .. Records(5, 2, 0.01, new Effect(0.1, 0))],
            new CalibratedChange("A", 0.5, 0.01, 0.7, 0.01)
        );

        var page = StudyPage.Render(result, "bench study", "study.svg");

        Assert.Contains("0 of 3000", page, StringComparison.Ordinal);
        Assert.Contains("| `A` | 1.649x ± 1.0% | 2.014x ± 1.0% | 1.221 | miss |", page, StringComparison.Ordinal);
        Assert.Contains("`Row0`", page, StringComparison.Ordinal);
        Assert.Equal("svg", XDocument.Parse(StudyPage.PowerCurve(result)).Root!.Name.LocalName);
        Assert.Contains("\"power\"", result.ToJson(), StringComparison.Ordinal);
    }

    [Fact]
    public void Studies_of_several_machines_are_kept_a_line_each_and_add_up_on_their_page()
    {
        var file = Path.GetTempFileName();
        try
        {
            File.Delete(file);
            var result = Analyse([.. Records(5, 8, 0.01, Effect.None), .. Records(5, 2, 0.01, new Effect(0.1, 0))]);
            var quiet = RunnerStudy.Create(result, "ubuntu-latest", "0123456789ab", Start);
            quiet.AppendTo(file);
            (quiet with { Date = Start.AddDays(7), FailedChecks = 3 }).AppendTo(file);
            (quiet with { Runner = "a|b", Environment = new RunEnvironment("<b>AMD</b>") }).AppendTo(file);

            var studies = RunnerStudy.Read(file);
            var page = RunnerStudyPage.Render(studies, "study-runners.jsonl", "study-runners.svg");

            var detection = Assert.Single(quiet.Detections);
            Assert.Equal((0.1, 3000), (detection.Share, detection.Of));
            Assert.Equal(3, studies.Count);
            Assert.Equal(quiet with { Detections = [] }, studies[0] with { Detections = [] });
            Assert.Equal(quiet.Detections, studies[0].Detections);
            Assert.Contains("2026-01-01 to 2026-01-08", page, StringComparison.Ordinal);
            Assert.Contains("| ubuntu-latest | 2 | 3 of 6000 (", page, StringComparison.Ordinal);
            Assert.Contains(FormattableString.Invariant($"| {2 * detection.Found} of 6000 ("), page, StringComparison.Ordinal);
            Assert.DoesNotContain("<b>", page, StringComparison.Ordinal);
            Assert.DoesNotContain("a|b", page, StringComparison.Ordinal);
            Assert.Equal("svg", XDocument.Parse(RunnerStudyPage.Picture(studies)).Root!.Name.LocalName);
        }
        finally
        {
            File.Delete(file);
        }
    }

    [Fact]
    public void Studies_of_different_margins_do_not_add_up()
    {
        var study = RunnerStudy.Create(Analyse([.. Records(3, 8, 0.01, Effect.None)]), "a", null, Start);
        RunnerStudy[] studies = [study, study with { Date = Start.AddDays(7) }, study with { Margin = 0.02 }];

        var page = RunnerStudyPage.Render(studies, "runners.jsonl", "runners.svg");

        Assert.Contains("| 2% | a | 1 |", page, StringComparison.Ordinal);
        Assert.Contains("| 5% | a | 2 |", page, StringComparison.Ordinal);
        Assert.Contains("a, margin 2%<", RunnerStudyPage.Picture(studies), StringComparison.Ordinal);
        Assert.Contains(">a<", RunnerStudyPage.Picture([studies[0], studies[1]]), StringComparison.Ordinal);
        Assert.DoesNotContain("count once", page, StringComparison.Ordinal);
    }

    [Fact]
    public void A_study_that_is_there_twice_counts_once()
    {
        var study = RunnerStudy.Create(Analyse([.. Records(3, 8, 0.01, Effect.None)]), "a", null, Start);

        var page = RunnerStudyPage.Render([study, study, study with { Runner = "b" }, study], "runners.jsonl", "runners.svg");

        Assert.Contains("Lines that are there more than once count once: 2 are left out.", page, StringComparison.Ordinal);
        Assert.Contains("| a | 1 | 0 of 3000 (", page, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(4)]
    [InlineData(8)]
    [InlineData(11)]
    public void A_picture_has_a_line_of_its_own_for_each_type_of_machine_and_says_which_it_leaves_out(int count)
    {
        var study = RunnerStudy.Create(
            Analyse([.. Records(3, 8, 0.01, Effect.None), .. Records(3, 2, 0.01, new Effect(0.1, 0))]),
            "a",
            null,
            Start
        );
        RunnerStudy[] studies =
        [
            .. Enumerable.Range(0, count).Select(i => study with { Runner = FormattableString.Invariant($"machine-{i:00}") }),
        ];

        var svg = XDocument.Parse(RunnerStudyPage.Picture(studies)).Root!;
        var page = RunnerStudyPage.Render(studies, "runners.jsonl", "runners.svg");

        var names = svg.Elements().Where(shape => shape.Value.StartsWith("machine-", StringComparison.Ordinal)).ToArray();
        var height = double.Parse(svg.Attribute("height")!.Value, CultureInfo.InvariantCulture);
        Assert.Equal(Math.Min(count, 8), names.Length);
        Assert.All(names, name => Assert.InRange(double.Parse(name.Attribute("y")!.Value, CultureInfo.InvariantCulture), 0, height));
        var lines = svg.Elements()
            .Where(shape => shape.Name.LocalName == "path")
            .Select(shape => shape.Attribute("class")!.Value)
            .Where(type => type != "grid")
            .Distinct();
        Assert.Equal(names.Length, lines.Count());
        Assert.Equal(
            count > 8,
            page.Contains("Not in the picture, which has room for 8: machine-08; machine-09; machine-10.", StringComparison.Ordinal)
        );
    }

    [Theory]
    [InlineData("{}")]
    [InlineData("null")]
    [InlineData("no JSON")]
    [InlineData(
        """{"runner":"a","date":"2026-01-01T00:00:00Z","environment":{},"benchmarks":1,"pairs":1,"margin":0.05,"failedChecks":2,"checks":1,"undecided":0,"detections":[]}"""
    )]
    [InlineData(
        """{"runner":"a","date":"2026-01-01T00:00:00Z","environment":{},"benchmarks":1,"pairs":1,"margin":0.05,"failedChecks":0,"checks":1,"undecided":0,"detections":[null]}"""
    )]
    [InlineData(
        """{"runner":"a","date":"2026-01-01T00:00:00Z","environment":null,"benchmarks":1,"pairs":1,"margin":0.05,"failedChecks":0,"checks":1,"undecided":0,"detections":[]}"""
    )]
    public void A_line_that_is_no_study_is_an_error_that_names_it(string line)
    {
        var file = Path.GetTempFileName();
        try
        {
            File.WriteAllText(file, $"\n{line}\n");

            Assert.Contains(
                "line 2: is no study",
                Assert.Throws<ResultsException>(() => RunnerStudy.Read(file)).Message,
                StringComparison.Ordinal
            );
        }
        finally
        {
            File.Delete(file);
        }
    }

    [Theory]
    [InlineData("--append and --runner belong together", "--runner", "ubuntu-latest")]
    [InlineData("--append and --runner belong together", "--append", "study-runners.jsonl")]
    [InlineData("study-runners.jsonl: is not there: bench study --append makes it", "--from", "study-runners.jsonl")]
    [InlineData("--from measures nothing", "--from", "study-runners.jsonl", "--time", "1m")]
    [InlineData("it goes without --runner and --filter.", "--from", "study-runners.jsonl", "--runner", "a", "--filter", "*x*")]
    [InlineData("it goes without --margin.", "--from", "study-runners.jsonl", "--margin", "2%")]
    public void Wrong_usage_is_one_line(string cause, params string[] arguments)
    {
        using var folder = new Folder();

        var run = BenchProgram.Run(folder.Root, ["study", .. arguments]);

        Assert.Equal(2, run.ExitCode);
        Assert.Contains(cause, Assert.Single(run.Error.TrimEnd().Split('\n')));
    }

    [Fact]
    [Trait("Category", "Process")]
    public void What_was_recorded_on_a_machine_is_added_to_a_file_and_rendered_from_it()
    {
        using var folder = new Folder();
        Directory.CreateDirectory(Path.Combine(folder.Root, "study"));
        // The last was cut short: it has one order of each benchmark, and no replicate.
        IEnumerable<StudyRecord> records =
        [
            .. Records(3, 8, 0.01, Effect.None),
            .. Records(3, 2, 0.01, new Effect(0.1, 0)),
            .. Records(3, 1, 0.01, new Effect(0.03, 0)).Take(3),
        ];
        foreach (var record in records)
            StudyRecords.Append(Path.Combine(folder.Root, "study/study-records.jsonl"), record);

        var added = BenchProgram.Run(folder.Root, "study", "--output", "study", "--runner", "ubuntu-latest", "--append", "runners.jsonl");
        var rendered = BenchProgram.Run(folder.Root, "study", "--from", "runners.jsonl", "--output", "docs");

        Assert.True(added.ExitCode == 0, added.Error);
        Assert.True(rendered.ExitCode == 0, rendered.Error);
        Assert.Equal(0.1, Assert.Single(Assert.Single(RunnerStudy.Read(Path.Combine(folder.Root, "runners.jsonl"))).Detections).Share);
        Assert.Contains("](../runners.jsonl)", File.ReadAllText(Path.Combine(folder.Root, "docs/study-runners.md")));
        Assert.Contains("| ubuntu-latest | 1 |", File.ReadAllText(Path.Combine(folder.Root, "docs/study-runners.md")));
        Assert.True(File.Exists(Path.Combine(folder.Root, "docs/study-runners.svg")));
        Assert.False(File.Exists(Path.Combine(folder.Root, "docs/study-records.jsonl")));
    }

    /// <summary>A line without an end is what an editor leaves, or a full disk.</summary>
    [Theory]
    [InlineData("")]
    [InlineData("\n")]
    [InlineData("\r\n\r\n")]
    [InlineData("\n{\"runner\":\"cut")]
    public void A_study_is_added_after_a_last_line_without_an_end(string end)
    {
        using var folder = new Folder();
        var study = RunnerStudy.Create(Analyse([.. Records(3, 8, 0.01, Effect.None)]), "a", null, Start);
        var file = Path.Combine(folder.Root, "runners.jsonl");
        study.AppendTo(file);
        (study with { Runner = "b" }).AppendTo(file);
        var before = File.ReadAllText(file)[..^1];
        File.WriteAllText(file, before + end);

        (study with { Runner = "c" }).AppendTo(file);

        Assert.Equal(3, RunnerStudy.Read(file).Count);
        Assert.StartsWith(before, File.ReadAllText(file), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("{}")]
    [InlineData("{\"runner\":\"cut\n{}")]
    [InlineData("no JSON\n\n{\"runner\":\"cut")]
    public void Nothing_is_added_to_a_file_of_something_else_and_nothing_taken_away(string text)
    {
        using var folder = new Folder();
        Keep(folder, Records(3, 8, 0.01, Effect.None));
        var file = folder.Write("runners.jsonl", text);

        var run = BenchProgram.Run(folder.Root, "study", "--output", "study", "--runner", "a", "--append", "runners.jsonl");

        Assert.Equal(2, run.ExitCode);
        Assert.Contains("runners.jsonl, line 1: is no study", Assert.Single(run.Error.TrimEnd().Split('\n')));
        Assert.Equal(text, File.ReadAllText(file));
    }

    [Fact]
    public void The_page_names_the_command_as_it_was_given_and_the_benchmarks_that_are_left_out()
    {
        using var folder = new Folder();
        Keep(folder, [.. Records(3, 8, 0.01, Effect.None), .. Records(5, 1, 0.01, Effect.None).Take(5)]);
        var project = "of us/Calibration.csproj";

        var run = BenchProgram.Run(folder.Root, "study", "--output", "study", "--filter", "*Row 1*");

        Assert.True(run.ExitCode == 0, run.Error);
        Assert.Contains("two process pairs of identical code, measured idle: Row3, Row4.", run.Error, StringComparison.Ordinal);
        var page = File.ReadAllText(Path.Combine(folder.Root, "study/study.md"));
        Assert.Contains("Made by `bench study --output study --filter '*Row 1*'`;", page, StringComparison.Ordinal);
        Assert.Contains("measured idle: `Row3`, `Row4`.", page, StringComparison.Ordinal);
        var result = Analyse([.. Records(5, 8, 0.01, Effect.None)], new CalibratedChange("A", 0.5, 0.01, 0.7, 0.01));
        Assert.Contains("Real changes, by", StudyPage.Render(result, "bench study", "study.svg"), StringComparison.Ordinal);
        Assert.Contains($"(`{project}`)", StudyPage.Render(result, "bench study", "study.svg", project), StringComparison.Ordinal);
        Assert.Null(result.LeftOut);
    }

    [Theory]
    [InlineData(0.02)]
    [InlineData(0.07, "--config", "other.json")]
    [InlineData(0.03, "--margin", "3%")]
    public void A_study_has_the_margin_of_the_settings(double margin, params string[] arguments)
    {
        using var folder = new Folder();
        folder.Write("bench.json", """{"margin":"2%"}""");
        folder.Write("other.json", """{"margin":"7%","benchmarks":[{"pattern":"*Row*","margin":"9%"}]}""");
        Keep(folder, Records(3, 8, 0.01, Effect.None));

        var run = BenchProgram.Run(folder.Root, ["study", "--output", "study", .. arguments]);

        Assert.True(run.ExitCode == 0, run.Error);
        using var result = JsonDocument.Parse(File.ReadAllText(Path.Combine(folder.Root, "study/study.json")));
        Assert.Equal(margin, result.RootElement.GetProperty("margin").GetDouble(), 1e-9);
        Assert.Equal(
            new[] { margin, 0.02 }.Distinct(),
            result.RootElement.GetProperty("power").EnumerateArray().Select(detection => detection.GetProperty("margin").GetDouble())
        );
        Assert.Equal(
            margin == 0.07,
            run.Error.Contains("margins for some benchmarks: this study is of 7% for all", StringComparison.Ordinal)
        );
    }

    [Fact]
    public void Settings_that_are_wrong_are_an_error_before_anything_is_measured()
    {
        using var folder = new Folder();
        folder.Write("bench.json", """{"margin":"wide"}""");

        var run = BenchProgram.Run(folder.Root, "study", "--output", "study", "--time", "1s");

        Assert.Equal(2, run.ExitCode);
        Assert.Contains("bench.json", Assert.Single(run.Error.TrimEnd().Split('\n')));
        Assert.False(Directory.Exists(Path.Combine(folder.Root, "study")));
    }

    [Theory]
    [InlineData("TFTF", "01 23")]
    [InlineData("TTFTF", "12 34")]
    [InlineData("TFFT", "01 32")]
    [InlineData("T", "")]
    public void Only_pairs_that_follow_each_other_make_a_replicate(string orders, string expected)
    {
        var template = Records(1, 1, 0, Effect.None).First();
        var pairs = orders.Select(
            (order, i) =>
                template with
                {
                    Time = Start.AddMinutes(i),
                    BaselineFirst = order == 'T',
                    LogRatio = 0,
                    BaselineNanoseconds = Math.Pow(10, i),
                }
        );

        var replicates = new RecordedBenchmark("A", [.. pairs]).Replicates;

        var wanted = expected.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(two => two.Sum(i => (i - '0') / 2.0));
        Assert.Equal(wanted, replicates.Select(replicate => Math.Round(Math.Log10(replicate.BaselineNanoseconds), 6)));
    }

    private static void Keep(Folder folder, IEnumerable<StudyRecord> records)
    {
        Directory.CreateDirectory(Path.Combine(folder.Root, "study"));
        foreach (var record in records)
            StudyRecords.Append(Path.Combine(folder.Root, "study/study-records.jsonl"), record);
    }

    private static StudyResult Analyse(StudyRecord[] records, params CalibratedChange[] calibration) =>
        StudyAnalysis.Create(records, calibration, new RunEnvironment(), Margin.Default);

    private static IReadOnlyList<RecordedBenchmark> Recorded(IReadOnlyList<StudyRecord> records, Effect effect) =>
        RecordedBenchmark.Create(records, Condition.Idle, effect);

    internal static IEnumerable<StudyRecord> Records(
        int benchmarks,
        int replicates,
        double spread,
        Effect effect,
        Func<int, double>? speed = null
    )
    {
        var random = new Random(7);
        var time = Start;
        for (var pair = 0; pair < replicates * 2; pair++)
        {
            for (var benchmark = 0; benchmark < benchmarks; benchmark++)
            {
                // A unit averages two pairs, so a pair spreads more.
                var ratio = Math.Log(1 + effect.Share) + (spread * Math.Sqrt(2) * Normal(random));
                var baseline = 1000 * (benchmark + 1) * (speed?.Invoke(pair) ?? 1);
                var candidate = baseline * Math.Exp(ratio);
                yield return new StudyRecord(
                    $"Row{benchmark}",
                    Condition.Idle,
                    effect,
                    time += TimeSpan.FromSeconds(1),
                    pair % 2 == 0,
                    ratio,
                    baseline,
                    candidate,
                    96,
                    96 + effect.Bytes,
                    3,
                    [.. Enumerable.Range(0, 15).Select(_ => baseline * (1 + (0.01 * Normal(random))))],
                    [.. Enumerable.Range(0, 15).Select(_ => candidate * (1 + (0.01 * Normal(random))))]
                );
            }
        }
    }

    private static double Normal(Random random) =>
        Math.Sqrt(-2 * Math.Log(1 - random.NextDouble())) * Math.Cos(2 * Math.PI * random.NextDouble());
}
