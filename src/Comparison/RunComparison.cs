using Bench.Results;
using Bench.Statistics;
using MathNet.Numerics.Statistics;

namespace Bench.Comparison;

/// <summary>Two runs side by side, judged.</summary>
public sealed record RunComparison
{
    /// <summary>The files of the baseline.</summary>
    public required IReadOnlyList<string> BaselineSources { get; init; }

    /// <summary>The files of the candidate.</summary>
    public required IReadOnlyList<string> CandidateSources { get; init; }

    /// <summary>The common margin.</summary>
    public required Margin Margin { get; init; }

    /// <summary>Where the settings come from, where a reader must know it: the first thing in every report.</summary>
    public IReadOnlyList<string> Notices { get; init; } = [];

    /// <summary>The benchmark project, for the command that measures a row again; null where it is that of the current folder.</summary>
    public string? Project { get; init; }

    /// <summary>What a paired run ran on; null for two runs.</summary>
    public RunEnvironment? Environment { get; init; }

    /// <summary>The rows, in the order of the baseline, then the new ones.</summary>
    public required IReadOnlyList<ComparedRow> Rows { get; init; }

    /// <summary>What differs between the machines or runtimes of the sides.</summary>
    public required IReadOnlyList<EnvironmentDifference> EnvironmentDifferences { get; init; }

    /// <summary>What else a reader must know.</summary>
    public required IReadOnlyList<string> Warnings { get; init; }

    /// <summary>The common factor of all times; null where it was not asked for, or can't be estimated.</summary>
    public CommonFactor? CommonFactor { get; init; }

    /// <summary>What is to be said of the common factor; null where it was not asked for.</summary>
    public CommonFactorState? CommonFactorState { get; init; }

    /// <summary>How many groups of benchmarks a common factor could be estimated from; benchmarks measured interleaved are one.</summary>
    public int CommonFactorGroups { get; init; }

    /// <summary>The spread assumed for benchmarks of one launch a side; null where none was needed.</summary>
    public AssumedSpread? AssumedSpread { get; init; }

    /// <summary>Whether a report names the command that decides what is Inconclusive.</summary>
    public bool NamesRemedies { get; init; }

    /// <summary>Whether the files of both sides are the same, byte for byte.</summary>
    public bool IsIdentical { get; init; }

    /// <summary>Whether a control row moved, so that no time says anything about the code.</summary>
    public required bool ControlMoved { get; init; }

    /// <summary>Compares two runs.</summary>
    /// <param name="baseline">The run compared against.</param>
    /// <param name="candidate">The run in question.</param>
    /// <param name="options">How.</param>
    /// <returns>The comparison; the same for the same input, on the same day.</returns>
    public static RunComparison Of(Run baseline, Run candidate, ComparisonOptions options)
    {
        ArgumentNullException.ThrowIfNull(baseline);
        ArgumentNullException.ThrowIfNull(candidate);
        ArgumentNullException.ThrowIfNull(options);

        var warnings = new List<string>([.. baseline.Warnings, .. candidate.Warnings]);
        (baseline, candidate) = Sections.Match(baseline, candidate, warnings);
        if (candidate.IdenticalToFirst is { Count: > 0 } same && same.Count < candidate.Sources.Count)
            warnings.Add($"{same.Count} of the candidate's files are identical to files of the baseline, and say nothing of a change: {string.Join(", ", same.Take(5))}{(same.Count > 5 ? ", …" : "")}.");
        var comparison = Of(baseline, candidate, RowPairs.Of(baseline, candidate), options, warnings);
        return candidate.Sources.Count > 0 && candidate.IdenticalToFirst.Count == candidate.Sources.Count && baseline.Sources.Count == candidate.Sources.Count
            ? comparison.OfIdenticalFiles()
            : comparison;
    }

    // What was measured once differs in nothing, and is neither Equivalent nor Inconclusive.
    private RunComparison OfIdenticalFiles() => this with
    {
        IsIdentical = true,
        CommonFactor = null,
        CommonFactorState = null,
        AssumedSpread = null,
        Rows = [.. Rows.Select(row => row.Presence != Presence.Both ? row : row with { Time = null, RatioToBaseline = null, TimeNotCompared = "identical files" })],
    };

