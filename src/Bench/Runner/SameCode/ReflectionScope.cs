namespace Bench.Runner;

/// <summary>How far a call can reach code that it does not name.</summary>
internal enum ReflectionScope
{
    // The members of types in use. The call looks up a member of a type that code has named.
    Members,

    // Programs as files: a process that it starts, which is not recorded, or assemblies that it reads like a compiler. It counts only if it
    // ran, because rare calls take no relevant time.
    OtherProcess,

    // Any type of the program.
    Anything,
}
