using System.Net;
using System.Xml.Linq;
using Bench.Cli.Report;
using Bench.Published;

namespace Bench.Tests;

public sealed partial class RunPageTests : FolderTests
{
    [Fact]
    public void The_fastest_is_the_reference_and_a_difference_is_only_said_where_launches_show_one()
    {
        Write("N.T", Benchmark("Slow", 150), Benchmark("Fast", 100), Benchmark("Near", 101), Broken("Broken"));

        var category = Assert.Single(Read().Categories);

        Assert.Equal(("N", "T", "Fast"), (category.Topic, category.Question, category.Reference));
        Assert.Equal(
            ["Fast fastest", "Near no significant difference", "Slow slower", "Broken "],
            category.Alternatives.Select(alternative => $"{alternative.Name} {alternative.Word}")
        );
        Assert.Equal(1.5, category.Alternatives[2].Ratio!.Value, 6);
        Assert.InRange(category.Alternatives[2].Interval!.Value.Lower, 1.3, 1.5);
        Assert.Equal((null, "it threw"), (category.Alternatives[3].Ratio, category.Alternatives[3].Note));
    }

    [Fact]
    public void An_interleaved_table_keeps_its_baseline_and_its_ratios()
    {
        var run = new InterleavedRun();
        run.Add(3, ("Base", [100, 170, 100]), ("Slow", [150, 255.5, 150.3]), ("Same", [100.4, 169.9, 100.3]));
        folder.Write("N.T-report-full-compressed.json", run.ToJson());

        var category = Assert.Single(Read().Categories);

        // Times of launches that differ by 70% do not matter if the ratios agree.
        Assert.Equal(("N", "T, Size: 3", "Base"), (category.Topic, category.Question, category.Reference));
        Assert.Equal(
            ["Base baseline", "Same not significant", "Slow slower"],
            category.Alternatives.Select(alternative => $"{alternative.Name} {alternative.Word}")
        );
        Assert.Equal(1.5, category.Alternatives[2].Ratio!.Value, 2);
        Assert.InRange(category.Alternatives[2].Interval!.Value.Lower, 1.48, 1.5);
    }

    [Fact]
    public void A_table_of_an_interleaved_run_is_read_as_its_JSON_is()
    {
        var run = new InterleavedRun();
        run.Add(3, ("Base", [100, 170, 100]), ("Slow", [150, 255.5, 150.3]), ("Same", [100.4, 169.9, 100.3]));
        folder.Write("N.T-report-full-compressed.json", run.ToJson());
        var json = Assert.Single(Read().Categories);
        File.Delete(Path.Combine(folder.Root, "N.T-report-full-compressed.json"));
        folder.Write("N.T-report-github.md", run.ToMarkdown());

        var table = Assert.Single(Read().Categories);

        Assert.Equal((json.Reference, json.How, false), (table.Reference, table.How, table.IsMoreBetter));
        Assert.Equal(json.Alternatives.Select(one => $"{one.Name} {one.Word}"), table.Alternatives.Select(one => $"{one.Name} {one.Word}"));
        foreach (var (one, other) in json.Alternatives.Zip(table.Alternatives).Where(both => both.First.Interval is not null))
        {
            Assert.Equal(one.Ratio!.Value, other.Ratio!.Value, 2);
            Assert.Equal(one.Interval!.Value.Lower, other.Interval!.Value.Lower, 2);
            Assert.Equal(one.Interval.Value.Upper, other.Interval.Value.Upper, 2);
        }
    }

    [Fact]
    public void A_job_may_be_what_the_others_are_compared_with()
    {
        var run = new InterleavedRun();
        run.AddJobs(3, "Work", ("Once", [100, 101, 100.4]), ("Twice", [190, 192, 190.5]));
        folder.Write("N.T-report-full-compressed.json", run.ToJson());
        var category = Assert.Single(Read().Categories);
        Assert.Equal(("T, Size: 3, Work", "Once"), (category.Question, category.Reference));
        Assert.Equal(["Once baseline", "Twice slower"], category.Alternatives.Select(one => $"{one.Name} {one.Word}"));
        Assert.True(category.IsSignificantlyDifferent(category.Alternatives[1]));
    }

