using Bench.Results;

namespace Bench.Runner;

/// <summary>The ways of one build against the baseline of their category.</summary>
/// <param name="rowLimit">How long a benchmark may take to answer before its row has failed.</param>
internal sealed class VersusRun(BenchmarkProgram program, TimeSpan rowLimit, Action<GateProgress> report)
{
    /// <summary>So many methods are named where none can be measured.</summary>
    private const int MostNamed = 8;

    /// <summary>The ways, with what was measured so far.</summary>
    public IReadOnlyList<MeasuredRow> Rows { get; private set; } = [];

    public RunEnvironment Environment { get; private set; } = new();

    /// <summary>Finds the ways that a pattern fits, and what they are compared with.</summary>
    /// <param name="against">The method that the others of its category are compared with, whether a pattern fits it or not; null for the one marked as baseline.</param>
    public void Find(IReadOnlyList<string> patterns, string? against, CancellationToken cancellation)
    {
        using var side = Side.Start(program, [], cancellation);
        var all = side.List(RowFilter.All);
        Environment = all.Environment;
        var wanted = side.List(new RowFilter(patterns, [])).Rows.Select(row => row.Id).ToHashSet();
        bool IsBaseline(HostedBenchmark row) => against is null ? row.IsBaseline : row.Method == against;
        var baselines = all.Rows.Where(IsBaseline).GroupBy(row => row.Group, StringComparer.Ordinal).ToDictionary(group => group.Key, group => group.First(), StringComparer.Ordinal);
        Rows = [.. all.Rows.Where(row => !IsBaseline(row) && wanted.Contains(row.Id) && baselines.ContainsKey(row.Group)).Select(row => new MeasuredRow(new RowPairing(baselines[row.Group], row)))];
        if (Rows.Count == 0)
            throw new RunnerException($"'{string.Join("' '", patterns)}' fits no row that has {(against is null ? "a baseline" : $"a way called {against} beside it")}. {Fitting([.. all.Rows.Where(row => wanted.Contains(row.Id))])}");
    }

    private static string Fitting(List<HostedBenchmark> rows)
    {
        string[] methods = [.. rows.Select(row => $"{row.Type}.{row.Method}").Distinct(StringComparer.Ordinal)];
        return methods.Length == 0 ? "It fits none at all."
            : $"It fits {string.Join(", ", methods.Take(MostNamed))}{(methods.Length > MostNamed ? $" and {methods.Length - MostNamed} more" : "")}.";
    }

    /// <summary>Takes these rows, each with what it is compared with.</summary>
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

    public void Measure(int units, CancellationToken cancellation) =>
        new ReplicateSweeps(new TandemSweep(program, program, new MeasurementSettings(), rowLimit, new Random()), report)
            .Measure("interleaved", Rows.Where(row => row.IsOpen).ToDictionary(row => row, _ => units), isConfirmation: false, cancellation);
}
