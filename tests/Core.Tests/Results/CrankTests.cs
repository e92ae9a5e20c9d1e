using System.Text.RegularExpressions;
using Bench.Comparison;
using Bench.Reports;
using Bench.Results;
using Bench.Statistics;
using Bench.Tests;

namespace Bench.Core.Tests;

/// <summary>The output of Microsoft.Crank's controller with --json, version 0.2.</summary>
public sealed class CrankTests : IDisposable
{
    private readonly Folder folder = new();

    public void Dispose() => folder.Dispose();

    [Fact]
    public void Throughput_and_response_times_of_the_load_are_benchmarks_and_each_file_is_a_launch()
    {
        folder.Write("a1.json", CrankFile.Create(rate: 10_000, p99: 12.5));
        folder.Write("a2.json", CrankFile.Create(rate: 10_100, p99: 12.4));

        var run = RunLoader.Load(
            [
                ["a1.json", "a2.json"],
            ],
            folder.Root
        )[0];

        string[] measures = ["Request", "LatencyMean", "LatencyP50", "LatencyP95", "LatencyP99", "LatencyMax"];
        Assert.Equal(measures.Select(measure => $"load.{measure}"), run.Benchmarks.Select(benchmark => benchmark.Id.FullName));
        Assert.Equal(
            [100_000, 99_009.9],
            run.Benchmarks[0].Launches.Select(launch => Math.Round(launch.NanosecondsPerOperation.Single(), 1))
        );
        Assert.Equal(12.5e6, run.Benchmarks[4].Launches[0].NanosecondsPerOperation.Single());
        Assert.Equal((8, "Linux", "X64"), Environment(run));

        static (int?, string?, string?) Environment(Run run) =>
            run.Benchmarks[0].Environments[0] is var own ? (own.Cores, own.OperatingSystem, own.Architecture) : default;
    }

    [Theory]
    [InlineData("64", "10.0.0", "\"64\"", "10.0.0")]
    [InlineData("64", "10.0.0", "256", "10.0.0", "load: path /a, connections 64, pipeline 1 -> path /a, connections 256, pipeline 1")]
    [InlineData("64", "10.0.0", "64", "10.0.1", "runtime: .NET 10.0.0 -> .NET 10.0.1")]
    [InlineData("64", "10.0.0", null, null)]
    public void Another_load_and_another_runtime_are_told(
        string connections,
        string runtime,
        string? otherConnections,
        string? otherRuntime,
        params string[] expected
    )
    {
        folder.Write("a.json", CrankFile.Create(10_000, 12, connections: connections, runtime: runtime));
        folder.Write("b.json", CrankFile.Create(10_100, 12, connections: otherConnections, runtime: otherRuntime));

        var comparison = RunComparison.Create(folder.Load("a.json"), folder.Load("b.json"), new ComparisonOptions());

        Assert.Equal(expected, comparison.EnvironmentDifferences.Select(difference => difference.ToString()));
    }

    [Fact]
    public void Another_path_is_another_load()
    {
        folder.Write("a.json", CrankFile.Create(10_000, 12, connections: "64"));
        folder.Write("b.json", CrankFile.Create(10_100, 12, connections: "64", path: "/b"));

        var comparison = RunComparison.Create(folder.Load("a.json"), folder.Load("b.json"), new ComparisonOptions());

        Assert.Equal(
            "load: path /a, connections 64, pipeline 1 -> path /b, connections 64, pipeline 1",
            Assert.Single(comparison.EnvironmentDifferences).ToString()
        );
    }

    /// <summary>For several iterations crank writes a mean without environment and variables.</summary>
    [Theory]
    [InlineData(false, false)]
    [InlineData(true, true)]
    public void A_file_that_names_no_machine_is_told(bool isMean, bool isTold)
    {
        folder.Write("a.json", CrankFile.Create(10_000, 12));
        var other = CrankFile.Create(10_100, 12);
        folder.Write("b.json", isMean ? Regex.Replace(other, "\"environment\": {[^}]*}", "\"environment\": {}") : other);

        var comparison = RunComparison.Create(folder.Load("a.json"), folder.Load("b.json"), new ComparisonOptions());

        Assert.Equal(
            isTold,
            comparison.Warnings.Any(warning => warning.Contains("names neither machine nor load", StringComparison.Ordinal))
        );
    }

