using System.Text.Json.Serialization;
using System.Text.RegularExpressions;
using Bench.Hiding;

namespace Bench.Results;

/// <summary>Which check a paired file is from.</summary>
/// <param name="Baseline">The build compared against, as a user named it, with its commit.</param>
/// <param name="Filter">Which benchmarks were asked for; null for all.</param>
/// <param name="Shard">Which part of them this is; null for all.</param>
/// <param name="Settings">How it was measured, where not in the default way.</param>
/// <param name="Partial">Why not everything was measured that should have been; null where it was.</param>
/// <param name="BaselineConfig">The text of the baseline's bench.json, which decides; null where it has none, or another one was
/// named.</param>
/// <param name="CandidateConfig">The text of the candidate's bench.json; null where it has none, or another one was named.</param>
/// <param name="Title">What is checked, as its pull request is called; null where that is not known.</param>
/// <param name="Framework">The target framework of the programs; both where they differ, null where it is not known.</param>
/// <param name="Unread">What of the programs' configuration could not be read; null where nothing.</param>
/// <param name="ShareOfOthers">The share of all processors that other programs, or other guests of the machine, took while it measured, 0 to
/// 1; null where that is not known.</param>
/// <param name="Replicate">Which of several machines that measure the same this is; null where it is the only one.</param>
/// <param name="Options">The options that it was judged by; null where none was given, or nobody kept them.</param>
/// <param name="CandidateState">What tells the candidate's changes from others of the same commit; null where it has none, or nobody kept
/// it.</param>
/// <param name="Hidden">Differs where values differ that <see cref="Settings"/> hides; null where it hides none.</param>
internal sealed partial record CheckInfo(
    string Baseline,
    string Candidate,
    string? Filter = null,
    Shard? Shard = null,
    string? Settings = null,
    string? Partial = null,
    double? Seconds = null,
    string? BaselineConfig = null,
    string? CandidateConfig = null,
    string? Title = null,
    string? Framework = null,
    string? Unread = null,
    double? ShareOfOthers = null,
    CheckReplicate? Replicate = null,
    CheckOptions? Options = null,
    string? CandidateState = null,
    string? Hidden = null
)
{
    /// <summary>How <see cref="Settings"/> says that the commit compared against need not be one that the candidate has.</summary>
    public const string BaselineExactOption = "--baseline-exact";

    /// <summary>How <see cref="Settings"/> says that allocation was counted, and no time taken.</summary>
    public const string AllocationOnlyOption = "--allocation-only";

    /// <summary>How <see cref="Settings"/> says which of several target frameworks was asked for.</summary>
    public const string FrameworkOption = "--framework ";

    /// <summary>What others may take without being worth a word.</summary>
    public const double QuietShareOfOthers = 0.1;

    /// <summary>Whether allocation was counted, and no time taken.</summary>
    [JsonIgnore]
    public bool IsAllocationOnly => Settings?.Split(", ").Contains(AllocationOnlyOption) ?? false;

    /// <summary>The commit compared against; null where the baseline is none.</summary>
    [JsonIgnore]
    public string? Commit =>
        Baseline.EndsWith(')')
        && Baseline.LastIndexOf('(') is >= 0 and var open
        && Baseline[(open + 1)..^1] is { Length: >= 7 } commit
        && commit.All(char.IsAsciiHexDigitLower)
            ? commit
            : null;

    /// <summary>The parts of <see cref="Settings"/>, each as it is listed there.</summary>
    [JsonIgnore]
    public IReadOnlyList<string> ListedSettings => Settings is null ? [] : NextSetting().Split(Settings);

    /// <summary>What of it files and reports may have.</summary>
    public CheckInfo WithoutSecrets()
    {
        var (baseline, candidate) = SettingsText.Hide(BaselineConfig, CandidateConfig);
        return this with
        {
            Settings = Settings is null ? null : string.Join(", ", ListedSettings.Select(Shown)),
            BaselineConfig = baseline,
            CandidateConfig = candidate,
            Options = Options is { Config: { } config } ? Options with { Config = SettingsText.Hide(config) } : Options,
        };

        // Files of earlier versions have sentences there.
        static string Shown(string setting) =>
            setting.Split('=', 2) is [var name, _] && !name.Contains(' ', StringComparison.Ordinal)
                ? new Secrets().Variable(setting)
                : Secrets.In(setting);
    }

    // A value may have a comma as well.
    [GeneratedRegex(", (?=--allocation-only|--framework |[A-Za-z_][A-Za-z_0-9]*=)", RegexOptions.CultureInvariant)]
    private static partial Regex NextSetting();
}

/// <summary>The same check on another machine: the second of three, for instance.</summary>
internal sealed record CheckReplicate(int Index, int Count)
{
    public override string ToString() => FormattableString.Invariant($"{Index}/{Count}");
}

/// <summary>A machine that made a check, or a shard of it, of which others are replicates.</summary>
/// <param name="Replicate">Its number among those that measured the same, from 1.</param>
internal sealed record CheckMachine(int Replicate, RunEnvironment Environment);

internal sealed record Shard(int Index, int Count)
{
    public override string ToString() => FormattableString.Invariant($"{Index}/{Count}");
}
