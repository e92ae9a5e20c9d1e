using Bench.Comparison;
using Bench.Results;
using Bench.Statistics;

namespace Bench.Core.Tests;

public sealed class SettingsTests : IDisposable
{
    private static readonly DateOnly Today = new(2027, 12, 1);

    private readonly Folder folder = new();

    public void Dispose() => folder.Dispose();

    [Fact]
    public void A_whole_file_reads_right()
    {
        var settings = Settings.Read(
            folder.Write(
                "bench.json",
                """
                {
                  "$schema": "docs/bench.schema.json",
                  "project": "benchmarks",
                  "margin": "3%", "noiseFloor": "2us",
                  "benchmarks": [ { "pattern": "*Web*", "margin": "0.1" } ], // a comment
                  "accepted": [ { "benchmark": "A.B.C", "metric": "allocation", "reason": "a cache", "until": "2026-12-31" } ],
                  "control": [ "*.Control" ],
                  "questions": [ { "question": "Which?", "benchmarks": [ "*.A", "*.B" ] } ],
                }
                """
            )
        );

        Assert.Equal(new Margin(0.03, 2000), settings.Margin);
        Assert.Equal(new Margin(0.1, 2000), settings.MarginOf(new BenchmarkId("N.Web.A", JobTraits.Default)));
        Assert.True(settings.HasMarginOfRule(new BenchmarkId("N.Web.A", JobTraits.Default)));
        Assert.False(settings.HasMarginOfRule(new BenchmarkId("N.Other.A", JobTraits.Default)));
        Assert.Equal(
            new AcceptedRegression(new BenchmarkPattern("A.B.C"), Metric.Allocation, "a cache", new DateOnly(2026, 12, 31)).Until,
            Assert.Single(settings.Accepted).Until
        );
        Assert.True(settings.Controls[0].Fits(new BenchmarkId("N.T.Control", JobTraits.Default)));
        Assert.Equal("benchmarks", settings.Project);
        Assert.Equal(
            "Which?: *.A *.B",
            $"{settings.Questions[0].Text}: {string.Join(' ', settings.Questions[0].Benchmarks.Select(pattern => pattern.Text))}"
        );
    }

    [Fact]
    public void Of_two_entries_of_load_the_baselines_decides_and_a_new_one_counts()
    {
        var baseline = Settings.Parse(
            """{"load":[{"name":"a","project":"A.csproj","path":"/a"},{"name":"b","project":"B.csproj"}]}""",
            "a"
        );
        var candidate = Settings.Parse(
            """{"load":[{"name":"a","project":"A.csproj","path":"/health"},{"name":"c","project":"C.csproj","headers":{"X":"y"}}]}""",
            "b"
        );

        var joined = ProposedSettings.Join(baseline, candidate, Today);

        Assert.Equal(["a", "b", "c"], joined.Load.Select(endpoint => endpoint.Name!));
        Assert.Equal("/a", joined.Load[0].Path);
        Assert.Equal("y", joined.Load[2].Headers!["X"]);
        Assert.Equal(
            [
                "bench.json: load 'c' is new with this change",
                "bench.json: load 'a' changed (applies after the merge)",
                "bench.json: load 'b' removed (applies after the merge)",
            ],
            joined.Notices
        );
        Assert.Equal(
            ["bench.json: load 'c' is new with this change"],
            ProposedSettings.Join(baseline, baseline with { Load = [.. baseline.Load, joined.Load[2]] }, Today).Notices
        );
    }