    [Fact]
    public void Jobs_have_a_baseline_each_where_a_method_is_the_baseline()
    {
        var run = new InterleavedRun();
        run.Add("Workstation", 3, ("Base", [100, 101, 100.4]), ("Slow", [190, 192, 190.5]));
        run.Add("Server", 3, ("Base", [50, 50.5, 50.2]), ("Slow", [60, 60.7, 60.2]));
        folder.Write("N.T-report-full-compressed.json", run.ToJson());

        var categories = Read().Categories;

        Assert.Equal(["T, Size: 3 [Workstation]", "T, Size: 3 [Server]"], categories.Select(category => category.Question));
        Assert.Equal([1.9, 1.2], categories.Select(category => Math.Round(category.Alternatives[1].Ratio!.Value, 1)));
        Assert.All(categories, category => Assert.Equal(2, category.Alternatives.Count));
    }

    [Fact]
    public void One_launch_gives_a_ratio_and_no_interval()
    {
        Write("N.T", One("Slow", 150), One("Fast", 100));
        var slow = Assert.Single(Read().Categories).Alternatives[1];
        Assert.Equal(
            (1.5, null, "", "too few launches for an interval"),
            (Math.Round(slow.Ratio!.Value, 9), slow.Interval, slow.Word, slow.Note)
        );
    }

    [Fact]
    public void What_was_measured_once_is_not_judged_and_nobody_wins()
    {
        Write("N.T", One("Slow", 150), One("Fast", 100));
        Assert.Contains("<td>Fast 100 ns</td><td data-value=\"\"></td><td>not judged: Slow</td>", Page());
    }

    [Fact]
    public void An_empty_method_is_too_short_and_no_reference()
    {
        Write("N.T", Benchmark("Fast", 100), ("Empty", "", [0, 0, 0.9]));
        var category = Assert.Single(Read().Categories);
        Assert.Equal(
            ("Fast", "Empty", null, "too short to measure"),
            (category.Reference, category.Alternatives[1].Name, category.Alternatives[1].Ratio, category.Alternatives[1].Note)
        );
    }

    [Fact]
    public void Benchmarks_with_other_parameters_are_another_question()
    {
        Write("N.T", Benchmark("A", 100, "Size=1"), Benchmark("A", 900, "Size=2"), Benchmark("B", 200, "Size=1"));

        Assert.Equal(
            ["T, Size=1: A B", "T, Size=2: A"],
            Read()
                .Categories.Select(category =>
                    $"{category.Question}: {string.Join(' ', category.Alternatives.Select(alternative => alternative.Name))}"
                )
        );
    }

    // The best against the baseline, the baseline against another, and two that are both compared with a third.
    [Theory]
    [InlineData(0.5, 0.4, 0.6, "faster", "Base", 1, null, null, "baseline", true)]
    [InlineData(0.9, 0.7, 1.1, "inconclusive", "Base", 1, null, null, "baseline", false)]
    [InlineData(1, null, null, "baseline", "Other", 1.06, 1.05, 1.07, "inconclusive", true)]
    [InlineData(1, null, null, "baseline", "Other", 1.02, 1.01, 1.03, "equal", false)]
    [InlineData(1, null, null, "baseline", "Other", 1.5, null, null, "", false)]
    [InlineData(0.5, 0.4, 0.6, "faster", "Other", 0.7, 0.61, 0.8, "faster", true)]
    [InlineData(0.5, 0.4, 0.6, "faster", "Other", 0.7, 0.59, 0.8, "faster", false)]
    public void Only_an_interval_shows_that_two_alternatives_differ(
        double best,
        double? bestLower,
        double? bestUpper,
        string bestWord,
        string name,
        double other,
        double? lower,
        double? upper,
        string word,
        bool expected
    )
    {
        ReportedAlternative first =
                new(bestWord == "baseline" ? "Base" : "Best", "", best, Interval(bestLower, bestUpper), bestWord, null, null, ""),
            second = new(name, "", other, Interval(lower, upper), word, null, null, "");
        Assert.Equal(expected, new ReportedCategory("N", "T", "Base", [first, second], false, "", "", "").IsSignificantlyDifferent(second));
        static (double, double)? Interval(double? lower, double? upper) => lower is { } from && upper is { } to ? (from, to) : null;
    }

