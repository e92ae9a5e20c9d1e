using Bench.Results;
using Bench.Statistics;

namespace Bench.Comparison;

internal sealed record ComparisonOptions
{
    public Settings Settings { get; init; } = new();

    // Runs of identical code on the same machine, one per build. They only show the spread between launches.
    public IReadOnlyList<Run> Study { get; init; } = [];

    // Assumed if no spread between launches is known.
    public SpreadPrior? StatedSpread { get; init; }

    // Assumed if no spread is known at all. Null leaves such times Inconclusive.
    public AssumedSpread? AssumedSpread { get; init; }

    // For two runs of many benchmarks, but not for levels of one load.
    public bool EstimatesCommonFactor { get; init; }

    // Judges runs of different machine classes by the spread between classes.
    public bool JudgesAcrossMachines { get; init; }

    // The variance of a log ratio between machine classes. Null for AnotherMachineRatio.Assumed.
    public SpreadPrior? SpreadBetweenMachines { get; init; }

    // Off if the comparison covers only some of the benchmarks that the settings are for.
    public bool WarnsOfSettings { get; init; } = true;

    // Reports name the command that decides an Inconclusive result. For benchmarks, but not for levels of a load.
    public bool NamesRemedies { get; init; }

    // The project for `dotnet run` in a suggested command if the settings name none. Null for the one in the current folder. Lazy, because
    // few reports need it.
    public Lazy<string?>? ProjectToRun { get; init; }

    // Decides which acceptances have expired.
    public DateOnly Today { get; init; }

    public static ComparisonOptions ForToday(Settings settings, TimeProvider? clock = null) =>
        new() { Settings = settings, Today = DateOnly.FromDateTime((clock ?? TimeProvider.System).GetUtcNow().UtcDateTime) };
}