    /// <summary>Judges a run whose rows hold both sides, measured in turns.</summary>
    /// <param name="paired">A run in which each row has units, or a failure.</param>
    /// <param name="options">How.</param>
    /// <returns>The comparison.</returns>
    public static RunComparison OfPaired(Run paired, ComparisonOptions options)
    {
        ArgumentNullException.ThrowIfNull(paired);
        ArgumentNullException.ThrowIfNull(options);
        return Of(paired, paired, [.. paired.Rows.Select(row => new RowPair(
            row.Id, row.Sides == PairedSides.Candidate ? null : row, row.Sides == PairedSides.Baseline ? null : row))], options, [.. paired.Warnings]);
    }

    private static RunComparison Of(Run baseline, Run candidate, IReadOnlyList<RowPair> pairs, ComparisonOptions options, List<string> warnings)
    {
        var study = options.Study.SelectMany(run => run.Rows).GroupBy(row => row.Id).ToDictionary(rows => rows.Key, rows => rows.ToArray());
        var isPaired = ReferenceEquals(baseline, candidate);
        var machines = isPaired || options.ComparesTimesAcrossMachines ? new string?[pairs.Count] : [.. pairs.Select(Machines.Difference)];
        var samples = pairs.AsParallel().AsOrdered().Select((pair, i) => Sample(pair, options, study)).ToArray();
        var categories = new Categories(isPaired ? [] : pairs);
        var judged = new Judging(pairs, categories, options, [.. samples.Select((sample, i) => machines[i] is null ? sample.Sample : null)]);
        var (judgements, ratios) = judged.Judge(
            [.. samples.Select(sample => sample.Sample is { } known ? Math.Exp(LogMoments.From(known.Baseline, known.BaselineSummaries).Mean) : sample.Instead?.BaselineNanoseconds ?? 0)], warnings);
        for (var i = 0; i < pairs.Count; i++)
            judgements[i] ??= machines[i] is null ? samples[i].Instead : null;

        var names = pairs.CountBy(pair => pair.Id.FullName, StringComparer.Ordinal).ToDictionary(StringComparer.Ordinal);
        var rows = pairs.AsParallel().AsOrdered().Select((pair, i) => Row(
            pair, names[pair.Id.FullName] == 1 && pair.Id.Section is null ? pair.Id.FullName : pair.Id.ToString(), judgements[i], ratios[i], options) with
        {
            TimeNotCompared = machines[i],
            CategoryBaseline = ratios[i] is null ? null : categories.BaselineOf(pair)?.Id.FullName ?? pair.Candidate!.ToBaseline!.Baseline,
            BaselineRatio = ratios[i] is null ? null : Categories.GeometricMean(pair.Baseline!.ToBaseline!),
            CandidateRatio = ratios[i] is null ? null : Categories.GeometricMean(pair.Candidate!.ToBaseline!),
        }).ToArray();
        var moved = Controls.Moved(rows, warnings);
        if (moved)
            rows = [.. rows.Select(Controls.WithoutVerdict)];
        if (!isPaired)
            warnings.AddRange(Machines.Warnings(pairs, machines, rows));
        if (categories.OtherBaselines > 0)
            warnings.Add($"{categories.OtherBaselines} benchmarks have ratios to different baselines in the two runs: they are compared by their times.");
        warnings.AddRange(Expired(pairs, options));
        warnings.AddRange(Missing("baseline", baseline));
        warnings.AddRange(Missing("candidate", candidate));
        if (options.Study.Count > 0 && !pairs.Any(pair => Studied(pair, study).Any()))
            warnings.Add("The runs that the spread is to be learned from have no row of these.");
        if (ReferenceEquals(baseline, candidate))
            warnings.AddRange(OfChecks(candidate.Checks));
        return new RunComparison
        {
            BaselineSources = ReferenceEquals(baseline, candidate) && baseline.Checks.Count > 0 ? [.. baseline.Checks.Select(check => check.Baseline).Distinct()] : baseline.Sources,
            CandidateSources = ReferenceEquals(baseline, candidate) && candidate.Checks.Count > 0 ? [.. candidate.Checks.Select(check => check.Candidate).Distinct()] : candidate.Sources,
            Margin = options.Settings.Margin,
            Project = options.Settings.Project,
            Notices = options.Settings.Notices,
            Rows = rows,
            Environment = ReferenceEquals(baseline, candidate) ? candidate.Environments.FirstOrDefault() : null,
            EnvironmentDifferences = ReferenceEquals(baseline, candidate) ? baseline.PairedDifferences : [.. Differences(baseline, candidate, pairs)],
            Warnings = warnings,
            NamesRemedies = options.NamesRemedies,
            CommonFactor = judged.CommonFactor,
            CommonFactorState = judged.CommonFactorState,
            CommonFactorGroups = judged.Groups,
            AssumedSpread = rows.Any(row => row is { RatioToBaseline: null, Time.IsSpreadAssumed: true }) ? options.AssumedSpread : null,
            ControlMoved = moved,
        };
    }

