namespace Bench.Runner;

/// <summary>How far a call gets that names no code.</summary>
internal enum Reach
{
    /// <summary>The members of the types that are in use: it asks a type, which code has named, for a member.</summary>
    Members,

    /// <summary>
    /// Programs as files: a process of its own, which nobody records, or a compiler that reads assemblies. What does so only now and then
    /// takes no time worth a word.
    /// </summary>
    OtherProcess,

    /// <summary>Any type of the program.</summary>
    Anything,
}
