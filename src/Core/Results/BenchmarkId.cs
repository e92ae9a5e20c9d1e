namespace Bench.Results;

/// <summary>Which benchmark case a benchmark is: what makes benchmarks of two runs the same benchmark.</summary>
/// <param name="FullName">
/// Namespace, type, method and parameters with their full values, as BenchmarkDotNet writes them into its JSON.
/// </param>
/// <param name="Job">
/// What sets the benchmark's job apart from the default one; empty for the default job. The random id that BenchmarkDotNet
/// gives an unnamed job is never part of it.
/// </param>
internal sealed record BenchmarkId(string FullName, JobTraits Job)
{
    /// <summary>The parameters with their whole values; a table cuts what is long.</summary>
    /// <returns>They, as in <c>Size: 10, Word: Lorem ipsum</c>; null where the full name has none.</returns>
    public string? Parameters(string type)
    {
        return FullName.IndexOf('(', Math.Min(type.Length, FullName.Length)) is >= 0 and var open && FullName.EndsWith(')')
            ? FullName[(open + 1)..^1]
            : null;
    }

    /// <summary>The headings above its table, on a page with several tables of the same benchmarks; null elsewhere.</summary>
    public string? Section { get; init; }

    /// <summary>
    /// The benchmark as a reader knows it: the full name, with the job in brackets where it is not the default one, and its section.
    /// </summary>
    public override string ToString() => (Job.IsDefault ? FullName : $"{FullName} [{Job}]") + (Section is null ? "" : $" ({Section})");
}
