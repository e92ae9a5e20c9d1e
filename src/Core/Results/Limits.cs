namespace Bench.Results;

internal static class Limits
{
    // More than a century in ns, and more than an address space in bytes. A larger figure is corrupt and could overflow later results.
    public const double Largest = 1e19;
}
