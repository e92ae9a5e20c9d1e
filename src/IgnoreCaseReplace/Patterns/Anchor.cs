using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Bench.IgnoreCaseReplace;

/// <summary>
/// A character of a pattern and where it stands in it: <c>(c | Bit) == Target</c>, or c is one of <c>Cases</c>. Its fields are written one
/// by one, because one that is made elsewhere is copied, and the copy waits for what was just written.
/// </summary>
internal struct Anchor
{
    /// <summary>Where it stands.</summary>
    public int Offset;

    /// <summary>The bit in which its cases differ; 0 for a character without cases.</summary>
    public char Bit;

    /// <summary>The character with that bit set.</summary>
    public char Target;

    /// <summary>The up to four characters that are equal, 16 bits each, any of them more than once.</summary>
    public ulong Cases;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void SetFolded(int offset, ReadOnlySpan<char> folded, ReadOnlySpan<char> bits)
    {
        Offset = offset;
        Bit = bits[offset];
        Target = folded[offset];
    }
}