    private static IEnumerable<string> OfChecks(IReadOnlyList<CheckInfo> checks)
    {
        foreach (var partial in checks.Select(check => check.Partial).OfType<string>().Distinct())
            yield return $"This result is partial: {partial}.";
        foreach (var settings in checks.Select(check => check.Settings).OfType<string>().Distinct())
            yield return $"Measured with other than the default settings: {settings}.";
    }

    /// <summary>Below this, in ns, a time is what is left of an empty loop taken from another.</summary>
    private const double Unmeasurable = 1e-3;

    private const double LeastFloor = 0.1;

    private static (RowSample? Sample, TimeJudgement? Instead) Sample(RowPair pair, ComparisonOptions options, Dictionary<RowId, Row[]> study)
    {
        if (pair is not { Baseline: { Failure: null } baseline, Candidate: { Failure: null } candidate })
            return default;
        if (ReferenceEquals(baseline, candidate))
            return baseline.BaselineFailure is not null ? default
                : baseline.Units.Count > 0 ? (PairedSample(baseline, options), null)
                : (null, new TimeJudgement { BaselineNanoseconds = double.NaN, CandidateNanoseconds = double.NaN, Ratio = double.NaN, Reason = baseline.Unmeasured ?? "it was not measured" });

        // Of an interrupted check or versus.
        if (LaunchCount(baseline) == 0 || LaunchCount(candidate) == 0)
            return (null, new TimeJudgement { BaselineNanoseconds = double.NaN, CandidateNanoseconds = double.NaN, Ratio = double.NaN, Reason = baseline.Unmeasured ?? candidate.Unmeasured ?? "it was not measured" });

        var margin = options.Settings.MarginWhere(pair.Fits);
        double[] before = [.. Typical(baseline)], after = [.. Typical(candidate)];
        if (before.Concat(after).Any(time => time < Unmeasurable))
        {
            // Nothing can be told apart below the noise floor, and nothing has a logarithm at 0: what is there counts as the floor.
            var floor = Math.Max(margin.NoiseFloorNanoseconds, LeastFloor);
            before = [.. before.Select(time => Math.Max(time, floor))];
            after = [.. after.Select(time => Math.Max(time, floor))];
        }

        var summaries = baseline.Summaries.Concat(candidate.Summaries).ToArray();
        var isDeviationUnknown = summaries.Any(summary => summary.Launches is null && (summary.Count is null || summary.StandardDeviationNanoseconds is null));
        if (isDeviationUnknown && options.AssumedSpread is null)
        {
            return (null, new TimeJudgement
            {
                BaselineNanoseconds = before.Average(),
                CandidateNanoseconds = after.Average(),
                Ratio = after.Average() / before.Average(),
                Reason = "its table has no Error and StdDev",
            });
        }

        var sample = new RowSample
        {
            Baseline = before,
            Candidate = after,
            BaselineSummaries = Moments(baseline),
            CandidateSummaries = Moments(candidate),
            Margin = margin,
            Study = [.. Studied(pair, study).Select(row => (IReadOnlyList<double>)[.. Fresh(row, baseline, candidate).Where(time => time > 0)])],
            IsFromTable = summaries.Any(summary => summary.Launches is null),
            IsDeviationUnknown = isDeviationUnknown,
            SummaryVariance = SummaryVariance(baseline) + SummaryVariance(candidate),
        };
        return (sample, null);
    }

