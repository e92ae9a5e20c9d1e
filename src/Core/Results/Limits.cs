namespace Bench.Results;

internal static class Limits
{
    /// <summary>
    /// In ns more than a century, in bytes more than an address space: such a figure is damage, and would overflow what is computed from
    /// it.
    /// </summary>
    public const double Largest = 1e19;
}