    [Fact]
    public void Several_files_a_side_decide()
    {
        double[] before = [10_000, 10_050, 9_960, 10_010, 10_020],
            after = [8_000, 8_030, 7_970, 8_010, 7_990];
        for (var i = 0; i < before.Length; i++)
        {
            folder.Write($"a{i}.json", CrankFile.Create(before[i], 12 + (0.1 * i)));
            folder.Write($"b{i}.json", CrankFile.Create(after[i], 12 + (0.1 * i)));
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
        folder.Write("a.json", CrankFile.Create(10_000, 12));
        folder.Write("b.json", CrankFile.Create(9_500, 12));
        var runs = RunLoader.Load(
            [
                ["a.json"],
                ["b.json"],
            ],
            folder.Root
        );
        var comparison = RunComparison.Create(runs[0], runs[1], new ComparisonOptions { NamesRemedies = true });

        Assert.Contains(comparison.Benchmarks, benchmark => benchmark.Time?.Verdict == Verdict.Inconclusive);
        Assert.Empty(Remedies.Create(comparison, comparison.Benchmarks));
    }

    [Fact]
    public void A_server_that_answers_nothing_failed()
    {
        folder.Write("a.json", CrankFile.Create(10_000, 12));
        folder.Write("refused.json", CrankFile.Create(0, 0).Replace("\"http/requests/errors\": 0", "\"http/requests/errors\": 64"));
        folder.Write("silent.json", CrankFile.Create(0, 0));
        var runs = RunLoader.Load(
            [
                ["a.json"],
                ["refused.json"],
                ["silent.json"],
            ],
            folder.Root
        );

        Assert.Contains("http/requests/errors is 64", runs[1].Benchmarks.Single(one => one.Method == CrankJson.Throughput).Failure);
        Assert.Contains("the server never responded", runs[2].Benchmarks.Single(one => one.Method == CrankJson.Throughput).Failure);
        var comparison = RunComparison.Create(runs[0], runs[2], new ComparisonOptions());
        Assert.Equal(ExitCode.Regressed, Outcome.Create(comparison, new Strictness()).ExitCode);
    }

    [Fact]
    public void The_environment_is_that_of_what_is_loaded_and_not_of_its_database()
    {
        const string database = """ "database": { "results": {}, "environment": { "os": "OSX", "arch": "Arm64", "proc": 96 } }, """;
        folder.Write("a.json", CrankFile.Create(10_000, 12).Replace("\"application\": {", database + "\"application\": {"));

        var environment = RunLoader
            .Load(
                [
                    ["a.json"],
                ],
                folder.Root
            )[0]
            .Environments.Single();

        Assert.Equal((8, "Linux", "X64"), (environment.Cores, environment.OperatingSystem, environment.Architecture));
    }

    [Fact]
    public void The_same_file_under_two_names_is_no_second_launch()
    {
        folder.Write("a.json", CrankFile.Create(10_000, 12));
        folder.Write("backup/a.json", CrankFile.Create(10_000, 12));

        var error = Assert.Throws<ResultsException>(() =>
            RunLoader.Load(
                [
                    ["a.json", "backup/a.json"],
                ],
                folder.Root
            )
        );

        Assert.Contains("backup/a.json: the same measurements are also in a.json", error.Message);
    }

    [Fact]
    public void What_failed_in_some_files_of_the_baseline_is_said()
    {
        folder.Write("a1.json", CrankFile.Create(10_000, 12));
        folder.Write("a2.json", CrankFile.Create(10_000, 12, bad: 3));
        folder.Write("b.json", CrankFile.Create(10_010, 12));
        var runs = RunLoader.Load(
            [
                ["a1.json", "a2.json"],
                ["b.json"],
            ],
            folder.Root
        );

        Assert.Contains(RunComparison.Create(runs[0], runs[1], new ComparisonOptions()).Warnings, warning =>
            warning.Contains("failed in some files of the baseline", StringComparison.Ordinal)
        );
    }

    // For five iterations crank writes the mean.
    [Theory]
    [InlineData(17, "17")]
    [InlineData(0.2, "0.2")]
    public void Bad_answers_are_a_failure_and_no_speed(double bad, string expected)
    {
        folder.Write("a.json", CrankFile.Create(rate: 50_000, p99: 1, bad: bad));

        var run = RunLoader.Load(
            [
                ["a.json"],
            ],
            folder.Root
        )[0];

        Assert.All(run.Benchmarks, benchmark => Assert.Contains($"http/requests/badresponses is {expected}, so ", benchmark.Failure));
    }

    [Theory]
    [InlineData("""{"returnCode":0,"jobResults":{"jobs":{}}}""", "Check that crank ran a load job")]
    [InlineData("""{"returnCode":3,"jobResults":{"jobs":{}}}""", "crank ended with 3")]
    [InlineData("""{"returnCode":0,"jobResults":{"other":{}}}""", "has no jobResults with jobs")]
    [InlineData("""{"ReturnCode":0,"JobResults":{"Jobs":{}}}""", "has no jobResults with jobs")]
    [InlineData("""{"returnCode":0,"jobResults":{"jobs":{"load":{}}}}""", "not a file of --json of crank")]
    [InlineData("""{"returnCode":0,"jobResults":{"jobs":{"load":{"results":[]}}}}""", "not a file of --json of crank")]
    [InlineData("""{"returnCode":0,"jobResults":{"jobs":[1]}}""", "not a file of --json of crank")]
    [InlineData(
        """{"returnCode":0,"jobResults":{"jobs":{"load":{"results":{"http/rps/mean":"fast"}}}}}""",
        "Check that crank ran a load job"
    )]
    [InlineData("""{"returnCode":0,"jobResults":{"jobs":{"load":{"results":{"http/rps/mean":1e-300}}}}}""", "not a figure")]
    [InlineData("""{"returnCode":0,"jobResults":{"jobs":{"load":{"results":{"http/rps/mean":1""", "not a file of --json of crank")]
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
}
