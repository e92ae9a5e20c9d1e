namespace Bench.Results;

// Identifies a benchmark case across runs. FullName has namespace, type, method and parameters with their full values, as in
// BenchmarkDotNet's JSON. Job has the differences from the default job, but not the random id of an unnamed job.
internal sealed record BenchmarkId(string FullName, JobTraits Job)
{
    // As in `Size: 10, Word: Lorem ipsum`, with full values. A table shortens long ones. Null if the full name has none.
    public string? Parameters(string type)
    {
        return FullName.IndexOf('(', Math.Min(type.Length, FullName.Length)) is >= 0 and var open && FullName.EndsWith(')')
            ? FullName[(open + 1)..^1]
            : null;
    }

    // The headings above its table, on a page with several tables of the same benchmarks.
    public string? Section { get; init; }

    public override string ToString() => (Job.IsDefault ? FullName : $"{FullName} [{Job}]") + (Section is null ? "" : $" ({Section})");
}
