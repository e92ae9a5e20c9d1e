namespace Bench.Explain;

/// <summary>Whose a method is, in the order in which a reader can do something about it.</summary>
internal enum Origin
{
    /// <summary>An assembly that was built with the program.</summary>
    Program,

    Package,

    Framework,
}
