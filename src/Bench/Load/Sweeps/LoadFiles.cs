using System.Globalization;
using System.Text;
using System.Text.Json;
using System.Text.Json.Serialization;
using Bench.Hiding;
using Bench.Results;

namespace Bench.Load;

// Files of a sweep: NAME.json with everything (bench-results/1, kind Load, so that bench compare reads it too), NAME.dat, NAME.md, and
// NAME.svg if a level was reached.
internal static class LoadFiles
{
    // Levels are named as if they were benchmarks of this type.
    public const string Type = "ClosedLoop";

    private const double NanosecondsOfMillisecond = 1e6;

    public static void Write(LoadRun run, string folder, Action<string, Action<string>>? write = null)
    {
        if (write is null)
            Directory.CreateDirectory(folder);
        write ??= (path, file) => file(path);
        var stem = Path.Combine(folder, run.Name);
        write(stem + ".json", path => WholeFile.Write(path, Json(run)));
        write(stem + ".dat", path => WholeFile.Write(path, Dat(run)));
        write(stem + ".md", path => WholeFile.Write(path, SweepPage.Render(run)));
        if (LoadPicture.HasPoints(run))
            write(stem + ".svg", path => WholeFile.Write(path, LoadPicture.Render(run.Name, [run], isFile: true)));
    }

    public static LoadRun Read(InputFile path)
    {
        var file = new[] { "", ".json", ".dat" }
            .Select(ending => new InputFile(path.Name + ending, path.Path + ending))
            .Cast<InputFile?>()
            .FirstOrDefault(file => File.Exists(file!.Value.Path))
            ?? throw new LoadException($"{path}, {path}.json and {path}.dat do not exist.");
        try
        {
            return file.Path.EndsWith(".dat", StringComparison.OrdinalIgnoreCase) ? FromDat(file) : FromJson(file);
        }
        catch (JsonException e)
        {
            throw new LoadException($"{file} is an invalid load run: {e.Message.Split(" Path:")[0]}");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new LoadException($"{file} cannot be read: {e.Message}");
        }
    }

    // A run may continue with the rounds of another that measured the same in the same place.
    public static bool CanGoOn(LoadRun interrupted, LoadRun planned)
    {
        var settings = planned.Settings;
        return Plan(interrupted) == Plan(planned)
            && interrupted.Levels.All(level =>
                settings.Levels.Contains(level.Connections)
                && level.Rounds.DistinctBy(round => round.Round).Count() == level.Rounds.Count
                && level.Rounds.All(round => round.Round >= 1 && round.Round <= settings.Repeats)
            );

        static string Plan(LoadRun run) => JsonSerializer.Serialize(run with { Levels = [], Partial = null }, LoadContext.Default.LoadRun);
    }

    // Levels as benchmarks: a launch is a round, and its time the mean response time.
    public static IReadOnlyList<BenchmarkResult> Benchmarks(LoadRun run)
    {
        return [.. run.Levels.Select(ToBenchmark)];
    }

    /// <returns>Null for any other file.</returns>
    public static LoadRun? TryRead(InputFile file)
    {
        try
        {
            return Parse(file) is { } run ? Whole(run, file) : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }

    private static LoadRun FromJson(InputFile file) => Whole(Parse(file) ?? throw new LoadException($"{file} is not a load run."), file);

    private static LoadRun? Parse(InputFile file)
    {
        using var stream = file.Open();
        return JsonSerializer.Deserialize(stream, LoadContext.Default.LoadFile) is { Schema: BenchResults.Schema, Load: { } load }
            ? load
            : null;
    }

    private static LoadRun Whole(LoadRun run, InputFile file)
    {
        // A file from elsewhere may lack these.
        if (
            run.Name is null
            || run.Target?.Switches is null
            || run.Target.Path is null
            || run.Levels is null
            || run.Settings is null
            || run.Environment is null
            || run.Tools is null
            || run.Levels.Any(level =>
                level?.Rounds is null
                || level.Marks is null
                || level.Connections < 1
                || level.Rounds.Any(round =>
                    round?.Throughput?.Errors is null || !(round.Throughput.Seconds > 0) || round.Throughput.Requests < 0
                )
            )
        )
            throw new LoadException($"{file} is a load run with parts missing.");
        if (!PlausibleFigures.AreIn(run))
            throw new LoadException($"{file} has figures that no load test has.");
        return Distinct(run.Levels.Select(level => level.Connections)) ? Shown(run) : throw new LoadException($"{file} has a level twice.");
    }

    // A file may come from an earlier version, or from elsewhere.
    private static LoadRun Shown(LoadRun run)
    {
        var secrets = new Secrets();
        return run with
        {
            Target = run.Target with
            {
                Path = secrets.Path(run.Target.Path),
                Switches = secrets.Words([.. run.Target.Switches.Select(word => word ?? "")]),
            },
            Hidden = run.Hidden ?? secrets.Hash,
        };
    }

    private static LoadRun FromDat(InputFile file)
    {
        var text = file.ReadText();
        // A number that was cut off is still a number.
        if (!text.EndsWith('\n'))
            throw new LoadException($"{file} is incomplete: its last line has no end.");
        var lines = text.Split('\n', StringSplitOptions.TrimEntries);
        LoadLevel[] levels = [.. lines.Where(line => !line.StartsWith('#') && line.Length > 0).Select(line => LevelFromDat(file, line))];
        if (levels.Length == 0 || !Distinct(levels.Select(level => level.Connections)))
            throw new LoadException($"{file} has no levels, or has one twice.");
        var title = lines.FirstOrDefault(line => line.StartsWith("# ", StringComparison.Ordinal))?[2..] ?? "";
        var run = new LoadRun(
            Path.GetFileNameWithoutExtension(file.Path),
            new LoadTarget(null, Secrets.In(title), "", []),
            new RunEnvironment(),
            [],
            new SweepSettings(),
            levels,
            null
        );
        return PlausibleFigures.AreIn(run) ? run : throw new LoadException($"{file} has figures that no load test has.");
    }

    private static LoadLevel LevelFromDat(InputFile file, string line)
    {
        var fields = line.Split((char[])[' ', '\t'], StringSplitOptions.RemoveEmptyEntries);
        if (
            fields.Length != 4
            || !int.TryParse(fields[0], NumberStyles.None, CultureInfo.InvariantCulture, out var connections)
            || connections < 1
            || !Number(fields[1], out var rate)
            || rate <= 0
            || !Number(fields[2], out _)
            || !Number(fields[3], out var success)
            || success > 100
        )
            throw new LoadException(
                $"{file}: '{line}' is not a line with connections, requests/s, mean response time in ms and success in %."
            );
        // Enough requests for the share of failures, in no more time than a load test takes.
        long requests = rate < 1 ? 1000 : 1_000_000;
        var errors = new LoadErrors(0, 0, 0, (long)Math.Round(requests * (100 - success) / 100), 0);
        var throughput = new Throughput(requests, requests / rate, errors, 0, null);
        return new LoadLevel(connections, null, [new LoadRound(1, throughput, null)], ["one figure, from a .dat file"]);
    }

    private static bool Number(string text, out double value) =>
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out value) && double.IsFinite(value) && value >= 0;

