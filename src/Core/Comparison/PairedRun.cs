using Bench.Results;
using Bench.Statistics;

namespace Bench.Comparison;

/// <summary>A run whose benchmarks hold both sides, measured interleaved: a check, <c>versus</c>, the arms of a load matrix.</summary>
internal sealed class PairedRun(Run run) : ComparedRuns
{
    public override Run Baseline => run;

    public override Run Candidate => run;

    public override IReadOnlyList<RowPair> Pairs { get; } =
        [.. run.Rows.Select(row => new RowPair(row.Id, row.Sides == PairedSides.Candidate ? null : row, row.Sides == PairedSides.Baseline ? null : row))];

    // What was measured interleaved is compared by its own pairs.
    public override Categories Categories { get; } = new([]);

    public override IReadOnlyList<string> BaselineSources { get; } = run.Checks.Count > 0 ? [.. run.Checks.Select(check => check.Baseline).Distinct()] : run.Sources;

    public override IReadOnlyList<string> CandidateSources { get; } = run.Checks.Count > 0 ? [.. run.Checks.Select(check => check.Candidate).Distinct()] : run.Sources;

    public override RunEnvironment? Environment => run.Environments.FirstOrDefault();

    public override IReadOnlyList<EnvironmentDifference> EnvironmentDifferences => run.PairedDifferences;

    public override IReadOnlyList<string> Warnings => run.Warnings;

    public override IEnumerable<string> WarningsOfChecks
    {
        get
        {
            foreach (var partial in run.Checks.Select(check => check.Partial).OfType<string>().Distinct())
                yield return $"This result is partial: {partial}.";
            foreach (var settings in run.Checks.Select(check => check.Settings).OfType<string>().Distinct())
                yield return $"Measured with other than the default settings: {settings}.";
        }
    }

    public override IEnumerable<string> WarningsOfMachines(string?[] differences, IReadOnlyList<ComparedRow> rows) => [];

    public override string? MachineDifference(RowPair pair) => null;

    public override string? BaselineFailure(RowPair pair) => pair.Baseline is null || pair.Candidate is null ? pair.Baseline?.Failure : pair.Baseline.BaselineFailure;

    public override IReadOnlyList<double> BaselineBytes(Row baseline) => baseline.BaselineAllocatedBytes;

    public override (RowSample? Sample, TimeJudgement? Instead) Sample(RowPair pair, ComparisonOptions options, Dictionary<RowId, Row[]> study)
    {
        if (pair is not { Baseline: not null, Candidate: { Failure: null, BaselineFailure: null } row })
            return default;
        return row.Units.Count == 0 ? (null, NotMeasured(row.Unmeasured)) : (new RowSample
        {
            Baseline = [.. row.Units.Select(unit => unit.BaselineNanoseconds)],
            Candidate = [.. row.Units.Select(unit => unit.CandidateNanoseconds)],
            Units = [.. row.Units.Select(unit => unit.LogRatio)],
            Margin = options.Settings.MarginOf(row.Id),
        }, null);
    }
}
