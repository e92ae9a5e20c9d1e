namespace Bench.Load.Tests;

public sealed partial class K6Tests : FolderTests
{
    // The form that handleSummary gets: a threshold is kept if it is ok.
    private const string Handled = """
        {
          "state": { "testRunDurationMs": 85003.1 },
          "metrics": {
            "http_reqs": { "type": "counter", "contains": "default", "values": { "count": 170006, "rate": 2000.12 } },
            "http_req_duration": {
              "type": "trend", "contains": "time",
              "values": { "avg": 12.345, "p(95)": 30.5 },
              "thresholds": { "p(95)<500": { "ok": true }, "p(95)<20": { "ok": false } }
            },
            "http_req_failed": { "type": "rate", "values": { "rate": 0.25, "passes": 1, "fails": 3 } }
          }
        }
        """;

    // The form that --summary-export writes: true is a failed threshold.
    private const string Exported = """
        {
          "metrics": {
            "http_reqs": { "count": 85003, "rate": 1000.06 },
            "http_req_duration": { "avg": 20, "p(95)": 40, "thresholds": { "p(95)<500": false, "p(95)<20": true } },
            "http_req_failed": { "passes": 0, "fails": 4, "thresholds": { "rate<0.01": false }, "value": 0 }
          }
        }
        """;

    [Fact]
    public void Both_forms_of_a_summary_are_read()
    {
        var handled = Read("minimal-jsons.json", Handled);
        var exported = Read("controller-jsons.json", Exported);
        Assert.Equal(("minimal-jsons", 2000.12, 12.345, 30.5, 0.25), Figures(handled));
        Assert.Equal(("controller-jsons", 1000.06, 20d, 40d, 0d), Figures(exported));
        Assert.All([handled, exported], one => Assert.Equal(["http_req_duration: p(95)<20"], one.FailedThresholds));
        static (string, double, double?, double?, double?) Figures(K6Summary one) =>
            (one.Name, one.RequestsPerSecond, one.MeanMilliseconds, one.P95Milliseconds, one.FailedShare);
    }

    [Fact]
    public void The_lengths_of_the_bars_are_the_requests_and_an_application_has_a_colour()
    {
        K6Summary[] summaries =
        [
            Read("minimal-jsons.json", Handled),
            Read("controller-jsons.json", Exported),
            Read("minimal-text-plain.json", Exported),
        ];

        var picture = K6Report.Picture("six", summaries);
        var bars = Bars()
            .Matches(picture)
            .Select(bar => (bar.Groups["colour"].Value, double.Parse(bar.Groups["end"].Value, CultureInfo.InvariantCulture) - 156));
        var page = K6Report.Render("six", summaries);

        Assert.Equal([("s0", 120d), ("s1", 60d), ("s0", 60d)], bars);
        Assert.Contains("| minimal-jsons | 2000 | 12.35 | 30.5 | 25% | http_req_duration: p(95)&lt;20 |", page);
    }

    [Fact]
    public void Files_of_one_name_are_runs_whose_median_and_range_are_shown()
    {
        string[] rates = ["1900", "2000.12", "2200"];
        K6Summary[] summaries =
        [
            .. rates.Select((rate, run) => Read($"{run}/minimal-jsons.json", Handled.Replace("2000.12", rate, StringComparison.Ordinal))),
        ];
        Assert.Contains("| minimal-jsons | 2000 (1900 to 2200) | 12.35 | 30.5 | 25% |", K6Report.Render("three", summaries));
        Assert.Single(Bars().Matches(K6Report.Picture("three", summaries)));
    }

    /// <summary>BENCH_UPDATE_GOLDEN=1 renders both again.</summary>
    [Fact]
    public void The_published_page_shows_the_committed_runs()
    {
        var folder = Path.Combine(Checkout.Root, "docs", "load");
        K6Summary[] summaries =
        [
            .. Directory
                .EnumerateFiles(Path.Combine(folder, "k6"), "*.json", SearchOption.AllDirectories)
                .Order(StringComparer.Ordinal)
                .Select(file => K6Summary.Read(new InputFile(file, file))),
        ];
        var page = Path.Combine(folder, "k6.md");

        Assert.NotEmpty(summaries);
        Publishes(
            page,
            K6Report.Render("k6", summaries) + File.ReadAllText(page)[File.ReadAllText(page).IndexOf("\n## ", StringComparison.Ordinal)..]
        );
        Publishes(Path.ChangeExtension(page, ".svg"), K6Report.Picture("k6", summaries));

        static void Publishes(string file, string expected)
        {
            if (Environment.GetEnvironmentVariable("BENCH_UPDATE_GOLDEN") == "1")
                File.WriteAllText(file, expected);
            Assert.Equal(expected, File.ReadAllText(file));
        }
    }

    [Theory]
    [InlineData("[]", "is not a summary of k6")]
    [InlineData("{", "is not JSON")]
    [InlineData("""{"metrics":{"http_reqs":{"values":{"rate":"x"}}}}""", "is not a summary of k6")]
    [InlineData("""{"metrics":{"http_reqs":{"values":{"rate":-1}}}}""", "is not a summary of k6")]
    [InlineData("""{"metrics":[]}""", "is not a summary of k6")]
    public void What_is_no_summary_is_refused_by_name(string text, string expected)
    {
        var message = Assert.Throws<LoadException>(() => Read("x.json", text)).Message;
        Assert.Contains("x.json", message);
        Assert.Contains(expected, message);
    }

    private K6Summary Read(string file, string text) => K6Summary.Read(folder.Write(file, text));

    [GeneratedRegex(@"<path class=""dot (?<colour>s\d)"" d=""M156 [\d.]+L(?<end>[\d.]+) ")]
    private static partial Regex Bars();
}