    [Fact]
    public void A_link_to_a_question_stays_good_when_more_is_measured()
    {
        Write("N.T", Benchmark("A", 100), Benchmark("B", 200));
        var before = Anchor().Matches(Page()).Select(match => match.Groups[1].Value).ToArray();
        Write("M.First", Benchmark("A", 100), Benchmark("B", 200));
        Assert.Contains("n-t", before);
        Assert.Subset(Anchor().Matches(Page()).Select(match => match.Groups[1].Value).ToHashSet(), before.ToHashSet());
    }

    [Fact]
    public void What_the_settings_ask_comes_first_with_its_answer()
    {
        Write("N.T", Benchmark("Slow", 150), Benchmark("Fast", 100));
        folder.Write("bench.json", """{"questions":[{"question":"Which <one>?","benchmarks":["N.T.*"]}]}""");
        Assert.Equal(0, BenchProgram.Run(folder.Root, "report .").ExitCode);
        var page = File.ReadAllText(Path.Combine(folder.Root, "report.html"));
        Assert.Contains("Which &lt;one&gt;?</a></h2>\n<p class=\"answer\"><strong>Fast</strong> is fastest. Slow takes 1.50x", page);
        Assert.True(page.IndexOf("id=\"which-one\"", StringComparison.Ordinal) < page.IndexOf("id=\"n-t\"", StringComparison.Ordinal));
    }

    [Fact]
    public void Two_files_of_the_same_class_stay_two()
    {
        Write("N.T", Benchmark("A", 100), Benchmark("B", 200));
        Write("N.T", "yesterday", Benchmark("A", 300), Benchmark("B", 400));
        Assert.Contains("T (./yesterday/N.T-bench-results.json)", Page());
        Assert.Equal([1.333, 2], Read().Categories.Select(category => Math.Round(category.Alternatives[1].Ratio!.Value, 3)).Order());
    }

    [Theory]
    [InlineData("<img src=x onerror=alert(1)>")]
    [InlineData("</style></svg><script>alert(1)</script>")]
    [InlineData("\" onmouseover=\"alert(1)")]
    public void No_name_gets_out_of_its_place(string name)
    {
        Write("N.T", Benchmark(name, 100), Benchmark("B", 200, ""));
        LoadFiles.Write(
            LoadRuns.Create("curve", LoadRuns.Level(200, 1, 1000, 1100)) with
            {
                Target = new LoadTarget(name, null, "/" + name, []),
            },
            folder.Root
        );

        var page = Page();

        Assert.DoesNotContain(name, page);
        Assert.Contains(WebUtility.HtmlEncode(name), page);
        Assert.All(RunPage.Pictures(Read()), picture => Assert.DoesNotContain(name, picture.Svg));
    }

    [Fact]
    public void What_is_read_instead_of_an_older_file_is_named()
    {
        using var results = new Folder();
        var json = BdnJson.Of(BdnJson.Benchmark("N.T.M", "DefaultJob", null, [100]));
        results.Write("N.T-report-full.json", json);
        var older = results.Write("N.T-report-full-compressed.json", json);
        File.SetLastWriteTimeUtc(older, new DateTime(2026, 1, 2, 3, 4, 0, DateTimeKind.Utc));
        var artifacts = Artifacts.Read([results.Root], results.Root, new Settings());
        Assert.Contains("is older than N.T-report-full.json in the same folder", Assert.Single(artifacts.Warnings));
    }

