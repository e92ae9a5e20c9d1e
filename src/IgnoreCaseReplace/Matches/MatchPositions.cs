using System.Buffers;
using System.Runtime.CompilerServices;

namespace Bench.IgnoreCaseReplace;

/// <summary>Their positions, in a buffer of the caller's and beyond that in one of the pool.</summary>
internal ref struct MatchPositions(Span<int> buffer) : IMatches
{
    private Span<int> buffer = buffer;
    private int[]? rented;
    private int count;

    public readonly ReadOnlySpan<int> Positions => buffer[..count];

    public bool Add(int position)
    {
        if (count == buffer.Length)
            Grow();
        buffer[count++] = position;
        return true;
    }

    public void Return()
    {
        if (rented is not null)
            ArrayPool<int>.Shared.Return(rented);
        rented = null;
    }

    // Apart, so that what is done with each match stays in registers.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Grow()
    {
        int[] larger = ArrayPool<int>.Shared.Rent(buffer.Length * 2);
        buffer.CopyTo(larger);
        Return();
        buffer = rented = larger;
    }
}
