using System.Diagnostics;
using System.Text.Json.Serialization;
using Bench.Processes;
using Bench.Results;
using Bench.Runner;
using MathNet.Numerics.Statistics;

namespace Bench.Study;

/// <summary>A real change: what long ordinary runs say of it, and what interleaved pairs say.</summary>
/// <param name="Truth">The log ratio of changed to unchanged code by ordinary runs of BenchmarkDotNet: the difference of the medians over
/// launches.</param>
/// <param name="Interleaved">The log ratio by interleaved pairs: the mean over replicates.</param>
internal sealed record CalibratedChange(
    [property: JsonPropertyName("row")] string Benchmark,
    double Truth,
    double TruthError,
    [property: JsonPropertyName("tandem")] double Interleaved,
    [property: JsonPropertyName("tandemError")] double InterleavedError
);

/// <summary>Measures changes of known kind twice: by ordinary runs of each build, one after the other, and interleaved.</summary>
/// <param name="project">A project whose benchmarks are other code when it is built with CalibrationChanged=true.</param>
internal sealed class CalibrationRun(string project, Workspace workspace, Action<GateProgress> report)
{
    private const string Changed = "CalibrationChanged=true";
    private const int LaunchesOfRound = 3;

    public IReadOnlyList<CalibratedChange> Measure(int rounds, int replicates, CancellationToken cancellationToken)
    {
        var evaluated = BenchmarkProject.Named(project, cancellationToken);
        var baseline = ProgramBuild.Run(
            evaluated,
            "the calibration",
            Path.Combine(workspace.Folder, "unchanged"),
            null,
            [],
            cancellationToken
        );
        var candidate = ProgramBuild.Run(
            evaluated,
            "the calibration",
            Path.Combine(workspace.Folder, "otherwise"),
            null,
            [],
            cancellationToken,
            Changed
        );
        var pairs = Interleaved(baseline, candidate, replicates, cancellationToken);
        var truth = Ordinary(baseline, candidate, rounds, cancellationToken);
        return
        [
            .. pairs
                .Where(benchmark => benchmark.Replicates.Count > 1)
                .Select(benchmark =>
                {
                    var (before, after) = (truth.Baseline[benchmark.Id.FullName], truth.Candidate[benchmark.Id.FullName]);
                    double[] ratios = [.. benchmark.Replicates.Select(replicate => replicate.LogRatio)];
                    return new CalibratedChange(
                        benchmark.Id.FullName,
                        after.Median() - before.Median(),
                        1.2533 * Math.Sqrt((before.Variance() / before.Count) + (after.Variance() / after.Count)),
                        ratios.Mean(),
                        ratios.StandardDeviation() / Math.Sqrt(ratios.Length)
                    );
                }),
        ];
    }

    private IReadOnlyList<MeasuredBenchmark> Interleaved(
        BenchmarkProgram baseline,
        BenchmarkProgram candidate,
        int replicates,
        CancellationToken cancellationToken
    )
    {
        var benchmarks = MeasuredBenchmark
            .Join(
                ProgramListing.List(baseline, BenchmarkFilter.All, cancellationToken).Benchmarks,
                ProgramListing.List(candidate, BenchmarkFilter.All, cancellationToken).Benchmarks
            )
            .Where(benchmark => benchmark.IsOpen)
            .ToArray();
        new ReplicateSweeps(
            new PairSweep(baseline, candidate, new MeasurementSettings(), TimeSpan.FromMinutes(2), new Random()),
            report
        ).Measure(
            "calibration, interleaved",
            benchmarks.ToDictionary(benchmark => benchmark, _ => replicates),
            isConfirmation: false,
            cancellationToken
        );
        return benchmarks;
    }

    private (Dictionary<string, List<double>> Baseline, Dictionary<string, List<double>> Candidate) Ordinary(
        BenchmarkProgram baseline,
        BenchmarkProgram candidate,
        int rounds,
        CancellationToken cancellationToken
    )
    {
        var (before, after) = (new Dictionary<string, List<double>>(), new Dictionary<string, List<double>>());
        var clock = Stopwatch.StartNew();
        for (var round = 0; round < rounds; round++)
        {
            foreach (var isChanged in round % 2 == 0 ? new[] { false, true } : [true, false])
            {
                Run(
                    isChanged ? candidate : baseline,
                    isChanged,
                    isChanged ? after : before,
                    FormattableString.Invariant($"{round}{isChanged}"),
                    cancellationToken
                );
                report(
                    new GateProgress(
                        "calibration, ordinary runs",
                        round,
                        rounds,
                        isChanged ? "changed" : "unchanged",
                        clock.Elapsed / (round + 1) * (rounds - round - 1)
                    )
                );
            }
        }

        return (before, after);
    }

    // The program itself, as a user starts it; it builds each benchmark's process from the project, with the same property.
    private void Run(
        BenchmarkProgram program,
        bool isChanged,
        Dictionary<string, List<double>> times,
        string name,
        CancellationToken cancellationToken
    )
    {
        var artifacts = Path.Combine(workspace.Folder, "ordinary" + name);
        var answer = ChildProcess.Run(
            "dotnet",
            Path.GetDirectoryName(Path.GetFullPath(project))!,
            cancellationToken,
            new Dictionary<string, string> { ["CalibrationChanged"] = isChanged ? "true" : "false" },
            program.Path,
            "--filter",
            "*",
            "--exporters",
            "fulljson",
            "--artifacts",
            artifacts,
            "--memory",
            "false",
            "--launchCount",
            FormattableString.Invariant($"{LaunchesOfRound}"),
            "--warmupCount",
            "10",
            "--iterationCount",
            "12",
            "--iterationTime",
            "100"
        );
        if (answer.ExitCode != 0 || !Directory.Exists(Path.Combine(artifacts, "results")))
            throw new RunnerException(
                $"the calibration's ordinary run failed: {answer.Output.Split('\n').LastOrDefault(line => line.Trim().Length > 0)}"
            );

        foreach (
            var benchmark in RunLoader
                .Load(
                    [
                        [artifacts],
                    ],
                    workspace.Folder
                )[0]
                .Benchmarks
        )
        {
            if (!times.TryGetValue(benchmark.Id.FullName, out var launches))
                times.Add(benchmark.Id.FullName, launches = []);
            launches.AddRange(benchmark.Launches.Select(launch => Math.Log(launch.NanosecondsPerOperation.Median())));
        }
    }
}

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    AllowDuplicateProperties = false,
    WriteIndented = true,
    NewLine = "\n"
)]
[JsonSerializable(typeof(CalibratedChange[]))]
internal sealed partial class CalibrationContext : JsonSerializerContext;
