using System.Diagnostics;
using System.Text.Json.Serialization;
using Bench.Processes;
using Bench.Results;
using Bench.Runner;
using Bench.Statistics;
using MathNet.Numerics.Statistics;

namespace Lab.Study;

/// <summary>A real change, measured by long ordinary runs and by interleaved pairs.</summary>
/// <param name="Truth">
/// The log ratio of changed to unchanged code in ordinary runs of BenchmarkDotNet: the difference of the medians over launches,
/// averaged over rounds.
/// </param>
/// <param name="Interleaved">The log ratio in interleaved pairs, averaged over rounds.</param>
/// <param name="HalfInterval">Half of the 95% interval of their difference, by Student's t over rounds; null in older files.</param>
internal sealed record CalibratedChange(
    string Benchmark,
    double Truth,
    double TruthError,
    double Interleaved,
    double InterleavedError,
    double? HalfInterval = null
);

/// <summary>
/// Measures known changes twice: with ordinary runs of each build, one after the other, and interleaved. Each round does both,
/// because memory that gets slower within the hour changes the ratio of code that allocates to code that does not.
/// </summary>
/// <param name="project">A project whose benchmarks have other code when built with CalibrationChanged=true.</param>
internal sealed class CalibrationRun(string project, Workspace workspace, IProgramBuilder builder, Action<GateProgress> report)
{
    private const string Changed = "CalibrationChanged=true";
    private const int LaunchesOfRound = 3;

    public IReadOnlyList<CalibratedChange> Measure(int rounds, CancellationToken cancellationToken)
    {
        var evaluated = BenchmarkProject.Named(project, Path.GetDirectoryName(project)!, builder, cancellationToken);
        BenchmarkProgram[] programs = [Build("unchanged"), Build("otherwise", Changed)];
        var benchmarks = MeasuredBenchmark
            .Join(
                ProgramListing.List(programs[0], BenchmarkFilter.All, cancellationToken).Benchmarks,
                ProgramListing.List(programs[1], BenchmarkFilter.All, cancellationToken).Benchmarks
            )
            .Where(benchmark => benchmark.IsOpen)
            .ToArray();
        var random = new Random();
        var sweeps = new ReplicateSweeps(
            new ProcessPairs(programs[0], programs[1], new MeasurementSettings(), TimeSpan.FromMinutes(2), random).Measure,
            random,
            report
        );
        var names = benchmarks.Select(benchmark => benchmark.Id.FullName).ToArray();
        if (names.Distinct(StringComparer.Ordinal).Count() < names.Length)
            throw new RunnerException("the calibration has a benchmark with several jobs: one is compared with ordinary runs.");
        var ordinary = benchmarks.ToDictionary(benchmark => benchmark.Id.FullName, _ => new List<double>());
        var (clock, done) = (new Stopwatch(), 0);
        for (var round = 0; round < rounds; round++)
        {
            if (round % 2 == 0)
                Ordinary(round);
            sweeps.Measure(
                FormattableString.Invariant($"calibration, round {round + 1} of {rounds}"),
                benchmarks.ToDictionary(benchmark => benchmark, _ => 1),
                isConfirmation: false,
                cancellationToken
            );
            if (round % 2 != 0)
                Ordinary(round);
        }

        return
        [
            .. benchmarks
                .Where(benchmark => benchmark.Replicates.Count == rounds && ordinary[benchmark.Id.FullName].Count == rounds)
                .Select(benchmark =>
                    Compare(
                        benchmark.Id.FullName,
                        ordinary[benchmark.Id.FullName],
                        [.. benchmark.Replicates.Select(replicate => replicate.LogRatio)]
                    )
                ),
        ];

        BenchmarkProgram Build(string name, string? property = null) =>
            builder
                .Build(
                    new ProgramRequest(evaluated, "the calibration", Path.Combine(workspace.Folder, name)) { Property = property },
                    cancellationToken
                )
                .Program;

        void Ordinary(int round)
        {
            var times = new Dictionary<string, double>[2];
            clock.Start();
            foreach (var side in round % 4 < 2 ? new[] { 0, 1 } : [1, 0])
            {
                times[side] = Run(programs[side], side == 1, FormattableString.Invariant($"{round}-{side}"), cancellationToken);
                done++;
                report(
                    new GateProgress(
                        FormattableString.Invariant($"calibration: {done} of {2 * rounds} ordinary runs"),
                        side == 1 ? "changed" : "unchanged",
                        clock.Elapsed / done * ((2 * rounds) - done)
                    )
                );
            }

            clock.Stop();
            foreach (var (benchmark, ratios) in ordinary)
                if (times[0].TryGetValue(benchmark, out var before) && times[1].TryGetValue(benchmark, out var after))
                    ratios.Add(after - before);
        }
    }

    internal static CalibratedChange Compare(string benchmark, IReadOnlyList<double> ordinary, IReadOnlyList<double> interleaved)
    {
        double[] differences = [.. interleaved.Zip(ordinary, (ours, theirs) => ours - theirs)];
        var quantile = new Student().Quantile(0.975, differences.Length - 1);
        return new CalibratedChange(
            benchmark,
            ordinary.Mean(),
            Error(ordinary),
            interleaved.Mean(),
            Error(interleaved),
            quantile * Error(differences)
        );

        static double Error(IReadOnlyList<double> rounds) => rounds.StandardDeviation() / Math.Sqrt(rounds.Count);
    }

    // Runs the program as a user does. It builds each benchmark's process from the project, with the same property.
    private Dictionary<string, double> Run(BenchmarkProgram program, bool isChanged, string name, CancellationToken cancellationToken)
    {
        var artifacts = Path.Combine(workspace.Folder, "ordinary" + name);
        var answer = ChildProcess.Run(
            "dotnet",
            Path.GetDirectoryName(project)!,
            cancellationToken,
            start =>
            {
                start.Environment["CalibrationChanged"] = isChanged ? "true" : "false";
                TemporaryFiles.Name(start.Environment, workspace.Temporary);
            },
            LifelineServer.Own,
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

        return RunLoader
            .Load(
                [
                    [artifacts],
                ],
                workspace.Folder
            )[0]
            .Benchmarks.Where(benchmark => benchmark.Launches.Count > 0)
            .ToDictionary(
                benchmark => benchmark.Id.FullName,
                benchmark => benchmark.Launches.Select(launch => Math.Log(launch.NanosecondsPerOperation.Median())).Median()
            );
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