    [Fact]
    public void What_is_published_here_is_all_on_the_page_and_no_link_leads_nowhere()
    {
        string[] paths = ["docs/load", RunLoader.ReferenceFolder];
        var artifacts = Artifacts.Read(paths, Checkout.Root, Settings.Read(Path.Combine(Checkout.Root, Settings.FileName)));
        var levels = RunLoader.LoadEach(["docs/load"], Checkout.Root).Sum(run => run.Benchmarks.Count);
        var variants = Directory
            .EnumerateFiles(Path.Combine(Checkout.Root, "docs", "load"), "*.json")
            .Select(file => MatrixResult.TryRead(file))
            .OfType<MatrixResult>()
            .Sum(matrix => matrix.Variants.Count * (1 + matrix.Matrix.Requests.Count));
        var published = MergedTopic
            .Merge(PublishedRuns.Read(Checkout.Published))
            .SelectMany(topic => topic.Categories)
            .Sum(category => category.Record.Benchmarks.Count);

        var page = RunPage.Render(artifacts, new SourceLinks(Checkout.Root, Checkout.Root), "bench report");

        Assert.Empty(artifacts.Warnings);
        Assert.Equal(
            levels + variants + published,
            artifacts.Categories.Sum(category => category.Alternatives.Count) + artifacts.Sweeps.Sum(sweep => sweep.Run.Levels.Count)
        );
        Assert.All(artifacts.Categories, category => Assert.All(category.Alternatives, alternative => Assert.NotNull(alternative.Ratio)));
        var anchors = Anchor().Matches(page).Select(match => match.Groups[1].Value).ToHashSet();
        var links = Link().Matches(page).Select(match => WebUtility.HtmlDecode(match.Groups[1].Value)).ToArray();
        Assert.All(links, link =>
            Assert.True(
                link.StartsWith('#') ? anchors.Contains(link[1..]) : File.Exists(Path.Combine(Checkout.Root, Uri.UnescapeDataString(link))),
                link
            )
        );
        Assert.Contains(links, link => link.EndsWith("benchmarks/HttpClients/GetBenchmarks.cs", StringComparison.Ordinal));
    }

    [Fact]
    public void A_picture_is_a_file_of_its_own_with_a_line_for_each_alternative()
    {
        Write("N.T", Benchmark("Slow", 150), Benchmark("Fast", 100), Broken("Broken"));
        LoadFiles.Write(LoadRuns.Create("a", LoadRuns.Level(200, 1, 1000, 1100), LoadRuns.Unreached(25_000)), folder.Root);
        LoadFiles.Write(LoadRuns.Create("b", LoadRuns.Level(200, 1, 900), LoadRuns.Level(500, 1, 950)), folder.Root);

        var pictures = RunPage.Pictures(Read()).ToDictionary(picture => picture.File, picture => XDocument.Parse(picture.Svg));

        Assert.Equal(["load-a-b.svg", "n-tables.svg"], pictures.Keys.Order(StringComparer.Ordinal));
        XNamespace svg = "http://www.w3.org/2000/svg";
        string[] texts = [.. pictures["n-tables.svg"].Descendants(svg + "text").Select(text => text.Value)];
        Assert.Equal(
            ["T", "Fast", "1x", "Slow", "Broken", "no figure", "1x"],
            texts.Where(text => text is "T" or "Fast" or "Slow" or "Broken" or "1x" or "no figure").SkipWhile(text => text != "T")
        );
        Assert.Equal(2, pictures["n-tables.svg"].Descendants(svg + "circle").Count());
        Assert.All(pictures.Values, picture =>
            Assert.All(
                picture.Descendants().Attributes().Where(attribute => attribute.Name.LocalName is "x" or "y" or "cx" or "cy"),
                attribute => Assert.InRange(double.Parse(attribute.Value, CultureInfo.InvariantCulture), 0, 2000)
            )
        );
    }

    [Fact]
    public void The_pictures_of_the_pages_are_of_what_is_published()
    {
        var pages = new[] { "README.md", "docs/load/README.md" }
            .Select(page => File.ReadAllText(Path.Combine(Checkout.Root, page)))
            .ToList();
        var drawn = RunPage
            .Pictures(Artifacts.Read(["docs/load/middleware.json"], Checkout.Root, new Settings()))
            .ToDictionary(picture => picture.File, picture => picture.Svg);
        var kept = Directory.EnumerateFiles(Path.Combine(Checkout.Root, "docs", "pictures")).ToList();

        Assert.Equal(
            drawn,
            // The suite draws the picture of the clients when it publishes.
            kept.Where(file => Path.GetFileName(file) is not ("httpclients.svg" or "gate-report.png"))
                .ToDictionary(file => Path.GetFileName(file)!, File.ReadAllText)
        );
        Assert.All(kept, file =>
            Assert.Contains(pages, page => page.Contains($"pictures/{Path.GetFileName(file)})", StringComparison.Ordinal))
        );
    }