    private static RowSample PairedSample(Row row, ComparisonOptions options) => new()
    {
        Baseline = [.. row.Units.Select(unit => unit.BaselineNanoseconds)],
        Candidate = [.. row.Units.Select(unit => unit.CandidateNanoseconds)],
        Units = [.. row.Units.Select(unit => unit.LogRatio)],
        Margin = options.Settings.MarginOf(row.Id),
    };

    private static IEnumerable<Row> Studied(RowPair pair, Dictionary<RowId, Row[]> study) =>
        study.TryGetValue(pair.Id, out var same) || (pair.Candidate is not null && study.TryGetValue(pair.Candidate.Id, out same)) ? same : [];

    // A study may hold the runs that are compared; they would count twice.
    private static IEnumerable<double> Fresh(Row study, Row baseline, Row candidate) => study.Launches
        .Where(launch => !baseline.Launches.Concat(candidate.Launches).Any(other => other.NanosecondsPerOperation.SequenceEqual(launch.NanosecondsPerOperation)))
        .Select(launch => launch.NanosecondsPerOperation.Median());

    /// <summary>One time for each launch: the median of its iterations, which an interruption of the machine does not move.</summary>
    private static IEnumerable<double> Typical(Row row) =>
        row.Launches.Select(launch => launch.NanosecondsPerOperation.Median()).Concat(row.Summaries.Where(summary => !HasLaunches(summary)).Select(summary => summary.MeanNanoseconds));

    private static bool HasLaunches(Summary summary) => summary is { Launches: not null, MeanNanoseconds: > 0 };

    private static LogMoments[] Moments(Row row) => [.. row.Summaries.Where(HasLaunches).Select(summary =>
        LogMoments.FromSummary(summary.MeanNanoseconds, summary.Launches!.StandardDeviation, summary.Launches.Launches))];

    // A deviation that the table does not have is part of the spread that is assumed instead.
    private static double SummaryVariance(Row row)
    {
        var launches = LaunchCount(row);
        return row.Summaries.Where(summary => !HasLaunches(summary) && summary is { Count: not null, StandardDeviationNanoseconds: not null, MeanNanoseconds: > 0 })
            .Sum(summary => Math.Pow(summary.StandardDeviationNanoseconds!.Value / summary.MeanNanoseconds, 2) / summary.Count!.Value) / (launches * launches);
    }

    private static int LaunchCount(Row row) => row.Launches.Count + row.Summaries.Sum(summary => HasLaunches(summary) ? summary.Launches!.Launches : 1);

