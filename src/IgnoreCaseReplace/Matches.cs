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

/// <summary>Writes the new text into a span, as far as it goes.</summary>
internal ref struct MatchesToSpan(ReadOnlySpan<char> text, int oldLength, ReadOnlySpan<char> newValue, Span<char> destination) : IMatches
{
    private readonly ReadOnlySpan<char> _text = text;
    private readonly ReadOnlySpan<char> _newValue = newValue;
    private readonly Span<char> _destination = destination;
    private int _read;

    private int _written;
    private bool _fits = true;

    public bool Add(int position)
    {
        ReadOnlySpan<char> kept = _text[_read..position];
        if (kept.Length + (long)_newValue.Length > _destination.Length - _written)
            return _fits = false;

        kept.CopyTo(_destination[_written..]);
        _newValue.CopyTo(_destination[(_written + kept.Length)..]);
        _written += kept.Length + _newValue.Length;
        _read = position + oldLength;
        return true;
    }

    /// <summary>Whether all of it had room.</summary>
    public bool TryFinish(out int charsWritten)
    {
        charsWritten = 0;
        if (!_fits || !_text[_read..].TryCopyTo(_destination[_written..]))
            return false;

        charsWritten = _written + (_text.Length - _read);
        return true;
    }
}

/// <summary>Writes the new text to a buffer writer, in the pieces that it hands out.</summary>
internal ref struct MatchesToWriter(ReadOnlySpan<char> text, int oldLength, ReadOnlySpan<char> newValue, IBufferWriter<char> destination) : IMatches
{
    private readonly ReadOnlySpan<char> _text = text;
    private readonly ReadOnlySpan<char> _newValue = newValue;
    private Span<char> _room;
    private int _written;
    private int _read;
    private int _count;

    public bool Add(int position)
    {
        Write(_text[_read..position]);
        Write(_newValue);
        _read = position + oldLength;
        _count++;
        return true;
    }

    /// <returns>How many there were.</returns>
    public int Finish()
    {
        Write(_text[_read..]);
        Advance();
        return _count;
    }

    private void Write(ReadOnlySpan<char> piece)
    {
        while (!piece.TryCopyTo(_room[_written..]))
        {
            int fits = _room.Length - _written;
            piece[..fits].CopyTo(_room[_written..]);
            piece = piece[fits..];
            _written += fits;
            Advance();
            _room = destination.GetSpan();
            if (_room.IsEmpty)
                throw new InvalidOperationException("The buffer writer handed out no room.");
        }

        _written += piece.Length;
    }

    // What was handed out is void after it was advanced over.
    private void Advance()
    {
        if (_written > 0)
            destination.Advance(_written);
        _room = default;
        _written = 0;
    }
}