    private static bool Distinct(IEnumerable<int> levels)
    {
        var all = levels.ToArray();
        return all.Distinct().Count() == all.Length;
    }

    public static string Json(ScenarioResult result)
    {
        return JsonSerializer.Serialize(
                new ScenarioFile(
                    result.Scenario.Name,
                    result.IsPassed,
                    result.Aborted?.Text,
                    result.Partial,
                    result.Silent > TimeSpan.Zero ? result.Silent.TotalSeconds : null,
                    result.Figures,
                    result.Errors,
                    result.Lost,
                    [
                        .. result.Thresholds.Select(threshold => new ThresholdFile(
                            threshold.Threshold.Text,
                            double.IsNaN(threshold.Value) ? null : threshold.Value,
                            threshold.IsKept
                        )),
                    ],
                    result.Requests is { Count: > 0 } requests ? requests : null
                ),
                LoadContext.Default.ScenarioFile
            ) + "\n";
    }

    // Format bench-results/1 of kind Load, with the run next to its benchmarks.
    public static string Json(LoadRun run) =>
        BenchResults.ToJson(
            ResultsKind.Load,
            run.Environment,
            Benchmarks(run),
            "load",
            JsonSerializer.SerializeToNode(run, LoadContext.Default.LoadRun)
        );

    internal static string Dat(LoadRun run)
    {
        var text = new StringBuilder();
        text.Append(CultureInfo.InvariantCulture, $"# {OneLine(run.Target.ToString())}\n");
        text.Append("# connections, requests/s (wrk), mean response time in ms (connections / requests/s), good responses in %\n");
        foreach (var level in run.Levels)
        {
            if (level.Failure is { } failure)
                text.Append(CultureInfo.InvariantCulture, $"# {level.Connections} {OneLine(failure)}\n");
            else
                text.Append(
                    CultureInfo.InvariantCulture,
                    $"{level.Connections} {level.RequestsPerSecond:0.##} {level.MeanMilliseconds:0.###} {100 * level.GoodShareOfAnswers:0.###}\n"
                );
        }

        return text.ToString();
    }

    private static BenchmarkResult ToBenchmark(LoadLevel level)
    {
        // An interrupted run has no result for the levels that are left.
        var isMeasured = level.Rounds.Count > 0 || level.Unreached is not null;
        var failure = isMeasured ? level.Failure : null;
        // Refusals are fast, and must not count as throughput.
        Launch[] launches = failure is null ? [.. level.Rounds.Select(round => new Launch([Nanoseconds(round)]))] : [];
        var connections = level.Connections.ToString(CultureInfo.InvariantCulture);
        return new BenchmarkResult
        {
            Id = new BenchmarkId($"{Type}.Request(Connections: {connections})", JobTraits.Default),
            Type = Type,
            Method = "Request",
            Parameters = $"Connections={connections}",
            Places = [],
            Failure = failure,
            Unmeasured = isMeasured ? null : level.Failure,
            Launches = launches,
            IsOfLoad = true,
        };

        double Nanoseconds(LoadRound round) => NanosecondsOfMillisecond * 1000 * level.Connections / round.Throughput.GoodRequestsPerSecond;
    }

    private static string OneLine(string text) => text.ReplaceLineEndings(" ");
}

internal sealed record LoadFile(string? Schema, LoadRun? Load);

internal sealed record ScenarioFile(
    string Name,
    bool IsPassed,
    string? Aborted,
    string? Partial,
    double? SilentSeconds,
    ScenarioFigures? Figures,
    LoadErrors Errors,
    long Lost,
    IReadOnlyList<ThresholdFile> Thresholds,
    IReadOnlyList<RequestFigures>? Requests
);

internal sealed record ThresholdFile(string Text, double? Value, bool IsKept);

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    UseStringEnumConverter = true,
    AllowDuplicateProperties = false,
    WriteIndented = true,
    NewLine = "\n"
)]
[JsonSerializable(typeof(LoadFile))]
[JsonSerializable(typeof(LoadRun))]
[JsonSerializable(typeof(ScenarioFile))]
internal sealed partial class LoadContext : JsonSerializerContext;
