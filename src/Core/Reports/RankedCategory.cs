using Bench.Comparison;
using MathNet.Numerics.Statistics;

namespace Bench.Reports;

// The variants of one comparison group, measured interleaved with its baseline. Parameters are not shortened. Baseline is the name of
// its method. Job is empty unless other jobs have the same variants. Benchmarks are without the baseline, in the order of the file.
internal sealed record RankedCategory(
    string Type,
    string Parameters,
    string Baseline,
    string Job,
    IReadOnlyList<ComparedBenchmark> Benchmarks
)
{
    // In ns per operation: the median over its pairs with each variant. Null if none was measured.
    public double? BaselineNanoseconds
    {
        get
        {
            double[] known = [.. Benchmarks.Select(benchmark => benchmark.Time?.Baseline).OfType<double>().Where(double.IsFinite)];
            return known.Length == 0 ? null : known.Median();
        }
    }

    // In bytes per operation. Null if unknown.
    public double? BaselineBytes =>
        Benchmarks.Select(benchmark => benchmark.Allocation?.BaselineBytes).FirstOrDefault(known => known is not null);

    // In the order of the run. Benchmarks that were compared with another build belong to no group.
    public static IEnumerable<RankedCategory> Create(RunComparison comparison)
    {
        // Variants are measured with the baseline of their own job.
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

    // Takes "Namespace.Type.Method(parameters)" with a known type.
    private static string NameOf(string fullName, string type)
    {
        var name = fullName.StartsWith(type + ".", StringComparison.Ordinal) ? fullName[(type.Length + 1)..] : fullName;
        var end = name.IndexOf('(', StringComparison.Ordinal);
        return end < 0 ? name : name[..end];
    }
}
