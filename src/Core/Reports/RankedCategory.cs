using Bench.Comparison;
using MathNet.Numerics.Statistics;

namespace Bench.Reports;

/// <summary>The alternatives of one category that were interleaved with its baseline.</summary>
/// <param name="Parameters">Whole, as people write them; empty for none.</param>
/// <param name="Baseline">What the method of the baseline is called.</param>
/// <param name="Job">That of all of them, where other jobs have the same alternatives; empty elsewhere.</param>
/// <param name="Benchmarks">The other alternatives, in the order of the file.</param>
internal sealed record RankedCategory(
    string Type,
    string Parameters,
    string Baseline,
    string Job,
    IReadOnlyList<ComparedBenchmark> Benchmarks
)
{
    /// <summary>
    /// What an operation of the baseline takes, ns, as its pairs with each alternative said; null where none was measured.
    /// </summary>
    public double? BaselineNanoseconds
    {
        get
        {
            double[] known =
            [
                .. Benchmarks.Select(benchmark => benchmark.Time?.BaselineNanoseconds).OfType<double>().Where(double.IsFinite),
            ];
            return known.Length == 0 ? null : known.Median();
        }
    }

    /// <summary>What an operation of the baseline allocates; null where that is unknown.</summary>
    public double? BaselineBytes =>
        Benchmarks.Select(benchmark => benchmark.Allocation?.BaselineBytes).FirstOrDefault(known => known is not null);

    /// <summary>
    /// The categories of a paired run, in its order. Benchmarks that were compared with themselves in another build belong to none.
    /// </summary>
    public static IEnumerable<RankedCategory> Create(RunComparison comparison)
    {
        // Alternatives are measured with the baseline of their own job.
        var categories = comparison
            .Benchmarks.Where(benchmark => benchmark.Against is not null)
            .GroupBy(benchmark => (Asked: AskedOf(benchmark), benchmark.Id.Job))
            .ToArray();
        var jobs = categories.CountBy(category => category.Key.Asked).ToDictionary();
        return categories.Select(category => new RankedCategory(
            category.Key.Asked.Type,
            category.Key.Asked.Parameters,
            NameOf(category.Key.Asked.Against, category.Key.Asked.Type),
            jobs[category.Key.Asked] == 1 ? "" : category.Key.Job.Title,
            [.. category]
        ));
    }

    private static (string Against, string Type, string Parameters) AskedOf(ComparedBenchmark benchmark) =>
        (benchmark.Against!, benchmark.Type, benchmark.Id.Parameters(benchmark.Type) ?? benchmark.Parameters);

    // "Namespace.Type.Method(parameters)" of a type that is known.
    private static string NameOf(string fullName, string type)
    {
        var name = fullName.StartsWith(type + ".", StringComparison.Ordinal) ? fullName[(type.Length + 1)..] : fullName;
        var end = name.IndexOf('(', StringComparison.Ordinal);
        return end < 0 ? name : name[..end];
    }
}
