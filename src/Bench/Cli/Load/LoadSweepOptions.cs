using System.CommandLine;
using Bench.Comparison;
using Bench.Load;

namespace Bench.Cli.Load;

// Null or empty values were not given.
internal sealed record LoadSweepOptions
{
    /// <summary>Project files, or names of folders in <c>samples/</c>.</summary>
    public IReadOnlyList<string> Samples { get; init; } = [];

    /// <summary>A running server.</summary>
    public Uri? Url { get; init; }

    public bool AllowsRemote { get; init; }

    public required string Path { get; init; }

    public IReadOnlyList<int> Levels { get; init; } = [];

    public int? Threads { get; init; }

    public TimeSpan? Duration { get; init; }

    public TimeSpan? Timeout { get; init; }

    /// <summary>Zero for none.</summary>
    public TimeSpan? WarmUp { get; init; }

    public int? Repeats { get; init; }

    public bool Profiles { get; init; }

    public bool Pins { get; init; }

    /// <summary>Environment variables, <c>NAME=VALUE</c>.</summary>
    public IReadOnlyList<string> Variables { get; init; } = [];

    public IReadOnlyList<string> Switches { get; init; } = [];

    public string? Name { get; init; }

    public required string Folder { get; init; }

    public bool Resumes { get; init; }

    public required JudgingChoices Judging { get; init; }

    public bool IsComparison => Samples.Count > 1;

    public static LoadSweepOptions From(ParseResult arguments)
    {
        LoadOptions.EnsureBehindDashes(arguments, LoadSweepCommand.Switches);
        return new LoadSweepOptions
        {
            Samples = arguments.GetValue(LoadSweepCommand.Samples) ?? [],
            Url = arguments.GetValue(LoadOptions.Url),
            AllowsRemote = arguments.GetValue(LoadOptions.AllowRemote),
            Path = arguments.GetValue(LoadSweepCommand.PathOption)!,
            Levels = arguments.GetValue(LoadSweepCommand.Levels) ?? [],
            Threads = arguments.GetValue(LoadSweepCommand.Threads),
            Duration = arguments.GetValue(LoadSweepCommand.Duration),
            Timeout = arguments.GetValue(LoadSweepCommand.Timeout),
            WarmUp = arguments.GetValue(LoadSweepCommand.WarmUp) is { } text ? WarmUpFrom(text) : null,
            Repeats = arguments.GetValue(LoadSweepCommand.Repeats),
            Profiles = arguments.GetValue(LoadSweepCommand.ProfileOption),
            Pins = arguments.GetValue(LoadSweepCommand.Pin),
            Variables = MeasurementChoices.CheckVariables(arguments.GetValue(LoadSweepCommand.Variables) ?? []),
            Switches = arguments.GetValue(LoadSweepCommand.Switches) ?? [],
            Name = arguments.GetValue(LoadOptions.Name),
            Folder = arguments.GetValue(LoadOptions.Folder)!,
            Resumes = arguments.GetValue(LoadOptions.Resume),
            Judging = JudgingChoices.From(arguments),
        };
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
