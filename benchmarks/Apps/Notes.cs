namespace Benchmarks.Apps;

/// <summary>What is true of every table whose benchmarks call an application in their own process.</summary>
internal static class Notes
{
    public const string OneProcess =
        "Client and server share one process and one workstation, concurrent GC: the times and the allocations are those of both together.";
}
