using System.Text.Json.Serialization;
using Bench.Hiding;

namespace Bench.Results;

// Describes the check that a paired file comes from. Baseline is named as the user did, with the commit. Filter and Shard are null for
// all benchmarks. Settings is null if it was measured in the default way. Partial is the reason why measurements are missing.
// BaselineConfig and CandidateConfig are the texts of bench.json, and the baseline's decides. They are null without such a file, or if
// another file was named. Title is that of the pull request. Framework has both if they differ. Unread lists parts of the programs'
// configuration that could not be read. ShareOfOthers is the share, 0 to 1, of all processors that other programs or guests used during
// the measurement. Replicate is null for a single machine. CandidateState identifies uncommitted changes. Hidden differs if values that
// Settings hides do.
internal sealed record CheckInfo(
    string Baseline,
    string Candidate,
    string? Filter = null,
    Shard? Shard = null,
    CheckSettings? Settings = null,
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
    // A smaller share of other programs needs no warning.
    public const double QuietShareOfOthers = 0.1;

    [JsonIgnore]
    public bool IsAllocationOnly => Settings is { AllocationOnly: true };

    // Null if the baseline is not a commit.
    [JsonIgnore]
    public string? Commit => CommitOf(Baseline);

    // Null if the candidate is not a commit without changes.
    [JsonIgnore]
    public string? CandidateCommit => CandidateState is null ? CommitOf(Candidate) : null;

    private static string? CommitOf(string build) =>
        build.EndsWith(')')
        && build.LastIndexOf('(') is >= 0 and var open
        && build[(open + 1)..^1] is { Length: >= 7 } commit
        && commit.All(char.IsAsciiHexDigitLower)
            ? commit
            : null;

    // The part that files and reports may contain.
    public CheckInfo WithoutSecrets()
    {
        var (baseline, candidate) = SettingsText.Hide(BaselineConfig, CandidateConfig);
        return this with
        {
            Settings = Settings is { Variables: { } variables }
                ? Settings with
                {
                    Variables = [.. variables.Select(variable => new Secrets().Variable(variable))],
                }
                : Settings,
            BaselineConfig = baseline,
            CandidateConfig = candidate,
            Options = Options is { Config: { } config } ? Options with { Config = SettingsText.Hide(config) } : Options,
        };
    }
}

// The same check on another machine, such as the second of three.
internal sealed record CheckReplicate(int Index, int Count)
{
    public override string ToString() => FormattableString.Invariant($"{Index}/{Count}");
}

// A machine that made a check or a shard of it. Replicate is its number among those that measured the same, from 1.
internal sealed record CheckMachine(int Replicate, RunEnvironment Environment);

internal sealed record Shard(int Index, int Count)
{
    public override string ToString() => FormattableString.Invariant($"{Index}/{Count}");
}
