using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;

namespace Bench.IgnoreCaseReplace;

/// <summary>Three neighbours of a pattern, as the first two and the last two: bytes in 16 bits.</summary>
internal struct NeighbourPairs
{
    public int Offset;
    public ushort EvenBits;
    public ushort Even;
    public ushort OddBits;
    public ushort Odd;

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Set(int offset, ReadOnlySpan<char> folded, ReadOnlySpan<char> bits)
    {
        Offset = offset;
        EvenBits = Pair(bits, offset);
        Even = Pair(folded, offset);
        OddBits = Pair(bits, offset + 1);
        Odd = Pair(folded, offset + 1);
    }

    private static ushort Pair(ReadOnlySpan<char> text, int at) => (ushort)(text[at] | (text[at + 1] << 8));
}