    [Fact]
    public void The_command_writes_page_and_pictures_and_says_what_it_can_not_read()
    {
        Write("N.T", Benchmark("Slow", 150), Benchmark("Fast", 100));

        var run = BenchProgram.Run(folder.Root, "report . --output page.html --pictures pictures");

        Assert.True(run.ExitCode == 0, run.Error);
        Assert.StartsWith("1 question, 0 load curves.\n\nWritten: page.html, ", run.Output);
        Assert.Contains("<strong>Fast</strong>", File.ReadAllText(Path.Combine(folder.Root, "page.html")));
        Assert.Single(Directory.EnumerateFiles(Path.Combine(folder.Root, "pictures")), file => Path.GetFileName(file) == "n-tables.svg");

        // Comparisons of two builds are not shown, and a file that only mentions the schema does not belong to it.
        folder.Write(
            "check/gate-bench-results.json",
            """{"schema":"bench-results/1","kind":"Paired","benchmarks":[{"fullName":"N.T.M","type":"N.T","method":"M","replicates":[{"baselineNanoseconds":1,"candidateNanoseconds":1,"logRatio":0}]}]}"""
        );
        Assert.Equal(5, BenchProgram.Run(folder.Root, "report check").ExitCode);
        Directory.Delete(Path.Combine(folder.Root, "check"), recursive: true);
        folder.Write("schema.json", """{"$id":"bench-results/1"}""");
        Assert.Equal(0, BenchProgram.Run(folder.Root, "report .").ExitCode);

        AssertFails(2, "neither a file nor a folder", "report");
        AssertFails(2, "neither a file nor a folder", "report", "nowhere");
        AssertFails(2, "has no results", "report", "pictures");
        AssertFails(2, "has the wrong extension. Use .html", "report", ".", "--output page.md");
        AssertFails(2, "cannot be written", "report", ".", "--output page.html/below.html");
        folder.Write("broken-report-full.json", "{");
        AssertFails(2, "broken-report-full.json", "report", ".");
    }

    private void AssertFails(int exitCode, string message, params string[] arguments)
    {
        var run = BenchProgram.Run(folder.Root, arguments);
        Assert.Equal(exitCode, run.ExitCode);
        Assert.Contains(message, Assert.Single(run.Error.Trim().Split('\n')));
    }

    private string Page() => RunPage.Render(Read(), new SourceLinks(folder.Root, folder.Root), "bench report .");

    private Artifacts Read() => Artifacts.Read(["."], folder.Root, new Settings());

    private void Write(string type, params (string Method, string Parameters, double[] Times)[] benchmarks) =>
        Write(type, "today", benchmarks);

    private void Write(string type, string day, params (string Method, string Parameters, double[] Times)[] benchmarks)
    {
        Directory.CreateDirectory(Path.Combine(folder.Root, day));
        using var stream = File.Create(Path.Combine(folder.Root, day, type + "-bench-results.json"));
        BenchResults.Write(
            stream,
            ResultsKind.Launches,
            new RunEnvironment(),
            benchmarks.Select(benchmark => new BenchmarkResult
            {
                Id = new BenchmarkId($"{type}.{benchmark.Method}({benchmark.Parameters})", JobTraits.Default),
                Type = type,
                Method = benchmark.Method,
                Parameters = benchmark.Parameters,
                Places = [],
                Failure = benchmark.Times.Length == 0 ? "it threw" : null,
                Launches = [.. benchmark.Times.Select(time => new Launch([time]))],
            })
        );
    }

    private static (string Method, string Parameters, double[] Times) Benchmark(string method, double time, string parameters = "") =>
        (method, parameters, [time, time * 1.01, time * 0.99, time * 1.005]);

    private static (string Method, string Parameters, double[] Times) One(string method, double time) => (method, "", [time]);

    private static (string Method, string Parameters, double[] Times) Broken(string method) => (method, "", []);

    [GeneratedRegex(" id=\"([^\"]+)\"")]
    private static partial Regex Anchor();

    [GeneratedRegex("href=\"([^\"]+)\"")]
    private static partial Regex Link();
}
