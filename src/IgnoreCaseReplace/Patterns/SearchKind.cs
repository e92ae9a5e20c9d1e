using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Bench.IgnoreCaseReplace;

/// <summary>How the search finds what may be a match.</summary>
internal enum SearchKind
{
    /// <summary>
    /// Two of its characters, each by one comparison after setting a bit, behind a look at blocks for a pair of neighbours.
    /// </summary>
    Pairs,

    /// <summary>One character by one comparison after setting a bit, behind a look at blocks for it.</summary>
    OneCharacter,

    /// <summary>Two of its characters, each by one comparison after setting a bit.</summary>
    TwoCharacters,

    /// <summary>Two of its characters, each compared with the up to four that are equal to it.</summary>
    ManyCases,

    /// <summary>By the framework: no character of it can be compared alone.</summary>
    Framework,
}