    [Fact]
    public void Of_two_files_the_baselines_decides_and_each_difference_is_named()
    {
        var baseline = Settings.Parse(
            """
            {"margin":"3%","maxInconclusive":"10%","benchmarks":[{"pattern":"A*","margin":"4%"},{"pattern":"B*","noiseFloor":"1us"}],"control":["*.Control"],
             "accepted":[{"benchmark":"A.B","metric":"time","reason":"old","until":"2026-12-31"}]}
            """,
            "a"
        );
        var candidate = Settings.Parse(
            """
            {"margin":"30%","noiseFloor":"2us","project":"elsewhere","benchmarks":[{"pattern":"B*","noiseFloor":"1us"},{"pattern":"A*","margin":"900%"}],
             "accepted":[{"benchmark":"A.B","metric":"time","reason":"old","until":"2027-12-31"}]}
            """,
            "b"
        );

        var joined = ProposedSettings.Join(baseline, candidate, Today);

        Assert.Equal(
            (baseline.Margin, baseline.MaxInconclusive, baseline.Project),
            (joined.Margin, joined.MaxInconclusive, joined.Project)
        );
        Assert.Same(baseline.Rules, joined.Rules);
        Assert.Same(baseline.Controls, joined.Controls);
        Assert.Equal(
            ["2026-12-31", "2027-12-31"],
            joined.Accepted.Select(accepted => accepted.Until.ToString("o", System.Globalization.CultureInfo.InvariantCulture))
        );
        Assert.Equal("bench.json: this change accepts a regression in time of 'A.B' until 2027-12-31: old", joined.Notices[0]);
        Assert.Equivalent(
            new[]
            {
                "margin 3% -> 30%",
                "noise floor 0.5 ns -> 2000 ns",
                "largest share of inconclusive benchmarks 10% -> 20%",
                "project the current folder -> elsewhere",
                "margin of 'A*' 4% -> 900%",
                "margin of 'B*' 3% -> 30%",
                "noise floor of 'A*' 0.5 ns -> 2000 ns",
                "order of the rules",
                "control '*.Control' removed",
                "acceptance of a regression in time of 'A.B' removed",
            }.Select(change => $"bench.json: {change} (applies after the merge)"),
            joined.Notices.Skip(1),
            strict: true
        );
        Assert.Empty(ProposedSettings.Join(baseline, baseline, Today).Notices);
    }

    [Theory]
    [InlineData("perf/My App.Benchmarks/My App.Benchmarks.csproj")]
    [InlineData("C#/bänke (2)/Bench.csproj")]
    public void A_project_may_have_the_name_that_it_has(string project) =>
        Assert.Equal(project, Settings.Parse($$"""{"project":"{{project}}"}""", "bench.json").Project);

    [Fact]
    public void A_change_that_moves_the_project_says_where_it_is()
    {
        var baseline = new Settings { Project = "perf/B.csproj" };
        var joined = ProposedSettings.Join(baseline, new Settings { Project = "bench/B.csproj" }, Today);

        Assert.Equal("bench/B.csproj", joined.ProjectWhere(path => path.StartsWith("bench", StringComparison.Ordinal)));
        Assert.Equal("perf/B.csproj", joined.ProjectWhere(_ => true));
        Assert.Equal("perf/B.csproj", baseline.ProjectWhere(_ => false));
    }

    [Fact]
    public void A_change_that_moves_what_is_loaded_says_where_it_is()
    {
        var baseline = Settings.Parse("""{"load":[{"name":"a","project":"old/A.csproj"},{"name":"b","project":"B.csproj"}]}""", "a");
        var candidate = Settings.Parse("""{"load":[{"name":"a","project":"new/A.csproj"},{"name":"c","project":"C.csproj"}]}""", "b");

        var joined = ProposedSettings.Join(baseline, candidate, Today);

        Assert.Equal("new/A.csproj", joined.ProjectWhere(joined.Load[0], path => path.StartsWith("new", StringComparison.Ordinal)));
        Assert.Equal("old/A.csproj", joined.ProjectWhere(joined.Load[0], _ => true));
        Assert.Equal("B.csproj", joined.ProjectWhere(joined.Load[1], _ => false));
        Assert.Equal("bench.json: load 'a' changed (applies after the merge)", joined.NoticeOf(joined.Load[0]));
        Assert.Equal("bench.json: load 'c' is new with this change", joined.NoticeOf(joined.Load[2]));
        Assert.Null(baseline.NoticeOf(baseline.Load[0]));
        Assert.Equal([false, false, true], joined.Load.Select(joined.IsNew));
    }

