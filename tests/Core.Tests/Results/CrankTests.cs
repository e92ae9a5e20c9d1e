using Bench.Comparison;
using Bench.Reports;
using Bench.Results;
using Bench.Statistics;

namespace Bench.Core.Tests;

/// <summary>What Microsoft.Crank's controller writes with --json, as its version 0.2 does.</summary>
public sealed class CrankTests : IDisposable
{
    private readonly Folder folder = new();

    public void Dispose() => folder.Dispose();

    [Fact]
    public void Throughput_and_response_times_of_the_load_are_benchmarks_and_each_file_is_a_launch()
    {
        folder.Write("a1.json", Crank(rate: 10_000, p99: 12.5));
        folder.Write("a2.json", Crank(rate: 10_100, p99: 12.4));

        var run = RunLoader.Load(
            [
                ["a1.json", "a2.json"],
            ],
            folder.Root
        )[0];

        Assert.Equal(["load.Request", "load.LatencyMean", "load.LatencyP99"], run.Benchmarks.Select(benchmark => benchmark.Id.FullName));
        Assert.Equal(
            [100_000, 99_009.9],
            run.Benchmarks[0].Launches.Select(launch => Math.Round(launch.NanosecondsPerOperation.Single(), 1))
        );
        Assert.Equal(12.5e6, run.Benchmarks[2].Launches[0].NanosecondsPerOperation.Single());
        Assert.Equal((8, "Linux", "X64"), Environment(run));

        static (int?, string?, string?) Environment(Run run) =>
            run.Benchmarks[0].Environments[0] is var own ? (own.Cores, own.OperatingSystem, own.Architecture) : default;
    }

    [Fact]
    public void Several_files_a_side_decide()
    {
        double[] before = [10_000, 10_050, 9_960, 10_010, 10_020],
            after = [8_000, 8_030, 7_970, 8_010, 7_990];
        for (var i = 0; i < before.Length; i++)
        {
            folder.Write($"a{i}.json", Crank(before[i], 12 + (0.1 * i)));
            folder.Write($"b{i}.json", Crank(after[i], 12 + (0.1 * i)));
        }

        var runs = RunLoader.Load(
            [
                [.. before.Select((_, i) => $"a{i}.json")],
                [.. after.Select((_, i) => $"b{i}.json")],
            ],
            folder.Root
        );
        var request = RunComparison.Create(runs[0], runs[1], new ComparisonOptions()).Benchmarks[0];

        Assert.Equal((Verdict.Regressed, 1.25), (request.Time!.Verdict, Math.Round(request.Time.Ratio, 2)));
    }

    [Fact]
    public void No_command_of_BenchmarkDotNet_is_named_for_what_it_did_not_measure()
    {
        folder.Write("a.json", Crank(10_000, 12));
        folder.Write("b.json", Crank(9_500, 12));
        var runs = RunLoader.Load([["a.json"], ["b.json"]], folder.Root);
        var comparison = RunComparison.Create(runs[0], runs[1], new ComparisonOptions { NamesRemedies = true });

        Assert.Contains(comparison.Benchmarks, benchmark => benchmark.Time?.Verdict == Verdict.Inconclusive);
        Assert.Empty(Remedies.Create(comparison, comparison.Benchmarks));
    }

    [Fact]
    public void Bad_answers_are_a_failure_and_no_speed()
    {
        folder.Write("a.json", Crank(rate: 50_000, p99: 1, bad: 17));

        var run = RunLoader.Load(
            [
                ["a.json"],
            ],
            folder.Root
        )[0];

        Assert.All(run.Benchmarks, benchmark => Assert.Contains("http/requests/badresponses is 17", benchmark.Failure));
    }

    [Theory]
    [InlineData("""{"returnCode":0,"jobResults":{"jobs":{}}}""", "was there a load")]
    [InlineData("""{"returnCode":0,"jobResults":{"other":{}}}""", "has no jobResults with jobs")]
    [InlineData("""{"returnCode":0,"jobResults":{"jobs":{"load":{}}}}""", "no file of crank's --json")]
    [InlineData("""{"returnCode":0,"jobResults":{"jobs":{"load":{"results":[]}}}}""", "no file of crank's --json")]
    [InlineData("""{"returnCode":0,"jobResults":{"jobs":[1]}}""", "no file of crank's --json")]
    [InlineData("""{"returnCode":0,"jobResults":{"jobs":{"load":{"results":{"http/rps/mean":"fast"}}}}}""", "was there a load")]
    [InlineData("""{"returnCode":0,"jobResults":{"jobs":{"load":{"results":{"http/rps/mean":1e-300}}}}}""", "no figure")]
    [InlineData("""{"returnCode":0,"jobResults":{"jobs":{"load":{"results":{"http/rps/mean":1""", "no file of crank's --json")]
    public void What_is_wrong_is_one_line(string text, string cause)
    {
        folder.Write("a.json", text);

        var message = Assert
            .Throws<ResultsException>(() =>
                RunLoader.Load(
                    [
                        ["a.json"],
                    ],
                    folder.Root
                )
            )
            .Message;

        Assert.Contains(cause, message);
        Assert.StartsWith("a.json: ", message);
        Assert.DoesNotContain('\n', message);
    }

    private static string Crank(double rate, double p99, int bad = 0) =>
        FormattableString.Invariant(
            $$"""
            {
              "returnCode": 0,
              "jobResults": {
                "jobs": {
                  "application": {
                    "results": { "benchmarks/cpu": 45, "benchmarks/working-set": 80 },
                    "environment": { "hw": "Physical", "env": "Custom", "os": "Linux", "arch": "X64", "proc": 8 }
                  },
                  "load": {
                    "results": {
                      "http/rps/mean": {{rate}},
                      "http/latency/mean": 6.4,
                      "http/latency/99": {{p99}},
                      "http/requests": 100000,
                      "http/requests/badresponses": {{bad}},
                      "http/requests/errors": 0,
                      "wrk/rps/mean": {{rate}}
                    },
                    "environment": { "os": "Linux", "arch": "X64", "proc": 8 }
                  }
                },
                "properties": {}
              },
              "benchmarks": []
            }
            """
        );
}
