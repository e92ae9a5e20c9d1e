using Bench.Comparison;
using Bench.Reports;
using Bench.Results;
using Bench.Runner;

namespace Bench.Cli;

internal static class CheckFolder
{
    public const string Default = $"{BuildOutput.Artifacts}/gate";

    public const string Figures = BenchResults.FileName;

    /// <summary>False if an interrupted run without figures would overwrite those of an earlier run.</summary>
    public static bool IsWorthKeeping(string file, bool isInterrupted, IReadOnlyList<BenchmarkResult> benchmarks) =>
        !isInterrupted
        || benchmarks.Any(benchmark => benchmark.Replicates.Count > 0 || benchmark.AllocatedBytes.Count > 0)
        || !File.Exists(file);

    /// <summary>Refuses a folder that can't be written to. To be called before anything is measured.</summary>
    public static void EnsureWritable(Context context, string folder) => OutputFiles.Write(context, folder, path =>
        {
            Directory.CreateDirectory(path);
            File.Create(Path.Combine(path, Path.GetRandomFileName()), 1, FileOptions.DeleteOnClose).Dispose();
        });

    /// <summary>Figures come before reports, because they can't be made again.</summary>
    public static void WriteFigures(
        Deliveries deliveries,
        string folder,
        IReadOnlyList<BenchmarkResult> benchmarks,
        RunEnvironment baseline,
        RunEnvironment candidate,
        CheckInfo check,
        IReadOnlyList<CheckMachine>? machines = null
    ) => deliveries.Write(folder, path =>
        {
            Directory.CreateDirectory(path);
            WholeFile.Write(Path.Combine(path, Figures), stream =>
                BenchResults.Write(stream, ResultsKind.Paired, candidate, benchmarks, baseline, check, machines)
            );
        });

    public static void WriteReports(Context context, string folder, Deliveries deliveries, RunComparison comparison, Outcome outcome)
    {
        // Writing the figures has already reported a missing folder.
        if (!Directory.Exists(context.FullPath(folder)))
            return;
        deliveries.Result(Path.Combine(folder, "report.md"), MarkdownReport.Render(comparison, outcome));
        deliveries.Result(Path.Combine(folder, "report.json"), JsonReport.Render(comparison, outcome));
        deliveries.Result(Path.Combine(folder, "report.html"), HtmlReport.Render(comparison, outcome));
    }
}
