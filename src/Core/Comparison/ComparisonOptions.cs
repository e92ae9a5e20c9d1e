using Bench.Results;
using Bench.Statistics;

namespace Bench.Comparison;

internal sealed record ComparisonOptions
{
    public Settings Settings { get; init; } = new();

    /// <summary>Runs of identical code on the same machine: they tell the spread between launches. A run for each build.</summary>
    public IReadOnlyList<Run> Study { get; init; } = [];

    /// <summary>A spread between launches to assume where none is known; null for none.</summary>
    public SpreadPrior? StatedSpread { get; init; }

    /// <summary>What to assume where no spread is known at all; null for nothing, so that such times are Inconclusive.</summary>
    public AssumedSpread? AssumedSpread { get; init; }

    /// <summary>
    /// Whether a common factor of all times is estimated and taken out: for two runs of many benchmarks, not for levels of one load.
    /// </summary>
    public bool EstimatesCommonFactor { get; init; }

    /// <summary>Whether what was measured on different machine classes is judged, by the spread between classes.</summary>
    public bool JudgesAcrossMachines { get; init; }

    /// <summary>
    /// The variance of a log ratio from machine class to machine class; null for <see cref="AnotherMachineRatio.Assumed"/>.
    /// </summary>
    public SpreadPrior? SpreadBetweenMachines { get; init; }

    /// <summary>
    /// Whether settings that fit none of the benchmarks are warned of: not where these are some of what the settings are for.
    /// </summary>
    public bool WarnsOfSettings { get; init; } = true;

    /// <summary>Whether reports name the command that decides what is Inconclusive: for benchmarks, not for levels of a load.</summary>
    public bool NamesRemedies { get; init; }

    /// <summary>
    /// The project that a remedy has <c>dotnet run</c> run if the settings name none; null for the one in the current folder. It is looked
    /// for only if a remedy needs it.
    /// </summary>
    public Lazy<string?>? ProjectToRun { get; init; }

    /// <summary>The day on which acceptances hold or have expired.</summary>
    public DateOnly Today { get; init; }

    /// <summary>The options of a comparison that is made now.</summary>
    /// <param name="clock">Null for that of the system.</param>
    public static ComparisonOptions ForToday(Settings settings, TimeProvider? clock = null) =>
        new() { Settings = settings, Today = DateOnly.FromDateTime((clock ?? TimeProvider.System).GetUtcNow().UtcDateTime) };
}
