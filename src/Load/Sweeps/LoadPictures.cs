using System.Diagnostics;
using System.Globalization;

namespace Bench.Load;

/// <summary>Curves over levels of concurrency, drawn by gnuplot as SVG and PNG.</summary>
internal static class LoadPictures
{
    /// <summary>Draws <c>STEM</c> (throughput and response time) and <c>STEM-success</c>.</summary>
    /// <param name="stem">Path of the pictures without extension, and of the .dat.</param>
    /// <returns>Why there are none; null where there are.</returns>
    public static string? Draw(LoadRun run, string stem)
    {
        if (!HasPoints(run))
            return "no level was reached.";
        var unreached = run
            .Levels.Where(level => level.MeanMilliseconds is null)
            .Select(level => level.Concurrency.ToString(CultureInfo.InvariantCulture))
            .ToArray();
        return Draw(
            "sweep.gnuplot",
            ("dat", stem + ".dat"),
            ("stem", stem),
            ("title", $"{run.Name}: {run.Target}"),
            ("note", unreached.Length == 0 ? "" : $"not reached: {string.Join(", ", unreached)}")
        );
    }

    public static string? Draw(LoadRun baseline, LoadRun candidate, string stem)
    {
        if (!HasPoints(baseline) || !HasPoints(candidate))
            return "a run has no level that was reached.";
        var (before, after) = (Path.GetTempFileName(), Path.GetTempFileName());
        try
        {
            File.WriteAllText(before, LoadFiles.Dat(baseline));
            File.WriteAllText(after, LoadFiles.Dat(candidate));
            return Draw(
                "diff.gnuplot",
                ("datA", before),
                ("datB", after),
                ("titleA", $"{baseline.Name}: {baseline.Target}"),
                ("titleB", $"{candidate.Name}: {candidate.Target}"),
                ("stem", stem)
            );
        }
        finally
        {
            File.Delete(before);
            File.Delete(after);
        }
    }

    private static bool HasPoints(LoadRun run) => run.Levels.Any(level => level.MeanMilliseconds is not null);

    private static string? Draw(string script, params (string Name, string Value)[] variables)
    {
        if (Tool.Gnuplot.UnsupportedReason is { } reason)
            return reason;
        using var process = Process.Start(
            new ProcessStartInfo(Tool.Gnuplot.Name, ["-"])
            {
                RedirectStandardInput = true,
                RedirectStandardError = true,
                RedirectStandardOutput = true,
            }
        )!;
        var error = process.StandardError.ReadToEndAsync();
        var output = process.StandardOutput.ReadToEndAsync();
        try
        {
            foreach (var (name, value) in variables)
                process.StandardInput.Write($"{name}={Quote(value)}\n");
            process.StandardInput.Write(Resource.Text(script));
            process.StandardInput.Close();
        }
        catch (IOException)
        {
            // It ended before it had read all: it says why.
        }

        process.WaitForExit();
        output.GetAwaiter().GetResult();
        return process.ExitCode == 0
            ? null
            : $"gnuplot failed: {error.GetAwaiter().GetResult().Split('\n').LastOrDefault(line => line.Trim().Length > 0)?.Trim()}";
    }

    // Between single quotes nothing has a meaning for gnuplot but the quote itself, which is written twice.
    private static string Quote(string text) => $"'{text.ReplaceLineEndings(" ").Replace("'", "''", StringComparison.Ordinal)}'";
}
