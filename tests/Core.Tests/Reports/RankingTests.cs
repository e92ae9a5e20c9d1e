using System.Text.RegularExpressions;
using Bench.Comparison;
using Bench.Reports;
using Bench.Results;
using Bench.Statistics;

namespace Bench.Core.Tests;

public sealed partial class RankingTests : IDisposable
{
    private readonly Folder folder = new();

    private static readonly string Grid = Path.Combine(Checkout.Root, "docs", "internals", "replace-grid");

    public static TheoryData<string> Files =>
        [.. Directory.EnumerateFiles(Grid, "*.json").Select(file => Path.GetFileNameWithoutExtension(file)).Order(StringComparer.Ordinal)];

    public void Dispose() => folder.Dispose();

    /// <summary>Variants are measured with the baseline of their own job; that of another job has another time.</summary>
    [Fact]
    public void Two_jobs_are_two_categories()
    {
        var server = JobTraits.Restore("Server=True", "");
        BenchmarkResult Alt(JobTraits job, double baseline, double logRatio)
        {
            var one = Alternative("T", "Alt", "", logRatio, "T.Base()");
            return one with
            {
                Id = one.Id with { Job = job },
                Replicates =
                [
                    .. one.Replicates.Select(replicate => new Replicate(baseline, baseline * Math.Exp(logRatio), replicate.LogRatio)),
                ],
            };
        }

        var page = Rank(Alt(JobTraits.Default, 10, 0.7), Alt(server, 100, -0.7));

        Assert.Equal(
            [
                "### `T` [`default`]",
                "| `Base` baseline, 10.0 ns",
                "| `Alt` slower",
                "### `T` [`Server=True`]",
                "| `Alt` faster",
                "| `Base` baseline, 100 ns",
            ],
            page.Split('\n')
                .Where(line => line.StartsWith("###", StringComparison.Ordinal) || line.StartsWith("| `", StringComparison.Ordinal))
                .Select(Short)
        );
    }

    [Fact]
    public void Ways_stand_by_category_the_fastest_first()
    {
        var page = Rank(
            Alternative("T", "Slow", "a", 0.7, "T.Base(a)"),
            Alternative("T", "Fast", "a", -0.7, "T.Base(a)"),
            Alternative("T", "Same", "a", 0.001, "T.Base(a)"),
            Alternative("T", "Slow", "b", 0.2, "T.Base(b)"),
            Alternative("T", "Broken", "b", 0, "T.Base(b)", "it threw")
        );

        Assert.Equal(
            [
                "### `T`, `a`",
                "| `Fast` faster",
                "| `Base` baseline, 100 ns",
                "| `Same` equal",
                "| `Slow` slower",
                "### `T`, `b`",
                "| `Base` baseline, 100 ns",
                "| `Slow` slower",
                "| `Broken` failed",
            ],
            page.Split('\n')
                .Where(line => line.StartsWith("###", StringComparison.Ordinal) || line.StartsWith("| `", StringComparison.Ordinal))
                .Select(Short)
        );
        Assert.Contains("| 64 B |", page);
        Assert.Contains("`it threw`", page);
    }

    [Fact]
    public void No_name_can_leave_its_cell()
    {
        var page = Rank(Alternative("T<@b>", "a|b`c\n<img>", "x|y", 0.5, "T<@b>.`|Base"));

        Assert.All(page.Split('\n').Where(line => line.StartsWith("| `", StringComparison.Ordinal)), line =>
            Assert.Equal(7, Bar().Count(line))
        );
        Assert.DoesNotContain("\n<img>", page);
    }

    [Theory]
    [MemberData(nameof(Files))]
    public void What_is_published_is_what_was_measured(string name)
    {
        var run = RunLoader.Load(
            [
                [Path.Combine(Grid, name + ".json")],
            ],
            Grid
        )[0];
        var check = Assert.Single(run.Checks);
        var page = File.ReadAllText(Path.Combine(Grid, name + ".md"));
        var against = check.Baseline.StartsWith("the baseline of each ", StringComparison.Ordinal) ? "" : $" --against {check.Baseline}";

        Assert.StartsWith(
            RankingReport.Render(
                Compare(run),
                $"bench versus '{check.Filter!.Replace(" Benchmarks.", "' 'Benchmarks.", StringComparison.Ordinal)}'{against}"
            ),
            page
        );
    }

    [Fact]
    public void The_grid_is_summed_up()
    {
        var page = File.ReadAllText(Path.Combine(Grid, "README.md"));
        var files = Directory.GetFiles(Grid, "*.json");

        Assert.NotEmpty(files);
        Assert.All(files, file =>
        {
            TimeJudgement[] judged =
            [
                .. Compare(
                    RunLoader.Load(
                        [
                            [file],
                        ],
                        Grid
                    )[0]
                )
                    .Benchmarks.Select(benchmark => benchmark.Time)
                    .OfType<TimeJudgement>(),
            ];
            var name = Path.GetFileNameWithoutExtension(file);
            Assert.Contains(
                FormattableString.Invariant(
                    $"| [{name}]({name}.md) | {judged.Length} | {judged.Count(time => time.Upper < 1)} | {judged.Count(time => time.Lower > 1)} | {judged.Min(time => time.Ratio):0.00}x to {judged.Max(time => time.Ratio):0.00}x |"
                ),
                page
            );
        });
    }

    private string Rank(params BenchmarkResult[] benchmarks)
    {
        var path = Path.Combine(folder.Root, "ways.json");
        using (var stream = File.Create(path))
            BenchResults.Write(
                stream,
                ResultsKind.Paired,
                new RunEnvironment(),
                benchmarks,
                check: new CheckInfo("the baseline of each comparison group", "the other variants", "*")
            );
        return RankingReport.Render(Compare(folder.Load(path)), "bench versus '*'");
    }

    private static RunComparison Compare(Run run) => RunComparison.CreatePaired(run, new ComparisonOptions());

    private static BenchmarkResult Alternative(
        string type,
        string method,
        string parameters,
        double logRatio,
        string against,
        string? failure = null
    ) =>
        new()
        {
            Id = new BenchmarkId($"{type}.{method}({parameters})", JobTraits.Default),
            Type = type,
            Method = method,
            Parameters = parameters,
            Places = [],
            Against = against,
            Failure = failure,
            Replicates = failure is null
                ?
                [
                    .. Enumerable
                        .Range(0, 5)
                        .Select(i => new Replicate(100, 100 * Math.Exp(logRatio), logRatio + (i * 0.001), [64, 64], [72, 72])),
                ]
                : [],
        };

    private static string Short(string line) =>
        line.StartsWith('#')
            ? line
            : string.Join(
                ' ',
                new[]
                {
                    line.Split('|')[1],
                    line.Contains("baseline", StringComparison.Ordinal) ? $"baseline, {line.Split('|')[2].Trim()}" : line.Split('|')[4],
                }
                    .Select(cell => cell.Trim())
                    .Prepend("|")
            );

    [GeneratedRegex(@"(?<!\\)\|")]
    private static partial Regex Bar();
}