    private static ComparedRow Row(RowPair pair, string name, TimeJudgement? time, TimeJudgement? ratio, ComparisonOptions options)
    {
        var (baseline, candidate) = (pair.Baseline, pair.Candidate);
        var either = baseline ?? candidate!;
        // What failed in one of several runs of the candidate failed; what was measured in one of the baseline's was there to be lost.
        var failure = candidate?.Failure ?? candidate?.FailureInSome;
        var baselineFailure = ReferenceEquals(baseline, candidate) ? baseline!.BaselineFailure : baseline?.Failure;
        var isMended = baseline is not null && baselineFailure is not null && candidate is not null && failure is null;
        var isMeasured = baseline is not null && baselineFailure is null && candidate is not null && failure is null;
        var margin = options.Settings.MarginWhere(pair.Fits);
        return new ComparedRow
        {
            Id = pair.Id,
            Name = name,
            Type = either.Type,
            Method = either.Method,
            Parameters = either.Parameters,
            Against = either.Against,
            Presence = baseline is null || isMended ? Presence.New : candidate is null ? Presence.Removed : isMeasured ? Presence.Both : Presence.Failed,
            Failure = failure ?? (isMended ? null : baselineFailure),
            FailedBefore = baselineFailure is not null,
            BaselineLaunches = baseline is null ? 0 : LaunchCount(baseline),
            CandidateLaunches = candidate is null ? 0 : LaunchCount(candidate),
            Time = isMeasured ? time : null,
            RatioToBaseline = isMeasured ? ratio : null,
            Margin = margin,
            Allocation = isMeasured ? Allocation(baseline!, candidate!) : null,
            LostAllocation = isMeasured && baseline!.AllocatedBytes.Count > 0 && candidate!.AllocatedBytes.Count == 0,
            IsBimodal = isMeasured && (IsBimodal(baseline!, margin) || IsBimodal(candidate!, margin)),
            How = either.How,
            IsFromTable = (baseline?.Summaries ?? []).Concat(candidate?.Summaries ?? []).Any(summary => summary.Launches is null),
            IsPaired = either.IsPaired,
            IsControl = options.Settings.Controls.Any(pair.Fits),
            HasOwnMargin = margin != options.Settings.Margin,
            AcceptedTime = Accepted(pair, Metric.Time, options),
            AcceptedAllocation = Accepted(pair, Metric.Allocation, options),
        };
    }

    private static AllocationJudgement? Allocation(Row baseline, Row candidate)
    {
        var before = ReferenceEquals(baseline, candidate) ? baseline.BaselineAllocatedBytes : baseline.AllocatedBytes;
        if (before.Count == 0 || candidate.AllocatedBytes.Count == 0)
            return null;

        var all = AllocationVerdict.Judge(before, candidate.AllocatedBytes, Math.Max(baseline.AllocatedRounding, candidate.AllocatedRounding));
        return candidate.IsScreened && all.Verdict == Verdict.Regressed ? Confirmed(candidate, all) : all;
    }

    // Of a screened row, what made it a suspect has to show again in processes started afterwards.
    private static AllocationJudgement Confirmed(Row row, AllocationJudgement all)
    {
        var fresh = row.Units.Where(unit => unit is { IsFresh: true, BaselineBytes: not null, CandidateBytes: not null }).ToArray();
        return fresh.Length == 0 ? all with { Verdict = Verdict.Inconclusive, Reason = "it was not counted afresh" }
            : AllocationVerdict.Judge([.. fresh.SelectMany(unit => unit.BaselineBytes!)], [.. fresh.SelectMany(unit => unit.CandidateBytes!)]).Verdict == Verdict.Regressed ? all
            : all with { Verdict = Verdict.Inconclusive, Reason = "fresh processes don't confirm it" };
    }

    private static bool IsBimodal(Row row, Margin margin) =>
        Modality.IsMultimodal([.. row.Launches.SelectMany(launch => launch.NanosecondsPerOperation)], margin.Relative);

    private static AcceptedRegression? Accepted(RowPair pair, Metric metric, ComparisonOptions options) => options.Settings.Accepted
        .FirstOrDefault(accepted => accepted.Metric == metric && accepted.Until >= options.Today && pair.Fits(accepted.Row));

    // Of several runs one may lack a row that the others have: its class was measured, and the row was not.
    private static IEnumerable<string> Missing(string side, Run run)
    {
        foreach (var type in run.Rows.GroupBy(row => row.Type, StringComparer.Ordinal))
        {
            var most = type.Max(row => row.Places.Count);
            var fewer = type.Where(row => row.Places.Count < most).ToArray();
            if (fewer.Length > 0)
                yield return $"Of {most} files of {type.Key} on the {side}, some lack {fewer[0].Id.FullName}{(fewer.Length > 1 ? $" and {fewer.Length - 1} rows more" : "")}.";
        }
    }

