namespace Benchmarks.WebApi;

/// <summary>What is true of every table of this folder.</summary>
internal static class WebApiNotes
{
    public const string OneProcess =
        "Client and server share one process and one workstation, concurrent GC: the times and the allocations are those of both together.";
}
