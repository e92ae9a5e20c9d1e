using System.Diagnostics;
using System.Globalization;
using System.Reflection;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using Bench.Results;

namespace Bench.LoadTesting;

/// <summary>
/// The files of a sweep: <c>NAME.json</c> with everything (bench-results/1, kind Load, so that <c>bench compare</c> reads it too),
/// <c>NAME.dat</c>, <c>NAME.md</c>, and the pictures <c>NAME</c> and <c>NAME-success</c> as SVG and PNG.
/// </summary>
public static class LoadFiles
{
    private const double NanosecondsOfMillisecond = 1e6;

    /// <summary>Writes all of them.</summary>
    /// <param name="run">The run.</param>
    /// <param name="folder">Where to; created where it does not exist.</param>
    /// <returns>Why there are no pictures; null where there are.</returns>
    public static string? Write(LoadRun run, string folder)
    {
        ArgumentNullException.ThrowIfNull(run);
        Directory.CreateDirectory(folder);
        var stem = Path.Combine(folder, run.Name);
        File.WriteAllText(stem + ".json", Json(run));
        File.WriteAllText(stem + ".dat", Dat(run));
        File.WriteAllText(stem + ".md", LoadReport.Of(run));
        return Draw(run, stem);
    }

    /// <summary>Reads a run.</summary>
    /// <param name="path">Its JSON.</param>
    /// <returns>The run.</returns>
    /// <exception cref="LoadException">There is no such file, or it is no load run.</exception>
    public static LoadRun Read(string path)
    {
        try
        {
            using var stream = File.OpenRead(path);
            return JsonSerializer.Deserialize(stream, LoadContext.Default.LoadFile) is { Schema: BenchResults.Schema, Load: { } load }
                ? load : throw new LoadException($"{path} is no load run.");
        }
        catch (JsonException e)
        {
            throw new LoadException($"{path} is no load run: {e.Message.Split(" Path:")[0]}");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new LoadException($"{path} can't be read: {e.Message}");
        }
    }

    internal static string Json(LoadRun run) =>
        JsonSerializer.Serialize(new LoadFile(BenchResults.Schema, ResultsKind.Load, run.Environment, [.. run.Levels.Select(Row)], run), LoadContext.Default.LoadFile) + "\n";

    internal static string Dat(LoadRun run)
    {
        var text = new StringBuilder();
        Line(text, $"# {OneLine(run.Target.ToString())}");
        Line(text, $"# connections, answers a second (wrk), mean response time in ms (connections / answers a second), good answers in %");
        foreach (var level in run.Levels)
        {
            if (level.MeanMilliseconds is { } mean)
                Line(text, $"{level.Concurrency} {level.QueriesPerSecond:0.##} {mean:0.###} {100 * level.Success:0.###}");
            else
                Line(text, $"# {level.Concurrency} not reached: {OneLine(level.Unreached ?? string.Join("; ", level.Marks))}");
        }

        return text.ToString();
    }

    private static LoadRow Row(LoadLevel level)
    {
        double[][] launches = [.. level.Rounds.Where(round => round.Throughput.Requests > 0).Select(round => (double[])[NanosecondsOfMillisecond * 1000 * level.Concurrency / round.Throughput.QueriesPerSecond])];
        var connections = level.Concurrency.ToString(CultureInfo.InvariantCulture);
        return new LoadRow(
            $"ClosedLoop.Request(Connections: {connections})", "ClosedLoop", "Request", $"Connections={connections}",
            launches.Length == 0 ? level.Unreached ?? string.Join("; ", level.Marks) : null, launches.Length == 0 ? null : launches);
    }

    private static string? Draw(LoadRun run, string stem)
    {
        if (Tool.Gnuplot.WhyNot is { } reason)
            return reason;
        if (run.Levels.All(level => level.MeanMilliseconds is null))
            return "no level was reached.";
        var unreached = run.Levels.Where(level => level.MeanMilliseconds is null).Select(level => level.Concurrency.ToString(CultureInfo.InvariantCulture)).ToArray();
        using var script = new StreamReader(Assembly.GetExecutingAssembly().GetManifestResourceStream("sweep.gnuplot")!);
        using var process = Process.Start(new ProcessStartInfo(Tool.Gnuplot.Name, ["-"]) { RedirectStandardInput = true, RedirectStandardError = true, RedirectStandardOutput = true })!;
        var error = process.StandardError.ReadToEndAsync();
        var output = process.StandardOutput.ReadToEndAsync();
        process.StandardInput.Write($"dat={Quote(stem + ".dat")}\nstem={Quote(stem)}\ntitle={Quote(OneLine($"{run.Name}: {run.Target}"))}\nnote={Quote(unreached.Length == 0 ? "" : $"not reached: {string.Join(", ", unreached)}")}\n");
        process.StandardInput.Write(script.ReadToEnd());
        process.StandardInput.Close();
        process.WaitForExit();
        output.GetAwaiter().GetResult();
        return process.ExitCode == 0 ? null : $"gnuplot failed: {error.GetAwaiter().GetResult().Split('\n').LastOrDefault(line => line.Trim().Length > 0)?.Trim()}";
    }

    // Between single quotes nothing has a meaning for gnuplot but the quote itself, which is written twice.
    private static string Quote(string text) => $"'{text.Replace("'", "''", StringComparison.Ordinal)}'";

    private static string OneLine(string text) => text.ReplaceLineEndings(" ");

    private static void Line(StringBuilder text, FormattableString line) => text.Append(line.ToString(CultureInfo.InvariantCulture)).Append('\n');
}

/// <summary>A results file that holds the whole run beside its rows.</summary>
internal sealed record LoadFile(string? Schema, ResultsKind? Kind, RunEnvironment? Environment, IReadOnlyList<LoadRow>? Rows, LoadRun? Load);

/// <summary>A level as <c>bench compare</c> reads it: a launch is a round, its time the mean response time.</summary>
internal sealed record LoadRow(string FullName, string Type, string Method, string Parameters, string? Failure, double[][]? Launches);

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    UseStringEnumConverter = true,
    WriteIndented = true,
    NewLine = "\n")]
[JsonSerializable(typeof(LoadFile))]
internal sealed partial class LoadContext : JsonSerializerContext;