    private static IEnumerable<string> Expired(IReadOnlyList<RowPair> pairs, ComparisonOptions options)
    {
        foreach (var rule in options.Settings.Rules.Where(rule => !pairs.Any(pair => pair.Fits(rule.Pattern))))
            yield return $"The rule for '{rule.Pattern.Text}' fits no row.";
        foreach (var accepted in options.Settings.Accepted)
        {
            if (!pairs.Any(pair => pair.Fits(accepted.Row)))
                yield return $"The accepted regression of '{accepted.Row.Text}' fits no row.";
            else if (accepted.Until < options.Today)
                yield return FormattableString.Invariant($"The accepted regression of '{accepted.Row.Text}' ({accepted.Reason}) expired on {accepted.Until:yyyy-MM-dd}.");
        }
    }

    private static IEnumerable<EnvironmentDifference> Differences(Run baseline, Run candidate, IReadOnlyList<RowPair> pairs)
    {
        // The sections of a page are of machines of their own.
        var differences = pairs.Select(pair => pair.Id.Section).Distinct().ToArray() is { Length: > 1 } sections
            ? sections.SelectMany(section => Differences(Environments(baseline, section), Environments(candidate, section)))
            : Differences(baseline.Environments, candidate.Environments);
        var jobs = pairs.Where(pair => pair.Baseline is not null && pair.Candidate is not null && pair.Baseline.Id.Job.What != pair.Candidate.Id.Job.What)
            .Select(pair => new EnvironmentDifference("job", Named(pair.Baseline!), Named(pair.Candidate!)));
        return differences.Concat(jobs).DistinctBy(difference => (difference.Property, Of(difference)));

        // More machines within one side are as bad as two machines between the sides.
        static IEnumerable<EnvironmentDifference> Differences(IReadOnlyList<RunEnvironment> before, IReadOnlyList<RunEnvironment> after)
        {
            var all = before.Concat(after).Distinct().ToArray();
            return before.SelectMany(old => after.SelectMany(old.DifferencesTo))
                .Concat(all.SelectMany((environment, i) => all.Skip(i + 1).SelectMany(environment.DifferencesTo)));
        }

        static RunEnvironment[] Environments(Run run, string? section) => [.. run.Rows.Where(row => row.Id.Section == section).SelectMany(row => row.Environments).Distinct()];
        static string Named(Row row) => row.Id.Job.What.Length == 0 ? "default" : row.Id.Job.What;
        static string Of(EnvironmentDifference difference) => string.CompareOrdinal(difference.Baseline, difference.Candidate) < 0
            ? $"{difference.Baseline}\n{difference.Candidate}" : $"{difference.Candidate}\n{difference.Baseline}";
    }
}

/// <summary>How two runs are compared.</summary>
public sealed record ComparisonOptions
{
    /// <summary>Margins, controls, accepted regressions.</summary>
    public Settings Settings { get; init; } = new();

    /// <summary>Runs of identical code on the same machine: they tell the spread between launches. A run for each build.</summary>
    public IReadOnlyList<Run> Study { get; init; } = [];

    /// <summary>A spread between launches to assume where none is known; null for none.</summary>
    public SpreadPrior? StatedSpread { get; init; }

    /// <summary>What to assume where no spread is known at all; null for nothing, so that such times are Inconclusive.</summary>
    public AssumedSpread? AssumedSpread { get; init; }

    /// <summary>Whether a common factor of all times is estimated and taken out: for two runs of many benchmarks, not for levels of one load.</summary>
    public bool EstimatesCommonFactor { get; init; }

    /// <summary>Whether times of different processors, systems or architectures are compared.</summary>
    public bool ComparesTimesAcrossMachines { get; init; }

    /// <summary>Whether reports name the command that decides what is Inconclusive: for benchmarks, not for levels of a load.</summary>
    public bool NamesRemedies { get; init; }

    /// <summary>The day on which acceptances hold or have expired.</summary>
    public DateOnly Today { get; init; }

    /// <summary>The options of a comparison that is made now.</summary>
    /// <param name="settings">Margins, controls, accepted regressions.</param>
    public static ComparisonOptions OfToday(Settings settings) => new() { Settings = settings, Today = DateOnly.FromDateTime(TimeProvider.System.GetUtcNow().UtcDateTime) };
}
