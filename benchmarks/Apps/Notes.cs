namespace Benchmarks.Apps;

/// <summary>What is true of every table whose benchmarks call an application in their own process.</summary>
internal static class Notes
{
    public const string OneProcess =
        "Client and server share one process and one workstation, concurrent GC: the times and the allocations are those of both together.";

    public const string Postgres =
        "A private PostgreSQL on the same machine, over a Unix socket, everything in its memory, unless ConnectionStrings__AdventureWorks names another: what a network and a disk add is not in it. The full data: 31,465 orders with 121,317 details.";
}
