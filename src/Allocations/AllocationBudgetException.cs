using System.Globalization;
using Bench.Allocations.Sampling;

namespace Bench.Allocations;

/// <summary>An operation allocates more than its budget. Every test framework reports it as a failed test.</summary>
public sealed class AllocationBudgetException : Exception
{
    internal AllocationBudgetException(string operation, long budget, AllocationCount count, IReadOnlyList<AllocationSource> sources)
        : base(Describe(operation, budget, count, sources))
    {
        Budget = budget;
        BytesPerCall = count.BytesPerCall;
    }

    /// <summary>Bytes per call that were allowed.</summary>
    public long Budget { get; }

    /// <summary>Bytes per call that were counted.</summary>
    public double BytesPerCall { get; }

    private static string Describe(string operation, long budget, AllocationCount count, IReadOnlyList<AllocationSource> sources)
    {
        var lines = new List<string>
        {
            string.Create(
                CultureInfo.InvariantCulture,
                $"{operation} allocates {count.BytesPerCall:0.####} B per call, and its budget is {budget} B."
            ),
        };
        if (!count.IsSteady)
            lines.Add(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"Calls differ: between {count.Least:0.####} and {count.Most:0.####} B per call in {count.Calls} calls. This is their mean."
                )
            );
        if (sources.Count > 0)
            lines.Add("Allocated most, by the runtime's samples:");
        lines.AddRange(sources.Select(Describe));
        if (SteadyState.IsTiered)
            lines.Add(
                "Tiered compilation is on, so that unoptimised code may have been counted. Set <TieredCompilation>false</TieredCompilation> in the test project."
            );
        return string.Join(Environment.NewLine, lines);
    }

    private static string Describe(AllocationSource source) =>
        string.Create(CultureInfo.InvariantCulture, $"  {source.Type} ({100 * source.Share:0}%)")
        + (source.Place is { } place ? $" in {place}" : "");
}