    [Theory]
    [InlineData("{\"project\":\"/usr/B.csproj\"}", "path")]
    [InlineData("{\"project\":\"-x\"}", "path")]
    [InlineData("{\"project\":\"a\\nb\"}", "path")]
    [InlineData("{\"project\":\"$(id)\"}", "path")]
    [InlineData("", "bench.json")]
    [InlineData("null", "no settings")]
    [InlineData("{\"margins\":\"5%\"}", "unknown setting 'margins': expected one of project, margin, noiseFloor,")]
    [InlineData("{\"margin\":5}", "invalid margin: expected a text in quotes.")]
    [InlineData("{\"load\":[{\"start\":\"dotnet Shop.dll\"}]}", "invalid load[0].start: expected a list: [\"ONE\", \"TWO\"].")]
    [InlineData("{\"load\":{}}", "invalid load: expected a list")]
    [InlineData("{\"load\":[{\"connections\":\"64\"}]}", "invalid load[0].connections: expected a number, without quotes.")]
    [InlineData("{\"load\":[{\"startSeconds\":\"64\"}]}", "invalid load[0].startSeconds: expected a number, without quotes.")]
    [InlineData("{\"load\":[{\"pin\":\"yes\"}]}", "invalid load[0].pin: expected true or false.")]
    [InlineData("{\"load\":[{\"headers\":[]}]}", "invalid load[0].headers: expected an object of names and texts")]
    [InlineData("{\"load\":[7]}", "invalid load[0]: expected an object in braces.")]
    [InlineData("{\"benchmarks\":[{\"pattern\":\"*\",\"margin\":5}]}", "invalid benchmarks[0].margin")]
    [InlineData("{\"margin\":\"five\"}", "five")]
    [InlineData("{\"margin\":\"0%\"}", "above 0")]
    [InlineData("{\"margin\":\"5\",\"x\":", "line 1")]
    [InlineData("{\"project\":\"a; rm -rf b\"}", "path")]
    [InlineData("{\"benchmarks\":[{\"margin\":\"5%\"}]}", "pattern")]
    [InlineData("{\"benchmarks\":[null]}", "null")]
    [InlineData("{\"margin\":\"5%\",\"margin\":\"900%\"}", "margin")]
    [InlineData("{\"accepted\":[null]}", "null")]
    [InlineData("{\"control\":[null]}", "null")]
    [InlineData("{\"questions\":[null]}", "null")]
    [InlineData("{\"questions\":[{\"benchmarks\":[\"*\"]}]}", "needs a question")]
    [InlineData("{\"questions\":[{\"question\":\"Which?\",\"benchmarks\":[]}]}", "needs benchmarks")]
    [InlineData("{\"questions\":[{\"question\":\"Which?\",\"benchmarks\":[null]}]}", "null")]
    [InlineData("{\"accepted\":[{\"benchmark\":\"a\",\"metric\":\"time\",\"until\":\"2026-12-31\"}]}", "reason")]
    [InlineData("{\"accepted\":[{\"benchmark\":\"a\",\"metric\":\"time\",\"reason\":\"b\",\"until\":\"soon\"}]}", "until")]
    [InlineData("{\"accepted\":[{\"benchmark\":\"a\",\"metric\":\"speed\",\"reason\":\"b\",\"until\":\"2026-12-31\"}]}", "metric")]
    public void What_has_no_meaning_is_an_error_that_names_the_file(string text, string cause)
    {
        var error = Assert.Throws<ResultsException>(() => Settings.Read(folder.Write("bench.json", text)));

        Assert.Contains("bench.json", error.Message);
        Assert.Contains(cause, error.Message);
    }

    [Theory]
    [InlineData("*Get*", true)]
    [InlineData("N.T.Get(size: 1?)", true)]
    [InlineData("N.T.Get", false)]
    [InlineData("n.t.get*", false)]
    [InlineData("N.T.[G]et*", false)]
    public void Patterns_know_star_and_question_mark(string pattern, bool fits) =>
        Assert.Equal(fits, new BenchmarkPattern(pattern).Fits(new BenchmarkId("N.T.Get(size: 10)", JobTraits.Default)));
}
