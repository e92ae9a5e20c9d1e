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

    /// <summary>So many methods are named where none can be measured.</summary>
    private const int MostNamed = 8;

    /// <summary>The ways, with what was measured so far.</summary>
    public IReadOnlyList<MeasuredRow> Rows { get; private set; } = [];

    /// <summary>What the build runs on.</summary>
    public RunEnvironment Environment { get; private set; } = new();

    /// <summary>Finds the ways that a pattern fits, and what they are compared with.</summary>
    /// <param name="patterns">BenchmarkDotNet's filters.</param>
    /// <param name="against">The method that the others of its category are compared with, whether a pattern fits it or not; null for the one marked as baseline.</param>
    /// <param name="cancellation">Ends it.</param>
    /// <exception cref="GatingException">No way with a baseline fits.</exception>
    public void Find(IReadOnlyList<string> patterns, string? against, CancellationToken cancellation)
    {
        using var side = Side.Start(program, [], cancellation);
        var all = side.List(RowFilter.All);
        Environment = all.Environment;
        var wanted = side.List(new RowFilter(patterns, [])).Rows.Select(row => row.Id).ToHashSet();
        bool IsBaseline(HostedRow row) => against is null ? row.IsBaseline : row.Method == against;
        var baselines = all.Rows.Where(IsBaseline).GroupBy(row => row.Group, StringComparer.Ordinal).ToDictionary(group => group.Key, group => group.First(), StringComparer.Ordinal);
        Rows = [.. all.Rows.Where(row => !IsBaseline(row) && wanted.Contains(row.Id) && baselines.ContainsKey(row.Group)).Select(row => new MeasuredRow(new RowPairing(baselines[row.Group], row)))];
        if (Rows.Count == 0)
            throw new GatingException($"'{string.Join("' '", patterns)}' fits no row that has {(against is null ? "a baseline" : $"a way called {against} beside it")}. {Fitting([.. all.Rows.Where(row => wanted.Contains(row.Id))])}");
    }

    private static string Fitting(List<HostedRow> rows)
    {
        string[] methods = [.. rows.Select(row => $"{row.Type}.{row.Method}").Distinct(StringComparer.Ordinal)];
        return methods.Length == 0 ? "It fits none at all."
            : $"It fits {string.Join(", ", methods.Take(MostNamed))}{(methods.Length > MostNamed ? $" and {methods.Length - MostNamed} more" : "")}.";
    }

    /// <summary>Takes these rows, each with what it is compared with.</summary>
    /// <param name="pairs">Full names with parameters.</param>
    /// <param name="cancellation">Ends it.</param>
    /// <returns>The names that no row has; rows that need them are left out.</returns>
    public IReadOnlyList<string> Find(IReadOnlyList<(string Row, string Against)> pairs, CancellationToken cancellation)
    {
        using var side = Side.Start(program, [], cancellation);
        var all = side.List(RowFilter.All);
        Environment = all.Environment;
        var rows = all.Rows.GroupBy(row => row.Id.FullName, StringComparer.Ordinal).ToDictionary(group => group.Key, group => group.First(), StringComparer.Ordinal);
        Rows = [.. pairs.Where(pair => rows.ContainsKey(pair.Row) && rows.ContainsKey(pair.Against)).Select(pair => new MeasuredRow(new RowPairing(rows[pair.Against], rows[pair.Row])))];
        return [.. pairs.SelectMany(pair => new[] { pair.Row, pair.Against }).Distinct(StringComparer.Ordinal).Where(name => !rows.ContainsKey(name))];
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
