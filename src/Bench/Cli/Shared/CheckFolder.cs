using System.CommandLine;
using Bench.Comparison;
using Bench.Reports;
using Bench.Results;
using Bench.Runner;

namespace Bench.Cli;

internal static class CheckFolder
{
    public const string Default = $"{BuildOutput.Artifacts}/gate";

    public const string Figures = BenchResults.FileName;

    public static readonly Option<string> Artifacts = Declare.Value(
        "--artifacts",
        "DIR",
        $"Write figures and reports to DIR. Default: {Default}.",
        Default
    );

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

    public static RunComparison Judge(Run check, Settings settings, Context context) =>
        RunComparison.CreatePaired(check, ComparisonOptions.ForToday(settings, context.Clock) with { NamesRemedies = true });

    /// <summary>Writes the figures before the reports, because they can't be made again.</summary>
    /// <param name="record">Also gets the figures of a complete check; null for none.</param>
    /// <returns>The exit code.</returns>
    public static int Write(
        Context context,
        string folder,
        ReportChoices reports,
        Run check,
        RunComparison comparison,
        Outcome outcome,
        DataBranch? record = null
    )
    {
        var writer = new ResultWriter(context);
        var isWorthKeeping = IsWorthKeeping(
            Path.Combine(context.FullPath(folder), Figures),
            outcome.ExitCode == ExitCode.Interrupted,
            check.Benchmarks
        );
        var isKept = isWorthKeeping && writer.Write(Path.Combine(folder, Figures), path =>
            {
                Directory.CreateDirectory(Path.GetDirectoryName(path)!);
                WriteFigures(path, check);
            });
        // Writing the figures has already reported a missing folder.
        if (isWorthKeeping && Directory.Exists(context.FullPath(folder)))
        {
            writer.Result(Path.Combine(folder, "report.md"), MarkdownReport.Render(comparison, outcome));
            writer.Result(Path.Combine(folder, "report.json"), JsonReport.Render(comparison, outcome));
            writer.Result(Path.Combine(folder, "report.html"), HtmlReport.Render(comparison, outcome));
        }

        reports.Write(context, writer, comparison, outcome);
        Annotations.Write(context, comparison);

        if (record is not null && isKept && outcome.ExitCode != ExitCode.Interrupted)
            writer.Try(() => RecordedChecks.Add(record, folder, context));
        return writer.Finish(outcome);
    }

    public static void WriteFigures(string file, Run check) =>
        WholeFile.Write(file, stream =>
            BenchResults.Write(
                stream,
                ResultsKind.Paired,
                check.Environments[0],
                check.Benchmarks,
                check.BaselineEnvironments[0],
                check.Checks[0],
                check.Machines
            )
        );
}
