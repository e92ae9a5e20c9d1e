using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Bench.IgnoreCaseReplace;

/// <summary>How a text is compared with a whole pattern.</summary>
internal enum ComparisonKind
{
    /// <summary>By the framework.</summary>
    Framework,

    /// <summary>It is equal to the folded pattern once the case bits are set.</summary>
    Folded,

    /// <summary>Each character is one of two.</summary>
    TwoCases,

    /// <summary>
    /// Each character is one of two, and where one is a further case, by the framework: some have more than two, as Cyrillic д, whose third
    /// is not met outside of old prints.
    /// </summary>
    TwoCasesOrMore,
}
