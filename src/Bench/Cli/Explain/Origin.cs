namespace Bench.Cli.Explain;

// Ordered by how easily a reader can change the method.
internal enum Origin
{
    /// <summary>An assembly that was built with the program.</summary>
    Program,

    Package,

    Framework,
}
