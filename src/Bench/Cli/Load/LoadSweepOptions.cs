using System.CommandLine;
using Bench.Comparison;
using Bench.Load;

namespace Bench.Cli.Load;

/// <summary>Null or empty values were not given.</summary>
/// <param name="Samples">Project files, or names of folders in <c>samples/</c>.</param>
/// <param name="Url">A running server.</param>
/// <param name="WarmUp">Zero for none.</param>
/// <param name="Variables">Environment variables, <c>NAME=VALUE</c>.</param>
internal sealed record LoadSweepOptions(
    IReadOnlyList<string> Samples,
    Uri? Url,
    bool AllowsRemote,
    string Path,
    IReadOnlyList<int> Levels,
    int? Threads,
    TimeSpan? Duration,
    TimeSpan? Timeout,
    TimeSpan? WarmUp,
    int? Repeats,
    bool Profiles,
    bool Pins,
    IReadOnlyList<string> Variables,
    IReadOnlyList<string> Switches,
    string? Name,
    string Folder,
    bool Resumes,
    JudgingChoices Judging
)
{
    public bool IsComparison => Samples.Count > 1;

    public static LoadSweepOptions From(ParseResult arguments)
    {
        LoadOptions.EnsureBehindDashes(arguments, LoadSweepCommand.Switches);
        return new LoadSweepOptions(
            arguments.GetValue(LoadSweepCommand.Samples) ?? [],
            arguments.GetValue(LoadOptions.Url),
            arguments.GetValue(LoadOptions.AllowRemote),
            arguments.GetValue(LoadSweepCommand.PathOption)!,
            arguments.GetValue(LoadSweepCommand.Levels) ?? [],
            arguments.GetValue(LoadSweepCommand.Threads),
            arguments.GetValue(LoadSweepCommand.Duration),
            arguments.GetValue(LoadSweepCommand.Timeout),
            arguments.GetValue(LoadSweepCommand.WarmUp) is { } text ? WarmUpFrom(text) : null,
            arguments.GetValue(LoadSweepCommand.Repeats),
            arguments.GetValue(LoadSweepCommand.ProfileOption),
            arguments.GetValue(LoadSweepCommand.Pin),
            MeasurementChoices.CheckVariables(arguments.GetValue(LoadSweepCommand.Variables) ?? []),
            arguments.GetValue(LoadSweepCommand.Switches) ?? [],
            arguments.GetValue(LoadOptions.Name),
            arguments.GetValue(LoadOptions.Folder)!,
            arguments.GetValue(LoadOptions.Resume),
            JudgingChoices.From(arguments)
        );
    }

    public SweepSettings Settings()
    {
        var usual = IsComparison ? SampleComparison.Usual : new SweepSettings();
        var levels = Levels.Count > 0 ? Levels : usual.Levels;
        if (levels.Any(level => level is < 1 or > 1_000_000))
            throw new UsageException("--levels is out of range. Use 1 to 1000000 connections.");
        var threads = Threads ?? usual.Threads;
        if (threads is < 1 or > 1000)
            throw new UsageException("--threads is out of range. Use 1 to 1000.");
        var repeats = Repeats ?? usual.Repeats;
        if (repeats is < 1 or > 1000)
            throw new UsageException("--repeats is out of range. Use 1 to 1000.");
        // wrk has a counter for each microsecond of the timeout.
        if (Timeout is { TotalMinutes: > 5 })
            throw new UsageException("--timeout is too long. Use 5m or less.");
        return usual with
        {
            Levels = [.. levels.Distinct().Order()],
            Threads = threads,
            Repeats = repeats,
            Pin = Pins,
            // wrk and h2load take whole seconds.
            TimeoutSeconds = Math.Ceiling(Timeout?.TotalSeconds ?? usual.TimeoutSeconds),
            DurationSeconds = Math.Ceiling(Duration?.TotalSeconds ?? usual.DurationSeconds),
            WarmUpSeconds = Math.Ceiling(WarmUp?.TotalSeconds ?? usual.WarmUpSeconds),
        };
    }

    private static TimeSpan WarmUpFrom(string text)
    {
        if (text is "0" or "0s")
            return TimeSpan.Zero;
        try
        {
            return Quantities.Duration(text);
        }
        catch (FormatException e)
        {
            throw new UsageException($"--warmup: {e.Message}");
        }
    }
}
