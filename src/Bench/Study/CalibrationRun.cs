using System.Diagnostics;
using System.Text.Json;
using System.Text.Json.Serialization;
using Bench.Processes;
using Bench.Results;
using Bench.Runner;
using MathNet.Numerics.Statistics;

namespace Bench.Study;

/// <summary>A real change: what long ordinary runs say of it, and what a tandem says.</summary>
/// <param name="Truth">The log ratio of changed to unchanged code by ordinary runs of BenchmarkDotNet: the difference of the medians over launches.</param>
/// <param name="Tandem">The log ratio by a tandem: the mean over units.</param>
internal sealed record CalibratedChange(string Row, double Truth, double TruthError, double Tandem, double TandemError);

/// <summary>Measures changes of known kind twice: by ordinary runs of each build, one after the other, and in turns.</summary>
/// <param name="project">A project whose rows are other code when it is built with CalibrationChanged=true.</param>
internal sealed class CalibrationRun(string project, Workspace workspace, Action<GateProgress> report)
{
    private const string Changed = "CalibrationChanged=true";
    private const int LaunchesOfRound = 3;

    public IReadOnlyList<CalibratedChange> Measure(int rounds, int units, CancellationToken cancellation)
    {
        var baseline = BenchmarkProject.Build(project, "the calibration", Path.Combine(workspace.Folder, "unchanged"), null, [], cancellation);
        var candidate = BenchmarkProject.Build(project, "the calibration", Path.Combine(workspace.Folder, "otherwise"), null, [], cancellation, Changed);
        var tandem = InTurns(baseline, candidate, units, cancellation);
        var truth = Ordinary(baseline, candidate, rounds, cancellation);
        return
        [
            .. tandem.Where(row => row.Units.Count > 1).Select(row =>
            {
                var (before, after) = (truth.Baseline[row.Id.FullName], truth.Candidate[row.Id.FullName]);
                double[] ratios = [.. row.Units.Select(unit => unit.LogRatio)];
                return new CalibratedChange(
                    row.Id.FullName, after.Median() - before.Median(), 1.2533 * Math.Sqrt((before.Variance() / before.Count) + (after.Variance() / after.Count)),
                    ratios.Mean(), ratios.StandardDeviation() / Math.Sqrt(ratios.Length));
            }),
        ];
    }

    private IReadOnlyList<MeasuredRow> InTurns(BenchmarkProgram baseline, BenchmarkProgram candidate, int units, CancellationToken cancellation)
    {
        var rows = MeasuredRow.Join(Side.List(baseline, RowFilter.All, cancellation).Rows, Side.List(candidate, RowFilter.All, cancellation).Rows).Where(row => row.IsOpen).ToArray();
        new ReplicateSweeps(new TandemSweep(baseline, candidate, new MeasurementSettings(), TimeSpan.FromMinutes(2), new Random()), report)
            .Measure("calibration, interleaved", rows.ToDictionary(row => row, _ => units), isConfirmation: false, cancellation);
        return rows;
    }

    private (Dictionary<string, List<double>> Baseline, Dictionary<string, List<double>> Candidate) Ordinary(BenchmarkProgram baseline, BenchmarkProgram candidate, int rounds, CancellationToken cancellation)
    {
        var (before, after) = (new Dictionary<string, List<double>>(), new Dictionary<string, List<double>>());
        var clock = Stopwatch.StartNew();
        for (var round = 0; round < rounds; round++)
        {
            foreach (var isChanged in round % 2 == 0 ? new[] { false, true } : [true, false])
            {
                Run(isChanged ? candidate : baseline, isChanged, isChanged ? after : before, FormattableString.Invariant($"{round}{isChanged}"), cancellation);
                report(new GateProgress("calibration, ordinary runs", round, rounds, isChanged ? "changed" : "unchanged", clock.Elapsed / (round + 1) * (rounds - round - 1)));
            }
        }

        return (before, after);
    }

    // The program itself, as a user starts it; it builds each benchmark's process from the project, with the same property.
    private void Run(BenchmarkProgram program, bool isChanged, Dictionary<string, List<double>> times, string name, CancellationToken cancellation)
    {
        var artifacts = Path.Combine(workspace.Folder, "ordinary" + name);
        var answer = ChildProcess.Run("dotnet", Path.GetDirectoryName(Path.GetFullPath(project))!, cancellation, new Dictionary<string, string> { ["CalibrationChanged"] = isChanged ? "true" : "false" },
            program.Path, "--filter", "*", "--exporters", "fulljson", "--artifacts", artifacts, "--memory", "false", "--launchCount", FormattableString.Invariant($"{LaunchesOfRound}"),
            "--warmupCount", "10", "--iterationCount", "12", "--iterationTime", "100");
        if (answer.ExitCode != 0 || !Directory.Exists(Path.Combine(artifacts, "results")))
            throw new RunnerException($"the calibration's ordinary run failed: {answer.Output.Split('\n').LastOrDefault(line => line.Trim().Length > 0)}");

        foreach (var row in RunLoader.Load([[artifacts]], workspace.Folder)[0].Rows)
        {
            if (!times.TryGetValue(row.Id.FullName, out var launches))
                times.Add(row.Id.FullName, launches = []);
            launches.AddRange(row.Launches.Select(launch => Math.Log(launch.NanosecondsPerOperation.Median())));
        }
    }
}

[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, AllowDuplicateProperties = false, WriteIndented = true, NewLine = "\n")]
[JsonSerializable(typeof(CalibratedChange[]))]
internal sealed partial class CalibrationContext : JsonSerializerContext;
