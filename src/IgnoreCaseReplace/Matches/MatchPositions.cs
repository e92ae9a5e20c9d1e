using System.Buffers;
using System.Runtime.CompilerServices;

namespace Bench.IgnoreCaseReplace;

/// <summary>Their positions, in a buffer of the caller's and beyond that in one of the pool.</summary>
internal ref struct MatchPositions(Span<int> buffer) : IMatches
{
    private Span<int> _buffer = buffer;
    private int[]? _rented;
    private int _count;

    public readonly ReadOnlySpan<int> Positions => _buffer[.._count];

    public bool Add(int position)
    {
        if (_count == _buffer.Length)
            Grow();
        _buffer[_count++] = position;
        return true;
    }

    public void Return()
    {
        if (_rented is not null)
            ArrayPool<int>.Shared.Return(_rented);
        _rented = null;
    }

    // Apart, so that what is done with each match stays in registers.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void Grow()
    {
        int[] larger = ArrayPool<int>.Shared.Rent(_buffer.Length * 2);
        _buffer.CopyTo(larger);
        Return();
        _buffer = _rented = larger;
    }
}
