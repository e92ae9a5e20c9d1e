using System.Buffers;
using System.Runtime.CompilerServices;

namespace Bench.IgnoreCaseReplace;

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
