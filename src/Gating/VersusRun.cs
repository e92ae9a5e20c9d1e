using System.Diagnostics;
using Bench.Results;
using Bench.Tandem;

namespace Bench.Gating;

/// <summary>The ways of one build against the baseline of their category.</summary>
/// <param name="program">The build.</param>
/// <param name="rowLimit">How long a benchmark may take to answer before its row has failed.</param>
/// <param name="report">Told after each process pair.</param>
public sealed class VersusRun(BenchmarkProgram program, TimeSpan rowLimit, Action<GateProgress> report)
{
    private const int PairsOfUnit = 2;

    /// <summary>The ways, with what was measured so far.</summary>
    public IReadOnlyList<MeasuredRow> Rows { get; private set; } = [];

    /// <summary>What the build runs on.</summary>
    public RunEnvironment Environment { get; private set; } = new();

    /// <summary>Finds the ways that a pattern fits, and their baselines.</summary>
    /// <param name="pattern">BenchmarkDotNet's filter.</param>
    /// <param name="cancellation">Ends it.</param>
    /// <exception cref="GatingException">No way with a baseline fits.</exception>
    public void Find(string pattern, CancellationToken cancellation)
    {
        using var side = Side.Start(program, [], cancellation);
        var all = side.List(RowFilter.All);
        Environment = all.Environment;
        var wanted = side.List(new RowFilter([pattern], [])).Rows.Select(row => row.Id).ToHashSet();
        var baselines = all.Rows.Where(row => row.IsBaseline).GroupBy(row => row.Group, StringComparer.Ordinal).ToDictionary(group => group.Key, group => group.First(), StringComparer.Ordinal);
        Rows = [.. all.Rows.Where(row => !row.IsBaseline && wanted.Contains(row.Id) && baselines.ContainsKey(row.Group)).Select(row => new MeasuredRow(new RowPairing(baselines[row.Group], row)))];
        if (Rows.Count == 0)
            throw new GatingException($"'{pattern}' fits no row that has a baseline.");
    }

    /// <summary>Measures every way.</summary>
    /// <param name="units">Units of each: two process pairs, one of each order.</param>
    /// <param name="cancellation">Ends it: what was measured is in <see cref="Rows"/>.</param>
    /// <exception cref="OperationCanceledException">It was cancelled.</exception>
    public void Measure(int units, CancellationToken cancellation)
    {
        var clock = Stopwatch.StartNew();
        var tandem = new TandemSweep(program, program, new MeasurementSettings(), rowLimit, new Random());
        var rows = Rows.ToDictionary(row => row.Pairing!);
        var (done, total) = (0, Rows.Count(row => row.IsOpen) * units * PairsOfUnit);
        for (var sweep = 0; sweep < units * PairsOfUnit; sweep++)
        {
            foreach (var outcome in tandem.Run(Rows.Where(row => row.IsOpen).Select(row => row.Pairing!), sweep % 2 == 0, null, cancellation))
            {
                rows[outcome.Pairing].Add(outcome, isFresh: false);
                done++;
                report(new GateProgress("in turns", done, total, outcome.Pairing.Candidate.Id.ToString(), clock.Elapsed / done * (total - done)));
            }
        }
    }
}
