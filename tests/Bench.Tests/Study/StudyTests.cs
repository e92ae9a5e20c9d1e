using System.Xml.Linq;
using Lab.Study;

namespace Bench.Tests;

public sealed class StudyTests : FolderTests
{
    private static readonly DateTime Start = new(2026, 1, 1, 0, 0, 0, DateTimeKind.Utc);

    // With 0 of 100, 3.7% is possible, and with 1 of 100, 5.4%. The other values are from SciPy:
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
        var file = Path.Combine(folder.Root, "records.jsonl");
        var records = Records(benchmarks: 2, replicates: 2, spread: 0.01, Effect.None).ToArray();
        foreach (var record in records)
            StudyRecords.Append(file, record);
        File.AppendAllText(file, "{\"benchmark\":\"cut");

        Assert.Equal(records.Select(Comparable), StudyRecords.Read(file).Select(Comparable));

        static string Comparable(StudyRecord record) =>
            $"{record with { BaselineIterations = [], CandidateIterations = [] }} {string.Join(' ', record.BaselineIterations)}";
    }

    /// <summary>A full disk or a power failure may cut a line, lose its end, or leave garbage.</summary>
    [Theory]
    [InlineData("{\"benchmark\":\"cut")]
    [InlineData("{}\n")]
    [InlineData("")]
    public void What_is_recorded_after_a_line_that_was_cut_off_is_kept(string cut)
    {
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
        var file = Path.Combine(folder.Root, "study-records.jsonl");

        Assert.Empty(StudyRecords.Open(file));
        Assert.False(File.Exists(file));
        File.WriteAllText(file, "");
        Assert.Empty(StudyRecords.Open(file));
        File.WriteAllText(file, "{\"benchmark");
        Assert.Empty(StudyRecords.Open(file));
        Assert.Equal(0, new FileInfo(file).Length);
    }

    [Fact]
    public void A_line_that_is_no_record_is_an_error_that_names_it()
    {
        var file = folder.Write("records.jsonl", "{}\n{}\n");
        Assert.Contains("line 1", Assert.Throws<ResultsException>(() => StudyRecords.Read(file)).Message, StringComparison.Ordinal);
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
        Assert.InRange(result.Spreads.Average(benchmark => benchmark.Interleaved[Condition.Idle]), 0.008, 0.012);

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
        // The machine halves its speed between pairs, for both processes of a pair.
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
        Assert.Equal(isMiss, StudyPage.Render(result, "lab study", "study.svg").Contains("| miss |", StringComparison.Ordinal));
    }

    [Fact]
    public void The_page_holds_what_was_found_and_the_picture_is_XML()
    {
        var result = Analyse(
            [.. Records(5, 8, 0.01, Effect.None), .. Records(5, 2, 0.01, new Effect(0.1, 0))],
            new CalibratedChange("A", 0.5, 0.01, 0.7, 0.01)
        );

        var page = StudyPage.Render(result, "lab study", "study.svg");

        Assert.Contains("0 of 3000", page, StringComparison.Ordinal);
        Assert.Contains("| `A` | 1.649x ± 1.0% | 2.014x ± 1.0% | 1.221 | miss |", page, StringComparison.Ordinal);
        Assert.Contains("`Row0`", page, StringComparison.Ordinal);
        Assert.Equal("svg", XDocument.Parse(StudyPage.PowerCurve(result)).Root!.Name.LocalName);
        Assert.Contains("\"power\"", result.ToJson(), StringComparison.Ordinal);
    }

    [Fact]
    public void The_page_names_the_command_as_it_was_given_and_the_benchmarks_that_are_left_out()
    {
        Keep([.. Records(3, 8, 0.01, Effect.None), .. Records(5, 1, 0.01, Effect.None).Take(5)]);
        var project = "of us/Calibration.csproj";

        var run = BenchProgram.Run(folder.Root, "lab study --output study --filter", "*Row 1*");

        Assert.True(run.ExitCode == 0, run.Error);
        Assert.Contains("two process pairs of identical code on an idle machine: Row3, Row4.", run.Error, StringComparison.Ordinal);
        var page = File.ReadAllText(Path.Combine(folder.Root, "study/study.md"));
        Assert.Contains(
            "`dotnet run -c Release --project lab -- study --output study --filter '*Row 1*'` made this page.",
            page,
            StringComparison.Ordinal
        );
        Assert.Contains("on an idle machine: `Row3`, `Row4`.", page, StringComparison.Ordinal);
        var result = Analyse([.. Records(5, 8, 0.01, Effect.None)], new CalibratedChange("A", 0.5, 0.01, 0.7, 0.01));
        Assert.Contains("Real changes were measured", StudyPage.Render(result, "lab study", "study.svg"), StringComparison.Ordinal);
        Assert.Contains($"(`{project}`)", StudyPage.Render(result, "lab study", "study.svg", project), StringComparison.Ordinal);
        Assert.Null(result.LeftOut);
    }

    [Theory]
    [InlineData(0.02)]
    [InlineData(0.07, "--config other.json")]
    [InlineData(0.03, "--margin 3%")]
    public void A_study_has_the_margin_of_the_settings(double margin, params string[] arguments)
    {
        folder.Write("bench.json", """{"margin":"2%"}""");
        folder.Write("other.json", """{"margin":"7%","benchmarks":[{"pattern":"*Row*","margin":"9%"}]}""");
        Keep(Records(3, 8, 0.01, Effect.None));

        var run = BenchProgram.Run(folder.Root, ["lab study --output study", .. arguments]);

        Assert.True(run.ExitCode == 0, run.Error);
        using var result = JsonDocument.Parse(File.ReadAllText(Path.Combine(folder.Root, "study/study.json")));
        Assert.Equal(margin, result.RootElement.GetProperty("margin").GetDouble(), 1e-9);
        Assert.Equal(
            new[] { margin, 0.02 }.Distinct(),
            result.RootElement.GetProperty("power").EnumerateArray().Select(detection => detection.GetProperty("margin").GetDouble())
        );
        Assert.Equal(
            margin == 0.07,
            run.Error.Contains("margins for some benchmarks. This study uses 7% for all", StringComparison.Ordinal)
        );
    }

    [Fact]
    public void Settings_that_are_wrong_are_an_error_before_anything_is_measured()
    {
        folder.Write("bench.json", """{"margin":"wide"}""");
        var run = BenchProgram.Run(folder.Root, "lab study --output study --time 1s");
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

    private void Keep(IEnumerable<StudyRecord> records)
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
                // A replicate averages two pairs, so a pair spreads more.
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
