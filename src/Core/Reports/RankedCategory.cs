using Bench.Comparison;
using MathNet.Numerics.Statistics;

namespace Bench.Reports;

/// <summary>The ways of one category that took turns with its baseline.</summary>
/// <param name="Parameters">Whole, as people write them; empty for none.</param>
/// <param name="Baseline">What the method of the baseline is called.</param>
/// <param name="Rows">The other ways, in the order of the file.</param>
internal sealed record RankedCategory(string Type, string Parameters, string Baseline, IReadOnlyList<ComparedRow> Rows)
{
    /// <summary>What an operation of the baseline takes, ns, as its pairs with each way said; null where none was measured.</summary>
    public double? BaselineNanoseconds
    {
        get
        {
            double[] known = [.. Rows.Select(row => row.Time?.BaselineNanoseconds).OfType<double>().Where(double.IsFinite)];
            return known.Length == 0 ? null : known.Median();
        }
    }

    /// <summary>What an operation of the baseline allocates; null where that is unknown.</summary>
    public double? BaselineBytes => Rows.Select(row => row.Allocation?.BaselineBytes).FirstOrDefault(known => known is not null);

    /// <summary>The categories of a paired run, in its order. Rows that were compared with themselves in another build belong to none.</summary>
    public static IEnumerable<RankedCategory> Of(RunComparison comparison) => comparison.Rows.Where(row => row.Against is not null)
        .GroupBy(row => (row.Against, row.Type, Parameters: row.Id.Parameters(row.Type) ?? row.Parameters))
        .Select(category => new RankedCategory(category.Key.Type, category.Key.Parameters, NameOf(category.Key.Against!, category.Key.Type), [.. category]));

    // "Namespace.Type.Method(parameters)" of a type that is known.
    private static string NameOf(string fullName, string type)
    {
        var name = fullName.StartsWith(type + ".", StringComparison.Ordinal) ? fullName[(type.Length + 1)..] : fullName;
        var end = name.IndexOf('(', StringComparison.Ordinal);
        return end < 0 ? name : name[..end];
    }
}
