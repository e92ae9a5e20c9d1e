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
            .. Records(20, 16, 0.01, Effect.None),
            .. Records(20, 2, 0.01, new Effect(0.1, 0)),
            .. Records(20, 2, 0.01, new Effect(0.03, 0)),
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
    public void The_slope_of_a_calibration_is_that_of_its_changes()
    {
        var result = Analyse([.. Records(5, 4, 0.01, Effect.None)], new("A", 0.5, 0.01, 0.55, 0.01), new("B", -1, 0.01, -1.1, 0.01));

        Assert.Equal(1.1, result.Slope, 0.0001);
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

    private static StudyResult Analyse(StudyRecord[] records, params CalibratedChange[] calibration) =>
        StudyAnalysis.Create(records, calibration, new RunEnvironment(), Margin.Default);

    private static IEnumerable<StudyRecord> Records(
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
